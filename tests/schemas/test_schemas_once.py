"""Every message is declared once, in `croupier.schemas`: neither the client nor the service declares it again."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import croupier

ROOT = Path(croupier.__file__).parent
FEW = 2  # fields that two records may share by chance are fewer than these


class Record(NamedTuple):
    """A class, the file that declares it, and its fields."""

    name: str
    place: str
    fields: frozenset[str]


def records(*rooms: str) -> list[Record]:
    return [each for room in rooms for path in sorted((ROOT / room).rglob("*.py")) for each in declared(path)]


def declared(path: Path) -> Iterator[Record]:
    for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(each, ast.ClassDef):
            fields = {
                it.target.id for it in each.body if isinstance(it, ast.AnnAssign) and isinstance(it.target, ast.Name)
            }
            yield Record(each.name, str(path.relative_to(ROOT)), frozenset(fields))


def repeated(found: list[Record], of: list[Record]) -> list[tuple[Record, Record]]:
    """The records that have no field beyond those of a schema."""
    return [
        (each, schema) for each in found if len(each.fields) >= FEW for schema in of if each.fields <= schema.fields
    ]


def test_no_record_of_the_client_has_the_fields_of_a_schema() -> None:
    schemas = records("schemas")
    assert len(schemas) > 100
    assert repeated(records("client"), schemas) == []


def test_no_record_of_the_service_has_the_fields_of_a_schema() -> None:
    found = repeated(records("service"), records("schemas"))
    assert [(each, schema) for each, schema in found if each.fields == schema.fields] == []


def test_a_record_that_repeats_a_schema_is_found() -> None:
    schema = Record("Wallet", "schemas/common.py", frozenset({"person", "amount", "since"}))
    for fields in ({"person", "amount", "since"}, {"person", "amount"}):
        again = Record("Purse", "client/answers.py", frozenset(fields))
        assert repeated([again], [schema]) == [(again, schema)]
    assert repeated([Record("Purse", "client/answers.py", frozenset({"person", "owner"}))], [schema]) == []


def test_the_service_declares_no_message_of_its_own() -> None:
    for path in (ROOT / "service").rglob("*.py"):
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.ClassDef):
                bases = {ast.unparse(base).rpartition(".")[2] for base in each.bases}
                assert not bases & {"Struct", "TypedDict", "Body"}, (path.name, each.name)


def test_the_service_answers_by_schemas_and_not_by_dictionaries() -> None:
    for path in (ROOT / "service").rglob("*.py"):
        for each in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(each, ast.Call) and ast.unparse(each.func) in {"answer", "messages.text"}:
                assert not isinstance(each.args[0], ast.Dict), (path.name, each.lineno)


def test_the_name_of_a_schema_is_the_name_of_nothing_else() -> None:
    names = [each.name for each in records("schemas")]
    assert len(set(names)) == len(names)
    others = {path.name for path in ROOT.iterdir()} - {"schemas", "__pycache__"}
    assert [each for each in records(*others) + list(_at_the_root()) if each.name in names] == []


def _at_the_root() -> Iterator[Record]:
    for path in sorted(ROOT.glob("*.py")):
        yield from declared(path)
