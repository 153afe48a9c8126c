"""`serai replay` and `serai verify`: show records in words, and recompute them."""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from rich.markup import escape

from serai.cli.arguments import Parser, positive
from serai.cli.terminal.screen import compile_game, console, player, sentence, winners_line
from serai.core import game as games
from serai.core.errors import BadRecord
from serai.core.match import Match
from serai.core.records import receipt, record, replay
from serai.core.records.record import Event, Record
from serai.core.words.language import gettext as _

DIFFERENCES_SHOWN = 20
DIFFERS, PARTIAL = 1, 3  # exit codes: something differs; what could be recomputed agrees, but it is not the whole game
CONSISTENT_MEANING = (
    "Consistent: recomputed, and in agreement with itself. Only a receipt from before the opening can tell whether its "
    "seeds were settled beforehand, so that nobody could choose its chance."
)
RECEIPT_MEANING = (
    "A receipt that a page kept before it opened its nonce proves to its keeper that the server seed, the commitments "
    "and the nonces are those of before the opening. It does not prove that the host did not look at the running game, "
    "nor that a seat whose nonce is by `server` was not the host's."
)


def add_replay(parser: Parser, words: Sequence[str]) -> None:
    """FILE, --game and --step."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.json), or one in each line (.jsonl)")
    parser.add_argument("--game", type=positive, default=1, metavar="K", help="the Kth record of the file")
    parser.add_argument("--step", action="store_true", help="draw the table before each move and wait for Enter")


def run_replay(arguments: argparse.Namespace) -> int:
    """Show one recorded game."""
    game_record = record_of(arguments.file, arguments.game)
    game = games.load(game_record.game)
    edition = game.edition_of(game_record.data["edition"], f"{game_record.where}: edition")
    out = console()
    out.print(headline(game_record), markup=False)
    if arguments.step:
        compile_game(game)
        step_through(game_record)
    else:
        for number, event in enumerate(game_record.events):
            out.print(
                event_line(number, sentence(event, game_record.names, game, edition), event["type"] == "move"),
                markup=False,
            )
    for line in result_lines(game_record):
        out.print(line, markup=False)
    return 0


def record_of(path: Path, number: int) -> Record:
    """One record of a file, counted from 1."""
    game_record = next(islice(record.read(path), number - 1, None), None)
    if game_record is None:
        raise BadRecord(_("{file}: there is no record number {number}", file=path, number=number))
    return game_record


def headline(game_record: Record) -> str:
    """The game, its options and its players."""
    flags = [name.replace("_", " ") for name, value in game_record.options.items() if value is True]
    players = ", ".join(f"{seat['name']} ({player(seat['by'])})" for seat in game_record.data["seats"])
    kind = ", ".join(
        [game_record.game.capitalize(), _("edition {name}", name=game_record.data["edition"].get("name", "?")), *flags]
    )
    return f"{kind}: {players}"


def event_line(number: int, words: str, is_move: bool) -> str:
    """One event as a line; moves are marked."""
    return f"{number:4} {'▸' if is_move else ' '} {words}"


def step_through(game_record: Record) -> None:
    """Play the record again, showing the table as the seat to act sees it; Enter goes on, q or end of input stops."""
    match, out, printed = replay.begin(game_record), console(), 0
    for event in replay.moments(game_record):
        printed = print_new_events(printed, match, game_record)
        if replay.parting(game_record, match):
            out.print(_("The rules have changed since this game was played: it can be told, but not drawn."))
            print_events(game_record.events[printed:], printed, match, game_record)
            return
        if event["type"] == "move":
            view = match.view(match.to_act)[0]
            out.print(match.game.words.draw(view, match.edition, [escape(name) for name in game_record.names]))
            if not wait_for_enter():
                return
        replay.follow(match, event)
    print_new_events(printed, match, game_record)


def print_new_events(first: int, match: Match, game_record: Record) -> int:
    """Print the events from number `first` on; return the number of all events."""
    print_events(match.events[first:], first, match, game_record)
    return len(match.events)


def print_events(events: Sequence[Event], first: int, match: Match, game_record: Record) -> None:
    """Print events, numbered from `first`."""
    out = console()
    for number, event in enumerate(events, first):
        words = sentence(event, game_record.names, match.game, match.edition)
        out.print(event_line(number, words, event["type"] == "move"), markup=False)


def wait_for_enter() -> bool:
    """Wait for Enter; False to stop."""
    try:
        return input(_("Enter: go on, q: stop") + " ").strip().lower() not in ("q", "quit")
    except EOFError:
        print()
        return False


def result_lines(game_record: Record) -> Iterator[str]:
    """The record's scores and winners."""
    result = game_record.data["result"]
    if result is None:
        yield _("No result.")
        return
    if result["scores"] is not None:
        points = ", ".join(f"{name} {score}" for name, score in zip(game_record.names, result["scores"], strict=True))
        yield _("Points: {points}", points=points)
    yield winners_line(game_record.names, result["winners"])


def add_verify(parser: Parser, words: Sequence[str]) -> None:
    """FILE and --receipt."""
    parser.add_argument("file", metavar="FILE", type=Path, help="a record (.json), or one in each line (.jsonl)")
    parser.add_argument("--receipt", type=Path, metavar="R", help="what your page kept before it opened its nonce")


def run_verify(arguments: argparse.Namespace) -> int:
    """Recompute every record of a file, and print its differences and how much could be checked."""
    page_receipt = receipt.read(arguments.receipt) if arguments.receipt else None
    verdicts = []
    for game_record in record.read(arguments.file):
        compile_game(games.load(game_record.game))
        verdicts.append(verdict := replay.verify(game_record))
        if page_receipt:
            receipt.compare_receipt(game_record, page_receipt, verdict)
        show_verdict(game_record, verdict)
    differing = sum(bool(verdict.differences) for verdict in verdicts)
    partial = sum(not verdict.is_fine for verdict in verdicts) - differing
    if page_receipt:
        print(RECEIPT_MEANING)
    if any(not verdict.differences and not verdict.is_true for verdict in verdicts):
        print(CONSISTENT_MEANING)
    print(summary(verdicts, differing, partial))
    return DIFFERS if differing else PARTIAL if partial else 0


def summary(verdicts: Sequence[replay.Verdict], differing: int, partial: int) -> str:
    """One line for the whole file."""
    word = "true" if all(verdict.is_true for verdict in verdicts if not verdict.differences) else "consistent"
    if len(verdicts) > 1:
        as_far = f", {partial} {word} as far as recomputed" if partial else ""
        return f"{len(verdicts)} checked, {differing} differing{as_far}"
    return "It differs." if differing else f"It is {word} as far as recomputed." if partial else f"It is {word}."


def show_verdict(game_record: Record, verdict: replay.Verdict) -> None:
    """Print how much of a record was recomputed, and its differences."""
    if not verdict.differences:
        print(f"{game_record.where}: {extent(game_record, verdict)} recomputed, all the same")
    for difference in verdict.differences[:DIFFERENCES_SHOWN]:
        print(f"{game_record.where}: {difference}")
    if len(verdict.differences) > DIFFERENCES_SHOWN:
        print(f"{game_record.where}: and {len(verdict.differences) - DIFFERENCES_SHOWN} more differences")
    for remark in verdict.remarks:
        print(f"{game_record.where}: {remark}")
    sys.stdout.flush()


def extent(game_record: Record, verdict: replay.Verdict) -> str:
    """The recomputed part of a record."""
    part = f"{verdict.parting.place} of " if verdict.parting else ""
    return f"{part}{len(game_record.events)} events of {verdict.decisions} decisions"
