"""The viewer's hand, every player's things, and the round's ranking with the prizes that it would bring."""

from collections import Counter
from collections.abc import Sequence

from markupsafe import Markup, escape

from serai.core.page.scene import Picker
from serai.core.words.language import gettext as _
from serai.core.words.language import ngettext
from serai.games.pasha.page.art import ORDINARY, sign, use
from serai.games.pasha.page.board import tile
from serai.games.pasha.page.position import Player, Position
from serai.games.pasha.words import names as words

SORTS = {"extra": "again", "lamp": "lamp", "negative": "scorpion"}


def hand(position: Position, picker: Picker) -> str:
    """The viewer's cards, each a choice, and the packs that are still to come (P7)."""
    own = position.own
    if own is None:
        return ""
    values = own.packs[0] if own.packs else []
    cards = "".join(
        f"<li>{card(position, picker, value, values[:place].count(value))}</li>" for place, value in enumerate(values)
    )
    if not values:
        cards = f"<li>{escape(_('No cards left'))}</li>"
    title = f"<span>{escape(_('Your hand'))}</span>{_packs(len(own.unplayed) - len(values))}"
    return f'<section class="pasha-hand"><h2>{title}</h2><ul>{cards}</ul></section>'


def _packs(hidden: int) -> str:
    """How many cards lie in packs that are not taken yet."""
    if not hidden:
        return ""
    said = ngettext("{number} card still in packs", "{number} cards still in packs", hidden)
    return f'<span class="pasha-packs"><span class="pasha-back"></span>{escape(said)}</span>'


def card(position: Position, picker: Picker, value: int, copy: int) -> Markup:
    """A card of the hand; equal ones are told apart by their number."""
    sort = position.sort(value)
    note = words.card_note(sort)
    body = (
        f'<span class="pasha-value">{words.number(value)}</span> {use(motif(position, value))}'
        f'<span class="pasha-note">{escape(note)}</span>'
    )
    css = f"pasha-card pasha-{sort}" if sort else "pasha-card"
    return picker.move(f"play {value}", body, key=f"card-{value}-{copy}", label=words.play(value, sort), css=css)


def motif(position: Position, value: int) -> str:
    """A card's drawing: the Pasha's turban for the highest, what it does for a special one."""
    if sort := position.sort(value):
        return SORTS[sort]
    plain = [card for card in sorted(set(position.edition.data["cards"])) if not position.sort(card)]
    return "turban" if value == plain[-1] else ORDINARY[plain.index(value) % len(ORDINARY)]


def mini(position: Position, value: int, number: int = 1) -> str:
    """A small card, or several equal ones."""
    sort = position.sort(value)
    css = f"pasha-mini pasha-{sort}" if sort else "pasha-mini"
    times = f"<small>×{number}</small>" if number > 1 else ""
    return f'<b class="{css}">{words.number(value)}{times}</b>'


def minis(position: Position, values: Sequence[int]) -> str:
    """Small cards in a row, the highest first."""
    return "".join(mini(position, value, number) for value, number in sorted(Counter(values).items(), reverse=True))


def ranking(position: Position) -> str:
    """Who would take what if the round ended now (P15-P17)."""
    title = escape(_("If the round ended now"))
    lines = "".join(_line(position, place) for place in range(len(position.prizes)))
    said = f'<p class="pasha-mine">{escape(_mine(position))}</p>' if _mine(position) else ""
    ranked = {prize.seat for prize in position.prizes}
    waiting = [player.name for player in position.players if player.seat not in ranked]
    if not ranked:
        title = escape(_("The prizes of this round"))
        rule = _("The best dice take the highest card played, the next the next; the last take all negative cards.")
        said = f'<p class="pasha-to-come">{escape(rule)}</p>'
    elif waiting:
        said += f'<p class="pasha-to-come">{escape(_("Still to play: {names}", names=", ".join(waiting)))}</p>'
    return f'<section class="pasha-ranking"><h2>{title}</h2>{said}<ol>{lines}</ol></section>'


def _mine(position: Position) -> str:
    """What the viewer would take, in a sentence."""
    mine = [prize for prize in position.prizes if prize.seat == position.viewer]
    return words.taking(mine[0].cards, mine[0].tiles) if mine else ""


def _line(position: Position, place: int) -> str:
    prize = position.prizes[place]
    name = position.players[prize.seat].name
    taken = minis(position, prize.cards) + "".join(tile(found) for found in prize.tiles)
    css = ' class="pasha-own"' if prize.seat == position.viewer else ""
    return (
        f'<li{css}>{sign(prize.seat)}<span class="pasha-who"><b>{escape(name)}</b> '
        f"<small>{escape(words.result(prize.field))}</small></span>"
        f'<span class="pasha-taken">{taken or "–"}</span></li>'
    )


def final(position: Position) -> str:
    """Everybody's points at the end, and who has won (P19, P20)."""
    order = sorted(position.players, key=lambda player: (player.points, player.cubes), reverse=True)
    lines = "".join(_final_line(player) for player in order)
    return f'<section class="pasha-final"><h2>{escape(_("Final points"))}</h2><ol>{lines}</ol></section>'


def _final_line(player: Player) -> str:
    crown = use("turban", "pasha-crown") if player.is_winner else ""
    css = ' class="pasha-own"' if player.is_viewer else ""
    made_of = " · ".join(f"{_(words.WHY[why])} {words.number(points)}" for why, points in player.made_of if points)
    total = f'{crown}<span class="pasha-total">{words.number(player.points)}</span>'
    return (
        f'<li{css}>{sign(player.seat)}<span class="pasha-who"><b>{escape(player.name)}</b> '
        f"<small>{escape(made_of)}</small></span>{total}</li>"
    )


def players(position: Position) -> str:
    """Every seat's public things."""
    panels = "".join(_panel(position, player) for player in position.players)
    return f'<section class="pasha-players" aria-label="{escape(_("Players"))}">{panels}</section>'


def _panel(position: Position, player: Player) -> str:
    css = "pasha-panel pasha-to-act" if player.is_to_act else "pasha-panel"
    points = ngettext("{number} point", "{number} points", player.points)
    facts = [_fact(_("Cubes"), f"{use('cube')}<b>{player.cubes}</b>")]
    if player.played is not None:
        facts.append(_fact(_("Played"), _played(position, player.seat, player.played)))
    won = minis(position, player.won) + "".join(tile(found) for found in player.tiles)
    if won:
        facts.append(_fact(_("Won"), won, "pasha-wide"))
    if player.unplayed:
        facts.append(_fact(_("Left to play"), _left(position, player), "pasha-wide pasha-unplayed"))
    title = f"<h2>{sign(player.seat)}<span>{escape(player.name)}</span></h2>"
    return (
        f'<article class="{css}" id="panel-{player.seat}">{title}'
        f'<p class="pasha-points">{escape(points)}</p>{_badges(player)}<dl>{"".join(facts)}</dl></article>'
    )


def _played(position: Position, seat: int, value: int) -> str:
    """The card of this round; it has an id of its own, so that it is seen to come."""
    return mini(position, value).replace("<b ", f'<b id="played-{position.round}-{seat}" ', 1)


def _left(position: Position, player: Player) -> str:
    """The cards that all can remember to be left; once nothing is hidden any more, as they lie (P21)."""
    if player.packs and not player.is_viewer:
        return " · ".join(minis(position, pack) for pack in player.packs if pack) or "–"
    return minis(position, player.unplayed) or "–"


def _fact(name: str, body: str, css: str = "") -> str:
    return f'<div class="{css}"><dt>{escape(name)}</dt><dd>{body}</dd></div>'


def _badges(player: Player) -> str:
    """What is special about a seat now, in words."""
    said = [
        (player.is_winner, _("Winner")),
        (player.is_viewer, _("You")),
        (player.is_first, _("First player")),
        (player.is_to_act, _("To move")),
    ]
    found = "".join(f"<li>{escape(badge)}</li>" for is_so, badge in said if is_so)
    return f'<ul class="pasha-badges">{found}</ul>' if found else ""
