"""Check of a rulebook's options: their values and defaults, and the columns, rows and conditions that go by them."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.rulebook.model import Option, PayRow, PayTable, Rulebook, When


def faults(book: Rulebook) -> Iterator[str]:
    """Yield options without values, values that no option has, and rows of which two are in force at once."""
    for option in book.options.values():
        yield from _own_faults(book, option)
    for where, name, values in _named(book):
        known = book.options[name].values if name in book.options else None
        wrong = [value for value in values if known is not None and value not in known]
        yield from (f"{where} names {each!r}, and the option {name} has {', '.join(known or ())}" for each in wrong)
    for table in {each.name: each for each in book.tables}.values():
        yield from _column_faults(book, table)
    for table in book.tables:
        yield from _row_faults(table)


def _own_faults(book: Rulebook, option: Option) -> Iterator[str]:
    where = f"option {option.name}"
    if option.kind == "choice" and not option.values:
        yield f"{where} is a choice, and has no values"
    if option.times is not None and option.times not in book.options:
        yield f"{where} goes by the option {option.times}, which the rulebook lacks"
    if option.times is not None and not all(each.isdecimal() and int(each) for each in option.values or ()):
        yield f"{where} is so many times {option.times}, and its values are no numbers above 0"
    if option.default is not None:
        if option.least is not None and option.default < option.least:
            yield f"{where}: its default is less than its least"
        if option.most is not None and option.default > option.most:
            yield f"{where}: its default is more than its most"


def _named(book: Rulebook) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield what names values of an option: where, the option, and the values."""
    for where, when in _conditions(book):
        if when is not None:
            yield where, *when
    for name, option in book.options.items():
        yield from ((f"option {name}", other, values) for other, values in (option.only_if or {}).items())
    for condition in book.conditions:
        yield f"condition {condition.clause}", condition.given[0], condition.given[1:]
        yield from ((f"condition {condition.clause}", other, values) for other, values in condition.needs.items())
    for name, wager in book.wagers.items():
        if wager.offered is not None:
            yield f"wager {name}", wager.offered[0], wager.offered[1:]


def _conditions(book: Rulebook) -> Iterator[tuple[str, When | None]]:
    yield from ((f"clause {clause.id}", clause.when) for clause in book.clauses)
    yield from ((f"table {table.name}, {row.hand}", row.when) for table in book.tables for row in table.rows)
    yield from ((f"limit {limit.clause}", limit.when) for limit in book.limits)
    yield from (("a note on the sign", note.when) for note in book.sign.notes)


def _column_faults(book: Rulebook, table: PayTable) -> Iterator[str]:
    """Yield columns that no value of their option chooses, and values, but for that of no wager, without a column."""
    columns = [each.column for each in book.tables if each.name == table.name]
    where, named = f"table {table.name}", [each for each in columns if each is not None]
    if len(set(columns)) < len(columns):
        yield f"{where} is there twice, or one of its columns is"
    if (table.by is None) == bool(named):
        yield f"{where} has columns, and does not say what they go by" if named else f"{where} has no columns"
    if table.by is not None and table.by in book.options:
        values = book.options[table.by].values or {}
        taken = [wager.offered for name, wager in book.wagers.items() if name in table.wagers]
        without = {each[1] for each in taken if each is not None and each[0] == table.by}
        yield from (
            f"{where} has no column {value}, which {table.by} may be" for value in {*values} - {*named, *without}
        )
        yield from (f"{where} has a column {each}, which {table.by} cannot be" for each in {*named} - {*values})


def _row_faults(table: PayTable) -> Iterator[str]:
    """Yield the hands that have two rows in force at once."""
    for place, row in enumerate(table.rows):
        if any(row.hand == other.hand and _go_together(row, other) for other in table.rows[:place]):
            yield f"table {table.name}, {row.hand}: two rows of that hand are in force at once"


def _go_together(one: PayRow, other: PayRow) -> bool:
    if one.when is None or other.when is None or one.when[0] != other.when[0]:
        return True
    return not set(one.when[1]).isdisjoint(other.when[1])
