"""Do Asara's bots play worse for being free to enter a market where they can't buy (A11, A13)?

Each level plays paired deals against itself without that freedom: a bot that goes to a market only where it can pay for
a displayed piece, and that expects the same of everyone in its search.
"""

import argparse
import os
import sys
from dataclasses import replace
from functools import cache
from types import ModuleType

from rich.table import Table as Grid

from serai.bots import arena as bouts
from serai.bots.arena import Arena, BotEntrant, Played
from serai.bots.bot import Bot
from serai.bots.figures import figures
from serai.bots.levels import Level, parse
from serai.bots.ratings import Estimate
from serai.bots.seating import fixtures
from serai.cli.arguments import positive
from serai.cli.screen import console, counting, make_ready
from serai.core import game as games
from serai.core import jit
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.jit import rule
from serai.core.mind import Mind, Views
from serai.core.stream import Stream
from serai.games.asara import hidden, mind, moves, placing, planning, rules, weights
from serai.games.asara.state import CIRCLE, PLACE, Moves, Rules
from serai.games.asara.state import Game as Position

PLAYERS = 2
LEVELS = ("vizier:sims=400", "merchant")
BAR = 0.45  # the lower end of the interval


@rule
def legal(game: Position, edition: Rules, listed: Moves) -> int:
    """The legal moves, without placements that only block."""
    number = rules.legal(game, edition, listed)
    if game.phase != PLACE:
        return number
    kept = 0
    for place in range(number):
        if is_for_buying(game, edition, listed[place] // moves.PAYMENTS):
            listed[kept] = listed[place]
            kept += 1
    return kept


@rule
def list_choices(game: Position, edition: Rules, listed: Moves) -> int:
    """The search's choices, without spaces that would only be blocked."""
    number = planning.list_choices(game, edition, listed)
    kept = 0
    for place in range(number):
        if is_for_buying(game, edition, listed[place] - planning.TO_SPACE):
            listed[kept] = listed[place]
            kept += 1
    return kept


@rule
def is_for_buying(game: Position, edition: Rules, space: int) -> bool:
    """Whether a placement is anywhere but in a market, or could be followed by a purchase."""
    return space >= CIRCLE or placing.can_buy(game, edition, game.turn_of, space)


def changed(module: ModuleType, **functions: object) -> ModuleType:
    """A module with some of its functions replaced by this file's."""
    other = ModuleType(f"{__name__}.{module.__name__}")
    vars(other).update({name: value for name, value in vars(module).items() if not name.startswith("__")})
    vars(other).update(functions, __file__=__file__)
    return other


@cache
def buying_tree() -> ModuleType:
    """The search over what such a bot considers."""
    return jit.bind(
        "serai.core.tree",
        "benchmarks.buying_tree",
        rules=changed(rules, legal=legal),
        hidden=hidden,
        guide=changed(planning, list_choices=list_choices),
    )


class BuyingMind(ModuleType):
    """How such a bot thinks; all else is as in Asara's own `mind`."""

    share_of_turn = staticmethod(mind.share_of_turn)

    @staticmethod
    def begin(view: Views, edition: Edition, level: str, stream: Stream) -> Mind:
        """A mind of this level."""
        kind = mind.Merchant if level == "merchant" else mind.Vizier
        return kind(buying_tree(), view, edition, weights.desk_for(view[0]), stream)


class BuyingEntrant(BotEntrant):
    """A level that goes to markets only to buy."""

    @property
    def name(self) -> str:
        return f"{self.level}, buying only"

    def bot(self, game: Game, edition: Edition, seed: int) -> Bot:
        return super().bot(replace(game, mind=BuyingMind("buying mind")), edition, seed)


def play(level: Level, expert: bool, chosen: argparse.Namespace) -> tuple[Estimate, int]:
    """The free bot's share of the pairs, and how many games were played."""
    game = games.load("asara")
    entrants = BotEntrant(level), BuyingEntrant(level)
    arena = Arena(game, game.read_edition(), game.options(PLAYERS, expert=expert), entrants, chosen.seed)
    todo = fixtures(2, PLAYERS, chosen.games)
    played: list[Played] = []
    with counting(f"{level}, {'expert' if expert else 'basic'}", len(todo)) as bar:
        for one in bouts.play(arena, todo, chosen.workers):
            played.append(one)
            bar.advance(bar.task_ids[0])
    return figures(arena, played).meetings[0].share, len(played)


def arguments_of(arguments: list[str]) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=positive, default=200, help="of each match, in pairs (default 200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=positive, default=os.cpu_count() or 1, help="processes (default: all cores)")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Play and print; exit code 1 when an interval reaches below the bar."""
    chosen = arguments_of(arguments)
    make_ready(games.load("asara"), bots=True)
    grid = Grid("level", "game", "games", "free bot ahead (95 %)", f"lower end from {BAR:.0%}")
    is_reached = True
    for name in LEVELS:
        for expert in (False, True):
            share, number = play(parse(name), expert, chosen)
            interval = f"{share.value:.1%} ({100 * share.low:.1f}-{100 * share.high:.1f})"
            is_reached &= share.low >= BAR
            verdict = "✓" if share.low >= BAR else "✗ missed"
            grid.add_row(name, "expert" if expert else "basic", str(number), interval, verdict)
    console().print(grid)
    return 0 if is_reached else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
