"""`serai golden`: replay the golden playthroughs, short readable games beside each game's tests.

A golden file begins with its settings (`players: 2`, `seed: 7`, perhaps `decisions: 20` and a game's own options),
followed by the game; its moves stand behind `>`. A file without moves, or one whose moves are no longer legal,
continues with random moves when it is updated.
"""

import argparse
import difflib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from serai.cli.arguments import Parser
from serai.cli.terminal.screen import compile_game, sentence, winners_line
from serai.core import game as games
from serai.core.errors import BadNotation, BadRecord, IllegalMove
from serai.core.game import Game
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed, player_stream
from serai.core.simulate import RandomPlay

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
WHOLE_GAME = sys.maxsize


@dataclass(frozen=True)
class Golden:
    """The content of a golden file."""

    path: Path
    game: Game
    header: list[str]
    settings: dict[str, Any]
    moves: list[str]
    text: str


def add_golden(parser: Parser, words: Sequence[str]) -> None:
    """GAME and --update."""
    parser.add_argument("game", metavar="GAME", nargs="?", help="all, if not given")
    parser.add_argument("--update", action="store_true", help="rewrite the files; then review the difference")


def run_golden(arguments: argparse.Namespace) -> int:
    """Play every golden game again and compare, or rewrite; 1 when one differs."""
    selected = [games.load(name) for name in ([arguments.game] if arguments.game else games.names())]
    total = differences = 0
    for golden in (golden for game in selected for golden in goldens(game)):
        compile_game(golden.game)
        total += 1
        text = replay_text(golden, is_lenient=arguments.update)
        if text == golden.text:
            continue
        differences += 1
        name = f"{golden.game.name}/{golden.path.name}"
        sys.stdout.writelines(
            difflib.unified_diff(golden.text.splitlines(True), text.splitlines(True), f"{name} (kept)", f"{name} (now)")
        )
        if arguments.update:
            golden.path.write_text(text, "utf-8")
    print(f"{total} golden games, {differences} {'rewritten' if arguments.update else 'differing'}")
    return 1 if differences and not arguments.update else 0


def goldens(game: Game) -> Iterator[Golden]:
    """The golden files of a game."""
    for path in sorted((game.folder / "tests" / "golden").glob("*.txt")):
        yield read(path, game)


def read(path: Path, game: Game) -> Golden:
    """A golden file: its settings up to the first empty line, and its moves."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    header = lines[: lines.index("")] if "" in lines else lines
    settings: dict[str, Any] = {}
    for line in header:
        key, _, value = line.partition(": ")
        is_value = value.isdecimal() or value in ("yes", "no")
        if key not in ("players", "seed", "decisions", *game.flags) or not is_value:
            allowed = ", ".join(["players", "seed", "decisions", *game.flags])
            raise BadRecord(f"{path}: {line!r} is no setting; allowed: {allowed}")
        settings[key] = value == "yes" if value in ("yes", "no") else int(value)
    moves = [line.split(": ", 1)[1] for line in lines if line.startswith("> ")]
    return Golden(path, game, header, settings, moves, text)


def replay_text(golden: Golden, is_lenient: bool) -> str:
    """The file's expected text: header, opening, each move with its events, points."""
    settings = golden.settings
    flags = {flag: settings.get(flag, False) for flag in golden.game.flags}
    options = golden.game.options(settings.get("players"), **flags)
    seed = settings.get("seed", 0)
    match = Match(golden.game, golden.game.read_edition(), options, StreamSeed(seed))
    lines = [*golden.header, "", *event_lines(match, 0)]
    for move in next_moves(golden, match, seed, is_lenient):
        before, seat = len(match.events), match.to_act
        try:
            match.play(move)
        except (IllegalMove, BadNotation) as error:
            lines.append(f"! {error}")
            break
        lines += [f"> {NAMES[seat]}: {match.name(match.moves[-1])}", *event_lines(match, before)]
    return "\n".join([*lines, "", *ending(match)]) + "\n"


def next_moves(golden: Golden, match: Match, seed: int, is_lenient: bool) -> Iterator[str | int]:
    """The file's moves; if `is_lenient`, random moves after their end or after the first illegal one."""
    players, rng = RandomPlay(golden.game, match.edition, match.options), player_stream(seed)
    file_moves = list(golden.moves)
    decisions = golden.settings.get("decisions", WHOLE_GAME)
    while len(match.moves) < decisions and not match.is_over and (file_moves or is_lenient):
        random_move = players.choose(match, rng)
        if file_moves and not (is_lenient and file_moves[0] not in match.legal()):
            yield file_moves.pop(0)
        else:
            file_moves = []
            yield random_move


def event_lines(match: Match, first: int) -> list[str]:
    """Events in words, indented."""
    return [f"    {sentence(event, NAMES, match.game, match.edition)}" for event in match.events[first:]]


def ending(match: Match) -> list[str]:
    """The points with their reasons, and the position's digest."""
    points = [
        f"{NAMES[point.seat]} {point.points:+d} {point.sentence}"
        for point in match.game.words.explain(match.games[0], match.edition)
    ]
    scores = ", ".join(f"{NAMES[seat]} {score}" for seat, score in enumerate(match.scores()))
    winners = [winners_line(NAMES, match.winners())] if match.has_ended else []
    return [*points, f"Points: {scores}", *winners, f"Digest: {match.digest()}"]
