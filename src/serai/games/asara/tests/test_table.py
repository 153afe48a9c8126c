"""The table on the page: every legal move can be touched, ids are unique, and nothing hidden is in the markup."""

import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

from serai.core.page.scene import InOrder, Parts, Scene
from serai.core.records.randomness import player_stream
from serai.games.asara import page
from serai.games.asara.rules.state import BUY, BUYERS, COLOURS, OPTIONS, PLACE
from serai.games.asara.tests.table import Table, bag_of, edition, scaled, tower_words
from serai.games.asara.words.json_view import PHASES

NAMES = ("Ann", "Bo", "Cy", "Di")
GAMES = scaled(6, 2)
BIG = edition(
    pieces_per_colour={"base": 12, "middle": 12, "window": 12, "top": 12, "lit": 12},
    circle=list(range(1, 13)),
    bank=[10, 10, 8, 6],
    display={"base": 12, "middle": 12, "window": 12, "top": 12},
)


class Buttons(HTMLParser):
    """The buttons and ids of some markup."""

    def __init__(self, markup: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.buttons: list[dict[str, str | None]] = []
        self.attributes: set[str] = set()
        self.uses: set[str] = set()
        self.feed(markup)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.attributes.update(found)
        if found.get("id"):
            self.ids.append(str(found["id"]))
        if tag == "button":
            self.buttons.append(found)
        if tag == "use":
            self.uses.add(str(found["href"]))

    def open(self) -> Counter[str]:
        """The values of the buttons that are lit: they can be chosen now."""
        return Counter(str(button["value"]) for button in self.buttons if "data-open" in button)

    def quiet(self) -> Counter[str]:
        """The values of the buttons that can be chosen now, too, but to which nothing invites."""
        return Counter(str(button["value"]) for button in self.buttons if "data-quiet" in button)

    def label(self, value: str) -> str:
        """What the first button with a value is called."""
        return next(str(button["aria-label"]) for button in self.buttons if button["value"] == value)

    def chosen(self) -> list[str]:
        """The values of the buttons that are chosen."""
        return [str(button["value"]) for button in self.buttons if button.get("aria-pressed") == "true"]


def scene(table: Table, seat: int | None = None, *, chosen: Parts = (), held: str | None = None) -> Scene:
    """What a seat sees, and may decide if it is its turn; None is who watches."""
    view = table.view(table.players if seat is None else seat)
    choices = {}
    if seat == table.game.turn_of and held is None and not table.is_over():
        choices = {table.name(move): page.parts(table.name(move)) for move in table.moves()}
    cautions = page.cautions(view.game, table.edition, list(choices))
    names = NAMES[: table.players]
    return Scene(view.game, table.edition, names, seat, choices, held, chosen, cautions=cautions)


def own_scene(table: Table, chosen: Parts = ()) -> Scene:
    """What the player sees whose turn it is."""
    return scene(table, int(table.game.turn_of), chosen=chosen)


def positions(seeds: int = GAMES) -> Iterator[Table]:
    """Positions of random games, basic and expert, of two to four players."""
    for seed in range(seeds):
        table = Table(2 + seed % 3, expert=seed % 2 == 1, seed=seed, starter=None, open_screens=seed % 5 == 4)
        for _ in table.random_moves(seed):
            yield table
        yield table


def touchable(table: Table) -> None:
    """Every legal move's parts have open buttons, enough of them, and mean that move."""
    decided = own_scene(table)
    shown = Buttons(page.render(decided))
    lit, open_ones = shown.open(), shown.open() + shown.quiet()
    for move, parts in decided.choices.items():
        assert meant(table, *parts) == move
        assert isinstance(parts, InOrder) or meant(table, *reversed(parts)) == move
        assert not Counter(parts) - open_ones, f"{move}: {parts} in {open_ones}"
        assert move in decided.cautions or not Counter(parts) - lit, f"{move}: {parts} in {lit}"
    buttons = {part for parts in decided.choices.values() for part in parts} | put_under(decided)
    assert set(open_ones) == buttons
    assert page.prompt(decided)


def meant(table: Table, *touched: str) -> str | None:
    """The move that things mean which the player has touched whose turn it is."""
    return page.move_of(touched, table.view(int(table.game.turn_of)).game, table.edition)


def put_under(decided: Scene) -> set[str]:
    """The move that puts windows under the stack as they lie, which has a button of its own (A22)."""
    seen = [COLOURS[colour] for colour in decided.seen.seen[: decided.seen.seen_count]]
    return {f"under {' '.join(seen)}"} if PHASES[decided.seen.phase] == "under" else set()


def test_every_legal_move_can_be_touched() -> None:
    phases = set()
    for number, table in enumerate(positions()):
        if not table.is_over() and (table.game.phase not in (PLACE, BUY) or number % scaled(9, 25) == 0):
            touchable(table)
            phases.add(PHASES[table.game.phase])
    assert phases >= {"place", "buy", "spy", "spy buy", "build", "look", "keep", "under"}


def test_a_move_is_gone_on_from_what_is_chosen() -> None:
    """With a card chosen only the spaces that it goes to are open, alone or with another, and those others (A10)."""
    table = Table()
    table.hand("blue", "green", "green")
    table.taken("bank.12", buyer="green")
    table.money(0)
    shown = Buttons(page.render(own_scene(table, chosen=("card.blue",))))
    assert shown.chosen() == ["card.blue"]
    banks = {"space.bank.10", "space.bank.8", "space.bank.6"}
    assert set(shown.open()) == {"card.blue", "card.green", "space.favour", "space.house", *banks}
    assert set(shown.quiet()) == {"space.base", "space.middle", "space.window", "space.top"}
    pair = Buttons(page.render(own_scene(table, chosen=("card.green", "card.green"))))
    assert pair.chosen() == ["card.green", "card.green"]
    assert set(pair.open()) == {"card.green", *banks}


def test_ids_are_unique_and_everything_drawn_is_in_the_sprite() -> None:
    symbols = {f"#{name}" for name in Buttons(page.sprite()).ids}
    assert all(name.startswith("#asara-") for name in symbols)
    for number, table in enumerate(positions(scaled(4, 2))):
        if number % 9:
            continue
        shown = Buttons(page.render(own_scene(table)))
        assert len(shown.ids) == len(set(shown.ids)), [key for key, number in Counter(shown.ids).items() if number > 1]
        assert shown.uses <= symbols
        assert "style" not in shown.attributes


def test_a_position_is_drawn_for_who_watches_and_after_the_end_with_nothing_to_touch() -> None:
    table = Table(4, expert=True, seed=11, starter=None)
    for _ in table.random_moves(11):
        pass
    assert table.is_over()
    for watched in (scene(table), scene(table, 2), Scene(table.game, table.edition, NAMES, None, is_open=True)):
        shown = Buttons(page.render(watched))
        assert shown.buttons and all("disabled" in button for button in shown.buttons)
        assert page.progress(watched) == "The game is over."


def secretly_other(table: Table, seat: int) -> Table:
    """The same game to the eye of a seat: others' cards, money and pieces, stacks and pile are different ones."""
    other = table.view(seat).resampled(player_stream(5))
    for each in range(other.players):
        if each != seat:
            other.money(int(other.game.money[each]) + 7, seat=each)
            other.game.pieces[each, :4] += bag_of([3, 3])
    for kind in range(4):
        size = sum(int(table.game.stack[kind]) >> 4 * piece & 15 for piece in range(10))
        other.game.stack[kind] = bag_of([9] * min(size, 15)) + bag_of([8] * max(size - 15, 0))
    return other


@pytest.mark.parametrize("expert", [False, True])
def test_what_is_hidden_from_a_seat_is_not_in_the_markup(expert: bool) -> None:
    """A33: two games that differ only in what the table does not show are the same page, byte for byte."""
    for seed in range(scaled(6, 1)):
        table = Table(2 + seed % 3, expert=expert, seed=seed, starter=None)
        for number, _ in enumerate(table.random_moves(seed, most=200)):
            if number % 23 or PHASES[table.game.phase] == "spy buy":
                continue
            for seat in range(table.players):
                other = secretly_other(table, seat)
                pages = [page.render(Scene(each.view(seat).game, each.edition, NAMES, seat)) for each in (table, other)]
                assert pages[0] == pages[1]
            other = secretly_other(table, table.players)
            views = [each.view(table.players).game for each in (table, other)]
            watched = [page.render(Scene(view, table.edition, NAMES, None)) for view in views]
            assert watched[0] == watched[1]


def test_only_the_spy_sees_into_the_stack_and_only_the_looker_the_windows() -> None:
    table = Table(2, expert=True)
    table.hand("blue", "blue")
    table.money(50)
    table.play("place blue spies.3", "spy top")
    assert "spied-top" in page.render(scene(table, 0))
    assert "spied-top" not in page.render(scene(table, 1)) + page.render(scene(table))
    table.play("decline")
    table.turn(0)
    table.play("place blue lit", "look 3")
    assert 'value="seen.' in page.render(scene(table, 0))
    assert 'value="seen.' not in page.render(scene(table, 1)) + page.render(scene(table))


def test_open_screens_and_replays_show_what_others_hold() -> None:
    """A33: the option draws money and pieces; hands are drawn only once nothing is hidden any more."""
    shown = []
    for is_open in (False, True):
        table = Table(2, open_screens=is_open)
        table.money(47, seat=1)
        table.pieces("white* top", seat=1)
        table.hand("purple", seat=1)
        table.hand("blue")
        shown.append(page.render(scene(table, 0)))
        assert "asara-card-purple" not in shown[-1]
    assert "47" not in shown[0] and "47" in shown[1]
    assert "Top, white, with gold" in shown[1]
    replayed = page.render(Scene(table.game, table.edition, NAMES[:2], None, is_open=True))
    assert "asara-card-purple" in replayed and "asara-card-blue" in replayed


CANT_PAY = "You can't pay for anything here: your buyer only takes the space."
NOTHING_HERE = "There is nothing on display here: your buyer only takes the space."


def test_a_market_where_nothing_can_be_paid_for_can_be_chosen_but_is_not_lit() -> None:
    """A11, A13: with 4 Asari a brown or green piece can be paid for, a red one can't."""
    table = Table()
    table.hand("blue", "green", "green")
    table.money(4)
    table.display("base", "red", "white*")
    table.display("middle", "red", "green")
    table.display("window")
    table.taken("top", "top", "top", buyer="green")
    table.display("top", "black")
    shown = Buttons(page.render(own_scene(table)))
    assert set(shown.quiet()) == {"space.base", "space.window", "space.top"}
    assert {"space.middle", "card.blue", "card.green"} <= set(shown.open())
    assert shown.label("space.base").endswith(f". {CANT_PAY}")
    assert shown.label("space.window").endswith(f". {NOTHING_HERE}")
    assert CANT_PAY not in shown.label("space.middle")
    cautions = own_scene(table).cautions
    assert cautions["place blue base"] == cautions["place green+green top"] == CANT_PAY
    assert cautions["place green window"] == NOTHING_HERE
    assert {move.split()[-1] for move in cautions} == {"base", "window", "top"}


def test_once_such_a_market_is_chosen_the_cards_that_go_there_are_lit() -> None:
    """A10, A11: what it means was said then, and somebody who goes on is not left in the dark."""
    table = Table()
    table.hand("blue", "green", "yellow")
    table.money(0)
    table.taken("top", buyer="green")
    before = Buttons(page.render(own_scene(table, chosen=("card.green",))))
    assert "space.top" in before.quiet() and "space.house" in before.open()
    shown = Buttons(page.render(own_scene(table, chosen=("space.top",))))
    assert shown.open() == Counter(["card.blue", "card.green", "card.yellow", "space.top"]) and not shown.quiet()


def test_no_stack_is_taken_for_a_market() -> None:
    """A19: `spy base` ends in the name of a market, and says nothing of what lies there."""
    table = Table()
    table.hand("blue")
    table.money(3)
    table.display("base")
    table.play("place blue spies.3")
    assert "spy base" in table.legal() and not own_scene(table).cautions


def ordering(*colours: str) -> Table:
    """Lit windows have been looked at, and all but the first kept one are to be put under the stack."""
    table = Table(2, expert=True)
    table.hand("blue", "blue")
    table.money(10)
    table.stack("lit")
    table.under(*((colour, 1) for colour in colours))
    table.play("place blue lit", f"look {len(colours)}")
    return table


def test_lit_windows_are_put_under_the_stack_in_the_order_in_which_they_are_touched() -> None:
    """A22: equal windows are not told apart."""
    table = ordering("white", "red", "black")
    table.play("keep white")
    moves = own_scene(table).choices
    assert moves == {
        "under red black": ("seen.red", "seen.black"),
        "under black red": ("seen.black", "seen.red"),
    }
    assert meant(table, "seen.black", "seen.red") == "under black red"
    begun = Buttons(page.render(own_scene(table, chosen=("seen.black",))))
    assert begun.chosen() == ["seen.black"] and set(begun.open()) == {"seen.black", "seen.red", "under red black"}
    assert [(button["value"], button.get("data-place")) for button in windows(begun)] == [
        ("seen.red", None),
        ("seen.black", "1"),
    ]
    assert begun.label("seen.black") == "Lit window, black: first to be drawn again"
    assert begun.label("seen.red") == "Lit window, red"


def windows(shown: Buttons) -> list[dict[str, str | None]]:
    """The buttons of the lit windows that are being looked at."""
    return [button for button in shown.buttons if str(button["value"]).startswith("seen.")]


def test_lit_windows_are_put_under_the_stack_as_they_lie_by_one_touch() -> None:
    """A22: drawn first, drawn again first; here two of four are equal."""
    table = ordering("green", "red", "black", "red", "white")
    table.play("keep green white")
    shown = Buttons(page.render(own_scene(table)))
    assert [button["value"] for button in windows(shown)] == ["seen.red", "seen.black", "seen.red"]
    assert shown.label("under red black red") == "Put them under like this: red, black, red"
    assert len(own_scene(table).choices) == 3 and "seen." not in page.render(scene(table, 1))
    table.play("under red black red")
    assert [colour for colour, _seat in table.under_the_stack()] == ["red", "black", "red"]


def test_a_held_order_shows_the_place_of_each_window() -> None:
    """A22: of equal windows the first that lies there is the first."""
    table = ordering("green", "red", "black", "red", "white")
    table.play("keep green white")
    shown = Buttons(page.render(scene(table, 0, held="under black red red")))
    assert [button["data-place"] for button in windows(shown)] == ["2", "1", "3"]
    assert shown.label("seen.black") == "Lit window, black: first to be drawn again"


def test_a_held_decision_is_marked_on_its_parts() -> None:
    table = Table()
    table.hand("blue", "blue", "green")
    table.taken("bank.12", buyer="green")
    shown = Buttons(page.render(scene(table, 0, held="place blue+blue bank.10")))
    held = [str(button["value"]) for button in shown.buttons if "is-held" in str(button["class"])]
    assert sorted(held) == ["card.blue", "card.blue", "space.bank.10"]


def test_windows_can_be_touched_only_while_they_can_be_lit() -> None:
    """A23: each kind of dark window that stood before the action is a part of its own."""
    table = Table(2, expert=True)
    table.hand("blue", "blue")
    table.tower("red base top window window* window")
    table.pieces("red lit", "red lit")
    assert "window." not in " ".join(Buttons(page.render(own_scene(table))).open())
    table.play("place blue circle.2")
    assert {"window.1", "window.1*", "piece.lit.red"} <= set(Buttons(page.render(own_scene(table))).open())
    table.play("light red to 1 *")
    shown = page.render(own_scene(table))
    assert "1 of 2 built" in shown
    assert "asara-window-red-gold" not in shown and "asara-lit-red" in shown
    assert "window.1*" not in Buttons(shown).open()


def test_building_fewer_is_offered_where_it_is_allowed() -> None:
    """A14: with spaces 1 and 2 taken, space 3 builds one to three."""
    table = Table()
    table.hand("blue")
    table.taken("circle.1", "circle.2")
    table.pieces("red base", "red top", "red middle")
    assert 'data-said="1–3"' in page.render(own_scene(table))
    table.play("place blue circle.3")
    assert "done" not in Buttons(page.render(own_scene(table))).open()
    table.play("found red red")
    shown = page.render(own_scene(table))
    assert "2 of 3 built" in shown
    assert "done" in Buttons(shown).open()


def test_a_tower_is_drawn_piece_by_piece_with_one_id_each() -> None:
    """A15: as many pieces as it has, and those that stood keep their ids when one is added."""
    table = Table()
    table.hand("blue")
    table.tower("black base* top middle window window* middle*")
    table.pieces("black window")
    before = re.findall(r'id="(t0-1\w+)"', page.render(own_scene(table)))
    assert len(before) == 6
    table.play("place blue circle.1", "add window black to 1")
    after = re.findall(r'id="(t0-1\w+)"', page.render(scene(table, 0)))
    assert set(before) < set(after) and len(after) == 7


def test_a_late_game_of_four_stays_small() -> None:
    """All pieces of the box are built: towers of every colour, eleven pieces at most, for each of four players."""
    table = Table(4, expert=True)
    for seat in range(4):
        for colour in COLOURS:
            table.tower(f"{colour} base* top* middle window window* lit", seat=seat)
        table.tower("white base top" + " middle" * 4 + " window" * 5, seat=seat)
        table.pieces("white lit", "red* base", "red base", "black top", "green window", seat=seat)
    table.hand(*BUYERS, *BUYERS)
    shown = page.render(own_scene(table))
    assert len(shown.encode()) < 60_000
    assert shown.count('class="a-height"') == 24


def test_names_and_words_are_escaped() -> None:
    table = Table()
    view = table.view(0).game
    shown = page.render(Scene(view, table.edition, ["<b>&\"'", "{x}"], 0))
    assert "<b>&\"'" not in shown
    assert "&lt;b&gt;&amp;" in shown and "{x}" in shown


def test_other_editions_are_drawn_too() -> None:
    """Twelve spaces in the circle, equal spaces as one button, towers of twenty-six pieces."""
    table = Table(2, edition=BIG)
    table.tower("red base top" + " middle" * 12 + " window" * 12)
    table.taken("bank.10")
    shown = page.render(own_scene(table))
    assert "a-of-12" in shown and "a-tall" in shown
    assert len([button for button in Buttons(shown).buttons if button["value"] == "space.bank.10"]) == 1
    touchable(table)


def test_what_can_not_be_a_move_means_none() -> None:
    for touched in (
        ("card.blue",),
        ("space.bank.12",),
        ("card.blue", "card.blue", "card.blue", "space.house"),
        ("space.bank.12", "space.bank.10"),
        ("piece.base.red", "tower.1"),
        ("piece.middle.red", "piece.middle.red"),
        ("piece.middle.red", "window.1"),
        ("card.blue", "tower.1"),
        ("nonsense.blue",),
        (),
    ):
        assert page.move_of(touched) is None, touched


def test_one_part_that_can_not_be_chosen_asks_about_the_likeliest_move() -> None:
    """Touching it says why not; what can be chosen means nothing yet."""
    table = Table()
    table.hand("green", "blue")
    table.taken("bank.12", buyer="blue")
    table.tower("red base top")
    table.pieces("white base")
    table.money(2)
    assert meant(table, "space.bank.12") == "place blue bank.12"
    assert table.why("place blue bank.12") == "SPACE_TAKEN"
    assert meant(table, "space.circle.7") == "place blue circle.7"
    assert meant(table, "space.tent.1") == "place blue tent.1"
    assert meant(table, "space.bank.10") is meant(table, "space.top") is meant(table, "card.blue") is None
    assert meant(table, "tower.1") == "add middle red to 1"
    assert meant(table, "piece.base.white") == "found white white"
    assert meant(table, "piece.top.white*") == "found white white*"
    assert meant(table, "piece.window.red") == "add window red to 1"
    assert meant(table, "piece.lit.red") == "light red to 1"
    assert meant(table, "card.blue", "space.bank.10") == "place blue bank.10"
    assert meant(table, "piece.base.red", "tower.1") is meant(table, "tower.7") is meant(table, "window.1") is None
    assert meant(table) is None


def test_every_reason_for_points_has_words() -> None:
    for name in ("built", "towers", "gold", "lit", "favour", *COLOURS, "highest", "most", "money", "years"):
        assert page.scoring_row(name)
    assert page.scoring_title([{"type": "year", "number": 3}]) == "Scoring of year 2"
    assert [page.option_name(name) for name in OPTIONS] and page.blurb()
    assert "<svg" in page.picture()


def test_the_words_of_a_tower_match_the_rules() -> None:
    """A24: what is said of gold and lit windows is what scores; a lit window hides the gold beneath it."""
    table = Table(2, expert=True)
    table.tower("green base* top window* window lit*")
    assert tower_words(int(table.game.towers[0])).startswith("green base*")
    shown = page.render(own_scene(table))
    assert "Tower 1, green, 4 high. Visible gold: 1. Lit windows: 1." in shown


@pytest.mark.parametrize("area", ["own", "spies"])
def test_the_favours_flag_is_that_of_the_spies_where_an_edition_says_so(area: str) -> None:
    """A12: then the favour takes that colour, or two cards, before anybody has gone there."""
    table = Table(2, edition=edition(favour_area=area))
    table.hand("blue", "green", "green", "green")
    table.hand("blue", seat=1)
    table.play("place blue spies.3", "spy base", "decline", "place blue house")
    shown = page.render(own_scene(table))
    assert shown.count("Colour of this year: blue") == (2 if area == "spies" else 1)
    table.play("place green+green favour" if area == "spies" else "place green favour")
    free = Buttons(page.render(scene(table, 0))).label("space.favour")
    said = "1 pair face down." if area == "spies" else "1 buyer here: green."
    assert free == f"Caliph's favour: take it and start the next year. Taken. {said}"


def test_an_edition_may_leave_areas_without_spaces() -> None:
    nowhere = dict.fromkeys(("base", "middle", "window", "top"), 0)
    bare = edition(market_spaces=nowhere, circle=[], spies=[], favour_spaces=0)
    table = Table(2, edition=bare)
    shown = Buttons(page.render(own_scene(table)))
    assert {value for value in shown.open() if value.startswith("space.")} == {
        "space.house",
        *(f"space.bank.{number}" for number in bare.data["bank"]),
    }
