"""`serai play --terminal`: a game at this terminal, for people who pass one device around, and bots.

What is drawn comes from the observation and the filtered events of the seat to act, never from the game itself; between
two people a curtain keeps hands hidden. The rules and the words are the game's own.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from textwrap import fill

import platformdirs
from rich.console import Console
from rich.markdown import Markdown

from serai.bots import levels
from serai.bots.advice import advise
from serai.bots.bot import Bot, seed_of_player
from serai.bots.entrant import BotEntrant, Entrant, Guest, Player, take_leave
from serai.bots.entrants import is_program, parse_entrant, split_names
from serai.bots.program_player import ProgramEntrant
from serai.cli.advise import ADVISER, adviser_of, lines_of, thinking
from serai.cli.arguments import Parser, Table, add_seed, add_table, seed_of, table_of
from serai.cli.terminal import choices
from serai.cli.terminal.screen import console, make_ready, sentence, winners_line
from serai.core import game as games
from serai.core.errors import BadNotation, BadOptions, SeraiError
from serai.core.game import Game
from serai.core.match import Match
from serai.core.page.scene import cautions_of
from serai.core.records import record
from serai.core.records.randomness import StreamSeed
from serai.core.search.mind import Views
from serai.core.words import rulebook
from serai.core.words.language import gettext as _
from serai.core.words.language import later, ngettext
from serai.web.pages.wording import option_name, seat_names

PERSON = "person"
OPPONENT = "merchant"  # who sits where nobody is named
BOT_EXAMPLE = "caliph:time=2"
BOT_NAMES = f"{', '.join(levels.NAMES)}, with options such as {BOT_EXAMPLE}; or a program, as exec:./mybot"
HINTS = 3  # moves
LONGEST_NAME = 12
INPUT_ENDED = 0
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # screen, scrollback, cursor home

Seat = dict[str, str]  # a player's name, and by whom the seat is played
HELP = (  # what can be typed, what with it, and what it does
    ("moves", later("[WORD …]"), later("list the moves again, or only those with these words")),
    ("board", "", later("draw the table again")),
    ("why", later("MOVE"), later("why a move is not allowed, and by which rule")),
    ("hint", later("[BOT]"), later("what the vizier, or this bot, would do and why")),
    ("?", later("[NUMBER]"), later("the rule of the present decision, or any other")),
    ("log", "", later("everything that you could see happen")),
    ("quit", "", later("stop the game; its record can be saved")),
)


class Stopped(Exception):
    """The players want to stop; `reason` goes into the record."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def add_play(parser: Parser, words: Sequence[str]) -> None:
    """All that is not given is asked for."""
    add_table(parser, words, is_optional=True)
    parser.add_argument("--names", metavar="A,B,…", help=f"who plays: names, or bots ({BOT_NAMES})")
    add_seed(parser)
    parser.add_argument("--record", type=Path, metavar="FILE", help="where to save the record")


def run_play(arguments: argparse.Namespace) -> int:
    """Set up a table, play, show the result and save the record."""
    try:
        table, seats = set_up(arguments)
    except EOFError:
        return end_of_input(_("input ended before the game began"))
    path = new_file(arguments.record or default_path(table.game))
    make_ready(table.game, bots=any(seat["by"] != PERSON and not is_program(seat["by"]) for seat in seats))
    match = Match(table.game, table.edition, table.options, StreamSeed(seed := seed_of(arguments)))
    session = Session(match, seats, seed)
    try:
        session.play()
        session.show_result()
    except EOFError:
        match.stop("input ended")
        return end_of_input(
            ngettext(
                "input ended after {number} decision; record: {file}",
                "input ended after {number} decisions; record: {file}",
                len(match.moves),
                file=save(match, seats, path),
            )
        )
    except KeyboardInterrupt:
        match.stop("interrupted")
        print("\n" + _("Record: {file}", file=save(match, seats, path)))
        raise
    except Stopped as stopped:
        match.stop(stopped.reason)
        if not wants_record():
            return 0
    print(_("Record: {file}", file=save(match, seats, path)))
    return 0


def wants_record() -> bool:
    """Ask whether to save; no more input means yes."""
    try:
        answer = input(_("Save the record [Y/n]?") + " ").strip().lower()
    except EOFError:
        return True
    return not answer.startswith(("n", _("no")[0]))


def end_of_input(told: str) -> int:
    """One line when nobody types any more."""
    print(f"\nserai: {told}", file=sys.stderr)
    return INPUT_ENDED


def default_path(game: Game) -> Path:
    """A file of its own for every game, in the user's data folder."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return Path(platformdirs.user_data_dir("serai")) / "records" / f"{game.name}-{stamp}.json"


def new_file(path: Path) -> Path:
    """A file that can be written when the game is over; better to know before it begins."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        raise BadOptions(_("{file}: exists already", file=path))
    if not os.access(path.parent, os.W_OK):
        raise BadOptions(_("{file}: its folder is read-only", file=path))
    return path


def save(match: Match, seats: list[Seat], path: Path) -> Path:
    """Write the record and say where."""
    with path.open("wb") as file:
        record.write_line(file, match.record(seats))
    return path


def set_up(arguments: argparse.Namespace) -> tuple[Table, list[Seat]]:
    """The table and its seats, asked for where they are not given."""
    if arguments.players is None and arguments.names:
        arguments.players = len(split_names(arguments.names))
    if arguments.game is None:
        ask_for_table(arguments)
    table = table_of(arguments)
    typed = split_names(arguments.names) if arguments.names else ask_names(table.players)
    return table, seats_of(typed, table.players)


def ask_for_table(arguments: argparse.Namespace) -> None:
    """Which game, how many players, which options."""
    arguments.game = ask(_("Which game"), games.names(), games.names()[0])
    game = games.load(arguments.game)
    if arguments.players is None:
        counts = [str(count) for count in game.player_counts]
        arguments.players = int(ask(_("How many players"), counts, counts[0]))
    yes, no = _("yes"), _("no")
    for flag in game.flags:
        setattr(arguments, flag, ask(option_name(game, flag), [yes, no], no) == yes)


def ask(question: str, allowed: list[str], default: str) -> str:
    """One of the answers allowed; Enter takes the default."""
    while True:
        answer = input(f"{question} ({', '.join(allowed)}) [{default}]? ").strip().lower() or default
        matching = [each for each in allowed if each.startswith(answer)]
        if answer in allowed or len(matching) == 1:
            return answer if answer in allowed else matching[0]
        print(_("Please answer one of: {answers}.", answers=", ".join(allowed)))


def ask_names(players: int) -> list[str]:
    """A name for each seat; the first is a person, the others bots if nobody is named."""
    told = {"names": ", ".join(levels.NAMES), "example": BOT_EXAMPLE}
    print(_("Seats take a name, or a bot: {names}, with options such as {example}.", **told))
    names: list[str] = []
    while len(names) < players:
        default = OPPONENT if names else _("You")
        question = _("Who sits at seat {number} (a name, or a bot)", number=len(names))
        name = input(f"{question} [{default}]? ").strip() or default
        try:
            seats_of([*names, name], len(names) + 1)
        except SeraiError as error:
            print(f"{error}.")
        else:
            names.append(name)
    return names


def seats_of(typed: Sequence[str], players: int) -> list[Seat]:
    """The seats as records hold them; people's names are short, no two are the same, bots of one level are numbered."""
    given = [name.strip() for name in typed]
    if len(given) != players:
        told = {"number": len(given), "players": players, "names": ", ".join(given)}
        raise BadOptions(_("{number} names for {players} players: {names}", **told))
    bots = [entrant_of(name) for name in given]
    kinds = [kind_of(entrant) for entrant in bots if entrant]
    seats = [
        bot_seat(entrant, seat if kinds.count(kind_of(entrant)) > 1 else None) if entrant else person_seat(name)
        for seat, (name, entrant) in enumerate(zip(given, bots, strict=True))
    ]
    names = [seat["name"] for seat in seats]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadOptions(_("two players have the name {name}", name=repr(twice)))
    return seats


def entrant_of(name: str) -> Entrant | None:
    """The bot that is meant, if it is one: a level's name, or anything with options behind a colon."""
    if ":" not in name and name.lower() not in levels.NAMES:
        return None
    return parse_entrant(name if is_program(name) else name.lower())


def kind_of(entrant: Entrant) -> str:
    """A bot's level, or a program's title as a name can be."""
    if isinstance(entrant, ProgramEntrant):
        title = "".join(sign for sign in entrant.command.title if sign.isprintable() and sign not in "[]\\")
        return title[:LONGEST_NAME] or levels.PROGRAM
    return levels.parse(entrant.name).name


def bot_seat(entrant: Entrant, number: int | None) -> Seat:
    """A bot's seat, with a number where others are of its kind."""
    kind = kind_of(entrant)
    return {"name": kind if number is None else f"{kind} {number}", "by": entrant.name}


def person_seat(name: str) -> Seat:
    """A person's seat."""
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or set(name) & set("[]\\"):
        told = {"name": repr(name), "most": LONGEST_NAME}
        raise BadOptions(_("{name} can't be a name; allowed: 1 to {most} characters, without brackets", **told))
    return {"name": name, "by": PERSON}


def shown_names(seats: Sequence[Seat]) -> list[str]:
    """The seats' names as the screen shows them: bots by their title."""
    return seat_names([(seat["name"], level_of(seat["by"])) for seat in seats])


def level_of(by: str) -> str | None:
    """The level of the bot that plays a seat, if one does."""
    return None if by == PERSON or is_program(by) else levels.parse(by).name


@dataclass
class Session:
    """A match with people at one terminal."""

    match: Match
    seats: list[Seat]
    seed: int
    out: Console = field(default_factory=console)
    seen: dict[int, int] = field(default_factory=dict)  # how many events each seat has been told
    at_device: int | None = None  # the person who holds the device

    def __post_init__(self) -> None:
        self.names = shown_names(self.seats)
        bots = {seat: parse_entrant(taken["by"]) for seat, taken in enumerate(self.seats) if taken["by"] != PERSON}
        self.bots = {seat: self.player(entrant, seat) for seat, entrant in bots.items()}

    def play(self) -> None:
        """Until the game ends: bots move by themselves, people are asked."""
        while not self.match.is_over:
            seat = self.match.to_act
            if seat in self.bots:
                self.match.play(self.chosen_by_bot(seat))
            else:
                self.decide(seat)
        take_leave(list(self.bots.values()), self.match.position)

    def player(self, entrant: Entrant, seat: int) -> Player:
        """A bot at this table; its chance comes from the table's seed, unless its name has one."""
        entrant.check(self.match.position)
        return entrant.sit(self.match.game, self.match.edition, self.seed_of(seat))

    def seed_of(self, seat: int) -> int:
        """The seed of whoever plays a seat by itself."""
        return seed_of_player(self.seed, 0, seat)

    def chosen_by_bot(self, seat: int) -> int:
        """A bot's move, from what its seat sees."""
        bot, view = self.bots[seat], self.match.view(seat)
        if not isinstance(bot, Bot):
            return self.chosen_by_program(bot, view, seat)
        with thinking(self.out, bot.level, self.names[seat]) as is_stopped:
            return bot.choose(view, is_stopped)

    def chosen_by_program(self, program: Player, view: Views, seat: int) -> int:
        """A program's move; where it gives none, why, and one by chance."""
        faults = program.faults if isinstance(program, Guest) else []
        before = len(faults)
        move = program.choose(view)
        for fault in faults[before:]:
            told = _("{name} gives no move: {fault}. Chance decides.", name=self.names[seat], fault=fault)
            self.out.print(fill(told, self.out.width, subsequent_indent="    "), markup=False)
        return move

    def decide(self, seat: int) -> None:
        """Hand over the device, say what happened, show the table, and ask until a move is played."""
        self.draw_curtain(seat)
        self.tell_news(seat)
        self.show_board(seat)
        moves = self.match.legal()
        self.out.print(choices.listed(moves, self.out.width))
        while True:
            typed = " ".join(input(f"{self.names[seat]}> ").split())
            try:
                if self.answer(seat, typed, moves):
                    return
            except SeraiError as error:
                self.out.print(f"[red]✗[/] {escaped(str(error))}")

    def answer(self, seat: int, typed: str, moves: list[str]) -> bool:
        """Do what was typed; True when that was a move."""
        word, *rest = typed.split(" ", 1)
        what = "".join(rest)
        match word.lower():
            case "":
                return False
            case "help" | "h":
                self.give_help()
            case "quit" | "q" | "exit":
                raise Stopped("quit")
            case "board":
                self.show_board(seat)
            case "moves":
                self.out.print(choices.listed(moves, self.out.width, what.split()))
            case "log":
                self.tell(self.match.events_for(seat))
            case "hint":
                self.give_hint(seat, what, moves)
            case "?":
                self.explain_rule(what)
            case "why":
                self.explain_move(what)
            case _ if typed.startswith("?"):
                self.explain_rule(typed[1:])
            case _:
                return self.play_if_meant(seat, self.move_meant(typed, moves))
        return False

    def play_if_meant(self, seat: int, move: str) -> bool:
        """Play a move, unless what its game says of it makes the player think again; whether it was played."""
        number = self.match.parse(move)
        if self.match.why_illegal(number) is None and not self.is_meant(seat, self.match.name(number)):
            return False
        self.match.play(move)
        return True

    def is_meant(self, seat: int, move: str) -> bool:
        """Whether a player who is told what is to be known of a legal move still wants it."""
        cautions = cautions_of(self.match.game, self.match.view(seat)[0], self.match.edition, [move])
        if move not in cautions:
            return True
        self.out.print(fill(cautions[move], self.out.width), markup=False)
        yes, no = _("yes"), _("no")
        return ask(_("Play it all the same"), [yes, no], no) == yes

    def move_meant(self, typed: str, moves: list[str]) -> str:
        """A move by its number in the list, or as it was typed."""
        if not typed.isascii() or not typed.isdecimal():
            return typed
        if not 1 <= int(typed) <= len(moves):
            told = {"number": repr(typed), "last": len(moves)}
            raise BadNotation(_("{number} is not in the list of moves; it goes from 1 to {last}", **told))
        return moves[int(typed) - 1]

    def give_help(self) -> None:
        """What can be typed, and what the words of moves mean."""
        self.out.print(_("Type a move as it is written, or its number in the list."), markup=False)
        typed = {f"{command} {_(what)}" if what else command: _(does) for command, what, does in HELP}
        for words, does in typed.items():
            self.tell_meaning(words, does, max(map(len, typed)))
        meanings = self.match.game.words.meanings()
        if meanings:
            self.out.print(_("The words of moves, which are the same in every language:"), markup=False)
        for word, meaning in meanings.items():
            self.tell_meaning(word, meaning, max(map(len, meanings)))

    def tell_meaning(self, words: str, meaning: str, width: int) -> None:
        """A line of help."""
        line = f"  {words:{width}}   {meaning}"
        self.out.print(fill(line, self.out.width, subsequent_indent=" " * (width + 5)), markup=False)

    def give_hint(self, seat: int, typed: str, moves: list[str]) -> None:
        """What a bot would do in the seat's place, and why; moves have their number in the list."""
        level = adviser_of(typed or ADVISER)
        make_ready(self.match.game, bots=True)
        bot = BotEntrant(level).bot(self.match.game, self.match.edition, self.seed_of(seat))
        with thinking(self.out, level) as is_stopped:
            advised = advise(bot, self.match.view(seat), HINTS, is_stopped=is_stopped)
        for advice in advised:
            number = moves.index(advice.text) + 1
            for line in lines_of(advice, f"{number:4})", self.names, self.out.width):
                self.out.print(line, markup=False)

    def explain_rule(self, number: str) -> None:
        """A rule's text: the one asked for, or that of the present decision."""
        game = self.match.game
        self.out.print(Markdown(rulebook.rule(game, number.strip() or choices.rule_at_hand(self.match))))

    def explain_move(self, typed: str) -> None:
        """Why a move is not allowed."""
        if reason := self.match.why_illegal(typed):
            self.out.print(f"{typed}: {reason.sentence.rstrip('.')} ({reason.rule})", markup=False)
        else:
            self.out.print(_("{move}: allowed", move=typed), markup=False)

    def draw_curtain(self, seat: int) -> None:
        """Between two people the screen is cleared, so that neither sees the other's hand."""
        if self.at_device is not None and self.at_device != seat:
            self.show_secrets(self.at_device)
            self.clear()
            self.out.print(_("Pass the device to {name}", name=f"[bold]{self.names[seat]}[/]"))
            input(_("{name}, press Enter when nobody else is looking.", name=self.names[seat]) + " ")
            self.clear()
        self.at_device = seat

    def show_secrets(self, seat: int) -> None:
        """What a person's last move brought to light for them alone, such as cards drawn, before the curtain falls."""
        first = self.seen[seat]
        public = self.match.events_for(None, first)
        news = self.match.events_for(seat, first)
        if secrets := [event for event in news if event["type"] != "move" and event not in public]:
            self.tell(secrets)
            input(_("Press Enter to hide this.") + " ")

    def clear(self) -> None:
        """Empty the screen, and what could be scrolled back to."""
        if self.out.is_terminal:
            self.out.file.write(CLEAR)
            self.out.file.flush()

    def tell_news(self, seat: int) -> None:
        """What the seat could see happen since it was last told."""
        first = self.seen.get(seat, 0)
        news = self.match.events_for(seat, first)
        self.seen[seat] = len(self.match.events)
        if first == 0:
            self.out.print(_("The game begins"), style="bold")
        elif any(event.get("seat") != seat for event in news):
            self.out.print(_("Since your last turn"), style="bold")
        self.tell(news)

    def tell(self, events: list[record.Event]) -> None:
        """Events in words."""
        for event in events:
            words = sentence(event, self.names, self.match.game, self.match.edition)
            mark = "▸ " if event["type"] == "move" else "  "
            self.out.print(fill(mark + words, self.out.width, subsequent_indent="    "), markup=False)

    def show_board(self, seat: int | None) -> None:
        """The table as the seat knows it."""
        view = self.match.view(seat)[0]
        self.out.print(self.match.game.words.draw(view, self.match.edition, self.names))

    def show_result(self) -> None:
        """The final table, every point with its reason, and who wins."""
        self.tell_news_of_end()
        self.show_board(None)
        scores = self.match.scores()
        points = self.match.game.words.explain(self.match.games[0], self.match.edition)
        for seat, name in enumerate(self.names):
            self.out.print(f"[bold]{name}: {scores[seat]}[/]")
            for point in (point for point in points if point.seat == seat):
                line = f"  {point.points:+4d}  {point.sentence}"
                self.out.print(fill(line, self.out.width, subsequent_indent=" " * 8), markup=False)
        self.out.print(winners_line(self.names, self.match.winners()), style="bold", markup=False)

    def tell_news_of_end(self) -> None:
        """What happened since a person was last told; nothing is secret any more."""
        people = [seat for seat in range(len(self.seats)) if self.seats[seat]["by"] == PERSON]
        self.tell(self.match.events[min((self.seen.get(seat, 0) for seat in people), default=0) :])


def escaped(text: str) -> str:
    """Text in which brackets are only brackets."""
    return text.replace("[", r"\[")
