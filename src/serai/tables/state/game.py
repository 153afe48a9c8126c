"""The game at a table: its match, the decisions that stand, which of them can be taken back, and what people did."""

from dataclasses import replace
from typing import TypeAlias

import numpy as np

from serai.core.errors import SeraiError
from serai.core.match import Match
from serai.core.records.randomness import Randomness
from serai.core.records.record import Event
from serai.tables.state.changes import Handover, Resignation, Stop
from serai.tables.state.outcomes import Decision
from serai.tables.state.setup import Setup

HARMLESS = ("move", "score")  # events of a move that show nothing new; a move with any other can't be taken back

PeopleChange: TypeAlias = Handover | Resignation | Stop  # what people do that the record tells


class Disagreement(Exception):
    """The rules of today make something else of a change than those that it was made by."""


class TableGame:
    """A game from its set-up to its end; there is no match before all nonces are open."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.match: Match | None = None
        self.decisions: list[Decision] = []  # that stand
        self._people: list[tuple[int, PeopleChange]] = []  # what they did, each after how many decisions
        self._before: list[Match] = []  # the match before each of the last decisions, as many as can be taken back

    def require_match(self) -> Match:
        """The match, which must have begun."""
        assert self.match, "the game has not begun"
        return self.match

    def begin(self, chance: Randomness) -> list[Event]:
        """Set the game up; the answer is what happened."""
        self.match = Match(self.setup.game, self.setup.edition, self.setup.options, chance)
        events = list(self.match.events)
        people, self._people = self._people, []
        for _after, change in people:
            self.record(change)
        return events

    def discard(self) -> None:
        """Forget a game in which nothing was decided; another will be dealt."""
        self.match = None
        self._before.clear()

    def settle(self) -> None:
        """From now on no decision that stands can be taken back."""
        self._before.clear()
        self.decisions[-1] = replace(self.decisions[-1], is_final=True)

    def play(self, seat: int, move: int, since: int, *, is_bots: bool) -> list[Event]:
        """Play a move, which its player could decide since a moment; the answer is what happened."""
        match = self.require_match()
        first, private = len(match.events), len(match.private)
        before = match.copy(same_chance=True)
        try:
            match.play(move)
        except SeraiError as error:
            raise Disagreement(str(error)) from None
        events = match.events[first:]
        shows = any(event["type"] not in HARMLESS for event in events) or len(match.private) > private
        is_final = is_bots or shows or self._drew_chance() or match.has_ended or self._is_between_turns()
        self.decisions.append(Decision(seat, move, is_final, since))
        if is_final:
            self._before.clear()
        else:
            self._before.append(before)
        return events

    def _drew_chance(self) -> bool:
        """Whether the last decision took anything from the streams that were set for it."""
        before = self.require_match().randomness.streams(len(self.require_match().moves))
        assert before
        now = self.require_match().games[0]
        return not (np.array_equal(now.open, before[0]) and np.array_equal(now.hidden, before[1]))

    def _is_between_turns(self) -> bool:
        return bool(self.setup.game.words.is_between_turns(self.require_match().games[0]))

    def ends_turn(self, move: int) -> bool:
        """Whether a legal decision is the last of its turn; it is tried on a copy."""
        after = self.require_match().position.copy()
        after.apply(move)
        return after.is_over or bool(self.setup.game.words.is_between_turns(after.games[0]))

    def undo(self) -> Decision | None:
        """Go back to the game before the last decision, which is the answer; None where it can't be taken back."""
        if not self._before:
            return None
        last = self.decisions.pop()
        since = [change for after, change in self._people if after > len(self.decisions)]
        del self._people[len(self._people) - len(since) :]
        self.match = self._before.pop()
        for change in since:
            self.record(change)
        return last

    def record(self, change: PeopleChange) -> None:
        """Let the record tell what somebody did."""
        self._people.append((len(self.decisions), change))
        match change:
            case Resignation():
                self.require_match().resign(change.seat)
            case Stop():
                self.require_match().stop(change.why)
            case Handover():
                self.require_match().change_player(change.seat, change.level or "person")
