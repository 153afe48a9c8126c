"""What a seat knows, and how what it does not know may lie (A33)."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from serai.core.records.randomness import player_stream
from serai.games.asara.rules.state import BUYERS, COLOURS, LIT, STATE
from serai.games.asara.tests.table import Table, cards, edition, scaled

pytestmark = pytest.mark.three_modes

CONCEALED = {"open", "hidden", "viewer", "hand", "face_down", "pile", "pieces", "stack", "under", "seen"}


def busy_table(players: int = 3) -> Table:
    """A position with something in every hidden place."""
    table = Table(players, expert=True)
    for seat in range(players):
        table.hand("blue", "green", seat=seat)
        table.face_down("orange", seat=seat)
        table.pieces("red* base", "white window", "red lit", "black lit", seat=seat)
    table.pile("yellow", "purple")
    table.stack("lit", "white", "white")
    table.under(("brown", 0), ("green", 1), ("green", 0))
    table.tower("red base top", seat=1)
    table.taken("bank.12", buyer="purple")
    return table


def test_a_seat_sees_its_own_hand_pieces_and_face_down_cards() -> None:
    """A33"""
    view = busy_table().view(1)
    assert view.hand_of(1) == ["blue", "green"]
    assert cards(view.game.face_down[1]) == ["orange"]
    assert view.pieces_of(1) == ["red* base", "white window", "red lit", "black lit"]


def test_of_the_other_seats_only_the_number_of_cards_is_known() -> None:
    """A33 ruling"""
    view = busy_table().view(1)
    for other in (0, 2):
        assert view.hand_of(other) == []
        assert cards(view.game.face_down[other]) == []
    assert view.game.hand_size.tolist() == [2, 2, 2, 0]
    assert view.game.face_down_size.tolist() == [1, 1, 1, 0]


def test_everyones_money_and_unbuilt_pieces_are_known_but_of_lit_windows_only_how_many() -> None:
    """A33 ruling"""
    table = busy_table()
    view = table.view(1)
    assert view.game.money.tolist() == table.game.money.tolist()
    assert view.pieces_of(0) == view.pieces_of(2) == ["red* base", "white window"]
    assert view.game.lit_held.tolist() == [2, 2, 2, 0]


def test_what_is_in_each_stack_is_known_and_the_stacks_have_no_order() -> None:
    """A33 ruling"""
    table = busy_table()
    view = table.view(1)
    for kind in ("base", "middle", "window", "top"):
        assert view.stack_of(kind) == table.stack_of(kind)


def test_the_pile_of_a_view_holds_every_buyer_whose_place_is_unknown() -> None:
    """A33 ruling: the draw pile with the others' hands and face-down cards; its true size is known."""
    view = busy_table().view(1)
    assert cards(view.game.pile) == ["blue", "blue", "yellow", "purple", "green", "green", "orange", "orange"]
    assert view.game.pile_size == 2


def test_the_lit_stack_of_a_view_holds_every_lit_window_whose_place_is_unknown() -> None:
    """A33 ruling"""
    view = busy_table().view(1)
    assert view.stack_of("lit") == ["brown", "green", "red", "red", "black", "black", "white", "white"]
    assert view.game.lit_unseen == 2


def test_the_table_is_open_to_all() -> None:
    """A33: displays, placed buyers, towers, prestige, favour and all numbers are as they are, for every viewer."""
    table = busy_table()
    for viewer in range(4):
        view = table.view(viewer)
        open_fields = [name for name in STATE.names or () if name not in CONCEALED]
        assert len(open_fields) > 20
        assert [view.games[name].tolist() for name in open_fields] == [
            table.games[name].tolist() for name in open_fields
        ]
        assert view.game.viewer == viewer


@pytest.mark.parametrize("viewer", [0, 1, 2, 3])
def test_no_view_holds_a_stream(viewer: int) -> None:
    """A33: what chance will bring is known to nobody."""
    view = busy_table().view(viewer)
    assert not view.game.open.any() and not view.game.hidden.any()


def test_a_spectator_knows_what_all_know_and_no_hand() -> None:
    """A33"""
    view = busy_table().view(3)
    for seat in range(3):
        assert view.hand_of(seat) == []
        assert view.pieces_of(seat) == ["red* base", "white window"]
        assert cards(view.game.face_down[seat]) == []
    assert [colour for colour, _ in view.under_the_stack()] == [None, None, None]


def test_face_down_cards_are_known_to_whom_laid_them_until_the_year_ends() -> None:
    """A33 ruling: pairs and cards in the coloured house."""
    table = Table()
    table.hand("blue", "green", "orange")
    table.taken("bank.12", buyer="purple")
    table.play("place green+orange bank.10")
    table.turn(0)
    table.play("place blue house")
    assert cards(table.view(0).game.face_down[0]) == ["blue", "green", "orange"]
    assert cards(table.view(1).game.face_down[0]) == []
    table.end_year()
    assert cards(table.view(0).game.face_down[0]) == []


def test_a_buyer_laid_face_up_is_known_to_all() -> None:
    """A33: the area's colour and which of its spaces have a pair."""
    table = Table()
    table.hand("blue", "green", "orange")
    table.play("place blue bank.12")
    table.turn(0)
    table.play("place green+orange bank.8")
    view = table.view(1)
    assert view.colour_of("bank") == "blue"
    assert view.buyers_on("bank.12") == view.buyers_on("bank.8") == 1
    assert view.game.pairs.sum() == 1


def looked_table() -> Table:
    """Seat 0 has looked at red, black and white, kept red, and put white and then black under the stack."""
    table = Table(3, expert=True)
    for seat in range(3):
        table.hand(*["blue"] * 3, seat=seat)
        table.money(100, seat=seat)
    table.stack("lit")
    table.under(("red", 2), ("black", 2), ("white", 2))
    table.play("place blue lit", "look 3", "keep red", "under white black")
    return table


def test_a_seat_knows_the_lit_windows_that_it_put_under_the_stack_and_their_places() -> None:
    """A33 ruling, A22: in the order that it chose."""
    table = looked_table()
    assert table.view(0).under_the_stack() == [("white", 0), ("black", 0)]
    assert table.view(1).under_the_stack() == [(None, 0), (None, 0)]
    assert table.view(3).under_the_stack() == [(None, 0), (None, 0)]


def test_who_put_a_lit_window_under_the_stack_is_known_to_everyone() -> None:
    """AR5, A33"""
    table = busy_table()
    for viewer in range(4):
        assert [seat for _, seat in table.view(viewer).under_the_stack()] == [0, 1, 0]


def test_a_window_under_the_stack_is_no_longer_known_once_another_seat_has_looked_at_it() -> None:
    """AR4, A33 ruling: already while the other is looking, and after it was put back."""
    table = looked_table()
    table.play("place blue lit", "look 3")
    assert table.view(0).seen() == [None, None]
    assert table.view(1).seen() == ["white", "black"]
    assert table.view(2).seen() == table.view(3).seen() == [None, None]
    assert table.view(0).stack_of("lit") == ["black", "white"]
    table.play("keep black")
    assert table.view(0).under_the_stack() == [(None, 1)]
    assert table.view(1).under_the_stack() == [("white", 1)]


def test_a_window_that_another_look_did_not_reach_stays_known() -> None:
    """AR4, A33 ruling: the place of what is left moves up."""
    table = Table(2, expert=True)
    table.hand("blue", seat=1)
    table.turn(1)
    table.stack("lit", "green")
    table.under(("red", 0), ("black", 0), ("white", 0), ("brown", 0))
    table.play("place blue lit", "look 3", "keep red", "under green black")
    assert table.view(0).under_the_stack() == [("white", 0), ("brown", 0), (None, 1), (None, 1)]


def test_nobody_else_knows_the_windows_whose_order_is_being_chosen() -> None:
    """A33, A22: neither which they are nor, later, in which order they went under; only how many."""
    table = Table(3, expert=True)
    table.hand("blue")
    table.stack("lit", "red", "black", "white", "green")
    table.play("place blue lit", "look 3")
    seen = [colour for colour in table.seen() if colour]
    table.play(f"keep {seen[0]}")
    assert table.view(0).seen() == seen[1:]
    for viewer in (1, 2, 3):
        view = table.view(viewer)
        assert view.seen() == [None, None] and view.stack_of("lit") == ["green", "red", "black", "white"]
        assert view.pieces_of(0) == [] and view.game.lit_held[0] == 1
    table.play(f"under {seen[2]} {seen[1]}")
    assert table.view(1).under_the_stack() == [(None, 0), (None, 0)]
    assert table.view(0).under_the_stack() == [(seen[2], 0), (seen[1], 0)]


def test_a_seat_that_looks_again_at_its_own_windows_still_knows_them() -> None:
    """A33 ruling, AR4"""
    table = looked_table()
    table.turn(0)
    table.play("place blue lit", "look 3", "keep white")
    assert table.view(0).under_the_stack() == [("black", 0)]


def test_the_player_who_looks_sees_the_windows_in_their_order_and_can_decide() -> None:
    """A33: a view suffices to know one's own legal moves."""
    table = busy_table()
    table.hand("blue")
    table.play("place blue lit", "look 5")
    view = table.view(0)
    assert view.seen() == table.seen()
    assert view.moves() == table.moves()


def test_open_screens_change_what_the_table_shows_and_nothing_that_a_seat_knows() -> None:
    """A33 ruling: the option is for drawing only; observations are the same but for the option itself."""
    closed, opened = Table(3, expert=True), Table(3, expert=True, open_screens=True)
    for table in (closed, opened):
        for _ in table.random_moves(5, most=40):
            pass
    for viewer in range(4):
        views = [table.view(viewer).games for table in (closed, opened)]
        differing = [name for name in STATE.names or () if views[0][name].tobytes() != views[1][name].tobytes()]
        assert differing == ["open_screens"]


def small_position() -> Table:
    """Five buyers and five lit windows whose places seat 0 can't know."""
    table = Table(2, expert=True)
    table.hand("orange")
    table.hand("blue", "yellow", seat=1)
    table.face_down("blue", seat=1)
    table.pile("purple", "green")
    table.pieces("white lit")
    table.pieces("red lit", seat=1)
    table.under(("red", 1), ("black", 0), ("white", 1))
    table.stack("lit", "black", "green")
    return table


def buyers_of(table: Table) -> tuple[str, ...]:
    """How the hidden buyers lie: the other's hand, face-down cards, pile."""
    return tuple(",".join(cards(part)) for part in (table.game.hand[1], table.game.face_down[1], table.game.pile))


def lit_of(table: Table) -> tuple[str, ...]:
    """How the hidden lit windows lie: the other's, those under the stack, those unseen."""
    held = [text.split()[0] for text in table.pieces_of(1) if text.endswith("lit")]
    under = [str(colour) for colour, _ in table.under_the_stack()]
    return ",".join(held), ",".join(under), ",".join(table.stack_of("lit"))


def in_order(names: tuple[str, ...], order: tuple[str, ...]) -> str:
    """Names joined, in the order of the rules' names."""
    return ",".join(sorted(names, key=order.index))


def every_deal_of_buyers() -> Counter[tuple[str, ...]]:
    """How often each way to lie comes up among all orders of the five buyers."""
    hidden = ("blue", "blue", "yellow", "purple", "green")
    return Counter((in_order(deal[:2], BUYERS), deal[2], in_order(deal[3:], BUYERS)) for deal in permutations(hidden))


def every_deal_of_lit_windows() -> Counter[tuple[str, ...]]:
    """How often each way to lie comes up among all orders of the five lit windows."""
    hidden = ("red", "red", "white", "black", "green")
    return Counter(
        (deal[0], f"{deal[1]},black,{deal[2]}", in_order(deal[3:], COLOURS)) for deal in permutations(hidden)
    )


@pytest.mark.parametrize(("read", "every"), [(buyers_of, every_deal_of_buyers), (lit_of, every_deal_of_lit_windows)])
def test_a_resampled_game_is_dealt_as_chance_would_have_dealt_it(
    read: Callable[[Table], tuple[str, ...]], every: Callable[[], Counter[tuple[str, ...]]]
) -> None:
    """A33: against all deals that fit the observation, none is left out and each is as frequent as it should be."""
    view, stream = small_position().view(0), player_stream(33)
    number = scaled(10_000, 1_500)
    found = Counter(read(view.resampled(stream)) for _ in range(number))
    deals = every()
    assert set(found) == set(deals)
    for deal, ways in deals.items():
        share = ways / deals.total()
        assert abs(found[deal] - number * share) < 5 * (number * share * (1 - share)) ** 0.5, deal


def test_three_players_hidden_hands_are_dealt_from_one_pile() -> None:
    """A33: in a tiny edition, all hands that the others may hold, each as often as it should come up."""
    tiny = edition(buyers={"blue": 2, "yellow": 1, "purple": 1, "green": 0, "orange": 0}, hand={"2": 1, "3": 1, "4": 1})
    table = Table(3, edition=tiny)
    rest = [buyer for buyer, count in zip(BUYERS, (2, 1, 1, 0, 0), strict=True) for _ in range(count)]
    rest.remove(table.hand_of(0)[0])
    deals = Counter(deal[:2] for deal in permutations(rest))
    view, stream, number = table.view(0), player_stream(34), scaled(6_000, 1_000)
    found: Counter[tuple[str, ...]] = Counter()
    for _ in range(number):
        game = view.resampled(stream)
        found[game.hand_of(1)[0], game.hand_of(2)[0]] += 1
    assert set(found) == set(deals)
    for deal, ways in deals.items():
        share = ways / deals.total()
        assert abs(found[deal] - number * share) < 5 * (number * share * (1 - share)) ** 0.5, deal


@pytest.mark.parametrize("viewer", [0, 3])
def test_over_a_thousand_resamples_every_hidden_thing_takes_each_value_it_can(viewer: int) -> None:
    """A33: each hidden card, lit window and place under the stack, for a seat and for a spectator."""
    table = busy_table()
    table.turn(1)
    table.hand("blue", "green", seat=1)
    table.play("place blue lit", "look 3")
    view, stream = table.view(viewer), player_stream(35)
    buyers = {buyer for buyer, count in zip(BUYERS, view.game.pile, strict=True) if count}
    windows = set(view.stack_of("lit"))
    taken: dict[str, set[str | None]] = {}
    words: set[int] = set()
    for _ in range(1000):
        game = view.resampled(stream)
        words.update(game.game.open.tolist() + game.game.hidden.tolist())
        for seat in {0, 1, 2} - {viewer}:
            taken.setdefault(f"hand of {seat}", set()).update(game.hand_of(seat))
            taken.setdefault(f"face down of {seat}", set()).update(cards(game.game.face_down[seat]))
            lit = [text.split()[0] for text in game.pieces_of(seat) if text.endswith("lit")]
            taken.setdefault(f"lit of {seat}", set()).update(lit)
        taken.setdefault("pile", set()).update(cards(game.game.pile))
        for place, (known, (colour, _)) in enumerate(zip(view.under_the_stack(), game.under_the_stack(), strict=True)):
            if known[0] is None:
                taken.setdefault(f"lit under {place}", set()).add(colour)
        for place, colour in enumerate(game.seen()):
            taken.setdefault(f"lit seen {place}", set()).add(colour)
    assert len(words) == 8 * 1000, "every resampled game has streams of its own"
    for what, values in taken.items():
        assert values == (windows if what.startswith("lit") else buyers), what


def test_a_resampled_game_looks_the_same_to_its_viewer_and_is_a_game() -> None:
    """A33: the view of it is the view it was made from, numbers fit, and nobody's view any more."""
    table, stream = busy_table(), player_stream(36)
    for viewer in range(4):
        view = table.view(viewer)
        game = view.resampled(stream)
        assert game.view(viewer).games.tobytes() == view.games.tobytes()
        assert game.game.viewer == -1
        assert game.game.hand.sum(axis=1).tolist() == game.game.hand_size.tolist()
        assert game.game.face_down.sum(axis=1).tolist() == game.game.face_down_size.tolist()
        assert game.game.pile.sum() == game.game.pile_size
        assert len(game.stack_of("lit")) == game.game.lit_unseen
        assert game.game.open.any() and game.game.hidden.any()
        assert [len(cards(game.game.hand[seat])) for seat in range(3)] == [2, 2, 2]
        assert all((game.game.pieces[seat, LIT] > 0) for seat in range(3))
