"""Two cards each against the dealer with questions after any street, one hand at a time.

Before the flop, with no card known but one's own, a hand is one of the 169 classes that are worked out beforehand; from
the flop on every board is gone through.
"""

from __future__ import annotations

from croupier.analysis.coach.showdown_coach import ShowdownCoach
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Progress, Spot, silent
from croupier.analysis.solvers import streets
from croupier.analysis.solvers.showdown_game import Lots
from croupier.analysis.solvers.starts import first_info

ALL_BOARDS = 60.0  # seconds, roughly, for every board with a turn and a river told apart
FLOP = 3


class StreetsCoach(ShowdownCoach):
    """A game of this shape, looked at for one player at a time."""

    def seconds(self, payoffs: Payoffs, info: InfoState) -> float:
        """The seconds that a look takes, roughly; none to speak of but before the flop with other cards known."""
        if info.community or (not info.turn.seen and self._is_worked_out(payoffs, info)):
            return 0.0
        return ALL_BOARDS

    def warm(self, progress: Progress = silent) -> None:
        """Work out every hand before the flop, and compile the loops."""
        if self._asks_first:
            self._solved(self._base, progress)
        streets.look(self._base, first_info(self._base, max(FLOP, self._base.tree.turns[0].seen)))

    def look(self, payoffs: Payoffs, info: InfoState, progress: Progress = silent) -> Spot:
        """The value of each action now, the unseen cards being equally likely."""
        if not info.community and self._asks_first:
            found = self._worked_out(payoffs, info, self._open(payoffs), progress)
            if found is not None:
                return found
        return streets.look(payoffs, info)

    @property
    def _asks_first(self) -> bool:
        return self._base.tree.turns[0].seen == 0

    def _is_worked_out(self, payoffs: Payoffs, info: InfoState) -> bool:
        """True if the value is known by the class of the hand: no other card is, and all is paid in proportion."""
        every = self._lots(payoffs)
        if info.dealer or info.dead or self._open(payoffs) != every:
            return False
        return self._times(payoffs, self._pay(payoffs, every), every) is not None

    def _lots(self, payoffs: Payoffs) -> Lots:
        return streets.lots_of(payoffs)

    def _spots_of(self, payoffs: Payoffs, progress: Progress) -> list[Spot]:
        return streets.first_spots(payoffs, progress)
