"""Pictures for the rules page, drawn by the table from moments of one game, and a moment that answers when touched."""

from functools import cache
from typing import Any

from markupsafe import Markup, escape

from serai.core import game as games
from serai.core.match import Match
from serai.core.page.pictures import Example, Picture, Teller, listed, without_keys
from serai.core.page.scene import Parts, Picker, Scene
from serai.core.records.randomness import StreamSeed
from serai.core.words.language import gettext as _
from serai.core.words.language import later
from serai.games.pasha.page.answers import answers
from serai.games.pasha.page.art import use
from serai.games.pasha.page.board import board, tile
from serai.games.pasha.page.choosing import choices, die
from serai.games.pasha.page.players import card, ranking
from serai.games.pasha.page.position import Position, position_of
from serai.games.pasha.page.tray import tray
from serai.games.pasha.rules.dice import field_of
from serai.games.pasha.rules.edition import tiles_in_order
from serai.games.pasha.words import names as words

NAMES = (later("Ada"), later("Bruno"), later("Clara"), later("Dario"))
SEED = 4
MOVES = """\
play 4; reroll 2 4 6; reroll 1 5; mark; play -1; reroll 4 5; reroll 1 4; mark; play 5; reroll 1 4 5; reroll 1 4 6;
cube 4-; mark; play 7; reroll 1 2 4; reroll 3 6 6; cube 1+; mark; play 2; reroll 1 2 5 6; reroll 4 4 5; lamp;
reroll 1 1 2 4 6; reroll 1 2 2 5; cube 4-; mark 3; play 2; reroll 4 5 5 6; reroll 1 1 4 6; lamp; reroll 1 2 5 5 6;
reroll 2 2 2 4; cube 2+; mark; play 5; reroll 1 2 5 5 6; reroll 2 4 5; cube 2+; mark; play -1; reroll 4 5 6"""
START, ROLLED, REROLLED = 0, 40, 41  # moments, by the moves made before
RANKS = ((6, 6, 6, 6, 6), (2, 4, 4, 4, 4), (3, 3, 5, 5, 5), (1, 3, 6, 6, 6), (1, 4, 4, 5, 5), (1, 2, 2, 4, 6))


def rule_pictures() -> dict[str, list[Picture]]:
    """Each rule's pictures."""
    return {
        "P1": [_ranks()],
        "P2": [_cards()],
        "P4": [_tiles()],
        "P12": [_dice()],
        "P14": [_board()],
        "P16": [_prizes()],
    }


def rule_examples() -> dict[str, Example]:
    """The dice of a turn and the board, asked what is worth what."""
    match = played(REROLLED)
    scene = moment(REROLLED)
    position = position_of(scene)
    teller = Teller(scene, answers(match, position))
    drawing = _shown(f'<div class="pasha-table">{board(position, teller)}{tray(position, teller)}</div>')
    told = _("It is {name}'s turn; three discs of this round lie on the board.", name=position.actor.name)
    return {"P15": Example(drawing, _("Try it: what is it worth?"), told, teller.by_key())}


@cache
def played(moves: int) -> Match:
    """The game after so many moves."""
    game = games.load("pasha")
    match = Match(game, game.read_edition(), game.options(4), StreamSeed(SEED))
    for move in MOVES.replace("\n", " ").split("; ")[:moves]:
        match.play(move)
    return match


def moment(moves: int, chosen: Parts = ()) -> Scene:
    """A moment as the player sees it whose turn it is."""
    match = played(moves)
    seen = match.view(match.to_act)[0]
    return Scene(seen, match.edition, _names(), match.to_act, choices(seen, match.edition, match.legal()), None, chosen)


def _names() -> list[str]:
    return [_(name) for name in NAMES]


def _watched(moves: int) -> Scene:
    """A moment as those see it who watch."""
    match = played(moves)
    return Scene(match.view(None)[0], match.edition, _names(), None)


def _drawn(moves: int, chosen: Parts = ()) -> tuple[Position, Picker]:
    scene = moment(moves, chosen)
    return position_of(scene), Picker(scene)


def _shown(drawing: str) -> Markup:
    """What the table's style sheets know how to show."""
    return without_keys(f'<div class="pasha">{drawing}</div>')


def _ranks() -> Picture:
    """A result for each row, the strongest first, as the rules rank them."""
    ranked = sorted(RANKS, key=lambda dice: int(field_of(bag_of(dice), 0)), reverse=True)
    rows = [
        listed(*(use(f"face-{face}") for face in dice), f"<span>{escape(_result(dice))}</span>", css="pasha-rank")
        for dice in ranked
    ]
    caption = _("One result for each row, the strongest above; with two pairs either column may be chosen.")
    return Picture(_shown("".join(rows)), _("Results and their ranks"), caption, is_printed=True)


def bag_of(dice: tuple[int, ...]) -> int:
    """Dice as the rules have them."""
    return sum(1 << 4 * (face - 1) for face in dice)


def _result(dice: tuple[int, ...]) -> str:
    return words.result(int(field_of(bag_of(dice), 0)))


def _cards() -> Picture:
    """A card of each value."""
    position = position_of(moment(START))
    picker = Picker(_watched(START))
    values = sorted(set(position.edition.data["cards"]))
    shown = "".join(f"<li>{card(position, picker, value, 0)}</li>" for value in values)
    caption = _("A player's cards; there are three of the first.")
    drawing = _shown(f'<section class="pasha-hand"><ul>{shown}</ul></section>')
    return Picture(drawing, _("Cards"), caption, is_wide=True)


def _tiles() -> Picture:
    tiles = tiles_in_order(played(START).edition.data)
    shown = {letter: [_tile(found) for found in tiles if found["set"] == letter] for letter in "ABC"}
    rows = [listed(f"<b>{letter}</b>", *found, css="pasha-set") for letter, found in shown.items()]
    caption = _("The bonus tiles of the standard edition: A, B and C, each below the face of its column.")
    return Picture(_shown("".join(rows)), _("Bonus tiles"), caption, is_printed=True)


def _tile(found: dict[str, Any]) -> str:
    face = use(f"face-{found['face']}")
    return f"<span>{face}{tile(found)}</span>"


def _board() -> Picture:
    caption = _(
        "Two tiles hang above their columns; on one field a disc lies on another, and the dashed one may follow."
    )
    return Picture(_shown(board(*_drawn(REROLLED))), _("The board"), caption, is_printed=True)


def _dice() -> Picture:
    position, picker = _drawn(ROLLED, (die(3), die(3)))
    caption = _("Two dice are kept; below each die is what a cube would turn it into.")
    return Picture(_shown(tray(position, picker)), _("Dice"), caption)


def _prizes() -> Picture:
    caption = _("The ranking of the round above and the prizes that it would bring.")
    return Picture(_shown(ranking(position_of(moment(REROLLED)))), _("If the round ended now"), caption)
