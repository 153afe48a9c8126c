"""What Asara's score pad is given: the edition's numbers, and the words that its script says.

The script is `pad.js`. Its sentences are those of `points.py`, with their placeholders left open.
"""

from typing import Any

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext, pgettext
from serai.core.words.slots import forms
from serai.games.asara.page.pieces import HEIGHTS, WIDTH
from serai.games.asara.rules.state import COLOURS, KINDS, MOST_PER_COLOUR
from serai.games.asara.words import names as words
from serai.games.asara.words.points import FIRSTS, SECONDS
from serai.games.asara.words.sentences import WHY

STYLES = ("table.css", "players.css", "pad.css")
OPTIONS = ("expert",)
YEARLY = ("towers", "gold", "lit", "favour")  # what a year's end scores (A24)


def numbers(edition: Edition) -> dict[str, Any]:
    """What the script must know of an edition (A4)."""
    record = edition.record[0]
    return {
        "colours": COLOURS,
        "years": int(record.years),
        "first": [int(points) for points in record.final_first],
        "second": [int(points) for points in record.final_second],
        "asari": int(record.asari_per_prestige),
        "most": MOST_PER_COLOUR,
        "width": WIDTH,
        "heights": {KINDS[kind]: height for kind, height in HEIGHTS.items()},
        "pieces": dict(zip(KINDS, (int(number) for number in record.pieces), strict=True)),
    }


def said() -> dict[str, str | dict[str, str]]:
    """Every sentence by its name."""
    return _reasons() | _form()


def _reasons() -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = {
        "held": _("{held} Asari, 1 for every full {each} (A29)"),
        "alone": _("{place}: {points} ({rule})"),
        "shared": _("{place}, shared by {tied}: {points} each ({rule})"),
        "shared_often": _("{place}, shared by {tied}: {points} each, {mine} of them ({rule})"),
        "years": _("pieces built and the scoring of the years"),
        "height": _("height {height}"),
        "height_lit": _("height {height} and {lit} lit"),
        "count": forms(lambda number: ngettext("{number} tower", "{number} towers", number)),
        "count_lit": forms(
            lambda number: ngettext(
                "{number} tower and {lit} lit", "{number} towers and {lit} lit", number, lit="{lit}"
            )
        ),
        "tie_share": _(
            "A tie for first place shares the points of both places, rounded up, and there is no second place; a tie "
            "for second place shares its points (A30)."
        ),
        "tie_win": _("Most prestige wins; who is level shares the win (A32)."),
    }
    found |= {f"first_{number}": _(place) for number, place in enumerate(FIRSTS)}
    found |= {f"second_{number}": _(place) for number, place in enumerate(SECONDS)}
    return found | {f"yearly_{why}": _(WHY[why]) for why in YEARLY}


def _form() -> dict[str, str | dict[str, str]]:
    found: dict[str, str | dict[str, str]] = {
        "towers": _("Towers"),
        "no_towers": _("No tower yet"),
        "new_tower": _("A new tower"),
        "tower": _("Tower {number}, {colour}, {height} high."),
        "tower_gold": _("Visible gold: {number}."),
        "tower_lit": _("Lit windows: {number}."),
        "touch_tower": _("Touch a colour for a new tower, then its pieces; touch a tower to change it."),
        "remove_tower": _("Take the tower away"),
        "tower_done": _("Done"),
        "plain": _("{kind}, {colour}"),
        "golden": _("{kind}, {colour}, with gold"),
        "gold": _("with gold"),
        "one_more": _("One more: {piece}"),
        "one_less": _("One less: {piece}"),
        "lit_on_plain": _("Lit window on a plain one"),
        "lit_on_gold": _("Lit window on a gold one"),
        "money": _("Asari left"),
        "favour": _("Holds the Caliph's favour"),
        "on_track": _("The years are on the board's track; score the end only"),
        "track": _("Prestige on the track"),
        "built": _("pieces built"),
        "so_far": _("Prestige so far"),
        "year": _("Year {year}"),
        "score_year": _("Score year {year}"),
        "take_back": _("Take back year {year}"),
        "the_years": _("The years"),
        "at_each_year": _(
            "At the end of each year, enter what stands and score it: each tower, visible gold, lit windows and the "
            "favour (A24). Pieces built count at once (A16)."
        ),
        "as_it_stands": _("Final scoring, as the towers stand"),
        "final": _("Final scoring"),
        "too_many": _("{piece}: {found} entered, the box has {most}"),
    }
    found |= {f"kind_{name}": pgettext("kind of piece", words.KIND[kind]) for kind, name in enumerate(KINDS)}
    return found | {f"colour_{name}": words.tower_colour(colour) for colour, name in enumerate(COLOURS)}
