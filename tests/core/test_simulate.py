"""Simulations can be repeated, split, and looked into game by game."""

from serai.core import simulate
from serai.core.game import Game


def test_the_same_seed_gives_the_same_games(toy: Game) -> None:
    table = (toy, toy.read_edition(), toy.options(3))
    first, second = simulate.simulate(*table, 5, range(20)), simulate.simulate(*table, 5, range(20))
    assert (first.scores == second.scores).all() and (first.decisions == second.decisions).all()
    assert (first.scores != simulate.simulate(*table, 6, range(20)).scores).any()


def test_any_game_can_be_played_alone_and_recorded(toy: Game) -> None:
    table = (toy, toy.read_edition(), toy.options(2, double=True))
    outcomes = simulate.simulate(*table, 5, range(20))
    alone = simulate.simulate(*table, 5, range(13, 14))
    match = simulate.recorded(*table, 5, 13)
    assert list(outcomes.scores[13]) == list(alone.scores[0]) == match.scores()
    assert outcomes.decisions[13] == len(match.moves)


def test_shares_of_wins_add_up_and_ties_are_shared(toy: Game) -> None:
    outcomes = simulate.simulate(toy, toy.read_edition(), toy.options(3), 5, range(300))
    assert abs(sum(outcomes.win_shares()) - 1) < 1e-9
    assert any(bits.bit_count() > 1 for bits in outcomes.winners.tolist())


def test_progress_is_told_up_to_the_end(toy: Game) -> None:
    told: list[int] = []
    simulate.simulate(toy, toy.read_edition(), toy.options(2), 5, range(250), told.append)
    assert told == [0, 100, 200, 250]
