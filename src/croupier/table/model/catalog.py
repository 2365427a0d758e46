"""The catalog of commands: who gives each, when, and each argument with its kind, bounds, meaning and origin.

Validation, the help, the JSON Schema and the parser of script files all come from here, and so will every other
interface. An undeclared command or argument is refused, and no argument is ignored.
"""

from __future__ import annotations

from croupier.table.model.declaration import Declared
from croupier.table.model.declared import (
    card_commands,
    house_commands,
    irregularity_commands,
    player_commands,
    round_commands,
)

_SUBJECTS = (card_commands, player_commands, round_commands, irregularity_commands, house_commands)

DECLARED: dict[str, Declared] = {each.name: each for subject in _SUBJECTS for each in subject.DECLARATIONS}
