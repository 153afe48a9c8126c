"""`serai play --terminal`: a game at this terminal, for people who pass one device around, and bots.

The board is drawn from the observation and the filtered events of the seat to act, never from the game itself; between
two people the screen is cleared to keep hands hidden. The rules and the words are the game's own.
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
from serai.bots.entrant import BotEntrant, Entrant, ExternalPlayer, Player, end_game
from serai.bots.entrants import is_program, parse_entrant, split_names
from serai.bots.program_player import ProgramEntrant
from serai.cli.advise import ADVISER, adviser_of, lines_of, show_thinking
from serai.cli.arguments import Parser, Table, add_seed, add_table, seed_of, table_of
from serai.cli.terminal import choices
from serai.cli.terminal.screen import compile_game, console, sentence, winners_line
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
OPPONENT = "merchant"  # the default player of further seats
BOT_EXAMPLE = "caliph:time=2"
BOT_NAMES = f"{', '.join(levels.NAMES)}, with options such as {BOT_EXAMPLE}; or a program, as exec:./mybot"
HINTS = 3  # moves
LONGEST_NAME = 12
INPUT_ENDED = 0
CLEAR = "\x1b[2J\x1b[3J\x1b[H"  # screen, scrollback, cursor home

Seat = dict[str, str]  # `name`, and `by`: "person" or a bot's name
HELP = (  # a command, its argument, and its purpose
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
    """The options of a game in the terminal; missing ones are asked for."""
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
    compile_game(table.game, bots=any(seat["by"] != PERSON and not is_program(seat["by"]) for seat in seats))
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


def end_of_input(message: str) -> int:
    """Print one line at the end of input."""
    print(f"\nserai: {message}", file=sys.stderr)
    return INPUT_ENDED


def default_path(game: Game) -> Path:
    """A new file for every game, in the user's data folder."""
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S-%f")
    return Path(platformdirs.user_data_dir("serai")) / "records" / f"{game.name}-{stamp}.json"


def new_file(path: Path) -> Path:
    """Check before the game that its record can be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists():
        raise BadOptions(_("{file}: exists already", file=path))
    if not os.access(path.parent, os.W_OK):
        raise BadOptions(_("{file}: its folder is read-only", file=path))
    return path


def save(match: Match, seats: list[Seat], path: Path) -> Path:
    """Write the record and return its path."""
    with path.open("wb") as file:
        record.write_line(file, match.record(seats))
    return path


def set_up(arguments: argparse.Namespace) -> tuple[Table, list[Seat]]:
    """The table and its seats; missing ones are asked for."""
    if arguments.players is None and arguments.names:
        arguments.players = len(split_names(arguments.names))
    if arguments.game is None:
        ask_for_table(arguments)
    table = table_of(arguments)
    names = split_names(arguments.names) if arguments.names else ask_names(table.players)
    return table, seats_of(names, table.players)


def ask_for_table(arguments: argparse.Namespace) -> None:
    """Ask for the game, the number of players, and the options."""
    arguments.game = ask(_("Which game"), games.names(), games.names()[0])
    game = games.load(arguments.game)
    if arguments.players is None:
        counts = [str(count) for count in game.player_counts]
        arguments.players = int(ask(_("How many players"), counts, counts[0]))
    yes, no = _("yes"), _("no")
    for flag in game.flags:
        setattr(arguments, flag, ask(option_name(game, flag), [yes, no], no) == yes)


def ask(question: str, allowed: list[str], default: str) -> str:
    """Ask for one of the allowed answers; Enter takes the default."""
    while True:
        answer = input(f"{question} ({', '.join(allowed)}) [{default}]? ").strip().lower() or default
        matching = [choice for choice in allowed if choice.startswith(answer)]
        if answer in allowed or len(matching) == 1:
            return answer if answer in allowed else matching[0]
        print(_("Please answer one of: {answers}.", answers=", ".join(allowed)))


def ask_names(players: int) -> list[str]:
    """Ask for a name for each seat; by default the first is a person and the others are bots."""
    values = {"names": ", ".join(levels.NAMES), "example": BOT_EXAMPLE}
    print(_("Seats take a name, or a bot: {names}, with options such as {example}.", **values))
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


def seats_of(names: Sequence[str], players: int) -> list[Seat]:
    """The seats as in a record; people's names are short and unique, bots of one level are numbered."""
    names = [name.strip() for name in names]
    if len(names) != players:
        values = {"number": len(names), "players": players, "names": ", ".join(names)}
        raise BadOptions(_("{number} names for {players} players: {names}", **values))
    bots = [entrant_of(name) for name in names]
    kinds = [kind_of(entrant) for entrant in bots if entrant]
    seats = [
        bot_seat(entrant, seat if kinds.count(kind_of(entrant)) > 1 else None) if entrant else person_seat(name)
        for seat, (name, entrant) in enumerate(zip(names, bots, strict=True))
    ]
    titles = [seat["name"] for seat in seats]
    if duplicate := next((title for title in titles if titles.count(title) > 1), None):
        raise BadOptions(_("two players have the name {name}", name=repr(duplicate)))
    return seats


def entrant_of(name: str) -> Entrant | None:
    """The entrant of a bot's name: a level, or anything with options behind a colon; None for a person."""
    if ":" not in name and name.lower() not in levels.NAMES:
        return None
    return parse_entrant(name if is_program(name) else name.lower())


def kind_of(entrant: Entrant) -> str:
    """A bot's level, or a program's title without characters that names can't have."""
    if isinstance(entrant, ProgramEntrant):
        title = "".join(sign for sign in entrant.command.title if sign.isprintable() and sign not in "[]\\")
        return title[:LONGEST_NAME] or levels.PROGRAM
    return levels.parse(entrant.name).name


def bot_seat(entrant: Entrant, number: int | None) -> Seat:
    """A bot's seat, numbered where there are several of its kind."""
    kind = kind_of(entrant)
    return {"name": kind if number is None else f"{kind} {number}", "by": entrant.name}


def person_seat(name: str) -> Seat:
    """A person's seat."""
    if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable() or set(name) & set("[]\\"):
        values = {"name": repr(name), "most": LONGEST_NAME}
        raise BadOptions(_("{name} can't be a name; allowed: 1 to {most} characters, without brackets", **values))
    return {"name": name, "by": PERSON}


def shown_names(seats: Sequence[Seat]) -> list[str]:
    """The seats' names on the screen: bots by their title."""
    return seat_names([(seat["name"], level_of(seat["by"])) for seat in seats])


def level_of(by: str) -> str | None:
    """The level of a seat's bot, if it has one."""
    return None if by == PERSON or is_program(by) else levels.parse(by).name


@dataclass
class Session:
    """A match with people at one terminal."""

    match: Match
    seats: list[Seat]
    seed: int
    out: Console = field(default_factory=console)
    events_shown: dict[int, int] = field(default_factory=dict)  # how many events each seat has seen
    device_holder: int | None = None  # the person who holds the device

    def __post_init__(self) -> None:
        self.names = shown_names(self.seats)
        bots = {
            seat: parse_entrant(seat_data["by"])
            for seat, seat_data in enumerate(self.seats)
            if seat_data["by"] != PERSON
        }
        self.bots = {seat: self.player(entrant, seat) for seat, entrant in bots.items()}

    def play(self) -> None:
        """Play until the game ends: bots choose their moves, people are asked."""
        while not self.match.is_over:
            seat = self.match.to_act
            if seat in self.bots:
                self.match.play(self.choose_by_bot(seat))
            else:
                self.decide(seat)
        end_game(list(self.bots.values()), self.match.position)

    def player(self, entrant: Entrant, seat: int) -> Player:
        """A bot at this table, with a seed from the table's unless its name has one."""
        entrant.check(self.match.position)
        return entrant.sit(self.match.game, self.match.edition, self.seed_of(seat))

    def seed_of(self, seat: int) -> int:
        """The seed of a seat's bot."""
        return seed_of_player(self.seed, 0, seat)

    def choose_by_bot(self, seat: int) -> int:
        """A bot's move, from its seat's observation."""
        bot, view = self.bots[seat], self.match.view(seat)
        if not isinstance(bot, Bot):
            return self.choose_by_program(bot, view, seat)
        with show_thinking(self.out, bot.level, self.names[seat]) as is_stopped:
            return bot.choose(view, is_stopped)

    def choose_by_program(self, program: Player, view: Views, seat: int) -> int:
        """A program's move; where it gives none, print the fault and take a random one."""
        faults = program.faults if isinstance(program, ExternalPlayer) else []
        before = len(faults)
        move = program.choose(view)
        for fault in faults[before:]:
            message = _("{name} gives no move: {fault}. Chance decides.", name=self.names[seat], fault=fault)
            self.out.print(fill(message, self.out.width, subsequent_indent="    "), markup=False)
        return move

    def decide(self, seat: int) -> None:
        """Hand over the device, print the news, show the table, and ask until a move is played."""
        self.draw_curtain(seat)
        self.print_news(seat)
        self.show_board(seat)
        moves = self.match.legal()
        self.out.print(choices.list_moves(moves, self.out.width))
        while True:
            text = " ".join(input(f"{self.names[seat]}> ").split())
            try:
                if self.answer(seat, text, moves):
                    return
            except SeraiError as error:
                self.out.print(f"[red]✗[/] {escape_brackets(str(error))}")

    def answer(self, seat: int, text: str, moves: list[str]) -> bool:
        """Carry out a command or a move; True for a move that was played."""
        word, *rest = text.split(" ", 1)
        argument = "".join(rest)
        match word.lower():
            case "":
                return False
            case "help" | "h":
                self.print_help()
            case "quit" | "q" | "exit":
                raise Stopped("quit")
            case "board":
                self.show_board(seat)
            case "moves":
                self.out.print(choices.list_moves(moves, self.out.width, argument.split()))
            case "log":
                self.print_events(self.match.events_for(seat))
            case "hint":
                self.print_hint(seat, argument, moves)
            case "?":
                self.explain_rule(argument)
            case "why":
                self.explain_move(argument)
            case _ if text.startswith("?"):
                self.explain_rule(text[1:])
            case _:
                return self.play_if_confirmed(seat, self.resolve_move(text, moves))
        return False

    def play_if_confirmed(self, seat: int, move: str) -> bool:
        """Play a move, unless the player withdraws it after a caution; return whether it was played."""
        number = self.match.parse(move)
        if self.match.why_illegal(number) is None and not self.is_confirmed(seat, self.match.name(number)):
            return False
        self.match.play(move)
        return True

    def is_confirmed(self, seat: int, move: str) -> bool:
        """Whether the player confirms a legal move; only a move with a caution is asked about."""
        cautions = cautions_of(self.match.game, self.match.view(seat)[0], self.match.edition, [move])
        if move not in cautions:
            return True
        self.out.print(fill(cautions[move], self.out.width), markup=False)
        yes, no = _("yes"), _("no")
        return ask(_("Play it all the same"), [yes, no], no) == yes

    def resolve_move(self, text: str, moves: list[str]) -> str:
        """A move by its number in the list, or as typed."""
        if not text.isascii() or not text.isdecimal():
            return text
        if not 1 <= int(text) <= len(moves):
            values = {"number": repr(text), "last": len(moves)}
            raise BadNotation(_("{number} is not in the list of moves; it goes from 1 to {last}", **values))
        return moves[int(text) - 1]

    def print_help(self) -> None:
        """Print the commands, and the meanings of the words in moves."""
        self.out.print(_("Type a move as it is written, or its number in the list."), markup=False)
        commands = {
            f"{command} {_(argument)}" if argument else command: _(purpose) for command, argument, purpose in HELP
        }
        for words, purpose in commands.items():
            self.print_meaning(words, purpose, max(map(len, commands)))
        meanings = self.match.game.words.meanings()
        if meanings:
            self.out.print(_("The words of moves, which are the same in every language:"), markup=False)
        for word, meaning in meanings.items():
            self.print_meaning(word, meaning, max(map(len, meanings)))

    def print_meaning(self, words: str, meaning: str, width: int) -> None:
        """Print a line of help."""
        line = f"  {words:{width}}   {meaning}"
        self.out.print(fill(line, self.out.width, subsequent_indent=" " * (width + 5)), markup=False)

    def print_hint(self, seat: int, text: str, moves: list[str]) -> None:
        """Print a bot's advice for the seat; moves have their number in the list."""
        level = adviser_of(text or ADVISER)
        compile_game(self.match.game, bots=True)
        bot = BotEntrant(level).bot(self.match.game, self.match.edition, self.seed_of(seat))
        with show_thinking(self.out, level) as is_stopped:
            suggestions = advise(bot, self.match.view(seat), HINTS, is_stopped=is_stopped)
        for advice in suggestions:
            number = moves.index(advice.text) + 1
            for line in lines_of(advice, f"{number:4})", self.names, self.out.width):
                self.out.print(line, markup=False)

    def explain_rule(self, number: str) -> None:
        """Print a rule: by its number, or that of the current decision."""
        game = self.match.game
        self.out.print(Markdown(rulebook.rule(game, number.strip() or choices.current_rule(self.match))))

    def explain_move(self, text: str) -> None:
        """Print why a move is not legal."""
        if reason := self.match.why_illegal(text):
            self.out.print(f"{text}: {reason.sentence.rstrip('.')} ({reason.rule})", markup=False)
        else:
            self.out.print(_("{move}: allowed", move=text), markup=False)

    def draw_curtain(self, seat: int) -> None:
        """Clear the screen between two people, so that neither sees the other's hand."""
        if self.device_holder is not None and self.device_holder != seat:
            self.show_secrets(self.device_holder)
            self.clear()
            self.out.print(_("Pass the device to {name}", name=f"[bold]{self.names[seat]}[/]"))
            input(_("{name}, press Enter when nobody else is looking.", name=self.names[seat]) + " ")
            self.clear()
        self.device_holder = seat

    def show_secrets(self, seat: int) -> None:
        """Print the secret events of a person's last move, such as cards drawn, before the screen is cleared."""
        first = self.events_shown[seat]
        public = self.match.events_for(None, first)
        news = self.match.events_for(seat, first)
        if secrets := [event for event in news if event["type"] != "move" and event not in public]:
            self.print_events(secrets)
            input(_("Press Enter to hide this.") + " ")

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        if self.out.is_terminal:
            self.out.file.write(CLEAR)
            self.out.file.flush()

    def print_news(self, seat: int) -> None:
        """Print the events that the seat has not seen yet."""
        first = self.events_shown.get(seat, 0)
        news = self.match.events_for(seat, first)
        self.events_shown[seat] = len(self.match.events)
        if first == 0:
            self.out.print(_("The game begins"), style="bold")
        elif any(event.get("seat") != seat for event in news):
            self.out.print(_("Since your last turn"), style="bold")
        self.print_events(news)

    def print_events(self, events: list[record.Event]) -> None:
        """Print events in words."""
        for event in events:
            words = sentence(event, self.names, self.match.game, self.match.edition)
            mark = "▸ " if event["type"] == "move" else "  "
            self.out.print(fill(mark + words, self.out.width, subsequent_indent="    "), markup=False)

    def show_board(self, seat: int | None) -> None:
        """Print the table as the seat sees it."""
        view = self.match.view(seat)[0]
        self.out.print(self.match.game.words.draw(view, self.match.edition, self.names))

    def show_result(self) -> None:
        """Print the final table, every point with its reason, and the winners."""
        self.print_last_news()
        self.show_board(None)
        scores = self.match.scores()
        points = self.match.game.words.explain(self.match.games[0], self.match.edition)
        for seat, name in enumerate(self.names):
            self.out.print(f"[bold]{name}: {scores[seat]}[/]")
            for point in (point for point in points if point.seat == seat):
                line = f"  {point.points:+4d}  {point.sentence}"
                self.out.print(fill(line, self.out.width, subsequent_indent=" " * 8), markup=False)
        self.out.print(winners_line(self.names, self.match.winners()), style="bold", markup=False)

    def print_last_news(self) -> None:
        """Print all events since a person last saw some; nothing is secret any more."""
        people = [seat for seat in range(len(self.seats)) if self.seats[seat]["by"] == PERSON]
        self.print_events(self.match.events[min((self.events_shown.get(seat, 0) for seat in people), default=0) :])


def escape_brackets(text: str) -> str:
    """Text with brackets escaped, which are markup otherwise."""
    return text.replace("[", r"\[")
