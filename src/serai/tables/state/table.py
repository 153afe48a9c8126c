"""A table as its changes have made it: seats, fairness, the game, what is held, chat. Pure: no clock, no I/O.

Every change is a small JSON object that is saved before it is shown; a table is what comes of applying all of them in
order, so any process can build it. `commands` decides which changes people may make.
"""

import hmac
from bisect import bisect_right
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np

from serai.core.errors import SeraiError
from serai.core.match import Match
from serai.core.page.lesson import LEARNER, Step
from serai.core.records.randomness import BY_PAGE, BY_SERVER, Nonce, one_round
from serai.core.records.record import Event, canonical
from serai.tables.state.pace import Pacing
from serai.tables.state.setup import BOT, SeatPlan, Setup

Change: TypeAlias = dict[str, Any]  # `type`, `at` (as `clock` has it), and what the type needs

GATHERING, OPENING, PLAYING, OVER, VOID = "gathering", "opening", "playing", "over", "void"
RENEWING = "renewing"  # chance, in the middle of a game: every page commits anew
LEFT, REMOVED, SILENT, RESTORED = "left", "removed", "silent", "restored"  # why all commit anew
SECOND = 1000  # milliseconds
MOST_IDLE = 30 * 86_400 * SECOND  # without a move, before a table stops
MOST_SAID = 100  # messages of the chat that are kept in mind, the newest
NO_DECISION = -1  # a number that no decision has
LINK_BYTES = 8  # of each link of the chain of changes
HARMLESS = ("move", "score")  # events of a move that show nothing new; a move with any other can't be taken back


class Disagreement(Exception):
    """The rules of today make something else of a change than those that it was made by."""


@dataclass
class PersonalLink:
    """A link that gives a seat to its player's other devices, and what has become of it."""

    number: int  # that no other link of the table has or will have
    hash: str
    made_at: int  # by the clock on the wall
    is_reusable: bool
    uses: int = 0
    used_at: int | None = None  # the last time, by the clock on the wall
    is_revoked: bool = False

    @property
    def is_live(self) -> bool:
        """Whether it gives the seat to who follows it now."""
        return not self.is_revoked and (self.is_reusable or not self.uses)


@dataclass
class Seat:
    """A place at the table."""

    plan: SeatPlan
    name: str = ""
    players: set[str] = field(default_factory=set)  # who may act for it, as hashes of their keys
    level: str | None = None  # of the bot that plays it now
    has_come: bool = False  # its player has sat down, and is not only awaited
    commitment: str | None = None  # SHA-256 of its nonce
    nonce: Nonce | None = None
    confirms: bool = True  # whether a turn's last decision waits for its player's word
    wants_stop: bool = False
    wants_rematch: bool = False
    came_by_link: list[str] = field(default_factory=list)  # those of its players, in their order
    links: list[PersonalLink] = field(default_factory=list)
    used_link: PersonalLink | None = None  # the last use, until its player has decided something since

    @property
    def is_taken(self) -> bool:
        """Whether somebody, or a bot, has it."""
        return self.is_person or self.plan.kind == BOT

    @property
    def is_person(self) -> bool:
        """Whether people have it, even while a bot plays for them."""
        return bool(self.players)

    @property
    def is_to_commit_anew(self) -> bool:
        """Whether its player's page has to, because what it committed to before was discarded."""
        return self.has_come and self.level is None and self.commitment is None


@dataclass(frozen=True)
class Played:
    """A decision that stands."""

    seat: int
    move: int
    is_final: bool  # it can't be taken back
    since: int  # when its player could first decide


@dataclass(frozen=True, slots=True)
class Open:
    """What is to be decided; every change that makes it another one makes another decision."""

    seat: int | None  # to act
    level: str | None  # of the bot that plays this seat
    held: int | None
    stand: int  # decisions
    read: int  # steps of a lesson


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a decision: the change that answered it, or left it without an answer."""

    kind: str  # the change's type; `confirmed` for what was held, `ended` without a move, `returned` by a bot, `lost`
    seat: int | None  # whose change it was
    move: int | None
    is_bots: bool
    version: int  # of the table, with this change


@dataclass(frozen=True, slots=True)
class Renewal:
    """That all which was committed to was discarded, and everybody commits anew."""

    why: str
    names: tuple[str, ...]  # of who left, was removed or did not open the nonce
    after: int  # moves


class Table:
    """The present state; `apply` is its only way to change."""

    def __init__(self, name: str, setup: Setup, server_seed: bytes, opened_by: str | None = None) -> None:
        self.name, self.setup, self.opened_by = name, setup, opened_by
        self.server_seed = server_seed  # of the present round of commitments
        self.renewals: list[Renewal] = []  # each began another round
        self.removed: set[str] = set()  # who may not sit down again
        self.epoch = 0  # how often the table was found set back, its last changes lost
        self.version = 0
        self.chain = [b""]  # a hash of all changes up to each version
        self.outcomes: list[Outcome] = []  # of all decisions but the open one, by their numbers
        self.pacing = Pacing()
        self.phase = GATHERING
        self.seats = [Seat(plan, level=plan.level, name=plan.level or "") for plan in setup.seats]
        self.match: Match | None = None
        self.played: list[Played] = []
        self.people: list[tuple[int, Change]] = []  # what people did that the record tells, after how many decisions
        self._before: list[Match] = []  # the game before each of the last decisions, as many as can be taken back
        self.held: int | None = None  # a decision of the seat to act that waits to be confirmed
        self.chat: list[Change] = []
        self.ended: Change | None = None  # what ended the table, if not the game's own end
        self.read = 0  # steps of a lesson that asked for no move
        self.rematch: str | None = None  # the name of the table where they play again
        self.links_made = 0  # personal links, of all seats
        self.changed_at = 0
        self.moved_at = 0  # when the game began, or the last decision was made
        self.waiting_since = 0  # when the seat to act could first decide
        self.mark_key = b""  # with which the server seals what it shows of this table (`marks`)
        self.ahead = 0  # milliseconds by which the clock on the wall is ahead of these moments, for who is shown them

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
    def _open(self) -> Open:
        seat = self.to_act
        level = None if seat is None else self.seats[seat].level
        return Open(seat, level, self.held, len(self.played), self.read)

    @property
    def has_people(self) -> bool:
        """Whether somebody has still to come, or is in the game, so that bots do not play alone."""
        return self.phase != PLAYING or any(seat.is_person and seat.level is None for seat in self.seats)

    @property
    def taught(self) -> int:
        """How many steps of the lesson are done, where there is one."""
        return self.read + sum(played.seat == LEARNER for played in self.played)

    @property
    def step(self) -> Step | None:
        """What a lesson teaches now; None where there is none, or it is over."""
        lesson = self.setup.lesson if self.phase == PLAYING else None
        return lesson.steps[self.taught] if lesson else None

    def seats_of(self, player: str | None) -> list[int]:
        """The seats that somebody may act for."""
        return [number for number, seat in enumerate(self.seats) if player in seat.players]

    def apply(self, change: Change) -> None:
        """Make one change, which was allowed when it was saved."""
        before = self._open
        getattr(self, f"_on_{change['type']}")(change)
        self.version += 1
        self.chain.append(hmac.digest(self.mark_key, self.chain[-1] + canonical(change), "sha256")[:LINK_BYTES])
        self.changed_at = change["at"]
        self.pacing.count(change)
        if (now := self._open) != before:
            self.outcomes.append(self._outcome(change, before, now))

    def _outcome(self, change: Change, before: Open, now: Open) -> Outcome:
        kind = change["type"]
        if kind == "moved" and before.held is not None:
            kind = "confirmed"
        elif kind in ("resigned", "stopped"):
            kind = "ended" if now.seat is None else "handed"
        elif kind == "handed" and now.level is None:
            kind = "returned"
        is_bots = change.get("bot") is not None
        return Outcome(kind, change.get("seat"), change.get("move"), is_bots, self.version)

    # Sitting down

    def _on_reserved(self, change: Change) -> None:
        """A seat is kept for its player, who has still to come."""
        seat = self.seats[change["seat"]]
        seat.name, seat.players = change["name"], set(change["players"])
        seat.came_by_link = list(change.get("came_by_link", ()))

    def _on_sat(self, change: Change) -> None:
        seat = self.seats[change["seat"]]
        seat.name, seat.has_come = change["name"], True
        seat.players.add(change["player"])
        self.waiting_since = change["at"]
        self._commit(seat, change)

    def _on_linked(self, change: Change) -> None:
        """A personal link was made, which only its player knows; those of earlier versions could be used again."""
        self.links_made += 1
        link = PersonalLink(self.links_made, change["link"], moment_of(change), change.get("is_reusable", True))
        self.seats[change["seat"]].links.append(link)

    def _on_claimed(self, change: Change) -> None:
        """Another device has the seat too; earlier versions did not save by which link."""
        seat = self.seats[change["seat"]]
        seat.players.add(change["player"])
        seat.came_by_link.append(change["player"])
        for link in seat.links:
            if link.number == change.get("number"):
                link.uses, link.used_at = link.uses + 1, moment_of(change)
                seat.used_link = link

    def _on_revoked(self, change: Change) -> None:
        for link in self.seats[change["seat"]].links:
            link.is_revoked |= link.number == change["number"]

    def _on_kept_alone(self, change: Change) -> None:
        """Other devices, and all links that could still be used, lost the seat."""
        seat = self.seats[change["seat"]]
        seat.players = set(change["kept"])
        seat.came_by_link = [player for player in seat.came_by_link if player in seat.players]
        seat.used_link = None
        for link in seat.links:
            link.is_revoked |= link.is_live

    def _on_left(self, change: Change) -> None:
        """Its player got up, was removed, or let the others wait too long."""
        seat = self.seats[change["seat"]]
        if change.get("why") == REMOVED:
            self.removed |= seat.players
        self.seats[change["seat"]] = Seat(seat.plan)
        self.waiting_since = change["at"]

    def _on_seeded(self, change: Change) -> None:
        """A nonce that the server made, of a bot or of a page that makes none."""
        self._commit(self.seats[change["seat"]], change)

    def _on_committed(self, change: Change) -> None:
        """A page committed anew."""
        self._commit(self.seats[change["seat"]], change)

    def _commit(self, seat: Seat, change: Change) -> None:
        seat.commitment = change["commitment"]
        if "nonce" in change:
            seat.nonce = nonce_of(change)
        self._begin_when_ready(change)

    def _on_nonce(self, change: Change) -> None:
        self.seats[change["seat"]].nonce = nonce_of(change)
        self._begin_when_ready(change)

    def _begin_when_ready(self, change: Change) -> None:
        if self.phase in (GATHERING, RENEWING) and all(seat.commitment for seat in self.seats):
            self.phase = OPENING
            self.waiting_since = change["at"]
        if all(seat.nonce for seat in self.seats):
            self.phase = PLAYING
            self.moved_at = self.waiting_since = change["at"]
            if self.match:
                self.match.renew_chance(self.server_seed, self.nonces)
            else:
                self._begin(change)

    def _begin(self, change: Change) -> None:
        chance = one_round(self.server_seed, self.nonces)
        self.match = Match(self.setup.game, self.setup.edition, self.setup.options, chance)
        self._compare(change, self.match.events)
        people, self.people = self.people, []
        self._tell([told for _after, told in people])

    # Committing anew

    def _on_renewed(self, change: Change) -> None:
        """Discard all that was committed to or opened: the server has another seed, and every page makes a new nonce.

        Where nothing was decided yet the game is dealt anew; else it goes on when all have opened theirs.
        """
        after = len(self.played)
        self.renewals.append(Renewal(change["why"], tuple(change["names"]), after))
        self.server_seed = bytes.fromhex(change["server_seed"])
        for seat in self.seats:
            seat.commitment = seat.nonce = None
        self.held, self.waiting_since = None, change["at"]
        self._before.clear()
        if after:
            self.phase = RENEWING
            self.played[-1] = replace(self.played[-1], is_final=True)
        else:
            self.phase, self.match = GATHERING, None

    def _on_restored(self, change: Change) -> None:
        """Somebody has seen later changes than these, so they are lost; no decision has the number of a lost one."""
        self.epoch = change["epoch"]
        lost = Outcome("lost", None, None, False, self.version + 1)
        self.outcomes += [lost] * (change["lost"] + 1 - len(self.outcomes))

    def _on_voided(self, change: Change) -> None:
        """Somebody did not open the nonce."""
        self.phase, self.ended = VOID, change

    # Playing

    def _on_moved(self, change: Change) -> None:
        assert self.match
        self.held = None
        told = len(self.match.events)
        self._play(change["seat"], change["move"], is_bots=change["bot"] is not None)
        self._compare(change, self.match.events[told:])
        if change["bot"] is None:
            self.seats[change["seat"]].used_link = None
        self.moved_at = self.waiting_since = change["at"]
        if self.match.is_over:
            self.phase = OVER

    def _compare(self, change: Change, events: list[Event]) -> None:
        """A change keeps what came of it; one that is new is given it here."""
        assert self.match
        if "events" not in change:
            change |= {"events": list(events), "digest": self.match.digest()}
        elif change["events"] != events:
            raise Disagreement(f"table {self.name}, version {self.version + 1}")

    def _play(self, seat: int, move: int, *, is_bots: bool) -> None:
        match = self.match
        assert match
        told, private = len(match.events), len(match.private)
        before = match.copy(same_chance=True)
        try:
            match.play(move)
        except SeraiError as error:
            raise Disagreement(str(error)) from None
        shows = any(event["type"] not in HARMLESS for event in match.events[told:]) or len(match.private) > private
        is_final = is_bots or shows or self._drew_chance() or match.has_ended or self._is_between_turns()
        self.played.append(Played(seat, move, is_final, self.waiting_since))
        if is_final:
            self._before.clear()
        else:
            self._before.append(before)

    def _drew_chance(self) -> bool:
        """Whether the last decision took anything from the streams that were set for it."""
        assert self.match
        before = self.match.randomness.streams(len(self.match.moves))
        assert before
        now = self.match.games[0]
        return not (np.array_equal(now.open, before[0]) and np.array_equal(now.hidden, before[1]))

    def _is_between_turns(self) -> bool:
        assert self.match
        return bool(self.setup.game.words.is_between_turns(self.match.games[0]))

    def ends_turn(self, move: int) -> bool:
        """Whether a legal decision is the last of its turn; it is tried on a copy."""
        assert self.match
        after = self.match.position.copy()
        after.apply(move)
        return after.is_over or bool(self.setup.game.words.is_between_turns(after.games[0]))

    def _on_held(self, change: Change) -> None:
        self.held = change["move"]

    def _on_unheld(self, change: Change) -> None:
        self.held = None

    def _on_undone(self, change: Change) -> None:
        """Go back to the game before the last decision; its player's clock runs on as if it had not been made."""
        if not self._before:
            raise Disagreement(f"table {self.name}, version {self.version + 1}: there is nothing to take back")
        last = self.played.pop()
        since = [told for after, told in self.people if after > len(self.played)]
        del self.people[len(self.people) - len(since) :]
        self.match = self._before.pop()
        self._tell(since)
        self.waiting_since = last.since

    # People

    def _tell(self, changes: list[Change]) -> None:
        """What people did, for the record."""
        assert self.match
        for change in changes:
            self.people.append((len(self.played), change))
            if change["type"] == "resigned":
                self.match.resign(change["seat"])
            elif change["type"] == "stopped":
                self.match.stop(change["why"])
            else:
                self.match.change_player(change["seat"], change["level"] or "person")

    def _on_handed(self, change: Change) -> None:
        """A bot plays a seat from now on, or its person again, with time to decide if there was none left."""
        self.seats[change["seat"]].level = change["level"]
        self._tell([change])
        has_lapsed = self.waiting_since + self.setup.clock.seconds * SECOND <= change["at"]
        if change["level"] is None and change["seat"] == self.to_act and has_lapsed:
            self.waiting_since = change["at"]

    def _on_resigned(self, change: Change) -> None:
        self.seats[change["seat"]].level = self.setup.clock.stand_in
        self._tell([change])
        assert self.match
        if self.match.is_over:
            self.phase, self.held = OVER, None

    def _on_stopped(self, change: Change) -> None:
        self.held = None
        if self.match:
            self._tell([change])
        self.phase, self.ended = OVER if self.match else VOID, change

    def _on_preferred(self, change: Change) -> None:
        self.seats[change["seat"]].confirms = change["confirms"]

    def _on_agreed(self, change: Change) -> None:
        self.seats[change["seat"]].wants_stop = change["wants"]

    def _on_wished(self, change: Change) -> None:
        self.seats[change["seat"]].wants_rematch = change["wants"]

    def _on_rematched(self, change: Change) -> None:
        self.rematch = change["table"]

    def _on_read(self, change: Change) -> None:
        self.read += 1

    def _on_said(self, change: Change) -> None:
        self.chat.append(change)
        del self.chat[:-MOST_SAID]

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


def moment_of(change: Change) -> int:
    """When a change was made, by the clock on the wall as far as that was saved."""
    return int(change["wall"] if "wall" in change else change["at"])


def nonce_of(change: Change) -> Nonce:
    """The nonce that a change brought: opened by a page, or made by the server."""
    return Nonce(bytes.fromhex(change["nonce"]), BY_PAGE if change["type"] == "nonce" else BY_SERVER)
