"""Pictures for the rules page, drawn by the table from moments of one game, and a moment that answers when touched."""

from functools import cache

from markupsafe import Markup

from serai.core import game as games
from serai.core.match import Match
from serai.core.page.pictures import Example, Picture, Teller, listed, without_keys
from serai.core.page.scene import Picker, Scene
from serai.core.records.randomness import StreamSeed
from serai.core.words.language import gettext as _
from serai.core.words.language import later
from serai.games.asara.page import players, screen
from serai.games.asara.page.answers import answers
from serai.games.asara.page.board import Board
from serai.games.asara.page.drawing import drawn
from serai.games.asara.page.figures import CARD
from serai.games.asara.page.pieces import icon
from serai.games.asara.page.position import Position
from serai.games.asara.page.towers import looked_at
from serai.games.asara.rules.state import BANK, BUYERS, CIRCLE, HOUSE, LIT, LIT_HOUSE, TENT, TOP
from serai.games.asara.words import names as words

NAMES = (later("Tina"), later("Wolfgang"), later("Philipp"))
SEED = 16
MOVES = """\
place blue bank.12; place orange base; buy brown; place orange top; buy brown; place yellow spies.3; spy top; buy brown;
place yellow spies.5; spy top; buy brown*; place blue bank.10; place purple+green top; buy green; place orange base;
buy brown; place blue tent.1; place yellow+purple base; buy green*; place blue bank.8; place orange base; buy white;
place blue tent.3; place orange top; buy white; place yellow+green top; buy red; place green middle; buy brown;
place yellow favour; place purple window; buy brown; place green circle.2; found green* green; place blue+orange middle;
buy brown*; place blue bank.6; place purple house; place purple house; place purple house; place blue base; buy white*;
place green spies.3; spy base; buy brown*; place yellow top; buy black; place blue+blue top; buy white*;
place green spies.5; spy base; buy red*; place blue base; buy black*; place blue bank.12; place orange tent.1;
place yellow top; buy red; place yellow top; buy red; place orange tent.3; place purple middle; buy black*;
place blue base; buy red; place orange window; buy red; place orange window; buy black*; place orange circle.7;
found brown brown*; found red red; found white* white*; add middle brown* to 1; place orange tent.5; place yellow house;
place green house; place yellow house; place purple+purple circle.4; found black* black; add middle black* to 2;
add window black* to 2; place orange circle.5; found brown* brown; found red* red; add window brown to 1;
place yellow lit; look 3; keep brown; under white green; place green+green circle.1; light brown to 1"""
START, SPYING, PAIRED, SHORT_OF_MONEY, MIDDLE_OF_YEAR = 0, 44, 49, 54, 82  # moments, by the moves made before
KEEPING, ORDERING, LIGHTED = 88, 89, 92
OTHERWISE = """\
place orange circle.5; found brown brown*; found white* white*; add middle brown* to 1; place orange tent.1;
place yellow top; buy red"""  # how it might have gone on from SHORT_OF_MONEY


def rule_pictures() -> dict[str, list[Picture]]:
    """Each rule's pictures."""
    return {
        "A1": [_pieces()],
        "A2": [_buyers()],
        "A8": [_plaza()],
        "A10": [
            _market(
                PAIRED,
                _("A yellow buyer came first, so this market is yellow this year; then two cards were laid face down."),
                is_printed=True,
            )
        ],
        "A13": [_market(START, _("A market: its spaces, the pieces on display with their prices, and the stack."))],
        "A14": [_circle()],
        "A15": [_towers()],
        "A17": [_money_houses()],
        "A19": [_spied()],
        "A21": [_house(PAIRED, TENT, _("The prices of the tent, and how many cards are left in the draw pile."))],
        "A22": [
            _house(KEEPING, LIT_HOUSE, _("Three lit windows are being looked at; one of them is kept."), seat=1),
            _house(
                ORDERING, LIT_HOUSE, _("The other two go under the stack, in an order of the player's choice."), seat=1
            ),
        ],
        "A23": [_lit_tower()],
        "A26": [_final()],
        "A33": [_screen()],
    }


def rule_examples() -> dict[str, Example]:
    """A board in the middle of a year, asked what may be placed where by a player with little money."""
    match = asked()
    seat = match.to_act
    scene = seen(match, seat)
    position = Position(scene)
    teller = Teller(scene, answers(match, position, seat))
    drawing = _table(Board(position, teller, ()).plaza() + screen.hand(position, teller, seat, ()))
    told = _(
        "It is {name}'s turn, in the second year, with this hand and {money} Asari.",
        name=_(NAMES[seat]),
        money=position.money(seat),
    )
    return {"A11": Example(drawing, _("Try it: where may a buyer go?"), told, teller.by_key())}


@cache
def played(moves: int) -> Match:
    """The game after so many moves."""
    return _after(_moves(MOVES)[:moves])


@cache
def asked() -> Match:
    """The example's game: in some markets its player can't pay for anything (A11)."""
    return _after(_moves(MOVES)[:SHORT_OF_MONEY] + _moves(OTHERWISE))


def _moves(text: str) -> list[str]:
    return text.replace("\n", " ").split("; ")


def _after(moves: list[str]) -> Match:
    """The game after these moves."""
    game = games.load("asara")
    match = Match(game, game.read_edition(), game.options(3, expert=True), StreamSeed(SEED))
    for move in moves:
        match.play(move)
    return match


def moment(moves: int, seat: int | None = None) -> Scene:
    """The game after so many moves as a seat sees it, or those who watch."""
    return seen(played(moves), seat)


def seen(match: Match, seat: int | None) -> Scene:
    """A game as a seat sees it, or those who watch."""
    return Scene(match.view(seat)[0], match.edition, [_(name) for name in NAMES], seat)


def _table(drawing: str) -> Markup:
    """What the table's style sheets know how to show."""
    return without_keys(f'<div class="asara"><div class="a-table">{drawing}</div></div>')


def _board(moves: int, seat: int | None = None) -> Board:
    scene = moment(moves, seat)
    return Board(Position(scene), Picker(scene), ())


def _pieces() -> Picture:
    """Every kind in every colour, and each once with gold."""
    rows = [
        listed(*(icon(kind, 2 * colour + (kind == colour % 4 and kind != LIT)) for colour in range(5)), css="a-row-of")
        for kind in range(5)
    ]
    caption = _("From above: bases, middles, windows, tops and, for experts, lit windows; some of them with gold.")
    return Picture(_table("".join(rows)), _("Tower pieces"), caption, is_printed=True)


def _buyers() -> Picture:
    cards = [drawn(name, *CARD, "a-small-card") for name in (*(f"card-{buyer}" for buyer in BUYERS), "back")]
    caption = _("A buyer of each colour, and the back that all of them share.")
    return Picture(_table(listed(*cards, css="a-row-of")), _("Buyer cards"), caption)


def _market(moves: int, caption: str, *, is_printed: bool = False) -> Picture:
    return Picture(_table(_board(moves).market(TOP)), words.area(TOP), caption, is_printed=is_printed)


def _plaza() -> Picture:
    caption = _("The board of the expert game, ready: four markets, the builders' circle and six houses.")
    return Picture(_table(_board(START).plaza()), _("The board"), caption, is_wide=True)


def _circle() -> Picture:
    caption = _("4 and 7 are taken. So who wants to build 4 pieces goes to 5, pays 5 and builds 4 or 5.")
    return Picture(_table(_board(MIDDLE_OF_YEAR).circle()), words.area(CIRCLE), caption, is_printed=True)


def _towers() -> Picture:
    """The kinds of piece that a tower is made of, and towers of three players."""
    standing = Position(moment(LIGHTED)).towers
    shown = [looked_at(seat, tower) for seat in (2, 1, 0) for tower in standing[seat]][1:5]
    caption = _("A base below, a top above, middles and windows between them; the number is the height.")
    return Picture(
        _table(f'<div class="a-ground a-large">{"".join(shown)}</div>'), _("Towers"), caption, is_printed=True
    )


def _lit_tower() -> Picture:
    tower = next(tower for tower in Position(moment(LIGHTED)).towers[1] if sum(tower.lit))
    caption = _("The window of this tower is lit; the tower is as high as before.")
    return Picture(_table(f'<div class="a-ground a-large">{looked_at(1, tower)}</div>'), _("A lit window"), caption)


def _house(moves: int, area: int, caption: str, seat: int | None = None) -> Picture:
    return Picture(_table(_board(moves, seat).house(area)), words.area(area), caption)


def _money_houses() -> Picture:
    board = _board(MIDDLE_OF_YEAR)
    caption = _("In the bank the best space is taken; the coloured house has room for any number of cards.")
    return Picture(_table(board.house(BANK) + board.house(HOUSE)), words.area(BANK), caption)


def _spied() -> Picture:
    """The stack's drawer, as the spy's owner sees it."""
    match = played(SPYING)
    kind = int(match.games[0].spied)
    caption = _("{name} has paid, looks through this stack and may buy one piece of it.", name=_(NAMES[match.to_act]))
    return Picture(_table(_board(SPYING, match.to_act).market(kind)), _(words.SPIED[kind]), caption)


def _final() -> Picture:
    position = Position(moment(LIGHTED))
    caption = _("What is scored at the end, and who would score it as the towers of this game stand.")
    return Picture(_table(players.final(position)), _("Final scoring"), caption, is_wide=True)


def _screen() -> Picture:
    scene = moment(MIDDLE_OF_YEAR, 1)
    position, picker = Position(scene), Picker(scene)
    shown = screen.hand(position, picker, 1, ()) + screen.pieces(position, picker, 1, ())
    caption = _("Hand, money and pieces of {name}: nobody else sees them.", name=_(NAMES[1]))
    return Picture(_table(shown), _("Behind your screen"), caption)
