"""Pasha's moves as text, both ways: `play -1`, `reroll 2 3 5`, `cube reroll 6`, `cube 3+`, `lamp`, `mark`, `mark 4`."""

from collections.abc import Iterator

from serai.core.compiled import bag
from serai.core.edition import Edition
from serai.core.errors import BadNotation
from serai.core.words.language import gettext as _
from serai.games.pasha.rules import moves
from serai.games.pasha.rules.edition import choice_number
from serai.games.pasha.rules.state import DICE, FACES

MOVES = f"play V, reroll F … (1-{DICE}), cube reroll F … (1-{DICE}), cube F+, cube F-, lamp, mark, mark F"


def move_name(move: int, edition: Edition) -> str:
    """The move in the record's notation."""
    if move < moves.REROLLS:
        return f"play {edition.record[0].value[move - moves.PLAYS]}"
    if move < moves.CUBE_REROLLS:
        return f"reroll {chosen_names(move - moves.REROLLS, edition)}"
    if move < moves.TURNS_UP:
        return f"cube reroll {chosen_names(move - moves.CUBE_REROLLS, edition)}"
    if move < moves.TURNS_DOWN:
        return f"cube {move - moves.TURNS_UP + 1}+"
    if move < moves.LAMP:
        return f"cube {move - moves.TURNS_DOWN + 2}-"
    if move == moves.LAMP:
        return "lamp"
    return "mark" if move == moves.MARK else f"mark {move - moves.MARK}"


def parse_move(text: str, edition: Edition) -> int:
    """The move that the text stands for; faces in any order."""
    match text.split():
        case ["play", value]:
            return moves.PLAYS + _card(value, edition)
        case ["reroll", *faces] if 1 <= len(faces) <= DICE:
            return moves.REROLLS + choice_number([_face(face, text) for face in faces])
        case ["cube", "reroll", *faces] if 1 <= len(faces) <= DICE:
            return moves.CUBE_REROLLS + choice_number([_face(face, text) for face in faces])
        case ["cube", change] if change.endswith(("+", "-")):
            return _turn(change, text)
        case ["lamp"]:
            return moves.LAMP
        case ["mark"]:
            return moves.MARK
        case ["mark", face]:
            return moves.MARK + _face(face, text)
    raise BadNotation(_("{text} is no move of {game}; expected: {moves}", text=repr(text), game="Pasha", moves=MOVES))


def every_move(edition: Edition) -> Iterator[int]:
    """Each move that can be written in this edition."""
    yield from range(moves.PLAYS, moves.PLAYS + int(edition.record[0].kinds))
    yield from range(moves.REROLLS, moves.EVERY_MOVE)


def card_values(cards: int, edition: Edition) -> list[int]:
    """The values of a bag of cards, ascending."""
    values = edition.record[0].value
    return [int(value) for kind, value in enumerate(values) for _ in range(bag.count(int(cards), kind))]


def faces_of(dice: int) -> list[int]:
    """The faces of some dice, ascending."""
    return [face for face in range(1, FACES + 1) for _ in range(bag.count(int(dice), face - 1))]


def chosen_names(number: int, edition: Edition) -> str:
    """The faces of the dice with this number."""
    return " ".join(str(face) for face in faces_of(edition.record[0].choice[number]))


def _card(text: str, edition: Edition) -> int:
    record = edition.record[0]
    values = [str(value) for value in record.value[: record.kinds]]
    if text not in values:
        raise BadNotation(_("{text} is no card; expected one of {names}", text=repr(text), names=", ".join(values)))
    return values.index(text)


def _face(face: str, text: str) -> int:
    if face not in ("1", "2", "3", "4", "5", "6"):
        raise BadNotation(
            _(
                "{face} in {text} is no face of a die; expected 1 to {most}",
                face=repr(face),
                text=repr(text),
                most=FACES,
            )
        )
    return int(face)


def _turn(change: str, text: str) -> int:
    face = _face(change[:-1], text)
    if change in ("6+", "1-"):
        raise BadNotation(_("{text}: 6 and 1 are not neighbours (P12); expected 1+ to 5+ or 2- to 6-", text=repr(text)))
    return moves.TURNS_UP + face - 1 if change[-1] == "+" else moves.TURNS_DOWN + face - 2
