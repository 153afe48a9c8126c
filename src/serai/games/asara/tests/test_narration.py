"""Events to the letter, as the record holds them, and what each seat may see of them."""

import re
from typing import Any

import pytest

from serai.games.asara.rules.state import BUYERS, COLOURS
from serai.games.asara.tests.table import STANDARD, Events, Table, scaled
from serai.games.asara.words import narration

pytestmark = pytest.mark.three_modes

MARKETS = ("base", "middle", "window", "top")


def seen_by(seat: int | None, event: dict[str, Any]) -> Events:
    """The event as a seat may see it."""
    return narration.visible_to(event, seat, STANDARD)


def test_the_opening_is_start_money_year_deals_and_displays() -> None:
    """A5, A6, A7, AR7: money and deals from the first player on, displays in the order of the markets."""
    table = Table(3, starter=1)
    assert narration.opening(table.game, table.edition) == [
        {"type": "start", "seat": 1},
        {"type": "money", "seat": 1, "amount": 20, "why": "start"},
        {"type": "money", "seat": 2, "amount": 21, "why": "start"},
        {"type": "money", "seat": 0, "amount": 22, "why": "start"},
        {"type": "year", "number": 1},
        {"type": "deal", "seat": 1, "cards": table.hand_of(1)},
        {"type": "deal", "seat": 2, "cards": table.hand_of(2)},
        {"type": "deal", "seat": 0, "cards": table.hand_of(0)},
        {"type": "display", "market": "base", "pieces": table.display_of("base")},
        {"type": "display", "market": "middle", "pieces": table.display_of("middle")},
        {"type": "display", "market": "window", "pieces": table.display_of("window")},
        {"type": "display", "market": "top", "pieces": table.display_of("top")},
    ]


def test_cards_and_pieces_are_listed_in_the_order_of_their_names() -> None:
    """A7, A5"""
    table = Table()
    table.hand("orange", "blue", "green", "blue")
    table.display("base", "white*", "brown", "white", "brown*")
    events = narration.opening(table.game, table.edition)
    assert events[4] == {"type": "deal", "seat": 0, "cards": ["blue", "blue", "green", "orange"]}
    assert events[6] == {"type": "display", "market": "base", "pieces": ["brown", "brown*", "white", "white*"]}


@pytest.mark.parametrize("move", ["place blue bank.12", "place blue house", "place blue spies.3", "place blue favour"])
def test_a_plain_move_is_one_event(move: str) -> None:
    """A17, A18, A19, A20: money follows from the moves."""
    table = Table()
    table.hand("blue", "blue")
    assert table.tell(move) == [{"type": "move", "seat": 0, "move": move}]


def test_each_piece_built_is_followed_by_its_score() -> None:
    """A16: two for a new tower, else one; stopping scores nothing."""
    table = Table(expert=True)
    table.hand("blue", "blue")
    table.pieces("red base", "red* top", "red middle", "white lit", "red middle")
    table.tower("white base top window*")
    table.taken("circle.4")
    assert table.tell("place blue circle.5") == [{"type": "move", "seat": 0, "move": "place blue circle.5"}]
    for move, points in [("found red red*", 2), ("add middle red to 2", 1), ("light white to 1 *", 1)]:
        assert table.tell(move) == [
            {"type": "move", "seat": 0, "move": move},
            {"type": "score", "seat": 0, "points": points, "why": "built"},
        ]
    assert table.tell("done") == [{"type": "move", "seat": 0, "move": "done"}]


@pytest.mark.parametrize("payment", ["green", "blue+green"])
def test_the_tents_draw_follows_its_move(payment: str) -> None:
    """A21"""
    table = Table(expert=True)
    table.hand("blue", "blue", "green")
    table.taken("tent.3", buyer="green")
    table.pile("orange", "blue")
    assert table.tell(f"place {payment} tent.1") == [
        {"type": "move", "seat": 0, "move": f"place {payment} tent.1"},
        {"type": "draw", "seat": 0, "cards": ["blue", "orange"]},
    ]


def test_a_look_tells_the_windows_in_the_order_drawn() -> None:
    """A22"""
    table = Table(expert=True)
    table.hand("blue", "blue")
    table.stack("lit", "white")
    table.under(("red", 0), ("black", 1))
    table.play("place blue lit")
    assert table.tell("look 3") == [
        {"type": "move", "seat": 0, "move": "look 3"},
        {"type": "look", "seat": 0, "pieces": ["white", "red", "black"]},
    ]
    assert table.tell("keep red") == [{"type": "move", "seat": 0, "move": "keep red"}]
    assert table.tell("under black white") == [{"type": "move", "seat": 0, "move": "under black white"}]


def test_a_years_end_scores_every_seat_and_begins_the_next_year() -> None:
    """A24, A25, AR7: nonzero scores only, seat by seat; then money and deals from the starter on."""
    table = Table(3, expert=True)
    table.tower("red base* top window lit", seat=2)
    table.tower("white base top", seat=0)
    table.favour(2)
    table.display("base", *["red"] * 7)
    table.display("top", *["black"] * 6)
    table.stack("top", "white*")
    table.display("middle", "green")
    table.stack("middle", "red", "brown")
    table.stack("window")
    table.last_card()
    assert table.tell("place blue house") == [
        {"type": "move", "seat": 0, "move": "place blue house"},
        {"type": "score", "seat": 0, "points": 1, "why": "towers"},
        {"type": "score", "seat": 2, "points": 1, "why": "towers"},
        {"type": "score", "seat": 2, "points": 1, "why": "gold"},
        {"type": "score", "seat": 2, "points": 1, "why": "lit"},
        {"type": "score", "seat": 2, "points": 1, "why": "favour"},
        {"type": "year", "number": 2},
        {"type": "money", "seat": 2, "amount": 20, "why": "year"},
        {"type": "money", "seat": 0, "amount": 20, "why": "year"},
        {"type": "money", "seat": 1, "amount": 20, "why": "year"},
        {"type": "deal", "seat": 2, "cards": table.hand_of(2)},
        {"type": "deal", "seat": 0, "cards": table.hand_of(0)},
        {"type": "deal", "seat": 1, "cards": table.hand_of(1)},
        {"type": "display", "market": "middle", "pieces": ["brown", "red"]},
        {"type": "display", "market": "top", "pieces": ["white*"]},
    ]


def test_a_building_that_ends_the_year_scores_first_what_was_built() -> None:
    """A16, A24"""
    table = Table()
    table.pieces("red base", "red top")
    table.favour(1)
    table.last_card()
    table.play("place blue circle.2")
    assert table.tell("found red red")[:4] == [
        {"type": "move", "seat": 0, "move": "found red red"},
        {"type": "score", "seat": 0, "points": 2, "why": "built"},
        {"type": "score", "seat": 0, "points": 1, "why": "towers"},
        {"type": "score", "seat": 1, "points": 1, "why": "favour"},
    ]


@pytest.mark.parametrize("bought", ["red", "white"])
def test_a_piece_bought_from_a_stack_with_the_years_last_card_is_not_laid_out(bought: str) -> None:
    """A19, A25: what is newly laid out is what was left in the stack, and no more."""
    table = Table()
    for market in ("base", "middle", "window"):
        table.display(market, *["green"] * 8)
    table.display("top", *["black"] * 5)
    table.stack("top", "red", "white", "white")
    table.last_card()
    table.play("place blue spies.3", "spy top")
    left = ["red", "white", "white"]
    left.remove(bought)
    assert table.tell(f"buy {bought}")[-1] == {"type": "display", "market": "top", "pieces": left}


def test_a_piece_bought_at_a_market_with_the_years_last_card_is_not_laid_out_either() -> None:
    """A13, A25"""
    table = Table()
    for market in ("base", "middle", "window"):
        table.display(market, *["green"] * 8)
    table.display("top", *["black"] * 6, "red")
    table.stack("top", "white", "white")
    table.last_card()
    table.play("place blue top")
    assert table.tell("buy red")[-1] == {"type": "display", "market": "top", "pieces": ["white"]}


def test_the_last_years_end_scores_the_year_then_everything_else_and_ends() -> None:
    """A24, A26, A27, A28, A29"""
    table = Table()
    table.tower("red base top middle")
    table.tower("white base top*")
    table.tower("red base top", seat=1)
    table.money(30)
    table.money(9, seat=1)
    table.favour(1)
    table.last_card(4)
    assert table.tell("place blue house") == [
        {"type": "move", "seat": 0, "move": "place blue house"},
        {"type": "score", "seat": 0, "points": 2, "why": "towers"},
        {"type": "score", "seat": 0, "points": 1, "why": "gold"},
        {"type": "score", "seat": 1, "points": 1, "why": "towers"},
        {"type": "score", "seat": 1, "points": 1, "why": "favour"},
        {"type": "score", "seat": 0, "points": 8, "why": "red"},
        {"type": "score", "seat": 0, "points": 12, "why": "white"},
        {"type": "score", "seat": 0, "points": 8 + 2, "why": "highest"},
        {"type": "score", "seat": 0, "points": 12, "why": "most"},
        {"type": "score", "seat": 0, "points": 3, "why": "money"},
        {"type": "score", "seat": 1, "points": 4, "why": "red"},
        {"type": "score", "seat": 1, "points": 2, "why": "highest"},
        {"type": "score", "seat": 1, "points": 6, "why": "most"},
        {"type": "end"},
    ]


@pytest.mark.parametrize("expert", [False, True])
def test_the_scores_told_add_up_to_the_points(expert: bool) -> None:
    """A16, A24, A26, A27, A28, A29, A32: in random games."""
    for seed in range(scaled(12, 3)):
        table = Table(2 + seed % 3, expert=expert, seed=seed)
        told = [0] * table.players
        last: Events = []
        before, pending = table.games.copy(), -1
        for move in table.random_moves(seed):
            if pending >= 0:
                last = narration.narrate(before[0], pending, table.game, table.edition)
                add_scores(told, last)
            before, pending = table.games.copy(), move
        last = narration.narrate(before[0], pending, table.game, table.edition)
        add_scores(told, last)
        assert told == [table.prestige_of(seat) for seat in range(table.players)]
        assert last[-1] == {"type": "end"}


def add_scores(told: list[int], events: Events) -> None:
    """Add up what events say of points; none of them says zero."""
    for event in events:
        if event["type"] == "score":
            assert event["points"] > 0
            told[event["seat"]] += event["points"]


@pytest.mark.parametrize(
    ("move", "masked"),
    [
        ("place blue+green base", "place ?+? base"),
        ("place orange+orange circle.3", "place ?+? circle.3"),
        ("place blue house", "place ? house"),
        ("keep red", "keep ?"),
        ("keep red white", "keep ? ?"),
        ("under red white red", "under ? ? ?"),
    ],
)
def test_others_do_not_see_cards_laid_face_down_nor_windows_kept(move: str, masked: str) -> None:
    """A33, A10, A18, A22"""
    event = {"type": "move", "seat": 1, "move": move}
    assert seen_by(1, event) == [event]
    for other in (0, 2, None):
        assert seen_by(other, event) == [{"type": "move", "seat": 1, "move": masked}]


@pytest.mark.parametrize(
    "move",
    ["place blue base", "place blue bank.12", "buy black*", "spy top", "decline", "found red red*", "look 3", "done"],
)
def test_everyone_sees_what_happens_on_the_table(move: str) -> None:
    """A33, A19: a piece bought from a stack is shown to all."""
    event = {"type": "move", "seat": 1, "move": move}
    for viewer in (0, 1, 2, None):
        assert seen_by(viewer, event) == [event]


@pytest.mark.parametrize(
    ("event", "masked"),
    [
        ({"type": "deal", "seat": 1, "cards": ["blue", "green"]}, {"type": "deal", "seat": 1, "count": 2}),
        ({"type": "draw", "seat": 1, "cards": ["blue"]}, {"type": "draw", "seat": 1, "count": 1}),
        ({"type": "look", "seat": 1, "pieces": ["red", "red", "white"]}, {"type": "look", "seat": 1, "count": 3}),
    ],
)
def test_others_see_only_how_many_cards_are_dealt_or_drawn_and_windows_looked_at(
    event: dict[str, Any], masked: dict[str, Any]
) -> None:
    """A33"""
    assert seen_by(1, event) == [event]
    for other in (0, 2, None):
        assert seen_by(other, event) == [masked]


@pytest.mark.parametrize(
    "event",
    [
        {"type": "start", "seat": 1},
        {"type": "money", "seat": 1, "amount": 20, "why": "year"},
        {"type": "year", "number": 2},
        {"type": "display", "market": "base", "pieces": ["red", "white*"]},
        {"type": "score", "seat": 1, "points": 2, "why": "built"},
        {"type": "end"},
    ],
)
def test_everything_else_is_for_all(event: dict[str, Any]) -> None:
    """A33"""
    for viewer in (0, 1, 2, None):
        assert seen_by(viewer, event) == [event]


def test_masking_leaves_the_whole_event_as_it_was() -> None:
    """A33: the record goes on holding what was filtered."""
    event = {"type": "move", "seat": 1, "move": "place blue+green base"}
    seen_by(0, event)
    assert event["move"] == "place blue+green base"


def test_no_event_of_a_whole_game_tells_another_seat_a_hidden_card() -> None:
    """A33: filtered for seat 0, others' cards and windows are never named in hidden places."""
    table = Table(3, expert=True, seed=8)
    events = narration.opening(table.game, table.edition)
    before, pending = table.games.copy(), -1
    for move in table.random_moves(8):
        if pending >= 0:
            events += narration.narrate(before[0], pending, table.game, table.edition)
        before, pending = table.games.copy(), move
    filtered = [seen for event in events for seen in narration.visible_to(event, 0, table.edition)]
    assert len(filtered) == len(events)
    of_others = [event for event in filtered if event.get("seat") in (1, 2)]
    counted = [event for event in of_others if event["type"] in ("deal", "draw", "look")]
    assert counted and all(set(event) == {"type", "seat", "count"} for event in counted)
    texts = [event["move"] for event in of_others if event["type"] == "move"]
    secret = [text for text in texts if "+" in text or text.endswith("house") or text.startswith(("keep", "under"))]
    assert {text.split()[0] for text in secret} == {"place", "keep", "under"}
    assert all("?" in text and not set(re.split(r"[ +]", text)) & {*BUYERS, *COLOURS} for text in secret)


def test_a_position_in_the_records_names() -> None:
    """A33: the whole position, for the record's digest."""
    table = Table(2, expert=True)
    table.hand("green", "blue")
    table.hand("orange", seat=1)
    table.face_down("purple", seat=1)
    table.pile("yellow", "blue")
    table.pieces("red* base", "white lit")
    table.tower("red base* top middle window window* lit*")
    for market in MARKETS:
        table.display(market, "black", "brown*")
        table.stack(market, "white")
    table.stack("lit", "green")
    table.under(("red", 1))
    table.taken("bank.12", buyer="purple")
    table.taken("house")
    empty: dict[str, list[str]] = {kind: [] for kind in (*MARKETS, "lit")}
    tower = {"base": "red*", "top": "red", "middles": [1, 0], "windows": [1, 1], "lit": [0, 1]}
    assert narration.position(table.game, table.edition) == {
        "year": 1,
        "starter": 0,
        "favour": 0,
        "turn": 0,
        "over": False,
        "seats": [
            {
                "money": 20,
                "prestige": 0,
                "hand": ["blue", "green"],
                "face_down": [],
                "pieces": empty | {"base": ["red*"], "lit": ["white"]},
                "towers": [tower],
            },
            {"money": 21, "prestige": 0, "hand": ["orange"], "face_down": ["purple"], "pieces": empty, "towers": []},
        ],
        "displays": {market: ["brown*", "black"] for market in MARKETS},
        "stacks": {market: ["white"] for market in MARKETS} | {"lit": ["green"]},
        "under": ["red"],
        "pile": ["blue", "yellow"],
        "spaces": {"bank.12": ["purple"], "house": ["?"]},
    }
