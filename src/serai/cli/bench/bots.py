"""`serai bench bots`: the bots' speed on one core, and how well they keep their time limits."""

import json
from dataclasses import asdict, dataclass
from time import perf_counter

from rich.table import Table as Grid

from serai.bots import levels
from serai.bots.bot import Bot
from serai.cli.terminal.screen import compile_game, console
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, stream_of
from serai.core.search.mind import Mind

SEED = 1
ROUNDS = 5
SECONDS_PER_ROUND = 0.4
TIMED_BOT = "vizier:time=0.1:seed=1"
PLACES = (0.0, 0.5, 0.9)  # in a game, as shares of its decisions, at which thinking is measured
TIMED_DECISIONS = 60


@dataclass(frozen=True)
class Place:
    """Thinking at one place of a game; rates are per second, by the best round."""

    decision: int
    plain: float  # simulations of plain search with random play to the end
    own: float  # steps of the game's own search


@dataclass(frozen=True)
class Pace:
    """One game's figures."""

    game: str
    places: list[Place]
    merchant: float  # decisions per second
    overrun: float  # the longest that a decision took beyond its time, in seconds
    steps: dict[str, int]  # in a turn's time, as the levels name them


def run() -> list[Pace]:
    """Measure every game, two players."""
    loaded = [games.load(name) for name in games.names()]
    for game in loaded:
        compile_game(game, bots=True)
    return [measure(game, game.read_edition()) for game in loaded]


def measure(game: Game, edition: Edition) -> Pace:
    """One game's figures, at places of a game between merchants."""
    positions = merchants_game(game, edition)
    places = [measure_place(positions[int(share * len(positions))]) for share in PLACES]
    start = perf_counter()
    decisions = len(merchants_game(game, edition))
    seconds = perf_counter() - start
    return Pace(game.name, places, decisions / seconds, overrun(positions), dict(game.bot.STEPS))


def merchants_game(game: Game, edition: Edition) -> list[Position]:
    """The positions of a game of two merchants before each decision with a choice."""
    merchant = Bot(game, edition, levels.parse(f"merchant:seed={SEED}"))
    position = Position(game, edition, game.options(game.player_counts[0]), StreamSeed(SEED))
    positions = []
    while not position.is_over:
        if len(position.legal_numbers()) > 1:
            positions.append(position.copy(same_chance=True))
        position.apply(merchant.choose(position.observe(position.to_act).games))
    return positions


def measure_place(position: Position) -> Place:
    """Both searches from the seat's observation."""
    view, game, edition = position.observe(position.to_act).games, position.game, position.edition
    plain = game.plain_bot()
    return Place(
        len(position.moves) + 1,
        max(rate(plain.begin(view, edition, "vizier", stream_of(SEED, 0))) for _ in range(ROUNDS)),
        max(rate(game.bot.begin(view, edition, "caliph", stream_of(SEED, 0))) for _ in range(ROUNDS)),
    )


def rate(mind: Mind) -> float:
    """Steps per second from the beginning of a decision, until the mind has finished or the round is over."""
    size, steps, start = 8, 0, perf_counter()
    while (seconds := perf_counter() - start) < SECONDS_PER_ROUND:
        count = mind.think(size)
        steps += count
        if count < size:
            return steps / (perf_counter() - start)
        size = min(2 * size, 1024)
    return steps / seconds


def overrun(positions: list[Position]) -> float:
    """The longest that a decision took beyond its share of the turn's time; below 0 when none did."""
    worst = -1.0
    level = levels.parse(TIMED_BOT)
    assert level.seconds is not None
    for position in positions[:: max(1, len(positions) // TIMED_DECISIONS)]:
        bot, view = Bot(position.game, position.edition, level), position.observe(position.to_act).games
        start = perf_counter()
        bot.choose(view)
        limit = level.seconds * position.game.bot.share_of_turn(view, position.edition)
        worst = max(worst, perf_counter() - start - limit)
    return worst


def show(paces: list[Pace], as_json: bool) -> None:
    """The figures for a program, or one table for each game."""
    if as_json:
        print(json.dumps({pace.game: asdict(pace) for pace in paces}, indent=2))
        return
    for pace in paces:
        grid = Grid("before decision", "plain simulations/s", "own steps/s", title=f"{pace.game}, 2 players, one core")
        for place in pace.places:
            grid.add_row(str(place.decision), f"{place.plain:,.0f}", f"{place.own:,.0f}")
        console().print(grid)
        steps = ", ".join(f"{level} {count:,}" for level, count in pace.steps.items())
        console().print(
            f"merchant: {pace.merchant:,.0f} decisions/s; longest beyond its time: {1000 * pace.overrun:.1f} ms; "
            f"steps of a turn: {steps}"
        )
