"""The table's page: every move can be touched, nothing hidden is in it, and it says what the rules say."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from serai.core.page.scene import Parts, Scene
from serai.games.pasha import page
from serai.games.pasha.page.standing import standings, targets
from serai.games.pasha.rules.state import NOT_MARKED
from serai.games.pasha.tests.table import PASHA, STANDARD, Table, edition_with, put_tile, resampled, started_by

NAMES = ("Ann", "Bo & <b>", "Cem", "Dora", "Eli")
Attributes = dict[str, str | None]


class Elements(HTMLParser):
    """All elements of some markup, by their attributes."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[tuple[str, Attributes]] = []
        self.words: list[str] = []
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def buttons(self) -> list[Attributes]:
        return [attributes for tag, attributes in self.found if tag == "button"]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


def scene_of(table: Table, seat: int | None, chosen: Parts = (), held: str | None = None) -> Scene:
    """What a seat sees; its choices, if it is to act."""
    seen = table.view(table.players if seat is None else seat)[0]
    moves = table.legal() if seat == table.to_act and not table.is_over and not held else []
    return Scene(seen, table.edition, NAMES, seat, page.choices(seen, table.edition, moves), held, chosen)


def drawn(table: Table, seat: int | None, **more: Any) -> Elements:
    """The page of a seat."""
    return Elements(page.render(scene_of(table, seat, **more)))


def some_positions() -> Iterator[Table]:
    """Positions of random games with two to five players."""
    for players in range(2, 6):
        table = Table(players, seed=players)
        for decision in range(10_000):
            if table.is_over:
                break
            if decision % 20 == 0:
                yield table
            table.play_randomly(1, seed=decision)
        yield table


def is_open(button: Attributes) -> bool:
    return "data-open" in button and "disabled" not in button


def test_every_legal_move_can_be_touched() -> None:
    for table in some_positions():
        seat = table.to_act
        scene = scene_of(table, seat)
        buttons = [button for button in Elements(page.render(scene)).buttons if is_open(button)]
        moves = {button["value"] for button in buttons if button["name"] == "move"}
        parts = Counter(button["value"] for button in buttons if button["name"] == "part")
        for move, needed in scene.choices.items():
            assert move in moves or Counter(needed) <= parts, move


def test_what_is_touched_means_the_move() -> None:
    for table in some_positions():
        scene = scene_of(table, table.to_act)
        for move, parts in scene.choices.items():
            assert page.move_of(parts, scene.seen, scene.edition) == move
            assert page.move_of(parts[::-1], scene.seen, scene.edition) == move


def test_different_moves_are_touched_differently() -> None:
    for table in some_positions():
        choices = scene_of(table, table.to_act).choices
        assert len({tuple(sorted(parts)) for parts in choices.values()}) == len(choices)


def test_parts_that_are_no_move_mean_none() -> None:
    table = rolled(1, 2, 3, 4, 6)
    seen = table.view(0)[0]
    assert page.move_of([], seen, STANDARD) is None
    assert page.move_of(["die.1"], seen, STANDARD) is None
    assert page.move_of(["die.1", "die.2", "die.3", "die.4", "die.6", "do.roll"], seen, STANDARD) is None
    assert page.move_of(["do.roll"]) is None


def test_a_roll_that_is_not_allowed_is_still_a_move_to_ask_about() -> None:
    table = rolled(1, 2, 3, 4, 6)
    table.game.rolls_left = 0
    move = page.move_of(["die.1", "do.roll"], table.view(0)[0], STANDARD)
    assert move == "reroll 2 3 4 6"
    reason = table.reason(move)
    assert reason is not None
    assert reason.rule == "P11"


def test_all_dice_may_be_kept() -> None:
    table = rolled(2, 2, 5, 5, 6)
    chosen = ("die.2", "die.2", "die.5", "die.5")
    dice = [button for button in drawn(table, 0, chosen=chosen).buttons if button["value"] == "die.6"]
    assert all(is_open(die) for die in dice)


def test_touched_dice_are_shown_as_kept() -> None:
    buttons = drawn(rolled(2, 2, 5, 5, 6), 0, chosen=("die.5",)).buttons
    pressed = [button["id"] for button in buttons if button.get("aria-pressed") == "true"]
    assert pressed == ["die-3"]


def test_ids_are_unique() -> None:
    for table in some_positions():
        for seat in (*range(table.players), None):
            ids = [attributes["id"] for _, attributes in drawn(table, seat).found if "id" in attributes]
            assert len(ids) == len(set(ids))


def test_no_element_has_a_style() -> None:
    for table in some_positions():
        assert all("style" not in attributes for _, attributes in drawn(table, table.to_act).found)
    for markup in (page.sprite(), page.picture()):
        elements = Elements(markup).found
        assert all("style" not in attributes and tag != "style" for tag, attributes in elements)


def test_every_drawing_refers_to_a_symbol_that_is_there() -> None:
    there = {f"#{attributes['id']}" for tag, attributes in Elements(page.sprite()).found if tag == "symbol"}
    assert all(symbol.startswith("#pasha-") for symbol in there)
    for table in some_positions():
        used = {attributes["href"] for tag, attributes in drawn(table, table.to_act).found if tag == "use"}
        assert used <= there


def test_the_page_does_not_depend_on_what_is_hidden() -> None:
    """P21"""
    for table in some_positions():
        for seat in (*range(table.players), None):
            mine = page.render(scene_of(table, seat))
            other = Table(table.players, edition=table.edition)
            other.games[:] = resampled(table.view(table.players if seat is None else seat), table.edition, seed=5)
            assert page.render(scene_of(other, seat)) == mine


def test_who_watches_can_touch_nothing() -> None:
    for table in some_positions():
        for seat in (None, (table.to_act + 1) % table.players):
            assert all("disabled" in button for button in drawn(table, seat).buttons)


def test_once_nothing_is_hidden_all_hands_are_shown() -> None:
    table = started_by(0, 2)
    table.hold(1, 7, 7)
    seen = table.games[0]
    closed = Scene(table.view(2)[0], STANDARD, NAMES, None)
    opened = Scene(seen, STANDARD, NAMES, None, is_open=True)
    assert page.render(opened) != page.render(closed)
    assert "×2" in page.render(opened).split("panel-1")[1]


def test_names_are_escaped() -> None:
    assert "<b>&" not in page.render(scene_of(Table(5), 0))
    assert "Bo & <b>" in drawn(Table(5), 0).text


def rolled(*faces: int, players: int = 2, card: int = 3) -> Table:
    """Seat 0 begins, plays a card and has rolled these dice."""
    table = started_by(0, players)
    table.hold(0, card, 4)
    table.play(f"play {card}")
    table.show(*faces)
    return table


def test_the_mark_button_says_what_it_would_mark() -> None:
    """P14"""
    buttons = drawn(rolled(4, 4, 4, 6, 6), 0).buttons
    labels = {button["aria-label"] for button in buttons if button["value"] == "mark"}
    assert labels == {"Mark: full house in column 4"}
    assert {button["id"] for button in buttons if button["value"] == "mark"} == {"do-mark-1", "field-22"}


def test_with_two_pairs_either_column_can_be_marked() -> None:
    """P14"""
    buttons = drawn(rolled(2, 2, 5, 5, 6), 0).buttons
    marks = {button["value"]: button["aria-label"] for button in buttons if (button["value"] or "").startswith("mark")}
    assert marks == {"mark 2": "Mark: two pairs in column 2", "mark 5": "Mark: two pairs in column 5"}


def test_a_decision_that_is_held_is_the_only_one_on_the_board() -> None:
    table = rolled(2, 2, 5, 5, 6)
    assert targets(table.view(0)[0], STANDARD, "mark 2") == {"mark 2": 8}
    held = [attributes for _, attributes in drawn(table, 0, held="mark 2").found if "pasha-held" in str(attributes)]
    assert len(held) == 1


def test_without_a_combination_the_disc_goes_beside_the_board() -> None:
    """P14"""
    buttons = drawn(rolled(1, 2, 3, 4, 6), 0).buttons
    assert any(button["id"] == "field-0" for button in buttons)


def test_the_lamp_is_offered_once_all_rolls_are_used() -> None:
    """P13"""
    table = rolled(1, 2, 3, 4, 6, card=2)
    assert not any(is_open(button) for button in drawn(table, 0).buttons if button["value"] == "lamp")
    table.game.rolls_left = 0
    assert any(is_open(button) for button in drawn(table, 0).buttons if button["value"] == "lamp")


def test_the_live_ranking_is_what_the_round_brings() -> None:
    """P15-P17: what is foretold before the last mark is what its events then tell."""
    compared = 0
    for players in range(2, 6):
        table = Table(players, seed=20 + players)
        for decision in range(10_000):
            if table.is_over:
                break
            is_last = table.game.phase == 1 and sum(table.game.disc[:players] == NOT_MARKED) == 1
            marks = targets(table.game, table.edition) if is_last and decision % 3 == 0 else {}
            for move, field in marks.items():
                foretold = {prize.seat: prize for prize in standings(table.game, table.edition, field)}
                copy = Table(players)
                copy.games[:] = table.games
                events = copy.play(move)
                for seat in range(players):
                    won = [card for event in events if is_of(event, "win", seat) for card in event["cards"]]
                    tiles = [event["tile"] for event in events if is_of(event, "tile", seat)]
                    assert sorted(foretold[seat].cards) == sorted(won)
                    assert foretold[seat].tiles == tiles
                    compared += 1
            table.play_randomly(1, seed=decision)
    assert compared > 100


def is_of(event: dict[str, Any], kind: str, seat: int) -> bool:
    return event["type"] == kind and event["seat"] == seat


def test_the_viewer_reads_what_would_be_taken() -> None:
    """P16, P17"""
    table = rolled(3, 3, 3, 6, 6)
    put_tile(table, {"set": "A", "face": 5, "reward": "discard"})
    assert "You would take the 3." in drawn(table, 0).text
    put_tile(table, {"set": "A", "face": 3, "reward": "cubes", "amount": 2})
    assert "You would take: the 3, 2 white cubes." in drawn(table, 0).text


@pytest.mark.parametrize(
    ("change", "prompt"),
    [
        ({}, "Touch the dice you keep and roll the others (2 rolls left), or mark: pair in column 3."),
        ({"rolls_left": 0}, "No rolls left: change the dice with action cubes, or mark: pair in column 3."),
        ({"rolls_left": 0, "cubes": 0}, "No rolls and no cubes left: mark your result: pair in column 3."),
        ({"rolls_left": 0, "lamp": 1}, "No rolls left: use the lamp to begin again, or mark: pair in column 3."),
    ],
)
def test_the_prompt_says_what_can_be_done(change: dict[str, int], prompt: str) -> None:
    table = rolled(3, 3, 4, 5, 6)
    for field, value in change.items():
        table.game[field] = value
    assert page.prompt(scene_of(table, 0)) == prompt


def test_before_the_dice_a_card_is_to_be_played() -> None:
    table = started_by(0, 2)
    assert page.prompt(scene_of(table, 0)).startswith("Play a card")
    assert page.progress(scene_of(table, 0)) == "Round 1 of 9"
    cards = [button for button in drawn(table, 0).buttons if (button["value"] or "").startswith("play ")]
    assert len(cards) == 3
    assert all(is_open(card) for card in cards)


def test_other_editions_are_drawn_too() -> None:
    """P6: any cards, cubes, rolls and tiles."""
    odd = edition_with(
        cards=[-9, 1, 8, 30], pack_size=4, own_cubes=20, rolls=6, tiles=[], extra_roll_card=30, lamp_card=0
    )
    table = Table(2, edition=odd)
    for decision in range(10_000):
        if table.is_over:
            break
        scene = scene_of(table, table.to_act)
        assert page.render(scene)
        assert page.prompt(scene)
        table.play_randomly(1, seed=decision)
    assert "Final points" in drawn(table, 0).text


def test_a_late_page_of_five_is_small() -> None:
    table = Table(5, seed=3)
    largest = 0
    for decision in range(10_000):
        if table.is_over:
            break
        largest = max(largest, len(page.render(scene_of(table, table.to_act)).encode()))
        table.play_randomly(1, seed=decision)
    assert largest < 40_000


def test_every_style_sheet_is_there_and_needs_no_other_file() -> None:
    for name in page.STYLES:
        sheet = (PASHA.folder / "page" / name).read_text("utf-8")
        assert not re.search(r"@import|https?:|url\((?!\"/static/)", sheet)
