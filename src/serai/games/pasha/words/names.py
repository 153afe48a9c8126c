"""What Pasha's table says: rows, results, cards, rewards and what can be done now, in the language that is spoken.

Phrases stand by themselves or after a colon, so that no language has to bend them.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from serai.core.words.language import gettext as _
from serai.core.words.language import later, ngettext
from serai.games.pasha.words.narration import place_of

TITLE = "Pasha"

ROWS = {
    "none": later("no combination"),
    "pair": later("pair"),
    "two pairs": later("two pairs"),
    "three": later("three of a kind"),
    "full house": later("full house"),
    "four": later("four of a kind"),
    "five": later("five of a kind"),
}
WHY = {
    "cards": later("cards won"),
    "tiles": later("bonus tiles"),
    "cubes": later("action cubes left"),
}
MINUS = "\N{MINUS SIGN}"


def row(name: str) -> str:
    """A row of the board (P1)."""
    return _(ROWS[name])


def result(field: int) -> str:
    """A field of the board as the result that is marked there (P14)."""
    place = place_of(field)
    if place["column"] is None:
        return _("no combination, beside the board")
    return _("{row} in column {column}", row=row(place["row"]), column=place["column"])


def results(fields: Sequence[int]) -> str:
    """The result that the dice show; with two pairs either column may be marked (P14)."""
    if len(fields) == 1:
        return result(fields[0])
    low, high = (place_of(field)["column"] for field in fields)
    return _("two pairs in column {low} or {high}", low=low, high=high)


def number(value: int) -> str:
    """A card's value, with a minus sign that is as wide as a digit."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def numbers(values: Sequence[int]) -> str:
    """Cards in a row, the highest first."""
    return ", ".join(number(value) for value in sorted(values, reverse=True))


def reward(tile: Mapping[str, Any]) -> str:
    """What a bonus tile gives (P4)."""
    match tile["reward"]:
        case "points":
            return ngettext("{number} point", "{number} points", tile["amount"])
        case "cubes":
            return ngettext("{number} white cube", "{number} white cubes", tile["amount"])
    return _("discard your negative cards")


def amount(tile: Mapping[str, Any]) -> str:
    """A tile's number, beside its symbol."""
    return "" if tile["reward"] == "discard" else f"+{tile['amount']}"


def kind(tile: Mapping[str, Any]) -> str:
    """What a tile gives, in a tile's width."""
    return {"points": _("points"), "cubes": _("cubes"), "discard": _("discard")}[tile["reward"]]


def card_note(sort: str) -> str:
    """What a card does beside being a prize, short enough for the card (P5, P16)."""
    match sort:
        case "extra":
            return _("extra roll")
        case "lamp":
            return _("lamp")
        case "negative":
            return _("to the last")
    return ""


def card(value: int, sort: str) -> str:
    """What stands on a card."""
    return f"{number(value)} {card_note(sort)}".rstrip()


def play(value: int, sort: str) -> str:
    """What playing a card means; it begins with what stands on the card, by which one may call it (P11, P13, P16)."""
    shown = card(value, sort)
    match sort:
        case "extra":
            return _("Play {card}: one more roll in this turn", card=shown)
        case "lamp":
            return _("Play {card}: you may begin your rolls again", card=shown)
        case "negative":
            return _("Play {card}: it goes to who is ranked last", card=shown)
    return _("Play {card}", card=shown)


def prizes(cards: Sequence[int], tiles: Sequence[Mapping[str, Any]]) -> str:
    """What a seat takes at the end of a round, one after another."""
    return ", ".join([*(_("the {card}", card=number(card)) for card in cards), *map(reward, tiles)])


def taking(cards: Sequence[int], tiles: Sequence[Mapping[str, Any]]) -> str:
    """What the viewer would take if the round ended now (P16, P17)."""
    if len(cards) == 1 and not tiles:
        return _("You would take the {card}.", card=number(cards[0]))
    if cards or tiles:
        return _("You would take: {prizes}.", prizes=prizes(cards, tiles))
    return _("You would take nothing.")


def choosing_a_card(is_last: bool) -> str:
    """The prompt before the dice are rolled (P11)."""
    if is_last:
        return _("Play your last card; it becomes a prize of this round, and your dice are rolled.")
    return _("Play a card; it becomes a prize of this round, and your dice are rolled.")


def rolling(rolls: int, cubes: int, has_lamp: bool, fields: Sequence[int]) -> str:
    """The prompt while dice lie on the table (P11-P14)."""
    shown = results(fields)
    if rolls:
        return ngettext(
            "Touch the dice you keep and roll the others ({number} roll left), or mark: {result}.",
            "Touch the dice you keep and roll the others ({number} rolls left), or mark: {result}.",
            rolls,
            result=shown,
        )
    if has_lamp:
        return _("No rolls left: use the lamp to begin again, or mark: {result}.", result=shown)
    if cubes:
        return _("No rolls left: change the dice with action cubes, or mark: {result}.", result=shown)
    return _("No rolls and no cubes left: mark your result: {result}.", result=shown)
