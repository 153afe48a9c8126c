"""Tree search over what a seat can't see, on the toy game and by itself."""

from threading import Thread

import numpy as np
import pytest

from serai.core.compiled import jit
from serai.core.game import Game
from serai.core.match import Match
from serai.core.records.randomness import StreamSeed, stream_of
from serai.core.search.mind import LEVELS
from serai.core.search.minds import Search

pytestmark = pytest.mark.three_modes
SIMULATIONS = 2000 if jit.is_compiled() else 60


def toy_match(toy: Game, seed: int = 1, players: int = 2) -> Match:
    """A toy game before its first decision."""
    return Match(toy, toy.read_edition(), toy.options(players), StreamSeed(seed))


def search(match: Match, simulations: int = SIMULATIONS) -> Search:
    """A search of the toy's, after so many simulations."""
    mind = match.game.bot.begin(match.view(match.to_act), match.edition, "vizier", stream_of(1, 0))
    assert isinstance(mind, Search)
    mind.think(simulations)
    return mind


def test_a_game_without_a_bot_of_its_own_plays_by_plain_search(toy: Game) -> None:
    assert toy.bot is toy.plain_bot()
    match = toy_match(toy)
    for level in LEVELS:
        mind = toy.bot.begin(match.view(match.to_act), match.edition, level, stream_of(1, 0))
        assert sorted(one.move for one in mind.candidates()) == sorted(match.legal_moves())


def test_the_search_finds_that_cards_are_better_played_than_swapped_away(toy: Game) -> None:
    match = toy_match(toy)
    best = search(match).candidates()[0].move
    cards = len(match.games[0]["pile"])
    assert best < cards, "a swap gives two cards for one, and each card played brings points and a die"


def test_every_simulation_is_counted_once(toy: Game) -> None:
    mind = search(toy_match(toy))
    appraisals = -(-len(mind.candidates()) // 16)
    visits = [int(one.worth) for one in mind.candidates()]
    assert sum(visits) == SIMULATIONS - appraisals + len(visits)


def test_thinking_in_slices_is_the_same_as_at_once(toy: Game) -> None:
    at_once, sliced = search(toy_match(toy)), search(toy_match(toy), 0)
    done = 0
    while done < SIMULATIONS:
        done += sliced.think(min(7, SIMULATIONS - done))
    assert sliced.candidates() == at_once.candidates()


def test_before_any_step_every_move_is_a_candidate(toy: Game) -> None:
    match = toy_match(toy, players=3)
    found = search(match, 0).candidates()
    assert sorted(one.move for one in found) == sorted(match.legal_moves())
    assert all(sum(one.wins) == pytest.approx(1) for one in found)


def test_chances_and_points_are_those_of_the_games_played_out(toy: Game) -> None:
    match = toy_match(toy)
    for one in search(match).candidates():
        assert sum(one.wins) == pytest.approx(1)
        assert all(np.isfinite(one.points)) and min(one.points) >= 0


def test_the_search_knows_nothing_but_what_the_seat_sees(toy: Game) -> None:
    match = toy_match(toy)
    seen = match.position.observe(match.to_act)
    other = seen.redeal(5)
    assert other.games.tobytes() != match.games.tobytes()
    answers = []
    for view in (seen.games, other.observe(match.to_act).games):
        mind = toy.bot.begin(view, match.edition, "vizier", stream_of(1, 0))
        mind.think(SIMULATIONS)
        answers.append(mind.candidates())
    assert answers[0] == answers[1]


def test_replies_are_counted_once_there_is_a_tree(toy: Game) -> None:
    match = toy_match(toy)
    moves = match.legal_moves()
    assert search(match, 0).reply_share(moves[0], range(0)) == 0
    shares = [search(match).reply_share(move, range(0)) for move in range(toy.rules.EVERY_MOVE)]
    assert sum(shares) == pytest.approx(1)


@pytest.mark.skipif(not jit.is_compiled(), reason="plain Python holds the interpreter's lock")
def test_other_threads_go_on_while_a_search_runs(toy: Game) -> None:
    mind = search(toy_match(toy), 10)
    thread = Thread(target=mind.think, args=(100_000,))
    thread.start()
    sizes = set()  # of the tree, as this thread sees it grow; in between compiled calls it could see a few
    while thread.is_alive():
        sizes.add(int(mind.counts[mind.tree.NODES_USED]))
    assert len(sizes) > 30, "the search held the interpreter's lock"
