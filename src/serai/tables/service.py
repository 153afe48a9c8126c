"""Tables as the server keeps them: decide, apply, save, notify. Only here a command becomes durable changes."""

import hmac
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_bytes
from typing import Any, TypeVar

from serai.core import game as games
from serai.core.page.lesson import lesson_of
from serai.core.records.randomness import SECRET_BYTES
from serai.core.words.language import gettext, ngettext
from serai.store.database import (
    Batch,
    BotTableLimits,
    Conflict,
    Head,
    Store,
    TooManyBotTables,
)
from serai.tables import keys
from serai.tables.batches import RULES_CHANGED, batch_of, last_batch
from serai.tables.cache import TableCache, rules_version
from serai.tables.clock import ServerTime, Time
from serai.tables.commands import (
    BeginLesson,
    Command,
    DrawBotNonces,
    MakeLink,
    ReportMark,
    Reserve,
    Sit,
    UseLink,
    lessons,
)
from serai.tables.database import DEFAULT_BOT_TABLES
from serai.tables.errors import Archived, BadRequest, NotAllowed, Stale, TooMuch
from serai.tables.hub import Hub, listening
from serai.tables.state import changes, setup
from serai.tables.state.changes import Change, TimedSeatChange
from serai.tables.state.setup import DAY, PERSON, Setup
from serai.tables.state.table import GATHERING, OPENING, PLAYING, RENEWING, SECOND, Table
from serai.tables.work.sharing import address_hash

ADDRESSES = "addresses"  # the name of the secret with which addresses are hashed
MARKS = b"marks"  # what the key of marks is made for, of the same secret
TRIES = 8  # to be first with a change, before the client is asked to come again
SHOWN_VOID = 7 * DAY * SECOND  # for how long a game that did not begin is listed
TIME_TO_END = 60  # seconds, after which one of many games may be over

Save = Callable[[str, int, Batch], None]
View = TypeVar("View")  # what the sender of a command is shown of the table


def nothing(table: Table) -> Any:
    """Show nothing of a table."""
    return None


@dataclass(frozen=True)
class NewTable:
    """A table that was just opened, and the link that lets others sit down."""

    name: str
    link: str


@dataclass(frozen=True)
class UnsavedTable:
    """A table that is still to be saved."""

    table: Table
    head: Head
    batch: Batch
    link: str


def open_service(url: str, bot_tables: BotTableLimits = DEFAULT_BOT_TABLES) -> "Service":
    """All tables of a database; the database and tables of earlier rules are brought up to date first."""
    store = Store(url)
    store.migrate()
    service = Service(store, Hub(), bot_tables=bot_tables)
    service.bring_up_to_date()
    return service


class Service:
    """All tables of one database."""

    def __init__(
        self, store: Store, hub: Hub, clock: Time | None = None, bot_tables: BotTableLimits = DEFAULT_BOT_TABLES
    ) -> None:
        self.store, self.hub, self.bot_tables = store, hub, bot_tables
        self.clock: Time = ServerTime(store) if clock is None else clock
        self._secret = store.secret(ADDRESSES)
        self.on_due: Callable[[], None] = lambda: None  # there is something to do by itself
        mark_key = hmac.digest(self._secret, MARKS, "sha256")
        self._cache = TableCache(store, mark_key, self.report)

    def listening(self) -> AbstractContextManager[None]:
        """While this is open, the hub is notified of changes by other processes, where there can be any."""
        return listening(self.store.listen_url, self.hub) if self.store.is_postgresql else nullcontext()

    def close(self) -> None:
        """Close all connections to the database."""
        self.store.close()

    # Opening

    def open(self, data: object, player: str, people: Sequence[tuple[str, str | None]]) -> NewTable:
        """A new table; the player sits on the seats for persons, with these names and nonces' commitments."""
        plan = setup.read(data)
        if plan.lesson:
            raise BadRequest("the chance of a lesson is known; it is not opened like other tables")
        own = [number for number, seat in enumerate(plan.seats) if seat.kind == PERSON]
        if len(people) != len(own):
            raise BadRequest(f"{len(people)} people for {len(own)} seats of kind {PERSON!r}")
        given = zip(own, people, strict=True)
        sit = [Sit(player, seat, name, commitment) for seat, (name, commitment) in given]
        new = self._begin(plan, sit or [DrawBotNonces()], player)
        with explain_too_many():
            self.store.create(new.head, new.batch)
        self._notify(new.table.name, new.table.due_at())
        return NewTable(new.table.name, new.link)

    def open_lesson(self, game: str, player: str, name: str) -> str:
        """A new table where the vizier teaches a game; its name."""
        found = games.load(game)
        plan = setup.read(lessons.plan(found, lesson_of(found)))
        new = self._begin(plan, [BeginLesson(player, name)], player)
        self.store.create(new.head, new.batch)
        return new.table.name

    def rematch(self, name: str) -> None:
        """Open the table where they play again, when all people want to: seats rotated, each kept for its player."""
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
            opened_by = self.store.opener_of(name)[1]
            new = self._begin(plan, [Reserve(seats)], opened_by)
            rematch = changes.Rematch(self.clock(), new.table.name)
            self._save(table, [rematch], partial(self.store.append_and_create, head=new.head, first=new.batch))
        self._notify(name, None)

    def _begin(self, plan: Setup, commands: Iterable[Command], opened_by: str | None) -> UnsavedTable:
        """A table after its first commands, which is still to be saved."""
        name, link, at = keys.fresh_name(), keys.fresh(), self.clock()
        seed = plan.lesson.chance(plan.game).rounds[0].server_seed if plan.lesson else token_bytes(SECRET_BYTES)
        head = Head(name, plan.as_data(), seed, rules_version(plan.game.name), 0, opened_by, address_hash(self._secret))
        table = self._cache.new_table(head, plan)
        table.changed_at = at
        saved = [table.apply(change) for command in commands for change in command.decide(table, at)]
        bot_tables = None if table.has_people else self.bot_tables
        return UnsavedTable(table, head, batch_of(table, saved, {keys.hashed(link): None}, bot_tables), link)

    # Lists of tables

    def tables_of(self, player: str, most: int) -> list[str]:
        """The tables where a player sits, the last changed first."""
        return self.store.tables_of(player, most)

    def listed(self, most: int) -> list[str]:
        """Tables that anyone may sit down at, the last changed first."""
        return self.store.listed(most)

    def watchable(self, most: int) -> list[str]:
        """Tables that are being played and were opened to anyone, the last changed first."""
        return self.store.watchable(PLAYING, most)

    def void(self, player: str | None, most: int) -> list[str]:
        """Tables of the last days where a nonce was not opened: a player's own first, then those opened to anyone."""
        since = self.clock() - SHOWN_VOID
        own = self.store.voided(since, most, player) if player else []
        return list(dict.fromkeys([*own, *self.store.voided(since, most)]))

    def record(self, name: str) -> dict[str, Any] | None:
        """The record of a game that is over."""
        return self.store.record(name)

    # Reading and changing

    @contextmanager
    def reading(self, name: str) -> Iterator[Table]:
        """The table at its newest version; nobody changes it meanwhile."""
        with self._cache.reading(name) as table:
            table.ahead = self.clock.ahead
            yield table

    def carry_out(self, name: str, command: Command, view: Callable[[Table], View] = nothing) -> View:
        """Carry out a command: its changes are saved, then others are notified; nothing shows if they can't be saved.

        The answer is a view of the table. It is made before others are notified, so that it does not wait for theirs.
        A command that was carried out before is answered again, and nothing is done twice.
        """
        try:
            return self._carry_out(name, command, view)
        except Stale:
            with self.reading(name) as table:
                if not command.is_repeated(table):
                    raise
                return view(table)

    def _carry_out(self, name: str, command: Command, view: Callable[[Table], View]) -> View:
        for _ in range(TRIES):
            try:
                with self.reading(name) as table:
                    new = [self._stamped(change) for change in command.decide(table, self.clock())]
                    if new:
                        self._save(table, new)
                    due = table.due_at()
                    answer = view(table)
            except Conflict:
                continue
            if new:
                self._notify(name, due)
            return answer
        raise TooMuch(f"too many changes at once at table {name}", 1)

    def _save(self, table: Table, new: Sequence[Change], save: Save | None = None) -> None:
        """Make changes; whatever goes wrong, memory never holds what the database does not."""
        after, had_people = table.version, table.has_people
        try:
            saved = [table.apply(change) for change in new]
            bot_tables = self.bot_tables if had_people and not table.has_people else None
            with explain_too_many():
                (save or self.store.append)(table.name, after, batch_of(table, saved, bot_tables=bot_tables))
        except BaseException:
            self._cache.drop(table.name)
            raise

    def _stamped(self, change: Change) -> Change:
        """A change with the time of day, if people see it and it differs from the tables' own time."""
        if isinstance(change, TimedSeatChange) and self.clock.ahead:
            return replace(change, wall=change.at + self.clock.ahead)
        return change

    def _notify(self, name: str, due: int | None) -> None:
        self.hub.notify(name)
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

    def report(self, name: str, mark: str) -> None:
        """Take note of what somebody was shown last: where it is lost, a backup was restored."""
        self.carry_out(name, ReportMark(mark))

    # Links

    def link_to_seat(self, name: str, player: str, seat: int, is_reusable: bool = False) -> str:
        """A link by which its player comes back to a seat from another device: from one, or from any number."""
        link = keys.fresh()
        self.carry_out(name, MakeLink(player, seat, keys.hashed(link), is_reusable))
        return link

    def enter(self, link: str, player: str) -> tuple[str, int | None]:
        """What a link opens; a personal one gives its seat to this player too."""
        name, seat = self.follow(link)
        if seat is not None:
            self.carry_out(name, UseLink(player, seat, keys.hashed(link)))
        return name, seat

    def follow(self, link: str) -> tuple[str, int | None]:
        """The table that a link belongs to, and the seat if it is a certain one; it may have been used or revoked."""
        found = self.store.link_target(keys.hashed(link))
        if found is None:
            raise NotAllowed(gettext("this link opens nothing"))
        return found

    def is_table_link(self, name: str, link: str) -> bool:
        """Whether a link lets others sit down at this table."""
        return self.store.link_target(keys.hashed(link)) == (name, None)

    # The database

    def check_database(self) -> None:
        """Write something, to see whether the database can be written; any error says why not."""
        self.store.beat(self.clock())

    def secret(self, name: str) -> bytes:
        """What all servers of this database, and nobody else, know."""
        return self.store.secret(name)

    def had_seat_unsigned(self, player: str) -> bool:
        """Whether a player had a seat before keys in cookies were signed."""
        return self.store.had_seat_unsigned(player)

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
        saved = list(self._cache.saved(name))
        if any(isinstance(one.change, changes.Stop) and one.change.why == RULES_CHANGED for one in saved):
            return
        with suppress(Conflict):  # another process did it
            self.store.append(name, head.version, last_batch(head, saved, at))
        self.hub.notify(name)


@contextmanager
def explain_too_many() -> Iterator[None]:
    """Turn the error of too many tables where bots play alone into a sentence."""
    try:
        yield
    except TooManyBotTables as error:
        raise TooMuch(too_many_sentence(error), TIME_TO_END) from None


def too_many_sentence(error: TooManyBotTables) -> str:
    """At how many tables bots play alone already."""
    if error.is_of_address:
        return ngettext(
            "bots play among themselves at {number} table opened from this address; wait until it is over",
            "bots play among themselves at {number} tables opened from this address; wait until one is over",
            error.most,
        )
    return ngettext(
        "bots play among themselves at {number} table of whoever opened this one; wait until it is over",
        "bots play among themselves at {number} tables of whoever opened this one; wait until one is over",
        error.most,
    )
