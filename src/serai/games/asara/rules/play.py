"""Asara's rules in the order of play: whose decision it is, what may be done, and what it does.

Where a buyer may go is decided in `placing.py`, what can be built in `building.py`, why a move is refused in
`illegal.py`, points in `scoring.py`, the change of years in `years.py`.
"""

from serai.core.compiled import bag
from serai.core.compiled.jit import rule
from serai.core.compiled.rng import Stream, below
from serai.games.asara.rules import lit_house, moves, placing, scoring, towers, years
from serai.games.asara.rules.building import can_add_one, can_found, can_light, nth_tower
from serai.games.asara.rules.state import (
    BANK,
    BASE,
    BUILD,
    BUY,
    CIRCLE,
    FAVOUR,
    HOUSE,
    KEEP,
    LIT,
    LIT_HOUSE,
    LOOK,
    MIDDLE,
    OVER,
    PLACE,
    SPIES,
    SPY,
    SPY_BUY,
    TENT,
    TOP,
    UNDER,
    WINDOW,
    Game,
    Moves,
    Numbers,
    Rules,
)

RULES_VERSION = 2
EVERY_MOVE = moves.EVERY_MOVE
MOST_MOVES = 1024  # 42 spaces with 16 payments each, or 60 towers with 6 pieces each, and some more


@rule
def new(game: Game, edition: Rules, options: Numbers) -> None:
    """Set up a game for options: players, expert, open screens."""
    years.set_up(game, edition, options[0], options[1], options[2])


@rule
def to_act(game: Game) -> int:
    """The seat that decides now."""
    return game.turn_of


@rule
def is_over(game: Game) -> bool:
    """Whether the last year has been scored."""
    return game.phase == OVER


@rule
def scores(game: Game, edition: Rules, points: Numbers) -> None:
    """Each seat's prestige so far."""
    for seat in range(game.players):
        points[seat] = game.prestige[seat]


@rule
def winners(game: Game, edition: Rules) -> int:
    """The seats with most prestige, one bit each; a tie has several (A32)."""
    best = max_prestige(game)
    bits = 0
    for seat in range(game.players):
        if game.prestige[seat] == best:
            bits |= 1 << seat
    return bits


@rule
def max_prestige(game: Game) -> int:
    """The most prestige that a player has."""
    best = game.prestige[0]
    for seat in range(1, game.players):
        best = max(best, game.prestige[seat])
    return best


@rule
def legal(game: Game, edition: Rules, listed: Moves) -> int:
    """Write every legal move once; how many there are."""
    if game.phase == PLACE:
        return placing.list_placements(game, edition, game.turn_of, listed)
    return list_decisions(game, edition, game.turn_of, listed)


@rule
def random_move(game: Game, edition: Rules, stream: Stream, scratch: Moves) -> tuple[int, int]:
    """A legal move, each equally likely, and how many there are."""
    if game.phase == PLACE:
        return placing.random_placement(game, edition, game.turn_of, stream, scratch)
    number = list_decisions(game, edition, game.turn_of, scratch)
    return scratch[below(stream, number)], number


@rule
def list_decisions(game: Game, edition: Rules, seat: int, listed: Moves) -> int:
    """The legal moves inside an action."""
    if game.phase == BUY:
        return list_purchases(edition, game.display[game.space], game.money[seat], listed)
    if game.phase == BUILD:
        return list_building(game, seat, listed)
    if game.phase == SPY:
        return list_stacks(game, listed)
    if game.phase == SPY_BUY:
        return list_purchases(edition, game.stack[game.spied], game.money[seat], listed)
    if game.phase == LOOK:
        return lit_house.list_looks(game, edition, seat, listed)
    if game.phase == KEEP:
        return lit_house.list_keeps(game, listed)
    if game.phase == UNDER:
        return lit_house.list_orders(game, listed)
    return 0


@rule
def list_purchases(edition: Rules, offered: int, money: int, listed: Moves) -> int:
    """Each payable piece on offer, or none (A13, A19)."""
    kinds = bag.present(offered & placing.affordable(edition, money))
    number = 0
    for piece in range(10):
        if bag.count(kinds, piece):
            listed[number] = moves.BUYS + piece
            number += 1
    listed[number] = moves.DECLINE
    return number + 1


@rule
def list_stacks(game: Game, listed: Moves) -> int:
    """Each stack that is not empty (A19)."""
    number = 0
    for kind in range(4):
        if game.stack[kind] != 0:
            listed[number] = moves.SPIES_ON + kind
            number += 1
    return number


@rule
def list_building(game: Game, seat: int, listed: Moves) -> int:
    """New towers, pieces for standing ones, and stopping where that is allowed (A14, A15, A23)."""
    number = 0
    bases = bag.present(game.pieces[seat, BASE])
    tops = bag.present(game.pieces[seat, TOP])
    for colour in range(5):
        if bases >> 8 * colour & 255 and tops >> 8 * colour & 255 and can_found(game, seat, colour):
            number = list_foundings(bases, tops, colour, listed, number)
    if can_add_one(game, seat):
        number = list_additions(game, seat, listed, number)
    if game.built >= game.least_built:
        listed[number] = moves.DONE
        number += 1
    return number


@rule
def list_foundings(bases: int, tops: int, colour: int, listed: Moves, number: int) -> int:
    """Each base with each top of one colour (A15)."""
    for base in range(2 * colour, 2 * colour + 2):
        for top in range(2 * colour, 2 * colour + 2):
            if bag.count(bases, base) and bag.count(tops, top):
                listed[number] = moves.FOUNDS + base * 10 + top
                number += 1
    return number


@rule
def list_additions(game: Game, seat: int, listed: Moves, number: int) -> int:
    """Each middle, window and lit window into each tower of its colour (A15, A23)."""
    tower_number = 0
    for slot in range(game.tower_count):
        tower = game.towers[slot]
        if towers.owner(tower) == seat:
            for gold in range(2):
                piece = 2 * towers.colour(tower) + gold
                if bag.count(game.pieces[seat, MIDDLE], piece):
                    listed[number] = moves.ADDS + tower_number * 20 + piece
                    number += 1
                if bag.count(game.pieces[seat, WINDOW], piece):
                    listed[number] = moves.ADDS + tower_number * 20 + 10 + piece
                    number += 1
                if bag.count(game.pieces[seat, LIT], piece - gold) and can_light(game, slot, gold):
                    listed[number] = moves.LIGHTS + tower_number * 10 + piece
                    number += 1
            tower_number += 1
    return number


@rule
def apply(game: Game, edition: Rules, move: int) -> None:
    """Carry out a legal move and all that follows from it."""
    seat = game.turn_of
    if move < moves.BUYS:
        place(game, edition, seat, move // moves.PAYMENTS, move % moves.PAYMENTS)
    elif move < moves.DECLINE:
        buy(game, edition, seat, move - moves.BUYS)
        end_turn(game, edition)
    elif move == moves.DECLINE:
        end_turn(game, edition)
    elif move < moves.FOUNDS:
        game.spied = move - moves.SPIES_ON
        game.phase = SPY_BUY
    elif move < moves.ADDS:
        found(game, seat, (move - moves.FOUNDS) // 10, (move - moves.FOUNDS) % 10)
        end_building_when_full(game, edition)
    elif move < moves.LIGHTS:
        add(game, seat, (move - moves.ADDS) // 20, (move - moves.ADDS) % 20)
        end_building_when_full(game, edition)
    elif move < moves.DONE:
        light(game, seat, (move - moves.LIGHTS) // 10, (move - moves.LIGHTS) % 10)
        end_building_when_full(game, edition)
    elif move == moves.DONE:
        end_building(game, edition)
    elif move < moves.KEEPINGS:
        lit_house.look(game, edition, seat, move - moves.LOOKS)
    elif move < moves.UNDERS:
        lit_house.keep(game, seat, moves.kept_of(move - moves.KEEPINGS))
        if game.phase != UNDER:
            end_turn(game, edition)
    else:
        lit_house.put_under(game, seat, move - moves.UNDERS)
        end_turn(game, edition)


@rule
def place(game: Game, edition: Rules, seat: int, space: int, payment: int) -> None:
    """Lay the buyer or the pair on the space and begin its action (A9)."""
    area = moves.area_of(space)
    game.space = space
    game.taken[space] += 1
    if payment >= 5:
        lay_pair(game, seat, space, payment)
    elif area == HOUSE:
        lay_face_down(game, seat, payment)
    else:
        lay_buyer(game, edition, seat, area, payment)
    act(game, edition, seat, area)


@rule
def lay_buyer(game: Game, edition: Rules, seat: int, area: int, buyer: int) -> None:
    """A buyer lies face up; the first one sets the area's colour (A10), in some editions of two areas at once (A12)."""
    game.hand[seat, buyer] -= 1
    game.hand_size[seat] -= 1
    game.colour[area] = buyer
    if edition.favour_like_spies and area in (SPIES, FAVOUR):
        game.colour[SPIES] = buyer
        game.colour[FAVOUR] = buyer


@rule
def lay_pair(game: Game, seat: int, space: int, payment: int) -> None:
    """Two face-down buyers stand in for the area's colour (A10)."""
    first, second = moves.colours_of_pair(payment)
    lay_face_down(game, seat, first)
    lay_face_down(game, seat, second)
    game.pairs[space] += 1


@rule
def lay_face_down(game: Game, seat: int, buyer: int) -> None:
    """A card that nobody else sees (A10, A18)."""
    game.hand[seat, buyer] -= 1
    game.hand_size[seat] -= 1
    game.face_down[seat, buyer] += 1
    game.face_down_size[seat] += 1


@rule
def act(game: Game, edition: Rules, seat: int, area: int) -> None:
    """Carry out the area's action, or ask for its first decision; a market where nothing can be paid has none (A13)."""
    value = edition.value[game.space]
    if area < CIRCLE and placing.can_buy(game, edition, seat, area):
        game.phase = BUY
    elif area == CIRCLE:
        game.money[seat] -= value
        begin_building(game, edition)
    elif area == SPIES:
        game.money[seat] -= value
        game.phase = SPY
    elif area == LIT_HOUSE:
        game.phase = LOOK
    else:
        if area == BANK:
            game.money[seat] += value
        elif area == HOUSE:
            game.money[seat] += edition.house
        elif area == FAVOUR:
            game.favour_holder = seat
        elif area == TENT:
            game.money[seat] -= value
            years.draw_buyers(game, seat, edition.tent_draws)
        end_turn(game, edition)


@rule
def begin_building(game: Game, edition: Rules) -> None:
    """Exactly the space's number is built, or fewer where the spaces between are taken (A14)."""
    game.phase = BUILD
    game.built = 0
    game.most_built = edition.value[game.space]
    game.least_built = placing.least_allowed(game, edition, game.space)


@rule
def buy(game: Game, edition: Rules, seat: int, piece: int) -> None:
    """Pay the colour's price and take the piece behind the screen, from the display or the spied stack (A13, A19)."""
    game.money[seat] -= edition.price[piece // 2]
    if game.phase == SPY_BUY:
        game.stack[game.spied] -= bag.one(piece)
        game.pieces[seat, game.spied] += bag.one(piece)
    else:
        game.display[game.space] -= bag.one(piece)
        game.pieces[seat, game.space] += bag.one(piece)


@rule
def found(game: Game, seat: int, base: int, top: int) -> None:
    """A new tower of base and top (A15), two prestige (A16)."""
    game.pieces[seat, BASE] -= bag.one(base)
    game.pieces[seat, TOP] -= bag.one(top)
    game.towers[game.tower_count] = towers.found(seat, base // 2, base % 2, top % 2)
    game.tower_count += 1
    game.tower_number[seat, base // 2] += 1
    game.built += 2
    game.prestige[seat] += 2


@rule
def add(game: Game, seat: int, tower_number: int, what: int) -> None:
    """A middle or window into a standing tower (A15), one prestige (A16)."""
    slot = nth_tower(game, seat, tower_number)
    piece = what % 10
    if what < 10:
        game.pieces[seat, MIDDLE] -= bag.one(piece)
        game.towers[slot] = towers.add_middle(game.towers[slot], piece % 2)
    else:
        game.pieces[seat, WINDOW] -= bag.one(piece)
        game.towers[slot] = towers.add_window(game.towers[slot], piece % 2)
        game.fresh[slot, piece % 2] += 1
    game.built += 1
    game.prestige[seat] += 1


@rule
def light(game: Game, seat: int, tower_number: int, what: int) -> None:
    """A lit window on a dark one (A23), one prestige (A16)."""
    slot = nth_tower(game, seat, tower_number)
    game.pieces[seat, LIT] -= bag.one(what - what % 2)
    game.lit_held[seat] -= 1
    game.towers[slot] = towers.light(game.towers[slot], what % 2)
    game.built += 1
    game.prestige[seat] += 1


@rule
def end_building_when_full(game: Game, edition: Rules) -> None:
    """After the last allowed piece the action ends by itself (A14)."""
    if game.built == game.most_built:
        end_building(game, edition)


@rule
def end_building(game: Game, edition: Rules) -> None:
    """From now on this action's windows have stood before (A23)."""
    for slot in range(game.tower_count):
        game.fresh[slot, 0] = 0
        game.fresh[slot, 1] = 0
    game.built = 0
    game.most_built = 0
    game.least_built = 0
    end_turn(game, edition)


@rule
def end_turn(game: Game, edition: Rules) -> None:
    """The next player with a card; when there is none, the year ends (A9)."""
    game.phase = PLACE
    game.space = 0
    game.spied = 0
    for step in range(1, game.players + 1):
        seat = (game.turn_of + step) % game.players
        if game.hand_size[seat] > 0:
            game.turn_of = seat
            return
    end_year(game, edition)


@rule
def end_year(game: Game, edition: Rules) -> None:
    """Score; then a new year, or the final scoring after the last (A24-A29)."""
    scoring.score_year(game)
    if game.year == edition.years:
        scoring.score_end(game, edition)
        game.phase = OVER
        return
    game.year += 1
    for seat in range(game.players):
        game.money[seat] += edition.year_money
    years.begin_year(game, edition)
