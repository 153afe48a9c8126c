"""A table as its changes have made it: seats, fairness, the game, what is held, chat. Pure: no clock, no I/O.

Every change is saved before it is shown. A table is what comes of applying all of its changes in order, so any process
can build it. `commands` decides which changes people may make.
"""

import hmac
from bisect import bisect_right
from dataclasses import dataclass, replace
from functools import singledispatchmethod
from typing import Any

from serai.core.match import Match
from serai.core.page.lesson import LEARNER, Step
from serai.core.records.randomness import Nonce, one_round
from serai.core.records.record import Event, canonical
from serai.tables.state import changes
from serai.tables.state.changes import Change, Commitment, nonce_of
from serai.tables.state.game import Disagreement, TableGame
from serai.tables.state.outcomes import Decision, OpenDecision, Outcome, outcome_of
from serai.tables.state.pace import Pacing
from serai.tables.state.saved_changes import Effect, SavedChange
from serai.tables.state.seats import PersonalLink, Seat
from serai.tables.state.setup import Setup

GATHERING, OPENING, PLAYING, OVER, VOID = "gathering", "opening", "playing", "over", "void"
RENEWING = "renewing"  # chance, in the middle of a game: every page commits anew
LEFT, REMOVED, SILENT, RESTORED = "left", "removed", "silent", "restored"  # why all commit anew
SECOND = 1000  # milliseconds
MOST_IDLE = 30 * 86_400 * SECOND  # without a move, before a table stops
MOST_MESSAGES = 100  # of the chat that a table remembers, the newest
NO_DECISION = -1  # a number that no decision has
LINK_BYTES = 8  # of each link of the chain of changes


@dataclass(frozen=True, slots=True)
class Renewal:
    """That all which was committed to was discarded, and everybody commits anew."""

    why: str
    names: tuple[str, ...]  # of who left, was removed or did not open the nonce
    after: int  # moves


class Table:
    """The present state; `apply` and `replay` are its only ways to change."""

    def __init__(self, name: str, setup: Setup, server_seed: bytes, opened_by: str | None = None) -> None:
        self.name, self.setup, self.opened_by = name, setup, opened_by
        self.server_seed = server_seed  # of the present round of commitments
        self.renewals: list[Renewal] = []  # each began another round
        self.banned: set[str] = set()  # who was removed, and may not sit down again
        self.epoch = 0  # how often the table was found set back, its last changes lost
        self.version = 0
        self.chain = [b""]  # a hash of all changes up to each version
        self.outcomes: list[Outcome] = []  # of all decisions but the open one, by their numbers
        self.pacing = Pacing()
        self.phase = GATHERING
        self.seats = [Seat(plan, level=plan.level, name=plan.level or "") for plan in setup.seats]
        self.game = TableGame(setup)
        self.held: int | None = None  # a decision of the seat to act that waits to be confirmed
        self.chat: list[changes.Message] = []
        self.end: changes.Stop | changes.Cancellation | None = None  # what ended the table, if not the game's own end
        self.steps_read = 0  # of a lesson, where no move was asked for
        self.rematch: str | None = None  # the name of the table where they play again
        self.link_count = 0  # personal links that were ever made, of all seats
        self.changed_at = 0
        self.moved_at = 0  # when the game began, or the last decision was made
        self.waiting_since = 0  # when the seat to act could first decide
        self.mark_key = b""  # with which the server seals what it shows of this table (`marks`)
        self.ahead = 0  # milliseconds by which the clock on the wall is ahead, for times that people are shown

    @property
    def match(self) -> Match | None:
        """The game, once it has begun."""
        return self.game.match

    @property
    def decisions(self) -> list[Decision]:
        """Those that stand."""
        return self.game.decisions

    @property
    def nonces(self) -> tuple[Nonce, ...]:
        """All of this round; there only when they are open."""
        nonces = tuple(seat.nonce for seat in self.seats if seat.nonce)
        assert len(nonces) == len(self.seats), "not all nonces are open"
        return nonces

    @property
    def is_under_way(self) -> bool:
        """Whether the game has begun and is not over, be it that chance is renewed."""
        return self.match is not None and self.phase in (PLAYING, RENEWING, OPENING)

    @property
    def to_act(self) -> int | None:
        """The seat that decides now."""
        return self.match.to_act if self.match and self.phase == PLAYING else None

    @property
    def decision(self) -> int:
        """The number of what is to be decided now; it only grows, undo included, so no other ever has it."""
        return len(self.outcomes)

    def decision_at(self, version: int) -> int:
        """What was to be decided at a version of the table."""
        if not 0 <= version <= self.version:
            return NO_DECISION
        return bisect_right(self.outcomes, version, key=lambda outcome: outcome.version)

    @property
    def _open(self) -> OpenDecision:
        seat = self.to_act
        level = None if seat is None else self.seats[seat].level
        return OpenDecision(seat, level, self.held, len(self.decisions), self.steps_read)

    @property
    def has_people(self) -> bool:
        """Whether somebody has still to come, or is in the game, so that bots do not play alone."""
        return self.phase != PLAYING or any(seat.is_person and seat.level is None for seat in self.seats)

    @property
    def steps_done(self) -> int:
        """How many steps of the lesson are done, where there is one."""
        return self.steps_read + sum(decision.seat == LEARNER for decision in self.decisions)

    @property
    def step(self) -> Step | None:
        """What a lesson teaches now; None where there is none, or it is over."""
        lesson = self.setup.lesson if self.phase == PLAYING else None
        return lesson.steps[self.steps_done] if lesson else None

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that somebody may act for."""
        return [number for number, seat in enumerate(self.seats) if player in seat.players]

    # Changing

    def apply(self, change: Change) -> SavedChange:
        """Make a new change, which must be allowed; the answer is what is to be saved."""
        return self._apply(SavedChange(change))

    def replay(self, saved: SavedChange) -> None:
        """Make a saved change again; `Disagreement` where the rules of today make something else of it."""
        self._apply(saved)

    def _apply(self, saved: SavedChange) -> SavedChange:
        before, change = self._open, saved.change
        whole = self._compared(saved, self._on(change))
        self.version += 1
        link = hmac.digest(self.mark_key, self.chain[-1] + canonical(whole.as_data()), "sha256")
        self.chain.append(link[:LINK_BYTES])
        self.changed_at = change.at
        self.pacing.count(change)
        if (now := self._open) != before:
            self.outcomes.append(outcome_of(change, before, now, self.version))
        return whole

    def _compared(self, saved: SavedChange, events: list[Event] | None) -> SavedChange:
        """A change with its effect on the game; the effect of one that was saved must be the same again."""
        if events is None:
            return saved
        if saved.effect is None:
            return replace(saved, effect=Effect(events, self.game.require_match().digest()))
        if saved.effect.events != events:
            raise Disagreement(f"table {self.name}, version {self.version + 1}")
        return saved

    @singledispatchmethod
    def _on(self, change: Change) -> list[Event] | None:
        """Make a change; the answer is its events in the game, None where it has no effect on the game."""
        raise TypeError(f"no table knows what to make of {change}")

    # Sitting down

    @_on.register
    def _reserve(self, change: changes.Reservation) -> None:
        self.seats[change.seat].reserve(change)

    @_on.register
    def _sit(self, change: changes.Arrival) -> list[Event] | None:
        seat = self.seats[change.seat]
        seat.name, seat.has_come = change.name, True
        seat.players.add(change.player)
        self.waiting_since = change.at
        return self._commit(change)

    @_on.register
    def _leave(self, change: changes.Departure) -> None:
        seat = self.seats[change.seat]
        if change.why == REMOVED:
            self.banned |= seat.players
        self.seats[change.seat] = Seat(seat.plan)
        self.waiting_since = change.at

    @_on.register
    def _add_link(self, change: changes.NewLink) -> None:
        self.link_count += 1
        link = PersonalLink(self.link_count, change.link, change.moment, change.is_reusable is not False)
        self.seats[change.seat].links.append(link)

    @_on.register
    def _use_link(self, change: changes.LinkUse) -> None:
        self.seats[change.seat].use_link(change)

    @_on.register
    def _revoke_link(self, change: changes.Revocation) -> None:
        self.seats[change.seat].revoke_link(change.number)

    @_on.register
    def _log_out(self, change: changes.Logout) -> None:
        self.seats[change.seat].log_out(change)

    # Chance

    @_on.register
    def _draw_nonce(self, change: changes.ServerNonce) -> list[Event] | None:
        return self._commit(change)

    @_on.register
    def _commit_anew(self, change: changes.NewCommitment) -> list[Event] | None:
        return self._commit(change)

    def _commit(self, change: Commitment) -> list[Event] | None:
        seat = self.seats[change.seat]
        seat.commitment, seat.nonce = change.commitment, nonce_of(change) or seat.nonce
        return self._begin_when_ready(change.at)

    @_on.register
    def _open_nonce(self, change: changes.NonceOpening) -> list[Event] | None:
        self.seats[change.seat].nonce = nonce_of(change)
        return self._begin_when_ready(change.at)

    def _begin_when_ready(self, at: int) -> list[Event] | None:
        if self.phase in (GATHERING, RENEWING) and all(seat.commitment for seat in self.seats):
            self.phase = OPENING
            self.waiting_since = at
        if not all(seat.nonce for seat in self.seats):
            return None
        self.phase = PLAYING
        self.moved_at = self.waiting_since = at
        if self.match:
            self.match.renew_chance(self.server_seed, self.nonces)
            return None
        return self._begin()

    def _begin(self) -> list[Event]:
        return self.game.begin(one_round(self.server_seed, self.nonces))

    @_on.register
    def _renew(self, change: changes.ChanceRenewal) -> None:
        """Where nothing was decided yet the game is dealt anew; else it goes on when all have opened their nonces."""
        after = len(self.decisions)
        self.renewals.append(Renewal(change.why, change.names, after))
        self.server_seed = bytes.fromhex(change.server_seed)
        for seat in self.seats:
            seat.commitment = seat.nonce = None
        self.held, self.waiting_since = None, change.at
        if after:
            self.phase = RENEWING
            self.game.settle()
        else:
            self.phase = GATHERING
            self.game.discard()

    @_on.register
    def _restore(self, change: changes.Restoration) -> None:
        """Count the lost decisions, so that no other gets the number of one of them."""
        self.epoch = change.epoch
        lost = Outcome("lost", None, None, False, self.version + 1)
        self.outcomes += [lost] * (change.lost + 1 - len(self.outcomes))

    @_on.register
    def _cancel(self, change: changes.Cancellation) -> None:
        self.phase, self.end = VOID, change

    # Playing

    @_on.register
    def _move(self, change: changes.Move) -> list[Event]:
        self.held = None
        events = self.game.play(change.seat, change.move, self.waiting_since, is_bots=change.bot is not None)
        if change.bot is None:
            self.seats[change.seat].used_link = None
        self.moved_at = self.waiting_since = change.at
        if self.game.require_match().is_over:
            self.phase = OVER
        return events

    @_on.register
    def _hold(self, change: changes.HeldMove) -> None:
        self.held = change.move

    @_on.register
    def _drop(self, change: changes.DroppedMove) -> None:
        self.held = None

    @_on.register
    def _undo(self, change: changes.UndoneMove) -> None:
        """Go back to the game before the last decision; its player's clock runs on as if it had not been made."""
        last = self.game.undo()
        if last is None:
            raise Disagreement(f"table {self.name}, version {self.version + 1}: there is nothing to take back")
        self.waiting_since = last.since

    @_on.register
    def _read_step(self, change: changes.LessonStep) -> None:
        self.steps_read += 1

    # People

    @_on.register
    def _hand_over(self, change: changes.Handover) -> None:
        """A player who takes the seat back gets time to decide if there was none left."""
        self.seats[change.seat].level = change.level
        self.game.record(change)
        has_lapsed = self.waiting_since + self.setup.clock.seconds * SECOND <= change.at
        if change.level is None and change.seat == self.to_act and has_lapsed:
            self.waiting_since = change.at

    @_on.register
    def _resign(self, change: changes.Resignation) -> None:
        self.seats[change.seat].level = self.setup.clock.stand_in
        self.game.record(change)
        if self.game.require_match().is_over:
            self.phase, self.held = OVER, None

    @_on.register
    def _stop(self, change: changes.Stop) -> None:
        self.held = None
        if self.match:
            self.game.record(change)
        self.phase, self.end = OVER if self.match else VOID, change

    @_on.register
    def _prefer(self, change: changes.Preference) -> None:
        self.seats[change.seat].confirms = change.confirms

    @_on.register
    def _vote_to_stop(self, change: changes.StopVote) -> None:
        self.seats[change.seat].wants_stop = change.wants

    @_on.register
    def _vote_for_rematch(self, change: changes.RematchVote) -> None:
        self.seats[change.seat].wants_rematch = change.wants

    @_on.register
    def _begin_rematch(self, change: changes.Rematch) -> None:
        self.rematch = change.table

    @_on.register
    def _say(self, change: changes.Message) -> None:
        self.chat.append(change)
        del self.chat[:-MOST_MESSAGES]

    # What comes of it

    def due_at(self) -> int | None:
        """When the server has something to do here, by itself; None when never."""
        if self.setup.lesson:
            return None
        if self.phase == PLAYING:
            assert self.to_act is not None
            if self.seats[self.to_act].level:
                return self.waiting_since
            idle, clock = self.moved_at + MOST_IDLE, self.setup.clock.seconds
            return min(idle, self.waiting_since + clock * SECOND) if clock else idle
        if self.phase in (RENEWING, OPENING):
            return self.waiting_since + self._patience
        return self._gathering_due() if self.phase == GATHERING else None

    @property
    def _patience(self) -> int:
        """How long pages may take to commit anew, or to open their nonces."""
        if self.match is None:
            return self.setup.time_to_open * SECOND
        return self.setup.clock.time_to_open * SECOND if self.setup.clock.seconds else MOST_IDLE

    @property
    def is_held_up(self) -> bool:
        """Whether, where strangers meet, only pages that are to commit anew keep the others waiting."""
        has_all = self.phase == GATHERING and all(seat.is_taken for seat in self.seats)
        return self.setup.listed and has_all and bool(self.silent)

    def _gathering_due(self) -> int:
        return self.waiting_since + self._patience if self.is_held_up else self.changed_at + MOST_IDLE

    @property
    def silent(self) -> list[int]:
        """Seats whose page is waited for: to open its nonce, or to commit anew."""
        if self.phase == OPENING:
            return [number for number, seat in enumerate(self.seats) if seat.nonce is None]
        return [number for number, seat in enumerate(self.seats) if seat.is_to_commit_anew]

    def record(self) -> dict[str, Any] | None:
        """The record, once nothing can be played any more; a lesson leaves none, for its chance was arranged."""
        if self.phase != OVER or self.match is None or self.setup.lesson:
            return None
        return self.match.record([{"name": seat.name, "by": seat.plan.level or "person"} for seat in self.seats])
