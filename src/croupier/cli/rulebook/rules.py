"""`croupier rules`: shows, compares and searches the rulebooks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict as asdict_of
from dataclasses import dataclass

from msgspec import structs

from croupier.cli.pages import page
from croupier.cli.rulebook.options import rulebook
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import check_file, write
from croupier.documents import trace
from croupier.documents.edition_diff import Diff, NotEditionsError, diff
from croupier.documents.rule_diff import RuleDiff, rule_diff
from croupier.documents.rulebook_data import as_data, clause_data, differences, may_come_back, pays_text, summary, times
from croupier.documents.search import search
from croupier.documents.word_diff import changed_words
from croupier.rulebook import NAMES, Clause, Rulebook, Ruling, UnknownError
from croupier.rulebook.model import ENGLISH, Option, PayTable, Wager
from croupier.rulebook.translation import pays_in, said_in

MARKS: dict[trace.Kept, str] = {"enforced": "✓", "instructed": "☞", "in part": "◐", "outside": "○", "not yet": "·"}


@dataclass(frozen=True, slots=True)
class RulesOptions:
    """Options of `croupier rules`: a search in one rulebook only, a diff as an HTML page, and JSON."""

    within: str | None = None
    html: str | None = None
    as_json: bool = False
    language: str = ENGLISH


def rules(words: list[str], wanted: RulesOptions = RulesOptions()) -> None:  # noqa: B008 - it never changes
    """Run `croupier rules` with these words: list, page, clause, diff or search."""
    as_json = wanted.as_json
    _check_options(words, wanted)
    match words:
        case []:
            _list(as_json=as_json)
        case ["diff", old, new]:
            with bad_input(NotEditionsError):
                _compare(rulebook(old), rulebook(new), wanted)
        case ["diff", *_]:
            raise InputError(
                "`croupier rules diff` takes two editions, or two documents of one game",
                "croupier rules diff colorado-ma-1 colorado-ma-2",
            )
        case ["search", *text] if text:
            _search(" ".join(text), wanted)
        case ["search"]:
            raise InputError('`croupier rules search` takes the words to look for: croupier rules search "face up"')
        case [name]:
            _page(_read_in(rulebook(name), wanted), as_json=as_json)
        case [name, *clause]:
            book = _read_in(rulebook(name), wanted)
            with bad_input(UnknownError):
                _clause(book, book.clause(" ".join(clause)), as_json=as_json)


def _check_options(words: list[str], wanted: RulesOptions) -> None:
    """Refuse an option that is not for these words."""
    if wanted.within is not None and words[:1] != ["search"]:
        raise InputError("--in is for search", "croupier rules search TEXT --in RULEBOOK")
    if wanted.language != ENGLISH and (not words or words[0] in {"diff", "search"}):
        raise InputError("--language is for one rulebook", f"croupier rules RULEBOOK --language {wanted.language}")
    if wanted.html is not None and words[:1] != ["diff"]:
        raise InputError("--html is for diff", "croupier rules diff OLD NEW --html FILE")


def _read_in(book: Rulebook, wanted: RulesOptions) -> Rulebook:
    with bad_input(UnknownError):
        return said_in(book, wanted.language)


# ---- the list ------------------------------------------------------------------------------------------


def _list(*, as_json: bool) -> None:
    books = [rulebook(name) for name in NAMES]
    if as_json:
        show.as_json({"rulebooks": [summary(book) for book in books]})
        return
    words = [word for word in trace.WORDS if word != "not yet" or any(trace.counts(book)[word] for book in books)]
    header = ["rulebook", "clauses", *words, "document"]
    entries = []
    for book in books:
        kept = trace.counts(book)
        counts = [str(kept.total()), *(str(kept[word]) for word in words)]
        edition = ", later" if book.follows else ""
        entries.append([book.id, *counts, f"{book.title}, {book.jurisdiction}{edition}"])
    show.rows(entries, header)
    show.line()
    show.line("enforced: the table does it, or makes the contrary impossible; a test names the clause.", "dim")
    show.line("instructed: a person's hands or eyes do it, and the table tells them when.", "dim")
    show.line("in part: a part of the clause is enforced or instructed, another is outside; its page has both.", "dim")
    show.line("outside: the clause asks nothing of a table; its page says why. Headings are not counted.", "dim")
    show.line('Read one with `croupier rules uth-ma`, a clause with `croupier rules uth-ma "10(e)"`.', "dim")


# ---- one rulebook --------------------------------------------------------------------------------------


def _page(book: Rulebook, *, as_json: bool) -> None:
    if as_json:
        show.as_json(as_data(book))
        return
    show.line(f"{book.title} ({book.id})", "bold")
    show.line(f"{book.document}. {len(book.deck)} cards.")
    if book.follows:
        show.line(f"A later edition of {book.follows}: `croupier rules diff {book.follows} {book.id}`.")
    show.heading("Wagers")
    show.rows((wager.name, wager_terms(book, wager)) for wager in book.wagers.values())
    for tables in _tables_by_name(book):
        show.heading(f"{tables[0].title}: {'exactly' if tables[0].exact else 'no less than'}")
        pay_table(tables, book)
    if book.limits:
        show.heading("Payout limits")
        show.rows((limit.clause, _limit_terms(book, place)) for place, limit in enumerate(book.limits))
    show.heading("Clauses")
    show.rows(((clause.id, _mark(clause), clause.says) for clause in book.clauses), widths=(8, 3))
    if book.terms:
        show.heading("Terms")
        show.rows((", ".join([term.name, *term.also]), term.says) for term in book.terms)
    show.heading("Options of a submission, first value first")
    show.rows((name, option_terms(option)) for name, option in book.options.items())
    show.heading("Rulings, the reading taken")
    show.rows((ruling.id, f"{ruling.question} {ruling.readings[0]}") for ruling in book.rulings.values())
    show.line()
    show.line("   ".join(f"{mark} {word}" for word, mark in MARKS.items()), "dim")


def _mark(clause: Clause) -> str:
    return MARKS.get(trace.kept(clause), "")  # a heading has none


def wager_terms(book: Rulebook, wager: Wager) -> str:
    """Format a wager's conditions as a sentence."""
    titles = {name: each.title for name, each in book.wagers.items()}
    said = [f"{wager.title}{' (required)' if wager.required else ''}"]
    if wager.placed != "before the deal":
        said.append(f"placed {wager.placed}")
    if wager.exactly is not None:
        said.append(f"exactly {book.money(wager.exactly)}")
    if wager.equal_to:
        said.append(f"equal to {titles[wager.equal_to]}")
    if wager.of:
        said.append(f"{', '.join(map(str, times(book, wager)))} times {titles[wager.of]}")
    if wager.at_most:
        or_more = ", or the table's minimum" if wager.at_most.or_minimum else ""
        said.append(f"at most {wager.at_most.times} times {titles[wager.at_most.of]}{or_more}")
    if wager.needs:
        said.append(f"only with {', '.join(titles[name] for name in wager.needs)}")
    if may_come_back(book, wager):
        said.append("may be withdrawn during the round")
    if wager.offered:
        said.append(f"off with {wager.offered[0]} = {wager.offered[1]}")
    return f"{'; '.join(said)} [{', '.join(wager.clauses)}]"


def _tables_by_name(book: Rulebook) -> list[list[PayTable]]:
    named: dict[str, list[PayTable]] = {}
    for table in book.tables:
        named.setdefault(table.name, []).append(table)
    return list(named.values())


def pay_table(tables: list[PayTable], book: Rulebook, *, sentences: bool = False) -> None:
    """Print a pay table with its columns side by side; each row has its clauses and the option it depends on."""
    keys = list(dict.fromkeys((row.name, row.when) for table in tables for row in table.rows))
    cells = {(row.name, row.when, place): row for place, table in enumerate(tables) for row in table.rows}
    entries = []
    for name, when in keys:
        found = [cells.get((name, when, place)) for place in range(len(tables))]
        pays = ["" if row is None else pays_in(pays_text(row.pays), book) for row in found]
        clauses = dict.fromkeys(row.clause for row in found if row is not None)
        depends = [f"{when[0]} = {' or '.join(when[1])}"] if when else []
        rulings = sorted({row.ruling for row in found if row is not None and row.ruling})
        entries.append([name, *pays, ", ".join([*clauses, *depends, *rulings])])
    columns = [table.column or "pays" for table in tables]
    if sentences:
        show.lines(_row_sentence(entry, columns) for entry in entries)
    else:
        show.rows(entries, [tables[0].by or "", *columns, "clause"])


def _row_sentence(entry: Sequence[str], columns: Sequence[str]) -> str:
    """A row of a pay table as a sentence, with the columns named if there are several; empty cells are left out."""
    name, *pays, clause = entry
    told = [f"{column} {each}" for column, each in zip(columns, pays, strict=True) if each]
    return f"{name}: {'; '.join(told) if len(columns) > 1 else pays[0]} ({clause})."


def _limit_terms(book: Rulebook, place: int) -> str:
    limit = book.limits[place]
    wagers = ", ".join(book.wagers[name].title for name in limit.wagers)
    more = ", or what minimum wagers could win if that is more" if limit.or_minimum_win else ""
    how = "imposed" if limit.imposed else f"the operator's choice ({limit.option}), no less than this"
    return f"{book.money(limit.amount)}{more}, on {wagers} together; {how}"


def option_terms(option: Option) -> str:
    """Format an option's values as a sentence."""
    if option.values is not None:
        said = "; ".join(f"{value}: {means}" for value, means in option.values.items())
    elif option.kind == "progressive":
        said = "off until a submission gives seed, increment and rows"
    else:
        write = option.currency.text if option.kind == "money" else str
        bounds = [f"from {write(option.least)}"] if option.least is not None else []
        bounds += [f"to {write(option.most)}"] if option.most is not None else []
        default = f"{write(option.default)}" if option.default is not None else "not set"
        said = ", ".join([default, " ".join(bounds)]).strip(", ")
    only = "".join(f"; only with {other} {' or '.join(values)}" for other, values in (option.only_if or {}).items())
    return f"{option.title}. {said}{only}{f' ({option.ruling})' if option.ruling else ''}"


# ---- one clause ----------------------------------------------------------------------------------------


def _clause(book: Rulebook, clause: Clause, *, as_json: bool) -> None:
    if as_json:
        show.as_json(clause_data(book, clause))
        return
    show_clause(book, clause)


def show_clause(book: Rulebook, clause: Clause) -> None:
    """Print a clause: its text, the code and tests that keep it, and the rulings on it."""
    kept = trace.kept(clause)
    show.line(f"{book.short} {clause.id} ({kept if kept == clause.kind else f'{clause.kind}, {kept}'})", "bold")
    show.line(clause.says)
    show.line()
    for part, word in trace.parts(clause):
        show.labelled(word, f"{part.says} {part.outside}" if part.outside else part.says)
    if clause.outside:
        show.labelled("outside", clause.outside)
    _several("instructed", [f"{each.says} (at: {', '.join(each.at)})" for each in trace.instructed(clause)])
    if clause.refs:
        show.labelled("cites", ", ".join(clause.refs))
    if clause.adopted:
        amended = "".join(f", amended {day}" for day in clause.amended)
        show.labelled("adopted", f"{clause.adopted}{amended}")
    if clause.origin:
        how = "as" if clause.same_as else "changed from"
        show.labelled("edition", f"{how} {clause.origin} of {book.follows}")
    below = [f"{each.id} {each.says}" for each in book.under(clause.id) if each.depth == clause.depth + 1]
    _several("rules", clause.rules)
    _several("code", trace.code(book, clause))
    _several("tests", trace.tests(book, clause))
    _several("below", below)
    for ruling in book.rulings_on(clause.id):
        show_ruling(ruling)
    tables = [table for table in book.tables if clause.id in {table.clause, *(row.clause for row in table.rows)}]
    if tables:
        show.heading(tables[0].title)
        pay_table(tables, book)


def _several(label: str, entries: Sequence[str]) -> None:
    for place, entry in enumerate(entries):
        show.labelled("" if place else label, entry)


def show_ruling(ruling: Ruling, *, sentences: bool = False) -> None:
    """Print a ruling: the question, the reading taken, the other readings, the reason; in columns or as sentences."""
    show.heading(f"Ruling {ruling.id}: {ruling.question}")
    options = [("option", ruling.option)] if ruling.option else []
    others = [("" if place and not sentences else "or", each) for place, each in enumerate(ruling.readings[1:])]
    for label, text in [("taken", ruling.readings[0]), *others, ("because", ruling.reason), *options]:
        show.labelled(label, text, sentence=sentences)


# ---- comparing and searching ---------------------------------------------------------------------------


def _compare(old: Rulebook, new: Rulebook, wanted: RulesOptions) -> None:
    """Compare two editions by their clauses, and other documents of one game by their rules."""
    if new.follows == old.id or old.follows == new.id:
        _diff(diff(old, new), wanted)
        return
    if wanted.html is not None:
        raise InputError("--html is for two editions of one document", "croupier rules diff OLD NEW")
    _rule_diff(rule_diff(old, new), as_json=wanted.as_json)


def _rule_diff(found: RuleDiff, *, as_json: bool) -> None:
    from croupier.analysis.strategies import shipped

    strategies = shipped(found.old)
    if as_json:
        kept = {key: each for key, each in asdict_of(found).items() if key not in {"old", "new"}}
        show.as_json({"old": found.old.id, "new": found.new.id, **kept, "strategies": strategies})
        return
    show.line(f"From {found.old.id} to {found.new.id}, by rule", "bold")
    for title, stated in (("Dropped", found.dropped), ("Added", found.added)):
        show.heading(f"{title} ({len(stated)})")
        show.rows([(each.rule, f"{each.means} [{', '.join(each.clauses)}]") for each in stated])
    show.heading(f"In other words ({len(found.restated)})")
    for each in found.restated:
        show.line(f"{each.rule}: {', '.join(each.old)} → {', '.join(each.new)}", "bold")
        show.pieces(list(each.words))
    show.heading("Wagers, payouts, options and rulings")
    show.lines([*found.wagers, *found.payouts, *found.options, *found.rulings])
    show.heading("What hangs on it")
    for label, entries in (
        ("tests", found.tests),
        ("strategies", strategies),
        ("submissions", found.submissions),
        ("notices", found.notices),
    ):
        show.labelled(label, ", ".join(entries) if entries else "none")


def _diff(found: Diff, wanted: RulesOptions) -> None:
    if wanted.html is not None:
        path = check_file(wanted.html)
        changed = [(_renumbered(*pair), changed_words(pair[0].says, pair[1].says)) for pair in found.changed]
        write({path: page("diff", found=found, changed=changed)})
    if wanted.as_json:
        show.as_json(differences(found))
        return
    if wanted.html is not None:
        show.line(f"Wrote {wanted.html}.", "dim")
        return
    show.line(f"From {found.old.id} to {found.new.id}", "bold")
    show.heading(f"Changed ({len(found.changed)})")
    for before, after in found.changed:
        show.line(_renumbered(before, after), "bold")
        show.pieces(changed_words(before.says, after.says))
    for title, clauses in (("Dropped", found.dropped), ("Added", found.added)):
        show.heading(f"{title} ({len(clauses)})")
        if clauses:
            show.rows(((clause.id, clause.says) for clause in clauses), widths=(12,))
    show.heading("For an operator")
    for said in (*found.options, *found.rulings):
        show.line(said)
    show.heading(f"Renumbered, otherwise the same ({len(found.renumbered)})")
    show.line(", ".join(f"{before.id} → {after.id}" for before, after in found.renumbered))
    show.line()
    show.line(f"{found.unchanged} more clauses are the same, under the same number.", "dim")


def _renumbered(before: Clause, after: Clause) -> str:
    return before.id if before.id == after.id else f"{before.id} → {after.id}"


def _search(text: str, wanted: RulesOptions) -> None:
    books = [rulebook(wanted.within)] if wanted.within is not None else [rulebook(name) for name in NAMES]
    hits = search(books, text)
    if wanted.as_json:
        show.as_json({"text": text, "hits": [structs.asdict(hit) for hit in hits]})
    elif hits:
        show.rows((hit.rulebook, f"{hit.what} {hit.id}", hit.says) for hit in hits)
    else:
        where = books[0].id if wanted.within is not None else "the rulebooks"
        show.line(f"Nothing in {where} has the words {text!r}; try fewer or shorter ones.")
