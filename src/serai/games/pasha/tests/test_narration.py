"""Events, what each seat may see of them, and their words (P7, P10-P19, P21)."""

from collections import Counter
from itertools import pairwise

from serai.core.records.record import Event
from serai.games.pasha.rules.state import PLAY
from serai.games.pasha.tests.table import PASHA, STANDARD, Table, edition_with, started_by
from serai.games.pasha.words import narration

NAMES = ["Anna", "Bela", "Cleo", "Dora", "Emil"]


def told(table: Table) -> list[Event]:
    """All events of a random game, from the opening to the end."""
    opening: list[Event] = PASHA.words.opening(table.game, table.edition)
    table.play_randomly()
    return opening + table.events


def test_the_opening_tells_first_player_packs_round_and_tile() -> None:
    """P7, P9, P10"""
    table = started_by(2, 3)
    events = PASHA.words.opening(table.game, STANDARD)
    assert [event["type"] for event in events] == ["start", "packs", "packs", "packs", "round", "bonus"]
    assert [event["seat"] for event in events[:4]] == [2, 2, 0, 1]
    assert all(sorted(event["cards"]) == [-1, -1, -1, 1, 2, 3, 4, 5, 7] for event in events[1:4])
    assert set(events[5]["tile"]) == {"set", "face", "reward", "amount"}


def test_each_move_is_followed_by_its_roll_or_disc_and_turned_dice_by_neither() -> None:
    """P11-P14"""
    events = told(Table(4))
    for event, after in pairwise(events):
        if event["type"] == "move":
            is_turn = event["move"][-1] in "+-"
            expected = "disc" if "mark" in event["move"] else "move" if is_turn else "roll"
            assert after["type"] == expected


def test_the_events_of_a_game_come_in_order() -> None:
    """P10-P19"""
    types = [event["type"] for event in told(Table(3, 5))]
    assert Counter(types)["round"] == Counter(types)["bonus"] == 9
    assert Counter(types)["disc"] == 27
    assert types[-1] == "end"
    assert types.index("score") > max(place for place, type_ in enumerate(types) if type_ in ("win", "tile", "move"))


def test_cards_and_tiles_in_events_are_those_that_change_hands() -> None:
    """P16, P17"""
    for seed in range(10):
        table = Table(4, seed)
        opening = PASHA.words.opening(table.game, STANDARD)
        piles: list[Counter[int]] = [Counter() for _ in range(4)]
        table.play_randomly(seed=seed)
        for event in opening + table.events:
            if event["type"] == "win":
                piles[event["seat"]].update(event["cards"])
            if event["type"] == "tile" and event["tile"]["reward"] == "discard":
                del piles[event["seat"]][-1]
        assert [sorted(pile.elements()) for pile in piles] == [table.won(seat) for seat in range(4)]


def test_negative_cards_are_won_last_and_empty_wins_are_not_told() -> None:
    """P16"""
    for event, after in pairwise(told(Table(5, 2))):
        if event["type"] == "win":
            assert event["cards"]
            if event["cards"][0] < 0:
                assert after["type"] != "win"


def test_others_see_only_that_a_seat_has_packs() -> None:
    """P21"""
    event = {"type": "packs", "seat": 1, "cards": [-1, 1, 2, 3, 4, 5, -1, -1, 7]}
    for viewer in (0, 2, None):
        assert PASHA.words.visible_to(event, viewer, STANDARD) == [{"type": "packs", "seat": 1}]
    assert PASHA.words.visible_to(event, 1, STANDARD) == [{"type": "packs", "seat": 1, "cards": [-1, 1, 2]}]


def test_a_seat_sees_the_next_pack_when_it_takes_it_and_nobody_else_does() -> None:
    """P11, P21"""
    table = Table(2, 8)
    seat = table.to_act
    second = narration.packs_of(table.game, STANDARD, seat)[1]
    while len(table.hand(seat)) > 1 or table.to_act != seat or table.game.phase != PLAY:
        table.play_randomly(1)
    before, move = table.games.copy(), table.legal_moves()[0]
    table.apply(move)
    private = PASHA.words.private_events(before[0], move, table.game, STANDARD)
    assert private == [(seat, {"type": "pack", "seat": seat, "cards": second})]
    assert PASHA.words.visible_to(private[0][1], 1 - seat, STANDARD) == [{"type": "pack", "seat": seat}]
    assert not [event for event in table.events if event["type"] == "pack"]


def test_other_moves_have_no_private_events() -> None:
    """P21"""
    table = Table(2, 8)
    hand = table.hand(table.to_act)
    before = table.games.copy()
    table.play(f"play {hand[0]}")
    move = PASHA.words.parse_move(f"play {hand[0]}", STANDARD)
    assert PASHA.words.private_events(before[0], move, table.game, STANDARD) == []


def test_all_other_events_are_public() -> None:
    """P21"""
    for event in told(Table(3, 4)):
        if event["type"] != "packs":
            assert PASHA.words.visible_to(event, None, STANDARD) == [event]


def test_every_event_has_a_sentence_whole_or_filtered() -> None:
    """P21"""
    table = Table(5, 3, edition_with(own_cubes=8))
    for event in [*told(table), {"type": "pack", "seat": 0, "cards": [1, 2, 3]}]:
        for viewer in (0, None):
            for seen in PASHA.words.visible_to(event, viewer, table.edition):
                words = PASHA.words.sentence(seen, NAMES, table.edition)
                assert words.endswith(".") and "{" not in words
        assert PASHA.words.sentence(event, NAMES, table.edition).endswith(".")


def test_the_lamp_and_turned_dice_are_told_in_words() -> None:
    """P12, P13"""
    words = [
        PASHA.words.sentence({"type": "move", "seat": 1, "move": move}, NAMES, STANDARD)
        for move in ("lamp", "cube 3+", "cube 6-", "cube reroll 1 2", "mark 4")
    ]
    assert words == [
        "Bela uses the lamp and rolls all dice anew.",
        "Bela spends a cube to turn 3 into 4.",
        "Bela spends a cube to turn 6 into 5.",
        "Bela spends a cube to reroll 1 2.",
        "Bela marks the pair of 4.",
    ]


def test_the_position_is_the_same_for_the_same_table_and_holds_every_card() -> None:
    """P2"""
    table = Table(3, 6)
    table.play_randomly(50)
    position = PASHA.words.position(table.game, STANDARD)
    assert position == PASHA.words.position(table.games.copy()[0], STANDARD)
    cards = Counter(card for seat in position["seats"] for pile in (*seat["packs"], seat["won"]) for card in pile)
    cards.update(seat["played"] for seat in position["seats"] if seat["played"] is not None)
    assert cards[7] == cards[5] == 3
    assert cards[-1] <= 9
