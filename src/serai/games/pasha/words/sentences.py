"""An event in words: a whole sentence for each kind of event and move, so that every language orders its own words."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from serai.core.edition import Edition
from serai.core.records.record import Event
from serai.core.words.language import gettext as _
from serai.core.words.language import later, ngettext

SCORED = {
    "cards": later("{who}: {points} for cards won."),
    "tiles": later("{who}: {points} for bonus tiles."),
    "cubes": later("{who}: {points} for action cubes left."),
}

MARKED = {
    "pair": later("{who} has a pair: the disc goes to column {column}."),
    "two pairs": later("{who} has two pairs: the disc goes to column {column}."),
    "three": later("{who} has three of a kind: the disc goes to column {column}."),
    "full house": later("{who} has a full house: the disc goes to column {column}."),
    "four": later("{who} has four of a kind: the disc goes to column {column}."),
    "five": later("{who} has five of a kind: the disc goes to column {column}."),
}


def sentence(event: Event, names: Sequence[str], edition: Edition) -> str:
    """An event in words; whole or as a seat may see it."""
    who = names[event["seat"]] if "seat" in event else ""
    match event["type"]:
        case "start":
            return _("{who} is the first player.", who=who)
        case "packs":
            return _packs(who, event.get("cards", ()), int(edition.record[0].pack_size))
        case "pack" if "cards" in event:
            return _("{who} takes the next pack in hand: {cards}.", who=who, cards=_row(event["cards"]))
        case "pack":
            return _("{who} takes the next pack in hand.", who=who)
        case "round":
            number, last = event["number"], int(edition.record[0].rounds)
            return _("Round {number} of {last} begins.", number=number, last=last)
        case "bonus":
            face, reward = event["tile"]["face"], reward_words(event["tile"])
            return _("A bonus tile is laid above column {column}: {reward}.", column=face, reward=reward)
        case "roll":
            return _("The dice show {dice}.", dice=_row(event["dice"]))
        case "disc" if event["column"] is None:
            return _("{who} has no combination: the disc goes beside the board.", who=who)
        case "disc":
            return _(MARKED[event["row"]], who=who, column=event["column"])
        case "win":
            return _("{who} takes {cards}.", who=who, cards=_all_of(event["cards"]))
        case "tile":
            face, reward = event["tile"]["face"], reward_words(event["tile"])
            return _("{who} takes the bonus tile of column {column}: {reward}.", who=who, column=face, reward=reward)
        case "score":
            return _(SCORED[event["why"]], who=who, points=event["points"])
        case "end":
            return _("The game is over.")
    return _move(who, event["move"].split())


def reward_words(tile: Mapping[str, Any]) -> str:
    """What a bonus tile gives (P4)."""
    match tile["reward"]:
        case "points":
            return ngettext("{number} point", "{number} points", tile["amount"])
        case "cubes":
            return ngettext("{number} white cube", "{number} white cubes", tile["amount"])
    return _("discard negative cards")


def _row(numbers: Iterable[object]) -> str:
    return " ".join(map(str, numbers))


def _all_of(cards: Iterable[int]) -> str:
    return reduce(lambda some, card: _("{some} and {card}", some=some, card=card), map(str, cards))


def _packs(who: str, cards: Sequence[int], size: int) -> str:
    packs = [_row(cards[start : start + size]) for start in range(0, len(cards), size)]
    match packs:
        case []:
            return _("{who} takes a pack in hand.", who=who)
        case [hand]:
            return _("{who} takes a pack in hand: {cards}.", who=who, cards=hand)
    others = ", ".join(packs[1:])
    return _("{who} takes the pack {cards} in hand; the others are {others}.", who=who, cards=packs[0], others=others)


def _move(who: str, words: list[str]) -> str:
    match words:
        case ["play", card]:
            return _("{who} plays {card} and rolls.", who=who, card=card)
        case ["reroll", *faces]:
            return _("{who} rerolls {dice}.", who=who, dice=_row(faces))
        case ["cube", "reroll", *faces]:
            return _("{who} spends a cube to reroll {dice}.", who=who, dice=_row(faces))
        case ["cube", change]:
            face = int(change[:-1])
            other = face + 1 if change[-1] == "+" else face - 1
            return _("{who} spends a cube to turn {face} into {other}.", who=who, face=face, other=other)
        case ["lamp"]:
            return _("{who} uses the lamp and rolls all dice anew.", who=who)
        case ["mark", face]:
            return _("{who} marks the pair of {face}.", who=who, face=face)
    return _("{who} marks the result.", who=who)
