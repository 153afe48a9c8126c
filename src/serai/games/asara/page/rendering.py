"""Asara's table as a page shows it: HTML and SVG from an observation only, with every piece a choice."""

from collections.abc import Sequence
from functools import cache

from markupsafe import Markup

from serai.core.page.scene import Picker, Scene
from serai.core.records.record import Event
from serai.core.words.language import gettext as _
from serai.games.asara.page import figures, houses, pieces, players, prompts, scenery, screen
from serai.games.asara.page.board import Board
from serai.games.asara.page.choosing import parts
from serai.games.asara.page.position import Position
from serai.games.asara.rules.state import OVER
from serai.games.asara.words import names as words
from serai.games.asara.words import sentences
from serai.games.asara.words.json_view import PHASES

STYLES = ("table.css", "board.css", "players.css")
SCORING_ROWS = tuple(sentences.WHY)  # what points are given for, in the order of a scoring sheet
NOT_SCORED = ("built",)  # points that belong to no scoring, but to a piece that was built (A16)


def render(scene: Scene) -> Markup:
    """The whole position: board, the viewer's own things, everyone's places, the prizes."""
    held = parts(scene.held) if scene.held else ()
    position, picker = Position(scene), Picker(scene, held)
    own = ""
    if scene.seat is not None:
        own = screen.hand(position, picker, scene.seat, held) + screen.pieces(position, picker, scene.seat, held)
    seats = [((scene.seat or 0) + turn) % position.players for turn in range(position.players)]
    places = "".join(players.place(position, picker, seat, held) for seat in seats)
    return Markup(
        f'<div class="asara" data-phase="{PHASES[position.phase].replace(" ", "-")}">'
        f'<div class="a-table a-for-{position.players}">{players.head(position)}{Board(position, picker, held).plaza()}'
        f"{own}{places}{players.final(position)}</div></div>"
    )


def prompt(scene: Scene) -> str:
    """What the viewer can do now."""
    return prompts.asked(Position(scene))


def progress(scene: Scene) -> str:
    """How far the game is."""
    if scene.seen.phase == OVER:
        return _("The game is over.")
    return _("Year {year} of {years}", year=int(scene.seen.year), years=int(scene.edition.record[0].years))


def scoring_row(name: str) -> str:
    """What points are given for, in words."""
    return _("pieces built and the scoring of the years") if name == "years" else _(sentences.WHY[name])


def scoring_title(events: Sequence[Event]) -> str:
    """What a scoring is called: that of the year before the one that begins, or of the last one."""
    begun = [event["number"] for event in events if event["type"] == "year"]
    return _("Scoring of year {year}", year=begun[0] - 1) if begun else _("Scoring of the last year")


def option_name(name: str) -> str:
    """An option of the game in words."""
    return _(words.OPTIONS[name])


def blurb() -> str:
    """What the game is like, for the lobby."""
    return _(
        "Send your buyers out for cedar, jade and alabaster, be where the others are not yet, and raise the highest "
        "towers of the city."
    )


@cache
def sprite() -> Markup:
    """The symbols that the drawings use, once in a page."""
    symbols = pieces.symbols() + figures.symbols() + houses.symbols()
    return Markup(f'<svg aria-hidden="true" class="sprite" width="0" height="0"><defs>{symbols}</defs></svg>')


def picture() -> Markup:
    """Towers of the five materials at dusk, for the lobby."""
    return scenery.dusk()
