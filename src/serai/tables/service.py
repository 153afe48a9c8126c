"""Tables as the server keeps them: guard, change, save, tell. The one place where a wish becomes a durable change."""

import hmac
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from secrets import token_bytes
from typing import Any, TypeVar

from cachetools import LRUCache

from serai.core import game as games
from serai.core.page.lesson import lesson_of
from serai.core.records.randomness import SECRET_BYTES
from serai.core.words.language import gettext, ngettext
from serai.store.database import Conflict, Full, Head, Made, Room, Store, Summary
from serai.tables import archive, keys
from serai.tables.clock import ServerTime, Time
from serai.tables.commands import commands, lessons, links, marks
from serai.tables.commands.decisions import Answer
from serai.tables.errors import Archived, BadRequest, NoTable, NotAllowed, Stale, TooMuch
from serai.tables.hub import Hub
from serai.tables.state import setup
from serai.tables.state.setup import DAY, PERSON, Setup
from serai.tables.state.table import (
    GATHERING,
    OPENING,
    OVER,
    PLAYING,
    RENEWING,
    SECOND,
    VOID,
    Change,
    Disagreement,
    Seat,
    Table,
)
from serai.tables.work.sharing import address_hash

ADDRESSES = "addresses"  # the name of the secret with which addresses are hashed
MARKS = b"marks"  # what the key of marks is made for, of the same secret
TRIES = 8  # to be first with a change, before the client is asked to come again
KEPT = 4096  # tables in memory
ROOM = Room(of_player=8, of_address=32)
SHOWN_VOID = 7 * DAY * SECOND  # for how long a game that did not begin is listed
TIMED = ("said", "linked", "claimed")  # changes whose time of day people see
TIME_TO_END = 60  # seconds, after which one of many games may be over
RULES_CHANGED = "the rules have changed"  # why a table is stopped

Command = Callable[[Table, int], list[Change]]
Save = Callable[[str, int, Made], None]
Seen = TypeVar("Seen")  # what who wishes a change sees of the table then


def nothing(table: Table) -> Any:
    """Look at nothing."""
    return None


@dataclass(frozen=True)
class Opened:
    """A new table, and the link that lets others sit down."""

    name: str
    link: str


@dataclass(frozen=True)
class _Kept:
    """A table in memory; who reads or changes it holds the lock."""

    table: Table
    lock: threading.RLock


@dataclass(frozen=True)
class _New:
    """A table that is still to be saved."""

    table: Table
    head: Head
    made: Made
    link: str


class Service:
    """All tables of one database."""

    def __init__(self, store: Store, hub: Hub, clock: Time | None = None, room: Room = ROOM) -> None:
        self.store, self.hub, self.room = store, hub, room
        self.clock: Time = ServerTime(store) if clock is None else clock
        self._secret = store.secret(ADDRESSES)
        self._mark_key = hmac.digest(self._secret, MARKS, "sha256")
        self.on_due: Callable[[], None] = lambda: None  # there is something to do by itself
        self._kept: LRUCache[str, _Kept] = LRUCache(KEPT)
        self._lock = threading.Lock()  # whoever looks something up changes the order in which it is forgotten

    # Opening

    def open(self, data: object, player: str, people: Sequence[tuple[str, str | None]]) -> Opened:
        """A new table; who opens it sits on the seats for persons, with these names and nonces' commitments."""
        plan = setup.read(data)
        if plan.lesson:
            raise BadRequest("the chance of a lesson is known; it is not opened like other tables")
        own = [number for number, seat in enumerate(plan.seats) if seat.kind == PERSON]
        if len(people) != len(own):
            raise BadRequest(f"{len(people)} people for {len(own)} seats of kind {PERSON!r}")

        def sit_all(table: Table, at: int) -> Iterator[list[Change]]:
            for seat, (name, commitment) in zip(own, people, strict=True):
                yield commands.sit(table, player, seat, name, commitment, at)
            if not own:
                yield commands.seed_bots(table, (), at)

        new = self._begin(plan, sit_all, player)
        with telling_of_room():
            self.store.create(new.head, new.made)
        self._tell(new.table.name, new.table.due_at())
        return Opened(new.table.name, new.link)

    def open_lesson(self, game: str, player: str, name: str) -> str:
        """A new table where the vizier teaches a game; its name."""
        found = games.load(game)
        plan = setup.read(lessons.plan(found, lesson_of(found)))
        new = self._begin(plan, lambda table, at: lessons.first(table, player, name, at), player)
        self.store.create(new.head, new.made)
        return new.table.name

    def rematch(self, name: str) -> None:
        """Open the table where they play again, when all people wish it: seats rotated, each kept for its player."""
        for _ in range(TRIES):
            try:
                self._rematch(name)
            except Conflict:
                continue
            return

    def _rematch(self, name: str) -> None:
        with self.reading(name) as table:
            people = [seat for seat in table.seats if seat.is_person]
            if table.rematch or not people or not all(seat.wants_rematch for seat in people):
                return
            seats = [*table.seats[1:], table.seats[0]]
            plan = setup.read({**table.setup.as_data(), "seats": [seat.plan.as_data() for seat in seats]})
            opened_by = self.store.whose(name)[1]
            new = self._begin(plan, lambda _, at: iter([reserved(seats, at)]), opened_by)
            made = [{"type": "rematched", "at": self.clock(), "table": new.table.name}]
            self._save(table, made, partial(self.store.append_and_create, head=new.head, first=new.made))
        self._tell(name, None)

    def _begin(
        self, plan: Setup, first: Callable[[Table, int], Iterator[list[Change]]], opened_by: str | None
    ) -> "_New":
        """A table with its first changes, which is still to be saved."""
        name, link, at = keys.fresh_name(), keys.fresh(), self.clock()
        seed = plan.lesson.chance(plan.game).rounds[0].server_seed if plan.lesson else token_bytes(SECRET_BYTES)
        head = Head(name, plan.as_data(), seed, rules_version(plan.game.name), 0, opened_by, address_hash(self._secret))
        table = self._table(head, plan)
        table.changed_at = at
        made: list[Change] = []
        for changes in first(table, at):
            for change in changes:
                table.apply(change)
            made += changes
        room = None if table.has_people else self.room
        return _New(table, head, made_of(table, made, {keys.hashed(link): None}, room), link)

    # Games that did not begin

    def void(self, player: str | None, most: int) -> list[str]:
        """Tables of the last days where a nonce was not opened: a player's own first, then those opened to anyone."""
        since = self.clock() - SHOWN_VOID
        own = self.store.voided(since, most, player) if player else []
        return list(dict.fromkeys([*own, *self.store.voided(since, most)]))

    # Reading and changing

    @contextmanager
    def reading(self, name: str) -> Iterator[Table]:
        """The table at its newest version; nobody changes it meanwhile."""
        while True:
            kept = self._keep(name)
            with kept.lock:
                if self._is_kept(name, kept) and self._catch_up(kept.table):
                    kept.table.ahead = self.clock.ahead
                    yield kept.table
                    return

    def change(self, name: str, command: Command, look: Callable[[Table], Seen] = nothing) -> Seen:
        """Carry out a wish: what it changes is saved, then told; nothing of it shows if it can't be saved.

        Who wished it may `look` before anybody is told, so that its answer does not wait for theirs.
        """
        for _ in range(TRIES):
            try:
                with self.reading(name) as table:
                    made = self._stamped(command(table, self.clock()))
                    if made:
                        self._save(table, made)
                    due = table.due_at()
                    seen = look(table)
            except Conflict:
                continue
            if made:
                self._tell(name, due)
            return seen
        raise TooMuch(f"too many changes at once at table {name}", 1)

    def _save(self, table: Table, changes: Sequence[Change], save: Save | None = None) -> None:
        """Make changes; whatever goes wrong, memory never holds what the database does not."""
        after, had_people = table.version, table.has_people
        try:
            for change in changes:
                table.apply(change)
            room = self.room if had_people and not table.has_people else None
            with telling_of_room():
                (save or self.store.append)(table.name, after, made_of(table, changes, room=room))
        except BaseException:
            self._drop(table.name)
            raise

    def _stamped(self, changes: list[Change]) -> list[Change]:
        """What people are told the time of day of keeps it."""
        for change in changes:
            if change["type"] in TIMED and self.clock.ahead:
                change["wall"] = change["at"] + self.clock.ahead
        return changes

    def _tell(self, name: str, due: int | None) -> None:
        self.hub.tell(name)
        if due is not None and due <= self.clock():
            self.on_due()

    def decision_of(self, name: str, number: int | None, version: int | None) -> int:
        """The decision that a request names: by its number, or else by a version of the table at which it was open."""
        if number is not None:
            return number
        if version is None:
            raise BadRequest(gettext("the decision must be named by its number"))
        with self.reading(name) as table:
            return table.decision_at(version)

    def decide(self, name: str, answer: Answer, command: Command, look: Callable[[Table], Seen] = nothing) -> Seen:
        """Answer a decision; who sends the same once more is told what has come of it, and nothing is done twice."""
        try:
            return self.change(name, command, look)
        except Stale:
            with self.reading(name) as table:
                commands.own(table, answer.player, answer.seat)
                if not answer.is_done(table):
                    raise
                return look(table)

    # Links

    def link_to_seat(self, name: str, player: str, seat: int, is_reusable: bool = False) -> str:
        """A link by which its player comes back to a seat from another device: from one, or from any number."""
        link = keys.fresh()
        self.change(name, lambda table, at: links.make(table, player, seat, keys.hashed(link), is_reusable, at))
        return link

    def enter(self, link: str, player: str) -> tuple[str, int | None]:
        """What a link opens; a personal one gives its seat to this player too."""
        name, seat = self.follow(link)
        if seat is not None:
            given = seat
            self.change(name, lambda table, at: links.use(table, player, given, keys.hashed(link), at))
        return name, seat

    def follow(self, link: str) -> tuple[str, int | None]:
        """The table that a link belongs to, and the seat if it is a certain one; it may have been used or revoked."""
        found = self.store.opened_by(keys.hashed(link))
        if found is None:
            raise NotAllowed(gettext("this link opens nothing"))
        return found

    # Tables in memory

    def _keep(self, name: str) -> _Kept:
        with self._lock:
            if kept := self._kept.get(name):
                return kept
        kept = _Kept(self._load(name), threading.RLock())
        with self._lock:
            return self._kept.setdefault(name, kept)

    def _load(self, name: str) -> Table:
        head = self.store.head(name)
        if head is None:
            raise NoTable(gettext("there is no table {name}", name=repr(name)))
        is_ours = head.rules_version == rules_version(head.setup["game"])
        try:
            table = self._table(head, setup.read(head.setup, f"table {name}"))
            self._catch_up(table)
            if not is_ours:
                self._compare_position(table)
        except (Disagreement, BadRequest):
            if is_ours:
                raise
            sentence = gettext("table {name} was played by rules version {version}; what is left is its record")
            raise Archived(sentence.format(name=name, version=head.rules_version)) from None
        return table

    def _table(self, head: Head, plan: Setup) -> Table:
        """A table as it was when it was opened."""
        table = Table(head.name, plan, head.server_seed, head.opened_by)
        table.mark_key = self._mark_key
        return table

    def _compare_position(self, table: Table) -> None:
        """The position must be the one that other rules came to: the last events need not tell where they part."""
        saved = archive.last_digest(self.store.changes_after(table.name, 0))
        if saved and table.match and table.match.digest() != saved:
            raise Disagreement(f"table {table.name}, version {table.version}: another position")

    def _is_kept(self, name: str, kept: _Kept) -> bool:
        """Whether a table is still the one that is kept: while somebody waited for it, it may have been spoilt."""
        with self._lock:
            return self._kept.get(name) is kept

    def _catch_up(self, table: Table) -> bool:
        """Make the changes that others saved; False where the database was set back behind what is in memory."""
        try:
            saved = self.store.version(table.name)
            if saved > table.version:
                for change in self.store.changes_after(table.name, table.version):
                    table.apply(change)
        except BaseException:
            self._drop(table.name)
            raise
        if saved < table.version:
            self._drop(table.name)
            self.report(table.name, marks.mark(table))
        return saved >= table.version

    def report(self, name: str, mark: str) -> None:
        """Hear what somebody was shown last: where it is lost, a backup was restored, and the table is told."""
        self.change(name, lambda table, at: marks.report(table, mark, at))

    def _drop(self, name: str) -> None:
        with self._lock:
            self._kept.pop(name, None)

    # Other versions of the rules

    def bring_up_to_date(self) -> None:
        """Tables that another version of the rules began go on where every event agrees; others stop, and say why."""
        versions = {name: rules_version(name) for name in games.names()}
        for name in self.store.outdated((GATHERING, OPENING, PLAYING, RENEWING), versions):
            try:
                with self.reading(name) as table:
                    self.store.set_rules_version(name, versions[table.setup.game.name])
            except Archived:
                self._archive(name)

    def _archive(self, name: str) -> None:
        """End a table that can't be played on; its record is made of what was saved."""
        head, at = self.store.head(name), self.clock()
        assert head
        stop = {"type": "stopped", "at": at, "why": RULES_CHANGED}
        changes = [*self.store.changes_after(name, 0), stop]
        if stop["why"] in (change.get("why") for change in changes[:-1]):
            return
        has_begun = any("digest" in change for change in changes)
        record = archive.record(head, changes) if has_begun else None
        made = Made([stop], Summary(OVER if has_begun else VOID, False, at, None), record=record)
        with suppress(Conflict):  # another process did it
            self.store.append(name, head.version, made)
        self.hub.tell(name)


def reserved(seats: Sequence[Seat], at: int) -> list[Change]:
    """Seats kept for the people who had them."""
    people = [(number, seat) for number, seat in enumerate(seats) if seat.is_person]
    return [
        {
            "type": "reserved",
            "at": at,
            "seat": number,
            "name": seat.name,
            "players": sorted(seat.players),
            "came_by_link": seat.came_by_link,
        }
        for number, seat in people
    ]


def rules_version(game: str) -> int:
    """The version of a game's rules."""
    return int(games.load(game).rules.RULES_VERSION)


@contextmanager
def telling_of_room() -> Iterator[None]:
    """Say in words that bots can't play alone at one more table."""
    try:
        yield
    except Full as full:
        raise TooMuch(full_sentence(full), TIME_TO_END) from None


def full_sentence(full: Full) -> str:
    """At how many tables bots play alone already."""
    if full.is_of_address:
        return ngettext(
            "bots play among themselves at {number} table opened from this address; wait until it is over",
            "bots play among themselves at {number} tables opened from this address; wait until one is over",
            full.most,
        )
    return ngettext(
        "bots play among themselves at {number} table of whoever opened this one; wait until it is over",
        "bots play among themselves at {number} tables of whoever opened this one; wait until one is over",
        full.most,
    )


def made_of(
    table: Table, changes: Sequence[Change], first: dict[str, int | None] | None = None, room: Room | None = None
) -> Made:
    """Changes that were applied, with all that is saved beside them."""
    is_listed = table.setup.listed and table.phase == GATHERING and any(not seat.is_taken for seat in table.seats)
    summary = Summary(table.phase, is_listed, table.changed_at, table.due_at(), table.has_people)
    players = {change["player"] for change in changes if "player" in change}
    players.update(*(change["players"] for change in changes if "players" in change))
    opening = {change["link"]: change["seat"] for change in changes if "link" in change}
    is_new = any(change["type"] in ("moved", "resigned", "stopped") for change in changes)
    left = [change["seat"] for change in changes if change["type"] == "left"]
    is_talk = all(change["type"] == "said" for change in changes)
    record = table.record() if is_new else None
    opened = (first or {}) | opening
    return Made(changes, summary, players, record, opened, left, is_talk=is_talk, room=room)
