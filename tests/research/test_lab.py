"""The balance lab: changes of an edition, what is counted, what differs, and the page about it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from serai.arena.charts import format_number
from serai.arena.ratings import Estimate
from serai.bots.entrants import entrants_of
from serai.core import game as games
from serai.core.errors import BadEdition
from serai.core.game import Game
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed
from serai.lab import report as lab_report
from serai.lab.experiment import Lab, Pair, play, play_and_count
from serai.lab.figures import Figure, Figures, bot_figure, change_of, figures_of, mark_changes
from serai.lab.findings import findings
from serai.lab.settings import differences, edit
from serai.lab.tallies import COURSE, DECISIONS, POINTS, REASONS, SCORES, WINS, GameCourse, GameTally, game_counts

ASARA_MOVES = (
    "place green base, buy brown*, place purple top, buy red, place yellow+green top, buy brown, place purple favour, "
    "place green circle.2, found brown* brown, place purple spies.3, spy window, decline, place yellow house"
)
LOOKING = "place yellow lit, look 3, keep brown, under red white, place orange house"
PASHA_MOVES = (
    "play -1, reroll 2, cube 6-, mark 3, play 2, reroll 2, mark, play -1, reroll 2, mark, play 2, reroll 1, mark"
)
PASHA_CHANGES = (
    "cards=-1,2",
    "pack_size=1",
    "extra_roll_card=0",
    'tiles=[{set="A", face=2, reward="points", amount=3}, {set="B", face=5, reward="discard"}]',
)


def lab_of(name: str, *settings: str, players: int = 2, bots: str = "random", **flags: bool) -> Lab:
    """A lab with these changes to the standard edition."""
    game = games.load(name)
    standard = game.read_edition()
    options = game.options(players, **flags)
    return Lab(game, standard, edit(game, standard, settings), options, entrants_of(bots), 5)


def played(name: str, seed: int, moves: str, *settings: str, **flags: bool) -> Match:
    """A game of two players with these moves on an edited edition."""
    game = games.load(name)
    match = Match(game, edit(game, game.read_edition(), settings), game.options(2, **flags), StreamSeed(seed))
    for move in moves.split(", "):
        match.play(move)
    assert match.is_over
    return match


def used(match: Match) -> dict[str, dict[str, float]]:
    """What was used at all, by group."""
    return {
        group: {name: count for name, count in names.items() if count} for group, names in game_counts(match).items()
    }


@pytest.fixture(scope="module")
def dear_white() -> tuple[Lab, list[Pair]]:
    """Merchants, before and after white pieces became dear."""
    lab = lab_of("asara", "price.white=12", "bank=10,10,8,8", bots="merchant")
    return lab, list(play(lab, 12))


@pytest.mark.parametrize(
    ("setting", "key", "value"),
    [
        ("price.white=7", ("price", "white"), 7),
        ("bank=10,10, 8", ("bank",), [10, 10, 8]),
        ("bank=", ("bank",), []),
        ("bank.1=11", ("bank", 1), 11),
        ("bank[1]=11", ("bank", 1), 11),
        ("lit_looks.1.kept=1", ("lit_looks", 1, "kept"), 1),
        ("hand.2 = 8", ("hand", "2"), 8),
        ("final_most=[10, 5]", ("final_most",), [10, 5]),
        ("name=cheap", ("name",), "cheap"),
    ],
)
def test_a_change_is_typed_by_what_stands_there(setting: str, key: tuple[Any, ...], value: object) -> None:
    game = games.load("asara")
    found: Any = edit(game, game.read_edition(), [setting]).data
    for name in key:
        found = found[name]
    assert found == value and type(found) is type(value)


def test_changes_combine_and_leave_the_edition_that_they_began_with_as_it_was() -> None:
    game = games.load("pasha")
    standard = game.read_edition()
    changed = edit(game, standard, ["tiles.2.reward=points", "tiles.2.amount=3", "rolls=4", "tiles.0.reward=discard",
                                      "tiles.0.amount=none"])  # fmt: skip
    assert differences(standard, changed) == [
        ("rolls", "3", "4"),
        ("tiles.0.reward", "points", "discard"),
        ("tiles.0.amount", "3", "none"),
        ("tiles.2.reward", "discard", "points"),
        ("tiles.2.amount", "none", "3"),
    ]
    assert standard.data == game.read_edition().data and changed.record[0].rolls == 4
    assert changed.name == "standard, edited" and edit(game, standard, []) is standard


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("house", "--set 'house' is no change; expected KEY=VALUE, such as house=5"),
        ("=5", "--set '=5' is no change; expected KEY=VALUE, such as house=5"),
        ("rent=5", "the edition has no key 'rent'; there are: name, price, pieces_per_colour, "),
        ("known.house=rulebook", "the edition has no key 'known'; there are: name, price, "),
        ("price.pink=5", "price has no key 'pink'; there are: brown, green, red, black, white"),
        ("bank.4=5", "bank has no place '4'; there are: 0 to 3"),
        ("bank.first=5", "bank has no place 'first'; there are: 0 to 3"),
        ("house.0=5", "house is 5 and has no part '0'"),
        ("house=many", "house is 'many'; allowed: a whole number"),
        ("house=", "house is ''; allowed: a whole number"),
        ("bank=10,x", "bank[1] is 'x'; allowed: a whole number"),
        ("price=7", "price is a table; set a part of it, such as price.brown=…"),
        ("lit_looks=3", "lit_looks is a list of tables; set a part of one, such as lit_looks.0.price=…"),
        ("bank=[10,", "bank is '[10,', which is not TOML: "),
        ("house=-1", "asara/standard.toml, edited: house is -1; allowed: a whole number from 0 to 200"),
        ("house=none", "asara/standard.toml, edited: house is None; allowed: a whole number from 0 to 200"),
        ("start_money=20", "asara/standard.toml, edited: start_money is [20]; allowed: a list of 4 whole numbers"),
        ("hand.2=40", "asara/standard.toml, edited: hand.2 is 40; allowed: a whole number from 1 to 22 "),
    ],
)
def test_a_change_that_can_not_be_made_is_refused_by_name(setting: str, said: str) -> None:
    game = games.load("asara")
    with pytest.raises(BadEdition, match="^" + re.escape(said)):
        edit(game, game.read_edition(), [setting])


def test_everything_used_in_a_short_game_of_asara_is_counted() -> None:
    match = played("asara", 3, ASARA_MOVES, "years=1", "hand.2=4")
    assert used(match) == {
        "Areas": {"Market of bases": 1, "Market of tops": 2, "Builders' circle": 1, "House of spies": 1,
                  "Caliph's favour": 1, "Coloured house": 1},
        "Spaces": {"Bases": 1, "Tops": 2, "Builders 2": 1, "Spies 3": 1, "Caliph": 1, "House": 1},
        "Pieces bought, by colour": {"brown": 2, "red": 1},
        "Pieces bought, by kind": {"bases": 1, "tops": 2},
        "Pieces built, by colour": {"brown": 2},
        "Pieces built, by kind": {"bases": 1, "tops": 1},
        "Towers founded": {"brown": 1},
        "Gold": {"bought": 1, "built": 1},
        "Habits": {"pairs are laid face down": 1, "purchases are declined": 1},
        "Caliph's favour": {"is taken": 1, "changes hands": 1},
        "At the end, for each player": {"Asari left": 15, "pieces never built": 0.5, "towers": 0.5,
                                        "height of a tower": 2, "height of the highest tower": 2},
    }  # fmt: skip


def test_a_market_space_that_is_taken_with_nothing_to_buy_is_no_declined_purchase() -> None:
    moves = "place yellow base, place blue middle, decline, place orange top, place orange house"
    match = played("asara", 1, moves, "years=1", "hand.2=2", "start_money=1,30,1,1")
    assert used(match)["Habits"] == {"market spaces are taken with nothing to buy": 2, "purchases are declined": 1}


def test_lit_windows_that_go_back_are_not_counted() -> None:
    match = played("asara", 1, LOOKING, "years=1", "hand.2=1", expert=True)
    counts = used(match)
    assert "under" in LOOKING and sum(counts["Lit windows kept"].values()) == 1
    assert counts["Areas"] == {"Coloured house": 1, "House of lit windows": 1} and counts["Pieces built, by kind"] == {}


def test_everything_used_in_a_short_game_of_pasha_is_counted() -> None:
    match = played("pasha", 8, PASHA_MOVES, *PASHA_CHANGES)
    assert used(match) == {
        "Rows marked": {"pair": 1, "two pairs": 1, "three of a kind": 2},
        "Columns marked": {"column 3": 2, "column 5": 1, "column 6": 1},
        "Bonus tiles won, by reward": {"discarding": 1},
        "Bonus tiles": {"revealed": 2, "won": 1, "left lying": 1},
        "Cubes": {"spent on turning a die": 1, "left at the end": 9},
        "Dice": {"rerolls": 4, "in a reroll": 1},
        "Special cards": {"lamp is played": 2},
        "Cards won by each winner": {"-1": 1, "2": 1},
        "Negative cards": {"taken": 2, "discarded": 1},
    }


@pytest.mark.parametrize("is_expert", [False, True])
def test_asaras_groups_agree_with_one_another(
    play_out: Callable[..., Match], new_match: Callable[..., Match], is_expert: bool
) -> None:
    match = play_out(new_match("asara", 3, seed=4, expert=is_expert))
    counts = game_counts(match)
    built = sum(event["points"] for event in match.events if event["type"] == "score" and event["why"] == "built")
    for groups, number in (
        (("Areas", "Spaces"), sum(match.name(move).startswith("place") for move in match.moves)),
        (("Pieces bought, by colour", "Pieces bought, by kind"), sum(match.name(m)[:3] == "buy" for m in match.moves)),
        (("Pieces built, by colour", "Pieces built, by kind"), built),
    ):
        assert {sum(counts[group].values()) for group in groups} == {number}
    assert ("Lit windows kept" in counts) == ("Tent 1" in counts["Spaces"]) == is_expert


def test_places_are_counted_from_the_first_player() -> None:
    lab = lab_of("asara")
    for deal in range(4):
        first = lab.arenas[0].begin(deal).to_act
        game, outcome = play_and_count(lab.arenas[0], lab.fixture(deal)), lab.arenas[0].play(lab.fixture(deal))
        assert game.points == (outcome.scores[first], outcome.scores[1 - first])
        assert tuple(game.tallies[POINTS].values()) == game.points
        shares = [(seat in outcome.winners) / len(outcome.winners) for seat in (first, 1 - first)]
        assert list(game.tallies[WINS].values()) == shares
        assert sum(game.tallies[REASONS].values()) == pytest.approx(game.tallies[SCORES]["points of a player"])


def test_the_course_of_a_game_says_when_the_lead_was_taken_for_good() -> None:
    course = GameCourse(leaders=[None, 0, 0, None, 1, 0, 1, 1, 1, 1])
    assert course.changes == 3 and course.last_lead_change == 0.6
    assert GameCourse(leaders=[1, 1]).last_lead_change == 0


def test_points_are_told_in_the_order_of_the_scoring_sheet_and_only_where_there_were_any(
    dear_white: tuple[Lab, list[Pair]],
) -> None:
    game = dear_white[0].game
    sheet = [game.page.scoring_row(why) for why in game.page.SCORING_ROWS]
    told = [figure.name for figure in figures_of(dear_white[1]).of(REASONS)]
    assert told == [why for why in sheet if why in told] and "lit windows" in sheet and "lit windows" not in told


def test_a_game_without_uses_of_its_own_has_its_kinds_of_decisions(toy: Game) -> None:
    lab = lab_of("toy")
    found = figures_of(list(play(lab, 3)))
    assert found.groups == [WINS, POINTS, SCORES, COURSE, REASONS, DECISIONS]
    assert {figure.name for figure in found.of(DECISIONS)} <= {"play", "swap"}
    assert "Decisions, by kind" in lab_report.page(lab, found, 3)


def test_the_same_edition_on_both_sides_shows_no_change_at_all() -> None:
    lab = lab_of("asara", "price.white=8", bots="traveller", expert=True)
    found = figures_of(list(play(lab, 3)))
    assert found.is_same and found.points[0] == found.points[1] and len(found.figures) > 90
    for figure in found.figures:
        assert figure.before == figure.after and figure.change == Estimate(0, 0, 0) and not figure.is_changed
    assert [finding.sentence for finding in findings(lab.game, found)] == [
        "Nothing changed: every game went the same way on both editions."
    ]
    assert "The editions are the same." in lab_report.page(lab, found, 3)


def test_dear_white_pieces_are_bought_less_often(dear_white: tuple[Lab, list[Pair]]) -> None:
    lab, pairs = dear_white
    found = figures_of(pairs)
    white = found.figure("Pieces bought, by colour", "white")
    assert white.is_changed and white.change is not None and white.change.high < 0
    assert white.ratio is not None and white.ratio < 0.8
    told = [finding.sentence for finding in findings(lab.game, found) if finding.is_change]
    assert "White pieces are bought hardly any more (8.67 → 0.33 a game)." in told


def test_what_only_one_edition_has_is_not_compared(dear_white: tuple[Lab, list[Pair]]) -> None:
    found = figures_of(dear_white[1])
    gone, left = found.figure("Spaces", "Bank 12"), found.figure("Spaces", "Bank 10")
    assert gone.before is not None and gone.after is None and gone.change is None and not gone.is_changed
    assert lab_report.row(gone)[1:] == [format_number(gone.before.value), "–", ""]
    assert left.before is not None and left.after is not None and left.after.value > left.before.value


def test_the_same_seed_gives_the_same_games_whatever_the_number_of_processes() -> None:
    lab = lab_of("pasha", "own_cubes=2", players=3, bots="random,traveller")
    alone = list(play(lab, 5))
    assert list(play(lab, 5, workers=2)) == alone
    assert [name for name, _won in alone[0][0].bots].count("random") in (1, 2)
    assert {figure.name for figure in figures_of(alone).bots} == {"random", "traveller"}


def test_a_change_is_sure_only_when_enough_deals_agree() -> None:
    assert change_of(np.zeros(9)) == (Estimate(0, 0, 0), 1)
    few, chance_of_few = change_of(np.ones(2))
    many, chance_of_many = change_of(np.ones(40))
    assert few.value == many.value == 1
    assert few.low < 0 < few.high and chance_of_few > 0.05
    assert 0.9 < many.low < 1 and chance_of_many < 1e-9


def test_of_many_figures_some_leave_their_interval_by_chance_and_are_not_called_changed() -> None:
    def chanced(chance: float) -> Figure:
        return replace(figure("group", "name", 1, 2), chance=chance)

    assert [found.is_changed for found in mark_changes([chanced(0.04)])] == [True]
    gone = replace(chanced(0.0), change=None)
    judged = mark_changes([chanced(0.04), *(chanced(place / 10) for place in range(1, 10)), chanced(0.0001), gone])
    assert [found.is_changed for found in judged] == [False] * 10 + [True, False]


def test_with_more_bots_than_seats_a_bots_change_is_that_of_its_share() -> None:
    tables = [("a", "b"), ("b", "c"), ("c", "a")] * 4
    sides = [
        [GameTally((), {}, tuple(zip(names, parts, strict=True))) for names, parts in zip(tables, won * 4, strict=True)]
        for won in ([(1.0, 0.0), (1.0, 0.0), (0.0, 1.0)], [(1.0, 0.0), (1.0, 0.0), (1.0, 0.0)])
    ]
    found = bot_figure("a", *sides)
    assert found.before and found.after and found.change
    assert (found.before.value, found.after.value, found.change.value) == pytest.approx((1.0, 0.5, -0.5))


def figure(
    group: str,
    name: str,
    before: float,
    after: float,
    half: float = 0.1,
    is_share: bool = False,
    is_changed: bool = False,
) -> Figure:
    """A figure with intervals of that half on both editions and for its change."""
    first, second, change = (Estimate(value, value - half, value + half) for value in (before, after, after - before))
    return Figure(group, name, is_share, first, second, change, 0.01, is_changed)


def sentences(*figures: Figure, bots: Sequence[Figure] = ()) -> list[str]:
    """What is told of these figures of Asara, beside those that are told of any game."""
    always = [
        figure(WINS, "first", 0.5, 0.7, is_share=True, is_changed=True),
        figure(WINS, "second", 0.5, 0.3, is_share=True, is_changed=True),
        figure(POINTS, "first", 90, 98, is_changed=True),
        figure(POINTS, "second", 90, 92),
        figure(SCORES, "points of a player", 90, 95, half=2),
        figure(SCORES, "from best to last", 10, 11, half=2),
        figure(COURSE, "turns", 70, 70, half=0),
    ]
    found = Figures(100, [*always, *figures], ([], []), list(bots), [], False)
    return [finding.sentence for finding in findings(games.load("asara"), found)]


def test_fairness_scores_and_length_are_always_told_changes_first() -> None:
    better = figure("Wins by bot", "merchant", 0.8, 0.7, is_share=True, is_changed=True)
    assert sentences(bots=[figure("Wins by bot", "random", 0.2, 0.3, is_share=True), better]) == [
        "The first player wins 70 % of the games instead of 50 % (more than chance).",
        "The first player scores 98 points instead of 90 (more than chance).",
        "For each of its seats, merchant wins 70 % of the games instead of 80 % (more than chance).",
        "The first player wins more than a fair 50 %: 60 to 80 %, before 40 to 60 %.",
        "A player scores 95 points instead of 90: perhaps chance (+3 to +7).",
        "From best to last it is 11 points instead of 10: within chance (−1 to +3).",
        "A game takes 70 turns, as before.",
    ]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (figure("Pieces bought, by colour", "white", 12.1, 21.9, is_changed=True),
         "White pieces are bought 1.8 times as often (12.1 → 21.9 a game)."),
        (figure("Spaces", "Bank 12", 4, 3.2, is_changed=True), "Bank 12 is used less often: 4 → 3.2 a game (−20 %)."),
        (figure("Spaces", "Bank 12", 4, 0.5, is_changed=True), "Bank 12 is used 0.12 times as often (4 → 0.5 a game)."),
        (figure("Spaces", "Bank 12", 4, 0.1, is_changed=True), "Bank 12 is used hardly any more (4 → 0.1 a game)."),
        (figure("Towers founded", "red", 2, 0, is_changed=True), "Red towers are founded no more: 2 → 0 a game."),
        (figure("Gold", "built", 0, 2, is_changed=True), "Pieces with gold are built now: 0 → 2 a game."),
        (figure("Habits", "market spaces are taken with nothing to buy", 2, 5, is_changed=True),
         "Market spaces are taken with nothing to buy 2.5 times as often (2 → 5 a game)."),
        (figure("At the end, for each player", "Asari left", 5, 8, is_changed=True),
         "At the end, for each player, Asari left: 5 → 8 (+60 %)."),
        (figure(REASONS, "visible gold", 10, 12, is_changed=True),
         "Visible gold: 12 points of a player instead of 10 (+20 %)."),
        (figure(SCORES, "shared wins", 0.2, 0.5, is_share=True, is_changed=True), "Shared wins: 20 % → 50 % (+150 %)."),
    ],
)  # fmt: skip
def test_a_change_in_use_is_told_in_a_sentence(changed: Figure, said: str) -> None:
    assert said in sentences(changed, changed) and sentences(changed, changed).count(said) == 1


def test_small_changes_and_those_that_may_be_chance_get_no_sentence() -> None:
    small = figure("Spaces", "Bank 12", 10, 10.4, is_changed=True)
    chance = figure("Spaces", "Bank 10", 10, 15)
    assert sentences(small, chance) == sentences()


def test_the_page_needs_nothing_but_itself_and_tells_all_groups(dear_white: tuple[Lab, list[Pair]]) -> None:
    lab, pairs = dear_white
    first = replace(pairs[0][0], faults=("blunderer <b>: no answer",))
    found: Figures = figures_of([(first, pairs[0][1]), *pairs[1:]])
    page = lab_report.page(lab, found, 20)
    assert not re.search(r"https?:|//|<script|<link|<img|\bsrc=|\bhref=|url\(|@import", page)
    assert "2 players; 12 of 20 games on each edition; merchant; seed 5." in page
    assert "Chance decided 1 times in a player&#x27;s place; the first time: blunderer &lt;b&gt;: no answer" in page
    assert "Asara: price.white 8 → 12, bank 12,10,8,6 → 10,10,8,8" in page
    for heading in ("Findings", "What changed most", "Fairness", "Scores", COURSE, REASONS, "Spaces", "Gold"):
        assert f"<h2>{heading}</h2>" in page
    for finding in findings(lab.game, found):
        assert finding.sentence.replace("'", "&#x27;") in page
