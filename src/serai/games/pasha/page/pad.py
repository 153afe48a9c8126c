"""What Pasha's score pad is given: the edition's cards, tiles and cubes, and the words that its script says.

The script is `pad.js`. Its sentences are those of `points.py`, with their placeholders left open.
"""

from typing import Any

from serai.core.edition import Edition
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.core.words.slots import forms
from serai.games.pasha.page.art import ORDINARY
from serai.games.pasha.page.players import SORTS

STYLES = ("table.css", "players.css", "pad.css")
OPTIONS: tuple[str, ...] = ()


def numbers(edition: Edition) -> dict[str, Any]:
    """What the script must know of an edition (P6)."""
    data = edition.data
    kinds = sorted(set(data["cards"]), reverse=True)
    return {
        "cards": [
            {
                "value": value,
                "each": data["cards"].count(value),
                "sort": _sort(data, value),
                "motif": _motif(data, value),
            }
            for value in kinds
        ],
        "tiles": [
            {"set": tile["set"], "face": tile["face"], "amount": tile["amount"]}
            for tile in data["tiles"]
            if tile["reward"] == "points"
        ],
        "most_cubes": data["own_cubes"] + data["white_cubes"],
    }


def _sort(data: dict[str, Any], value: int) -> str:
    """What is special about a card: the class that it has on the table."""
    if value < 0:
        return "negative"
    return {data.get("extra_roll_card"): "extra", data.get("lamp_card"): "lamp"}.get(value, "")


def _motif(data: dict[str, Any], value: int) -> str:
    """What is drawn on a card, as on the table."""
    if sort := _sort(data, value):
        return SORTS[sort]
    plain = [card for card in sorted(set(data["cards"])) if not _sort(data, card)]
    return "turban" if value == plain[-1] else ORDINARY[plain.index(value) % len(ORDINARY)]


def said() -> dict[str, str | dict[str, str]]:
    """Every sentence by its name."""
    return {
        "cards": _("cards won: {cards} (P19)"),
        "tiles": _("bonus tiles: {points} (P17, P19)"),
        "cubes": _("action cubes left: {cubes}, 1 point each (P19)"),
        "times": forms(
            lambda number: ngettext("{number} times {value}", "{number} times {value}", number, value="{value}")
        ),
        "won": _("Cards won"),
        "card": _("Card {value}"),
        "one_more": _("One more: {piece}"),
        "one_less": _("One less: {piece}"),
        "bonus": _("Bonus tiles with points"),
        "tile": forms(
            lambda number: ngettext(
                "Tile {set}, face {face}: {number} point",
                "Tile {set}, face {face}: {number} points",
                number,
                set="{set}",
                face="{face}",
            )
        ),
        "tile_of": _("with {name}"),
        "left": _("Action cubes left"),
        "cube": _("Action cube"),
        "final": _("Final scoring"),
        "too_many": _("{piece}: {found} entered, the box has {most}"),
        "tie_win": _("Most points win; of those who are level, who has more action cubes; else they share (P20)."),
    }
