"""Tables in every state that a page can show, each made in a moment: bots' moves are played straight into the service.

Checks of layout and accessibility look at all of them, and so does `make screenshots`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from serai.bots.bot import Bot
from serai.bots.levels import parse
from serai.tables import commands, keys
from serai.tables.service import Service
from serai.tables.state.changes import Change, Move
from serai.tables.state.table import OVER, Table
from tests.guests import Running
from tests.lessons import follow, lesson
from tests.pages import pads
from tests.tables.sitting import Force, dear_edition, plan

NAMES = ("Scheherazade", "Bo", "Maximilian-Alexander", "Ana", "Эмиль")
PLAYER = "merchant"  # who makes the moves that lead there: it builds high towers
CHATTER = ("Salam!", "Who took the last alabaster top? " * 4)

TRIES = 10  # games in which a moment must have come
PROBLEM = "problem"  # the page that says that there is none

Is = Callable[[Table], bool]
Data = dict[str, Any]


@dataclass(frozen=True)
class Shown:
    """A page of the gallery: what it is called, and its path."""

    name: str
    path: str

    @property
    def status(self) -> int:
        """Of the answer."""
        return 404 if self.name == PROBLEM else 200


@dataclass
class Gallery:
    """All pages of a server, as one browser with a key may see them."""

    server: Running
    key: str = field(default_factory=keys.fresh)
    shown: list[Shown] = field(default_factory=list)

    @property
    def service(self) -> Service:
        """The server's tables."""
        service: Service = self.server.app.state.service
        return service

    @property
    def player(self) -> str:
        """Who looks, as a table knows it."""
        return keys.hashed(self.key)

    @property
    def cookie(self) -> str:
        """What the viewer's browser has."""
        return self.server.sign(self.key)

    def open(self, game: str, *seats: str, **setup: Any) -> str:
        """A table whose seats for persons are all the viewer's; bots are replaced by people who never move."""
        people = [(NAMES[number], None) for number, seat in enumerate(seats) if seat == "person"]
        return self.service.open(plan(game, *seats, **setup), self.player, people).name

    def play(self, game: str, players: int, until: Is, edition: Data | None = None, **options: bool) -> str:
        """A game of the viewer against absent people, played up to a moment, which not every game has."""
        for _ in range(TRIES):
            opened = self.service.open(
                plan(game, "person", *["anyone"] * (players - 1), options=options, hints=True, edition=edition),
                self.player,
                [(NAMES[0], None)],
            )
            for seat in range(1, players):
                self.sit(opened.name, seat)
            if comes(self.service, opened.name, until):
                return opened.name
        raise AssertionError(f"in {TRIES} games of {game} the moment did not come")

    def decide(self, name: str, *beginnings: tuple[str, str]) -> str:
        """Whoever is to act makes moves, each the first that begins and ends so; the table's name."""
        for first, last in beginnings:
            with self.service.reading(name) as table:
                assert table.match and table.to_act is not None
                found = (move for move in table.match.legal() if move.startswith(first) and move.endswith(last))
                seat, move = table.to_act, table.match.parse(next(found))
            self.service.carry_out(name, Force(partial(make, seat, move)))
        return name

    def hold(self, name: str, last: str) -> str:
        """The viewer makes a decision that ends so and has still to confirm it; the table's name."""
        self.service.carry_out(name, Force(partial(hold, self.player, last)))
        return name

    def learn(self, game: str, steps: int) -> str:
        """A lesson of the viewer's, after so many steps."""
        name = self.service.open_lesson(game, self.player, NAMES[0])
        follow(self.service, name, self.player, steps)
        return name

    def sit(self, name: str, seat: int) -> None:
        """Somebody else takes a seat."""
        other = keys.hashed(keys.fresh())
        self.service.carry_out(name, commands.Sit(other, seat, NAMES[seat], None))

    def lend(self, name: str) -> None:
        """The viewer's seat on another device, and links for more of them."""
        links = [self.service.link_to_seat(name, self.player, 0, is_reusable) for is_reusable in (False, True)]
        self.service.enter(links[0], keys.hashed(keys.fresh()))

    def say(self, name: str) -> None:
        """Some talk at a table."""
        for words in CHATTER:
            self.service.carry_out(name, commands.Say(self.player, words))

    def show(self, name: str, path: str) -> None:
        """Add a page."""
        self.shown.append(Shown(name, path))


def comes(service: Service, name: str, until: Is) -> bool:
    """Let bots play every seat until a moment comes; whether it did before the game was over."""
    bot: Bot | None = None
    while True:
        with service.reading(name) as table:
            if until(table):
                return True
            if table.match is None or table.to_act is None:
                return False
            seat, view = table.to_act, table.match.view(table.to_act)
            bot = bot or Bot(table.setup.game, table.setup.edition, parse(f"{PLAYER}:seed=1"))
        service.carry_out(name, Force(partial(make, seat, bot.choose(view))))


def make(seat: int, move: int, table: Table, at: int) -> list[Change]:
    """A decision, whoever makes it."""
    return [Move(at, seat, move, None)]


def hold(player: str, last: str, table: Table, at: int) -> list[Change]:
    """The first decision that ends so, of a player who confirms."""
    assert table.match and table.to_act is not None
    move = next(move for move in table.match.legal() if move.endswith(last))
    return commands.Play(player, table.to_act, table.decision, move).decide(table, at)


def position(table: Table) -> dict[str, Any]:
    """The position as nobody in particular sees it."""
    assert table.match
    found: dict[str, Any] = table.setup.game.words.view(table.match.view(None)[0], table.setup.edition)
    return found


def is_over(table: Table) -> bool:
    """The game has ended."""
    return table.phase == OVER


def asara(year: int, phase: str) -> Is:
    """The viewer decides, in this year, in this phase of the turn, with some towers standing."""
    return lambda table: table.to_act == 0 and position(table)["year"] == year and position(table)["phase"] == phase


def is_late(table: Table) -> bool:
    """The viewer places one of the last buyers of Asara's last year."""
    return asara(4, "place")(table) and position(table)["seats"][0]["hand_size"] <= 3


def pasha(round_number: int, is_rolling: bool) -> Is:
    """The viewer decides, in this round or later, with dice rolled or not; later than the first, others have marked."""
    return lambda table: (
        table.to_act == 0
        and position(table)["round"] >= round_number
        and bool(position(table)["dice"]) == is_rolling
        and (round_number == 1 or any(seat["disc"] for seat in position(table)["seats"]))
    )


def hang(server: Running) -> Gallery:
    """Make every table and list every page."""
    gallery = Gallery(server)
    for name, path in pages(gallery):
        gallery.show(name, path)
    return gallery


def pages(gallery: Gallery) -> Iterator[tuple[str, str]]:
    """Every page of Serai, by name."""
    tables = {
        "asara-first-turn": gallery.play("asara", 2, asara(1, "place")),
        "asara-buying": gallery.play("asara", 3, asara(2, "buy"), expert=True),
        "asara-building": gallery.play("asara", 2, asara(3, "build")),
        "asara-ordering": gallery.decide(
            gallery.play("asara", 2, asara(1, "place"), expert=True), ("place", " lit"), ("look", "5"), ("keep", "")
        ),
        "asara-nothing-to-buy": gallery.play("asara", 2, asara(1, "place"), dear_edition()),
        "asara-caution": gallery.hold(gallery.play("asara", 2, asara(1, "place"), dear_edition()), " top"),
        "asara-late": gallery.play("asara", 4, is_late, expert=True, open_screens=True),
        "asara-over": gallery.play("asara", 4, is_over, expert=True),
        "pasha-first-turn": gallery.play("pasha", 2, pasha(1, False)),
        "pasha-rolling": gallery.play("pasha", 5, pasha(4, True)),
        "pasha-late": gallery.play("pasha", 5, pasha(8, True)),
        "pasha-over": gallery.play("pasha", 4, is_over),
    }
    for name in tables.values():
        gallery.say(name)
    gallery.lend(tables["asara-buying"])
    gallery.lend(tables["pasha-late"])
    waiting = gallery.open("asara", "person", "anyone", "anyone", "merchant", listed=True)
    shared = gallery.open("pasha", "person", "person", "person")
    yield "lobby", "/"
    yield from (("open-friends", "/open?game=asara&players=4"), ("open-screen", "/open?game=pasha&players=5&screen=1"))
    yield from (("asara-rules", "/rules/asara"), ("pasha-rules", "/rules/pasha#P14"))
    yield from (("pads", "/pad"), ("offline", "/offline"), ("asara-pad", pads.ASARA), ("pasha-pad", pads.PASHA))
    yield from (("join", "/join"), ("help", "/help"), ("verify", "/verify"), (PROBLEM, "/nothing-here"))
    yield from ((name, f"/t/{table}") for name, table in tables.items())
    yield from (("waiting", f"/t/{waiting}"), ("curtain", f"/t/{shared}"))
    for game, steps in (("asara", 5), ("pasha", 2)):
        yield f"{game}-lesson", f"/t/{gallery.learn(game, steps)}"
    yield "lesson-over", f"/t/{gallery.learn('asara', len(lesson('asara')[1].steps))}"
    for game in ("asara", "pasha"):
        over = tables[f"{game}-over"]
        yield f"{game}-replay", f"/replay/{over}?at=60&seat=1"
        yield f"{game}-replay-open", f"/replay/{over}?at=90&seat=all"
        yield f"{game}-log", f"/t/{over}/log"
