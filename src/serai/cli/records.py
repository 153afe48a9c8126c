"""`serai replay` and `serai verify`: records told in words, and recomputed."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from rich.markup import escape

from serai.cli.arguments import Parser, positive
from serai.cli.terminal.screen import console, make_ready, player, sentence, winners_line
from serai.core import game as games
from serai.core.errors import BadRecord
from serai.core.match import Match
from serai.core.records import receipt, record, replay
from serai.core.records.record import Event, Record
from serai.core.words.language import gettext as _

DIFFERENCES_SHOWN = 20
DIFFERS, PARTLY = 1, 3  # exit codes: something differs; what could be recomputed agrees, but it is not the whole game
WHAT_CONSISTENT_MEANS = (
    "Consistent: recomputed, and in agreement with itself. Only a receipt from before the opening can tell whether its "
    "seeds were settled beforehand, so that nobody could choose its chance."
)
WHAT_A_RECEIPT_PROVES = (
    "A receipt that a page kept before it opened its nonce proves to its keeper that the server seed, the commitments "
    "and the nonces are those of before the opening. It does not prove that the host did not look at the running game, "
    "nor that a seat whose nonce is by `server` was not the host's."
)


def add_replay(parser: Parser, words: Sequence[str]) -> None:
    """FILE, which of its games, and whether to go step by step."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.json), or one in each line (.jsonl)")
    parser.add_argument("--game", type=positive, default=1, metavar="K", help="the Kth record of the file")
    parser.add_argument("--step", action="store_true", help="draw the table before each move and wait for Enter")


def run_replay(arguments: argparse.Namespace) -> int:
    """Tell one recorded game."""
    found = record_of(arguments.file, arguments.game)
    game = games.load(found.game)
    edition = game.edition_of(found.data["edition"], f"{found.where}: edition")
    out = console()
    out.print(headline(found), markup=False)
    if arguments.step:
        make_ready(game)
        step_through(found)
    else:
        for number, event in enumerate(found.events):
            out.print(told(number, sentence(event, found.names, game, edition), event["type"] == "move"), markup=False)
    for line in result_lines(found):
        out.print(line, markup=False)
    return 0


def record_of(path: Path, number: int) -> Record:
    """One record of a file, counted from 1."""
    found = next(islice(record.read(path), number - 1, None), None)
    if found is None:
        raise BadRecord(_("{file}: there is no record number {number}", file=path, number=number))
    return found


def headline(found: Record) -> str:
    """Which game, with which options, and who played it."""
    flags = [name.replace("_", " ") for name, value in found.options.items() if value is True]
    players = ", ".join(f"{seat['name']} ({player(seat['by'])})" for seat in found.data["seats"])
    kind = ", ".join(
        [found.game.capitalize(), _("edition {name}", name=found.data["edition"].get("name", "?")), *flags]
    )
    return f"{kind}: {players}"


def told(number: int, words: str, is_move: bool) -> str:
    """A line of the tale; moves stand out."""
    return f"{number:4} {'▸' if is_move else ' '} {words}"


def step_through(found: Record) -> None:
    """Play the record again, showing the table as the seat to act sees it; Enter goes on, q or end of input stops."""
    match, out, shown = replay.begin(found), console(), 0
    for event in replay.moments(found):
        shown = tell_from(shown, match, found)
        if replay.parting(found, match):
            out.print(_("The rules have changed since this game was played: it can be told, but not drawn."))
            tell(found.events[shown:], shown, match, found)
            return
        if event["type"] == "move":
            view = match.view(match.to_act)[0]
            out.print(match.game.words.draw(view, match.edition, [escape(name) for name in found.names]))
            if not wait():
                return
        replay.follow(match, event)
    tell_from(shown, match, found)


def tell_from(first: int, match: Match, found: Record) -> int:
    """Tell the events that have not been told; how many there are in all."""
    tell(match.events[first:], first, match, found)
    return len(match.events)


def tell(events: Sequence[Event], first: int, match: Match, found: Record) -> None:
    """Tell events, numbered from the first."""
    out = console()
    for number, event in enumerate(events, first):
        words = sentence(event, found.names, match.game, match.edition)
        out.print(told(number, words, event["type"] == "move"), markup=False)


def wait() -> bool:
    """Wait for Enter; False when the reader has had enough."""
    try:
        return input(_("Enter: go on, q: stop") + " ").strip().lower() not in ("q", "quit")
    except EOFError:
        print()
        return False


def result_lines(found: Record) -> Iterator[str]:
    """Scores and winners, as the record has them."""
    result = found.data["result"]
    if result is None:
        yield _("No result.")
        return
    if result["scores"] is not None:
        points = ", ".join(f"{name} {score}" for name, score in zip(found.names, result["scores"], strict=True))
        yield _("Points: {points}", points=points)
    yield winners_line(found.names, result["winners"])


def add_verify(parser: Parser, words: Sequence[str]) -> None:
    """FILE, and perhaps a receipt."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.json), or one in each line (.jsonl)")
    parser.add_argument("--receipt", type=Path, metavar="R", help="what your page kept before it opened its nonce")


def run_verify(arguments: argparse.Namespace) -> int:
    """Recompute every record of a file, and say of each what differs and how much could be checked."""
    kept = receipt.read(arguments.receipt) if arguments.receipt else None
    verdicts = []
    for found in record.read(arguments.file):
        make_ready(games.load(found.game))
        verdicts.append(verdict := replay.verify(found))
        if kept:
            receipt.compare_receipt(found, kept, verdict)
        show_verdict(found, verdict)
    differing = sum(bool(verdict.differences) for verdict in verdicts)
    partly = sum(not verdict.is_fine for verdict in verdicts) - differing
    if kept:
        print(WHAT_A_RECEIPT_PROVES)
    if any(not verdict.differences and not verdict.is_true for verdict in verdicts):
        print(WHAT_CONSISTENT_MEANS)
    print(summed_up(verdicts, differing, partly))
    return DIFFERS if differing else PARTLY if partly else 0


def summed_up(verdicts: Sequence[replay.Verdict], differing: int, partly: int) -> str:
    """One line for the whole file."""
    word = "true" if all(verdict.is_true for verdict in verdicts if not verdict.differences) else "consistent"
    if len(verdicts) > 1:
        as_far = f", {partly} {word} as far as recomputed" if partly else ""
        return f"{len(verdicts)} checked, {differing} differing{as_far}"
    return "It differs." if differing else f"It is {word} as far as recomputed." if partly else f"It is {word}."


def show_verdict(found: Record, verdict: replay.Verdict) -> None:
    """Say of one record how much was recomputed, and what differs and where."""
    if not verdict.differences:
        print(f"{found.where}: {recomputed(found, verdict)} recomputed, all the same")
    for difference in verdict.differences[:DIFFERENCES_SHOWN]:
        print(f"{found.where}: {difference}")
    if len(verdict.differences) > DIFFERENCES_SHOWN:
        print(f"{found.where}: and {len(verdict.differences) - DIFFERENCES_SHOWN} more differences")
    for remark in verdict.remarks:
        print(f"{found.where}: {remark}")
    sys.stdout.flush()


def recomputed(found: Record, verdict: replay.Verdict) -> str:
    """How much of a record was recomputed."""
    part = f"{verdict.parting.place} of " if verdict.parting else ""
    return f"{part}{len(found.events)} events of {verdict.decisions} decisions"
