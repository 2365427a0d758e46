"""The difference between two versions of `house.toml`: when a change is taken up, and the notices before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from croupier.house.config.setting_keys import (
    HOUSE,
    NOW,
    PUBLISHED,
    RESTART,
    RULEBOOK,
    SESSION,
    SUBMISSION,
    TABLE,
    Key,
    TakenUp,
)
from croupier.house.config.settings import Settings
from croupier.rulebook import Submission
from croupier.rulebook.notices import DueNotice, ReplacementError, notices


@dataclass(frozen=True, slots=True)
class Differences:
    """The places where one file differs from another, like `tables.NAME.coach`, by when a change there is taken up."""

    at_once: tuple[str, ...]
    new_session: tuple[str, ...]
    restart: tuple[str, ...]
    added: tuple[str, ...]  # tables
    removed: tuple[str, ...]

    def __bool__(self) -> bool:
        """True if anything differs."""
        return any((self.at_once, self.new_session, self.restart, self.added, self.removed))

    @property
    def sessions(self) -> tuple[str, ...]:
        """The tables that begin a new session."""
        return tuple(dict.fromkeys(place.split(".")[1] for place in self.new_session))


def differences(old: Settings, new: Settings) -> Differences:
    """Compare two files, for tables that are in both.

    When the house publishes is no difference by itself, since each table says what holds there.
    """
    own = [key for key in HOUSE if key.name != PUBLISHED.name]
    changed = list(_changed("house", own, old.house, new.house))
    for name, table in new.tables.items():
        if name in old.tables:
            changed += _changed(f"tables.{name}", (SUBMISSION, *TABLE, PUBLISHED), old.tables[name], table)
            if old.tables[name].game != table.game:
                changed.append((f"tables.{name}.{RULEBOOK.name}", RULEBOOK.taken_up))
    return Differences(
        at_once=_taken_up(changed, NOW),
        new_session=_taken_up(changed, SESSION),
        restart=_taken_up(changed, RESTART),
        added=tuple(name for name in new.tables if name not in old.tables),
        removed=tuple(name for name in old.tables if name not in new.tables),
    )


def _changed(place: str, keys: Iterable[Key], old: object, new: object) -> Iterator[tuple[str, TakenUp]]:
    for key in keys:
        if getattr(old, key.name) != getattr(new, key.name):
            yield f"{place}.{key.name}", key.taken_up


def _taken_up(changed: Iterable[tuple[str, TakenUp]], when: TakenUp) -> tuple[str, ...]:
    return tuple(place for place, taken_up in changed if taken_up == when)


def taken_up(old: Settings, new: Settings) -> Settings:
    """The settings by which an open house goes on: the new ones, except for changes that need a restart."""
    stays = {key.name: getattr(old.house, key.name) for key in HOUSE if key.taken_up == RESTART}
    return replace(new, house=replace(new.house, **stays))


def notices_owed(old: Submission, new: Submission) -> tuple[DueNotice, ...]:
    """The notices that are due to players for `notice_minutes` before a table changes to another submission.

    Where another game takes the place of one, no document asks for a notice.
    """
    try:
        return notices(old, new)
    except ReplacementError:
        return ()
