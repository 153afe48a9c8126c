"""The dice in their tray: kept by touch, rolled, changed by action cubes, begun again by the lamp, and marked."""

from markupsafe import Markup, escape

from serai.core.page.scene import Picker
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.games.pasha.page.art import sign, use
from serai.games.pasha.page.choosing import CUBE, ROLL, die
from serai.games.pasha.page.position import Position
from serai.games.pasha.rules.state import DICE, FACES
from serai.games.pasha.words import names as words


def tray(position: Position, picker: Picker) -> str:
    """Five dice and what can be done with them; empty while a card is to be played."""
    title = escape(_("Dice"))
    if not position.is_rolling:
        return f'<section class="pasha-tray pasha-waiting" aria-label="{title}">{_waiting(position)}</section>'
    dice = "".join(_slot(position, picker, place, face) for place, face in enumerate(position.dice, 1))
    actions = _actions(position, picker) if position.is_deciding else ""
    return (
        f'<section class="pasha-tray" aria-label="{title}">{_heading(position)}'
        f'<div class="pasha-dice">{_shake(position)}{dice}</div>{_cubes(position, picker)}{actions}</section>'
    )


def _waiting(position: Position) -> str:
    """Before the first roll: who is to play a card."""
    if position.is_viewers:
        said = _("Play a card from your hand to roll.")
    else:
        said = _("{name} is choosing a card.", name=position.actor.name)
    blanks = '<span class="pasha-blank"></span>' * DICE
    return f'<p class="pasha-heading">{escape(said)}</p><div class="pasha-dice" aria-hidden="true">{blanks}</div>'


def _heading(position: Position) -> str:
    """Whose dice they are, what they show, and how many rolls are left."""
    shown = words.results(list(position.targets.values()))
    if position.is_viewers:
        said = _("Your dice: {result}", result=shown)
    else:
        said = _("Dice of {name}: {result}", name=position.actor.name, result=shown)
    left = ngettext("{number} roll left", "{number} rolls left", position.rolls_left)
    lamp = f'<span class="pasha-lit">{use("lamp")}{escape(_("lamp"))}</span>' if position.has_lamp else ""
    rolls = f'<span class="pasha-rolls" data-left="{position.rolls_left}">{escape(left)}</span>'
    return f'<p class="pasha-heading"><span>{escape(said)}</span>{lamp}{rolls}</p>'


def _shake(position: Position) -> str:
    """Something new in the page after each roll, so that it is seen even when the same faces come."""
    cubes = position.actor.cubes
    now = f"{position.round}-{position.turn_of}-{int(position.has_lamp)}-{position.rolls_left}-{cubes}"
    return f'<span class="pasha-shake" id="shake-{now}"></span>'


def _slot(position: Position, picker: Picker, place: int, face: int) -> str:
    """A die, and below it what a cube can turn it to."""
    shown = use(f"face-{face}", "pasha-face", f"face-{place}-{face}")
    body = f'{shown}<span class="pasha-kept" data-word="{escape(_("kept"))}"></span>'
    label = _("Keep the die that shows {face}", face=face)
    kept = picker.part(die(face), body, key=f"die-{place}", label=label, css="pasha-die")
    if not position.is_deciding or not position.actor.cubes:
        return f'<div class="pasha-slot">{kept}</div>'
    down = _turn(picker, place, face, face - 1, "-") if face > 1 else _no_turn()
    up = _turn(picker, place, face, face + 1, "+") if face < FACES else _no_turn()
    return f'<div class="pasha-slot">{kept}<span class="pasha-turns">{down}{up}</span></div>'


def _turn(picker: Picker, place: int, face: int, turned: int, way: str) -> Markup:
    """Turning a die by one for a cube (P12)."""
    label = _("Turn this {face} into {turned} for a cube", face=face, turned=turned)
    key = f"turn-{place}-{'up' if way == '+' else 'down'}"
    return picker.move(f"cube {face}{way}", use(f"face-{turned}"), key=key, label=label, css="pasha-turn")


def _no_turn() -> str:
    """6 and 1 are not neighbours (P12)."""
    return '<span class="pasha-turn"></span>'


def _cubes(position: Position, picker: Picker) -> str:
    """The cubes of whose turn it is, and what they are for."""
    number = position.actor.cubes
    icons = use("cube") * min(number, 12)
    said = ngettext("{number} cube", "{number} cubes", number) if number else _("No cubes left")
    button = ""
    if position.is_deciding:
        body = f"{use('cube')}<span>{escape(_('Reroll for a cube'))}</span>"
        label = _("Reroll for a cube the dice that are not kept")
        button = picker.part(CUBE, body, key="do-cube", label=label, css="pasha-action pasha-cube-roll")
    worth = f"<small>{escape(_('1 turns a die by one'))}</small>" if position.is_deciding and number else ""
    line = f'<p><span class="pasha-icons">{icons}</span> <b>{escape(said)}</b> {worth}</p>'
    return f'<div class="pasha-purse">{line}{button}</div>'


def _actions(position: Position, picker: Picker) -> str:
    """Rolling, the lamp, and marking."""
    return (
        f'<div class="pasha-actions">{_roll(position, picker)}{_lamp(position, picker)}{_marks(position, picker)}</div>'
    )


def _roll(position: Position, picker: Picker) -> Markup:
    """Rolls the dice that are not kept; the style sheet shows the words that fit the dice touched."""
    left = ngettext("{number} roll left", "{number} rolls left", position.rolls_left)
    dots = "".join("<i></i>" if roll < position.rolls_left else "<s></s>" for roll in range(_most(position)))
    said = {"none": _("all dice"), "some": _("the others"), "all": _("all are kept")}
    if not position.rolls_left:
        said = dict.fromkeys(said, _("no rolls left"))
    cases = "".join(f' data-{case}="{escape(phrase)}"' for case, phrase in said.items())
    title = f'<b>{escape(_("Roll"))} <span class="pasha-dots">{dots}</span></b>'
    body = f"{use('again')}<span>{title}<small{cases}></small></span>"
    label = _("Roll the dice that are not kept; {left}", left=left)
    return picker.part(ROLL, body, key="do-roll", label=label, css="pasha-action pasha-roll")


def _most(position: Position) -> int:
    """How many rerolls the dots show: those of a usual turn, or those that are left."""
    return max(int(position.edition.data["rolls"]) - 1, position.rolls_left)


def _lamp(position: Position, picker: Picker) -> Markup | str:
    """Only in a turn whose card is the lamp (P13)."""
    if not position.has_lamp:
        return ""
    body = f"{use('lamp')}<span><b>{escape(_('Lamp'))}</b> <small>{escape(_('begin your rolls again'))}</small></span>"
    label = _("Lamp: begin your rolls again")
    return picker.move("lamp", body, key="do-lamp", label=label, css="pasha-action pasha-use-lamp")


def _marks(position: Position, picker: Picker) -> str:
    """What marking would mark; with two pairs one button for each column (P14)."""
    buttons = []
    for place, (move, field) in enumerate(position.targets.items(), 1):
        said = words.result(field)
        body = f"{sign(position.turn_of)}<span><b>{escape(_('Mark'))}</b> <small>{escape(said)}</small></span>"
        label = _("Mark: {result}", result=said)
        buttons.append(picker.move(move, body, key=f"do-mark-{place}", label=label, css="pasha-action pasha-marking"))
    return "".join(buttons)
