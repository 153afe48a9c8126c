"""Pasha's vizier against a plain dicer, who keeps the largest set, rerolls the rest and plays the highest card."""

import argparse
import json
import sys
from dataclasses import asdict

from serai.arena.figures import compute_figures
from serai.arena.games import Arena, BotEntrant, Entrant, Player, play
from serai.arena.seating import fixtures
from serai.bots.levels import parse
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.game import Game
from serai.core.search.mind import Views
from serai.games.pasha.tests import plain_dicer


class Dicer(Entrant):
    """Takes its seat in the arena."""

    name = "plain dicer"
    is_reproducible = True

    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        """It needs no chance of its own."""
        return Seated(edition)


class Seated:
    """The dicer at a table."""

    def __init__(self, edition: Edition) -> None:
        self._edition = edition

    def choose(self, view: Views) -> int:
        """What it does with what it sees."""
        return plain_dicer.choose(view, self._edition)


def main() -> int:
    """Play and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="for each number of players, at least (default 200)")
    arguments = parser.parse_args()
    pasha = games.load("pasha")
    vizier = BotEntrant(parse(f"vizier:sims={pasha.bot.STEPS['vizier'] // 10}"))
    for players in pasha.player_counts:
        arena = Arena(pasha, pasha.read_edition(), pasha.options(players), [vizier, Dicer()], 1)
        played = list(play(arena, fixtures(2, players, arguments.games), 2))
        (meeting,) = compute_figures(arena, played).meetings
        print(json.dumps({"players": players, **asdict(meeting)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
