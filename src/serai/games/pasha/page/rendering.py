"""Pasha's table as a page shows it: HTML and SVG from an observation only, with every piece a choice.

`position` takes the observation apart, `standing` asks the rules who would win what; `board`, `tray` and `players` draw
it, `art` has the symbols, `picture` the lobby's picture; `choosing` says what is touched for a move.
"""

from markupsafe import Markup

from serai.core.page.scene import Picker, Scene
from serai.core.words.language import gettext as _
from serai.games.pasha.page.board import board
from serai.games.pasha.page.players import final, hand, players, ranking
from serai.games.pasha.page.position import position_of
from serai.games.pasha.page.standing import targets
from serai.games.pasha.page.tray import tray
from serai.games.pasha.rules.state import PLAY
from serai.games.pasha.words import names as words

STYLES = ("table.css", "board.css", "tray.css", "players.css")
SCORING_ROWS = tuple(words.WHY)  # what points are given for, in the order of a scoring sheet


def render(scene: Scene) -> Markup:
    """The whole position: board, dice, the viewer's hand, the ranking, players."""
    position, picker = position_of(scene), Picker(scene)
    if position.is_over:
        middle = final(position)
    else:
        middle = tray(position, picker) + hand(position, picker) + ranking(position)
    drawn = board(position, picker) + middle + players(position)
    return Markup(f'<div class="pasha"><div class="pasha-table">{drawn}</div></div>')


def prompt(scene: Scene) -> str:
    """What the viewer can do now."""
    seen, edition = scene.seen, scene.edition
    if seen.phase == PLAY:
        return words.choosing_a_card(bool(seen.round_number == edition.record[0].rounds))
    fields = list(targets(seen, edition).values())
    return words.rolling(int(seen.rolls_left), int(seen.cubes[seen.turn_of]), "lamp" in scene.choices, fields)


def progress(scene: Scene) -> str:
    """How far the game is."""
    rounds = int(scene.edition.record[0].rounds)
    return _("Round {number} of {rounds}", number=int(scene.seen.round_number), rounds=rounds)


def blurb() -> str:
    """What the game is like, for the lobby."""
    return _(
        "Five dice, three rolls: keep, reroll and push your luck. The better your dice, the better the card you win."
    )


def scoring_row(name: str) -> str:
    """What points are given for, in words."""
    return _(words.WHY[name])
