"""The rulebooks of the house that is begun with: it has one currency, so those in another are not among its tables."""

from croupier.games.catalogue import PACKAGE
from croupier.money import USD

NAMES = tuple(book.id for book in PACKAGE.books if book.currency == USD)
