"""What a game offers, written once: five parts, each a module or a package in the game's folder.

    rules   what is legal and what follows from it, compiled; what a seat knows; editions
    words   moves, events, reasons and positions in words and as JSON; the table in a terminal
    page    the table in a browser
    bot     optional: how its bots think; without it they search, knowing nothing but the rules
    study   optional: what a seat knows as numbers, for programs that learn; without it the game has no part in research

Of each part there are two Protocols. `RequiredRules` is what every game has. `Rules` adds what a game may leave out,
and the bodies below are what stands then. `serai.core.loading` holds a folder against them. `docs/add-a-game.md` says
the same at more length, with an example.

In compiled functions `game` and `view` are records of `STATE`, and `edition` is a record of `EDITION`; in all others
`edition` is a `serai.core.edition.Edition`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from serai.core.words.language import gettext as _

if TYPE_CHECKING:
    from markupsafe import Markup

    from serai.core.compiled.layout import Layout
    from serai.core.compiled.rng import Stream
    from serai.core.edition import Edition
    from serai.core.match import Match
    from serai.core.page.lesson import Lesson
    from serai.core.page.pictures import Example, Picture
    from serai.core.page.scene import Parts, Scene
    from serai.core.search.mind import Mind
    from serai.core.words.reasons import Point, Reason

Event: TypeAlias = dict[str, Any]  # with a `type`
Games: TypeAlias = npt.NDArray[np.void]  # of STATE
Editions: TypeAlias = npt.NDArray[np.void]  # of EDITION, read-only, of length 1
Views: TypeAlias = npt.NDArray[np.void]  # of length 1: an observation by the seat that decides now
Moves: TypeAlias = npt.NDArray[np.int32]  # room for a list of moves, at least MOST_MOVES long
Numbers: TypeAlias = npt.NDArray[np.int64]
Row: TypeAlias = npt.NDArray[np.int16]


class RequiredRules(Protocol):
    """The rules: compiled functions over one packed record."""

    @property
    def STATE(self) -> np.dtype[Any]:
        """The layout of a position; it has `open`, `hidden`, `players` and `viewer`."""

    @property
    def EDITION(self) -> np.dtype[Any]:
        """The layout of an edition's numbers."""

    @property
    def PLAYERS(self) -> tuple[int, int]:
        """The least and the most that can play."""

    @property
    def OPTIONS(self) -> tuple[str, ...]:
        """The names of the game's on/off options."""

    @property
    def RULES_VERSION(self) -> int:
        """Changes with behaviour, not with speed."""

    @property
    def EVERY_MOVE(self) -> int:
        """Moves are numbers below this."""

    @property
    def MOST_MOVES(self) -> int:
        """Room for the longest list of legal moves."""

    def new(self, game: np.record, edition: np.record, options: Numbers, /) -> None:
        """Set up everything but the streams, which are set already."""

    def to_act(self, game: np.record, /) -> int:
        """The seat that decides now."""

    def is_over(self, game: np.record, /) -> bool:
        """Whether the game has ended."""

    def legal(self, game: np.record, edition: np.record, moves: Moves, /) -> int:
        """Write each legal move once; how many there are (0 when the game is over)."""

    def random_move(self, game: np.record, edition: np.record, stream: Stream, moves: Moves, /) -> tuple[int, int]:
        """One of the legal moves, each equally likely, and how many there are."""

    def apply(self, game: np.record, edition: np.record, move: int, /) -> None:
        """Carry out a legal move and everything up to the next decision."""

    def why_illegal(self, game: np.record, edition: np.record, move: int, /) -> int:
        """0 for a legal move, else a code of the game's own, for any number below `EVERY_MOVE` in any position."""

    def scores(self, game: np.record, edition: np.record, points: Numbers, /) -> None:
        """Write each seat's points as the game stands."""

    def winners(self, game: np.record, edition: np.record, /) -> int:
        """The seats that win as the game stands, one bit each."""

    def conceal(self, view: np.record, edition: np.record, seat: int, /) -> None:
        """Turn a copy of a game into all that the seat knows; the number of players stands for a spectator."""

    def deal_unknown(self, game: np.record, edition: np.record, stream: Stream, /) -> None:
        """Turn a copy of an observation into a full game, as chance might have dealt it."""

    def read_edition(self, data: Mapping[str, Any], source: str, /) -> Editions:
        """Check an edition and pack it; `BadEdition` names file, key, what was found and what is allowed."""

    def inline_edition(self, data: Mapping[str, Any], /) -> dict[str, Any]:
        """Checked data as records inline it."""


class Rules(RequiredRules, Protocol):
    """The rules, with what a game may leave out."""

    @property
    def versions(self) -> Versions | None:
        """Where earlier versions of the rules went another way."""
        return None


class Versions(Protocol):
    """What the rules were before, as far as records of that time have to be checked."""

    @property
    def KNOWN(self) -> tuple[int, ...]:
        """The earlier versions that `parting` knows."""

    @property
    def EVENTS(self) -> Mapping[str, Mapping[str, type]]:
        """The types of events in all versions, with the keys of each and their types."""

    def parting(self, version: int, game: np.record, /) -> str | None:
        """Why the rules of that version went another way from this position on."""


class RequiredWords(Protocol):
    """Everything about a game that is said or written."""

    @property
    def TITLE(self) -> str:
        """The game's name as a sentence writes it."""

    def move_name(self, move: int, edition: Edition, /) -> str:
        """A move as text."""

    def parse_move(self, text: str, edition: Edition, /) -> int:
        """Text as a move, legal or not; `BadNotation` names the text and what is expected."""

    def every_move(self, edition: Edition, /) -> Iterator[int]:
        """Each move that has a name."""

    def opening(self, game: np.record, edition: Edition, /) -> list[Event]:
        """What happened in the set-up."""

    def narrate(self, before: np.record, move: int, after: np.record, edition: Edition, /) -> list[Event]:
        """What happened in one decision, the move first."""

    def visible_to(self, event: Event, seat: int | None, edition: Edition, /) -> list[Event]:
        """The event as the seat (None: a spectator) may see it; usually a list of one."""

    def position(self, game: np.record, edition: Edition, /) -> dict[str, Any]:
        """The whole position in the record's names, for the digest."""

    def sentence(self, event: Event, names: Sequence[str], edition: Edition, /) -> str:
        """An event in words."""

    def reason(self, code: int, game: np.record, edition: Edition, move: int, /) -> Reason:
        """Why a move is not allowed: what a code of `why_illegal` means."""

    def explain(self, game: np.record, edition: Edition, /) -> list[Point]:
        """Each point with its reason; they sum to the scores."""

    def draw(self, view: np.record, edition: Edition, names: Sequence[str], /) -> str:
        """The table for a terminal, in 80 columns, with `rich` markup."""

    def view(self, seen: np.record, edition: Edition, /) -> dict[str, Any]:
        """All that an observation tells, as JSON; what is hidden only as how many there are."""

    def is_between_turns(self, game: np.record, /) -> bool:
        """Whether a turn is over and the next has not begun."""


class Words(RequiredWords, Protocol):
    """Everything that is said or written, with what a game may leave out."""

    def private_events(
        self, before: np.record, move: int, after: np.record, edition: Edition, /
    ) -> Sequence[tuple[int, Event]]:
        """What only one seat sees of a decision and no record needs, each with that seat."""
        return ()

    def standing(self, game: np.record, edition: Edition, seat: int, /) -> tuple[int, ...]:
        """What seats are compared by where points alone do not decide; empty where they do."""
        return ()

    def current_rule(self, game: np.record, /) -> str:
        """The number of the rule that the present decision falls under; empty: the one that most refusals cite."""
        return ""

    def meanings(self) -> dict[str, str]:
        """The words of moves and what they mean, for `help` in the terminal."""
        return {}


class RequiredPage(Protocol):
    """The table in a browser, drawn from observations only."""

    def render(self, scene: Scene, /) -> Markup:
        """The whole position; ids stay the same as long as a thing is the same thing."""

    def prompt(self, scene: Scene, /) -> str:
        """What the viewer can do now."""

    def progress(self, scene: Scene, /) -> str:
        """How far the game is."""

    def move_of(self, parts: Sequence[str], seen: np.record, edition: Edition, /) -> str | None:
        """The move that parts mean, allowed or not; None when they mean none."""

    def scoring_row(self, why: str, /) -> str:
        """What points are given for, in words: the name of a row on a scoring sheet."""


class Page(RequiredPage, Protocol):
    """The table in a browser, with what a game may leave out."""

    @property
    def STYLES(self) -> tuple[str, ...]:
        """The names of its style sheets."""
        return ()

    @property
    def SCORING_ROWS(self) -> tuple[str, ...]:
        """What points are given for, in the order of a scoring sheet."""
        return ()

    @property
    def NOT_SCORED(self) -> tuple[str, ...]:
        """What points are given for outside of any scoring."""
        return ()

    @property
    def LESSON(self) -> Lesson | None:
        """A first game for two that the vizier teaches."""
        return None

    @property
    def pad(self) -> Pad | None:
        """The score pad for people who have the box."""
        return None

    def parts(self, move: str, /) -> Parts:
        """What is touched for a move: by itself one button, which makes the whole move."""
        return (move,)

    def choices(self, seen: np.record, edition: Edition, moves: Sequence[str], /) -> dict[str, Parts]:
        """Legal moves, each with its parts, where these depend on the position."""
        return {move: self.parts(move) for move in moves}

    def cautions(self, seen: np.record, edition: Edition, moves: Sequence[str], /) -> dict[str, str]:
        """The legal moves that nothing on the page invites to, each with what is said before it is confirmed."""
        return {}

    def scoring_title(self, events: Sequence[Event], /) -> str:
        """What a scoring is called."""
        return _("Scoring")

    def option_name(self, option: str, /) -> str:
        """An option in words."""
        return option.replace("_", " ").capitalize()

    def blurb(self) -> str:
        """What the game is like, for the lobby."""
        return ""

    def sprite(self) -> Markup | str:
        """The symbols that its drawings use, once in a page."""
        return ""

    def picture(self) -> Markup | str:
        """The lobby's picture."""
        return ""

    def rule_pictures(self) -> Mapping[str, Sequence[Picture]]:
        """What the rules page shows beside a rule, by the rule's number."""
        return {}

    def rule_examples(self) -> Mapping[str, Example]:
        """The live examples of the rules page, by the number of the rule that each follows."""
        return {}


class Pad(Protocol):
    """A game's side of its score pad; the rest is in `pad.js` and `pad-form.js`."""

    @property
    def STYLES(self) -> tuple[str, ...]:
        """The names of its style sheets."""

    @property
    def OPTIONS(self) -> tuple[str, ...]:
        """The options that change what is entered."""

    def numbers(self, edition: Edition, /) -> dict[str, Any]:
        """The edition's numbers, as JSON for the scripts."""

    def said(self) -> dict[str, Any]:
        """The sentences, as JSON for the scripts."""


class RequiredBot(Protocol):
    """How a game's bots think."""

    @property
    def STEPS(self) -> Mapping[str, int]:
        """For the levels that search: how many steps take about their time."""

    def begin(self, view: Views, edition: Edition, level: str, stream: Stream, /) -> Mind:
        """A mind of a level for one decision."""

    def share_of_turn(self, view: Views, edition: Edition, /) -> float:
        """The part of a turn's time that this decision gets."""


class Bot(RequiredBot, Protocol):
    """How a game's bots think, with what a game may leave out."""

    @property
    def tuning(self) -> Tuning | None:
        """How the numbers are fitted that its bots know."""
        return None

    def rehearse(self, edition: Edition, /) -> None:
        """Call whatever compiled code a first decision would not reach."""
        return


class Tuning(Protocol):
    """How the numbers are fitted that a game's bots know (`serai tune`)."""

    @property
    def GAMES(self) -> int:
        """How many games are usual."""

    @property
    def FILE(self) -> Path:
        """Where the bots read the numbers."""

    def tune(self, edition: Edition, games: int, seed: int, progress: Callable[[str], None], path: Path, /) -> Any:
        """Fit the numbers and write them."""


class RequiredStudy(Protocol):
    """What a seat knows as numbers, for programs that learn."""

    @property
    def LAYOUT(self) -> Layout:
        """What the numbers of a row mean."""

    @property
    def ACTIONS(self) -> Layout:
        """What the moves' numbers mean, `EVERY_MOVE` in all."""

    def write_numbers(self, view: np.record, edition: np.record, row: Row, /) -> None:
        """Fill a row of `LAYOUT.size` from an observation, whatever was in it; compiled."""


class Study(RequiredStudy, Protocol):
    """What research needs, with what a game may leave out."""

    @property
    def DEFAULTS(self) -> Mapping[str, Any]:
        """The players and options that its PettingZoo module has where none are chosen."""
        return {}

    @property
    def STEPS_PER_SECOND(self) -> float:
        """What many games at once have to reach on one core (`serai bench research`); 0: nothing is promised."""
        return 0.0

    @property
    def draw_svg(self) -> Callable[[Any, Edition, Sequence[str]], str] | None:
        """`draw_svg(view, edition, names)`: an observation as one SVG of 960 by 720."""
        return None

    @property
    def count_uses(self) -> Callable[[Match], dict[str, dict[str, float]]] | None:
        """`count_uses(match)`: what a finished match made use of, numbers by group and name."""
        return None

    @property
    def USE_SENTENCES(self) -> Mapping[str, str]:
        """For groups that count how often: how a sentence begins; the others are amounts."""
        return {}


class Kernel(Protocol):
    """The compiled functions that Python calls, the same for every game: `serai.core.compiled.kernel`.

    Each takes an array of games and an index, because passing a single record costs twenty times more.
    """

    def seed(self, games: Games, i: int, number: np.uint64, /) -> None:
        """Set both streams of a game from one 64-bit seed."""

    def set_streams(self, games: Games, i: int, opened: Stream, concealed: Stream, /) -> None:
        """Give a game the streams of its next decision."""

    def new(self, games: Games, i: int, editions: Editions, options: Numbers, /) -> None:
        """Set up a game whose streams are already set."""

    def to_act(self, games: Games, i: int, /) -> int:
        """The seat that decides now."""

    def is_over(self, games: Games, i: int, /) -> bool:
        """Whether the game has ended."""

    def legal(self, games: Games, i: int, editions: Editions, moves: Moves, /) -> int:
        """Write every legal move, each once; how many there are."""

    def apply(self, games: Games, i: int, editions: Editions, move: int, /) -> None:
        """Carry out a legal move and all that follows from it."""

    def step(self, games: Games, i: int, editions: Editions, moves: Moves, move: int, /) -> int:
        """Carry out a legal move and write what is legal then; how many moves there are."""

    def why_illegal(self, games: Games, i: int, editions: Editions, move: int, /) -> int:
        """Why the move is not allowed: a code of the game's reasons, 0 when it is."""

    def scores(self, games: Games, i: int, editions: Editions, points: Numbers, /) -> None:
        """Write each seat's points as the game stands."""

    def winners(self, games: Games, i: int, editions: Editions, /) -> int:
        """The seats that win as the game stands, one bit each."""

    def observe(self, games: Games, i: int, editions: Editions, seat: int, views: Games, j: int, /) -> None:
        """Write all that a seat knows; the number of players stands for a spectator."""

    def resample(self, views: Games, i: int, editions: Editions, stream: Stream, games: Games, j: int, /) -> None:
        """Write a full game drawn as chance would have dealt what the viewer can't see."""

    def play_on(
        self, games: Games, i: int, editions: Editions, stream: Stream, moves: Moves, tally: Numbers, /
    ) -> None:
        """Play a game to its end with random moves; `tally` counts decisions, and the forced ones."""

    def play_many(
        self,
        games: Games,
        i: int,
        editions: Editions,
        options: Numbers,
        stream: Stream,
        moves: Moves,
        tally: Numbers,
        points: Numbers,
        count: int,
        /,
    ) -> None:
        """Random games from `new` to `scores`, one after another in one place."""

    def random_move(self, games: Games, i: int, editions: Editions, stream: Stream, moves: Moves, /) -> int:
        """One of the legal moves, each equally likely."""

    def clone(self, games: Games, sources: int, count: int, /) -> None:
        """Copy games from the array's first places to the places behind them."""
