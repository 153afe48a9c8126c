"""What the rules say of each field and die at a moment in which dice lie on the table, for the live example.

The rules are asked for all of it: what the dice show, what a cube would turn them into, who would win what.
"""

from serai.core.match import Match
from serai.core.page.pictures import Answer, Line
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.games.pasha.page.choosing import CUBE, ROLL, die
from serai.games.pasha.page.position import Position
from serai.games.pasha.page.standing import standings, targets
from serai.games.pasha.rules.state import FACES, ROWS
from serai.games.pasha.words import names as words


def answers(match: Match, position: Position) -> dict[str, Answer]:
    """Every part of the board and of the tray, with what may be done there."""
    fields = {field: _field(match, position, field) for field in range((len(ROWS) - 1) * FACES + 1)}
    found = {move: fields[field] for move, field in position.targets.items()}
    found |= {f"field.{field}": answer for field, answer in fields.items() if field not in position.targets.values()}
    for face in sorted(set(position.dice)):
        turns = [_turn(match, face, way) for way in "-+" if 1 <= face + (1 if way == "+" else -1) <= FACES]
        found |= {f"cube {face}{way}": Answer(line.what, [line]) for way, line in turns}
        found[die(face)] = Answer(
            _("A die that shows {face}", face=face), [_kept(match, position, face), *(line for _way, line in turns)]
        )
    found[ROLL] = Answer(_("Roll"), [_rolling(match, position, "reroll", "P11")])
    found[CUBE] = Answer(_("Reroll for a cube"), [_rolling(match, position, "cube reroll", "P12")])
    return found


def _field(match: Match, position: Position, field: int) -> Answer:
    """What a disc there would beat and win, and whether the dice may mark it."""
    ranking = standings(match.view(position.viewer)[0], match.edition, field)
    place = next(place for place, prize in enumerate(ranking) if prize.seat == position.viewer)
    names = [position.players[prize.seat].name for prize in ranking]
    beaten, better = ", ".join(names[place + 1 :]), ", ".join(names[:place])
    won = words.prizes(ranking[place].cards, ranking[place].tiles)
    is_shown = field in position.targets.values()
    shown = _("mark this field") if is_shown else words.results(list(position.targets.values()))
    return Answer(
        words.result(field),
        [
            Line(_("your dice"), shown, "P14", is_shown),
            Line(_("ranks above"), beaten or _("nobody"), "P15"),
            Line(_("ranks below"), better or _("nobody"), "P15"),
            Line(_("would take"), won or _("nothing"), "P16"),
        ],
    )


def _turn(match: Match, face: int, way: str) -> tuple[str, Line]:
    """What the dice show after a cube has turned one of them."""
    move, turned = f"cube {face}{way}", face + (1 if way == "+" else -1)
    what = _("{face} turned into {turned} for a cube", face=face, turned=turned)
    if reason := match.why_illegal(move):
        return way, Line(what, reason.sentence, reason.rule, False)
    after = match.position.copy()
    after.apply(move)
    fields = list(targets(after.games[0], match.edition).values())
    return way, Line(what, words.results(fields), "P12", True)


def _kept(match: Match, position: Position, face: int) -> Line:
    """Whether a die may be kept while the others are rolled."""
    others = list(position.dice)
    others.remove(face)
    what = _("keep it and roll the others")
    if reason := match.why_illegal(f"reroll {' '.join(map(str, others))}"):
        return Line(what, reason.sentence, reason.rule, False)
    return Line(what, _rolls_left(position), "P11", True)


def _rolling(match: Match, position: Position, words_of_move: str, rule: str) -> Line:
    """Whether all dice may be rolled once more."""
    what = _("all dice that are not kept")
    if reason := match.why_illegal(f"{words_of_move} {' '.join(map(str, position.dice))}"):
        return Line(what, reason.sentence, reason.rule, False)
    if rule == "P11":
        return Line(what, _rolls_left(position), rule, True)
    return Line(what, ngettext("{number} cube", "{number} cubes", position.actor.cubes), rule, True)


def _rolls_left(position: Position) -> str:
    return ngettext("{number} roll left", "{number} rolls left", position.rolls_left)
