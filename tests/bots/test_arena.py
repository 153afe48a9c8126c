"""The arena plays the same games in one process or several, shows players only what their seat sees, and counts."""

import multiprocessing
import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from serai.arena.figures import complete_deals, compute_figures, names_of, pairs_of, times_of, wins_of
from serai.arena.games import Arena, Clock, Effort, Entrant, GameResult, Player, entrants_of, play, worker_pool
from serai.arena.seating import Fixture, fixtures
from serai.core import game as games
from serai.core.edition import Edition
from serai.core.errors import BadBot, IllegalMove
from serai.core.game import Game
from serai.core.search.mind import Views
from tests.guests import wait_until
from tests.processes import is_left


class Fussy(Entrant):
    """Plays the highest card or the lowest, and keeps what it was shown."""

    def __init__(self, name: str, pick: Callable[[list[int]], int]) -> None:
        self._name = name
        self._pick = pick
        self.shown: list[Views] = []
        self.seeds: list[int] = []

    @property
    def name(self) -> str:
        return self._name

    def sit(self, game: Game, edition: Edition, seed: int) -> Player:
        self.seeds.append(seed)
        return FussyPlayer(self, game, edition)

    def choose(self, game: Game, edition: Edition, view: Views) -> int:
        self.shown.append(view)
        moves = np.zeros(game.rules.MOST_MOVES, np.int32)
        count = int(game.kernel.legal(view, 0, edition.record, moves))
        return self._pick([int(move) for move in moves[:count]])


class FussyPlayer:
    """One seat of a fussy entrant."""

    def __init__(self, entrant: Fussy, game: Game, edition: Edition) -> None:
        self._entrant, self._game, self._edition = entrant, game, edition

    def choose(self, view: Views) -> int:
        return self._entrant.choose(self._game, self._edition, view)


def arena_of(name: str, players: int, *entrants: Entrant, seed: int = 5) -> Arena:
    """An arena of the standard edition."""
    game = games.load(name)
    return Arena(game, game.read_edition(), game.options(players), entrants, seed)


def randoms(name: str, players: int, bots: str = "random,random:seed=9", seed: int = 5) -> Arena:
    """An arena of random bots."""
    return arena_of(name, players, *entrants_of(bots), seed=seed)


def ended(deal: int, seating: tuple[int, ...], *scores: int) -> GameResult:
    """A game that ended like this; the most points win."""
    winners = tuple(seat for seat, points in enumerate(scores) if points == max(scores))
    return GameResult(Fixture(deal, seating), scores, winners, (Effort(2, 4, 0.5, 0.25),) * len(scores))


def test_two_processes_play_the_same_games_as_one() -> None:
    arena, todo = randoms("pasha", 3), fixtures(2, 3, 12)
    alone, together = list(play(arena, todo)), list(play(arena, todo, workers=2))
    assert alone == together and [game.fixture for game in alone] == todo
    assert len({game.scores for game in alone}) > 5


def test_an_entrant_of_several_rounds_is_checked_and_prepared_once() -> None:
    fussy, todo = Fussy("high", max), fixtures(2, 2, 2)
    asked: list[str] = []
    fussy.check = lambda position: asked.append("check")  # type: ignore[method-assign]
    fussy.prepare = lambda position: asked.append("prepare")  # type: ignore[method-assign]
    with worker_pool(arena_of("toy", 2, fussy, Fussy("low", min)), 1) as together:
        assert [len(list(together(todo))) for _ in range(3)] == [2, 2, 2]
    assert asked == ["check", "prepare"]


def test_an_arena_can_be_sent_to_another_process() -> None:
    arena = randoms("pasha", 3)
    copy = pickle.loads(pickle.dumps(arena))
    assert copy.game is arena.game and copy.edition.data == arena.edition.data and copy.options == arena.options
    assert copy.play(Fixture(4, (0, 1, 0))) == arena.play(Fixture(4, (0, 1, 0)))


def test_another_seed_gives_other_games() -> None:
    todo = fixtures(2, 2, 4)
    assert list(play(randoms("toy", 2, seed=1), todo)) != list(play(randoms("toy", 2, seed=2), todo))


def test_leaving_early_ends_the_other_processes() -> None:
    running = play(randoms("pasha", 2), fixtures(2, 2, 5000), workers=2)
    assert len(list(islice(running, 3))) == 3
    running.close()
    assert multiprocessing.active_children() == []


def test_a_process_amid_a_game_ends_when_the_one_that_waits_for_it_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "dreamers.py"
    script.write_text(DREAMERS, "utf-8")
    arena = subprocess.Popen([sys.executable, str(script), str(tmp_path)])
    try:
        wait_until(lambda: len(list(tmp_path.glob("*.pid"))) == 2)
    finally:
        arena.kill()
        arena.wait()
    wait_until(lambda: not any(is_left(int(path.stem)) for path in tmp_path.glob("*.pid")))


DREAMERS = """
import os, pathlib, sys, time
from serai.arena.games import Arena, Entrant, play
from serai.arena.seating import Fixture
from serai.core import game as games

class Dreamer(Entrant):
    name = "dreamer"

    def __init__(self, folder):
        self.folder = folder

    def sit(self, game, edition, seed):
        return self

    def choose(self, view):
        pathlib.Path(self.folder, f"{os.getpid()}.pid").touch()
        time.sleep(600)

if __name__ == "__main__":
    pasha = games.load("pasha")
    dreamer = Dreamer(sys.argv[1])
    arena = Arena(pasha, pasha.read_edition(), pasha.options(2), (dreamer, dreamer), 1)
    list(play(arena, [Fixture(deal, (0, 1)) for deal in range(2)], workers=2))
"""


def test_players_are_shown_what_their_seat_sees_and_no_more() -> None:
    high, low = Fussy("high", max), Fussy("low", min)
    list(play(arena_of("toy", 2, high, low), fixtures(2, 2, 2)))
    assert high.shown and low.shown
    for view in high.shown + low.shown:
        assert view[0]["viewer"] == view[0]["turn_of"] and not view[0]["hidden"].any()


def test_the_same_deal_gives_a_seat_the_same_chance_in_every_turn_of_the_table() -> None:
    high, low = Fussy("high", max), Fussy("low", min)
    arena = arena_of("toy", 2, high, low)
    first, second = (arena.play(fixture) for fixture in fixtures(2, 2, 2))
    assert high.seeds == low.seeds[::-1] and len(set(high.seeds)) == 2
    assert first.fixture.seating == second.fixture.seating[::-1]


def test_a_bot_keeps_the_seed_that_its_name_has(toy: Game) -> None:
    edition = toy.read_edition()
    position = arena_of("toy", 2).begin(0)
    view = position.observe(position.to_act).games
    [fixed, free] = entrants_of("random:seed=3,random")
    assert len({fixed.sit(toy, edition, seed).choose(view) for seed in range(40)}) == 1
    assert len({free.sit(toy, edition, seed).choose(view) for seed in range(40)}) > 1


def test_a_player_that_breaks_the_rules_is_named() -> None:
    cheat = Fussy("cheat", lambda moves: 29 if 29 not in moves else 0)
    with pytest.raises(IllegalMove, match=r"^cheat, deal 0: illegal move \d+ \(decision 1, seat \d\): .*\(T\d\)"):
        list(play(arena_of("toy", 2, cheat, Fussy("cheat", lambda moves: 29)), fixtures(2, 2, 2)))


def test_a_wrong_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadBot, match="there is no bot 'dance'"):
        entrants_of("random,dance")


def test_decisions_of_one_seat_that_follow_one_another_are_one_turn() -> None:
    clock = Clock(2)
    for seat, seconds in ((0, 1.0), (0, 2.0), (1, 4.0), (0, 0.5)):
        clock.add(seat, seconds)
    assert clock.efforts() == (Effort(2, 3, 0, 0), Effort(1, 1, 0, 0))
    assert [(effort.seconds, effort.longest) for effort in clock.efforts()] == [(3.5, 2.0), (4.0, 4.0)]


def test_pairs_are_counted_by_deal_and_ties_count_half() -> None:
    results = [ended(0, (0, 0, 1), 10, 20, 15), ended(0, (1, 0, 0), 7, 7, 7), ended(4, (0, 1, 1), 3, 2, 4)]
    won, met = pairs_of(results, 2)
    assert won[:, 0, 1].tolist() == [1 + 1.0, 1.0] and won[:, 1, 0].tolist() == [1 + 1.0, 1.0]
    assert met[:, 0, 1].tolist() == met[:, 1, 0].tolist() == [4.0, 2.0]
    assert not met[:, 0, 0].any()


def test_figures_of_games_made_by_hand() -> None:
    arena = randoms("toy", 2)
    results = [ended(0, (0, 1), 10, 5), ended(0, (1, 0), 6, 8), ended(1, (0, 1), 4, 4), ended(1, (1, 0), 9, 2)]
    found = compute_figures(arena, results)
    [meeting] = found.meetings
    assert (found.games, found.deals, meeting.pairs) == (4, 2, 4)
    assert meeting.share.value == 2.5 / 4 and meeting.share.low < 2.5 / 4 < meeting.share.high
    assert meeting.difference.value == pytest.approx(88.7, abs=0.1)
    first, second = found.standings
    assert (first.name, second.name) == ("random", "random:seed=9")
    assert (first.wins.value, second.wins.value) == (2.5 / 4, 1.5 / 4) and first.fair == 0.5
    assert (first.points, second.points) == (6.0, 6.0) and first.seats == 4
    assert first.rating.value == pytest.approx(-second.rating.value) and first.rating.value > 0
    assert (first.times.turn, first.times.decision, first.times.longest) == (0.25, 0.125, 0.25)


def test_a_bot_in_two_seats_wins_with_either() -> None:
    results = [ended(0, (0, 0, 1, 1), 5, 5, 1, 5), ended(0, (0, 1, 1, 0), 1, 0, 0, 0)]
    assert wins_of(0, results).value == pytest.approx((2 / 3 + 1) / 4)
    assert wins_of(1, results).value == pytest.approx((1 / 3) / 4)


def test_only_whole_deals_are_counted() -> None:
    todo = fixtures(2, 2, 4)
    results = [ended(fixture.deal, fixture.seating, 1, 2) for fixture in todo[:3]]
    assert complete_deals(results, todo) == results[:2]


def test_nobody_has_thought_when_nothing_was_played() -> None:
    assert times_of([]).turn == 0


def test_bots_of_the_same_name_are_numbered() -> None:
    assert names_of(randoms("toy", 2, "random,random:seed=9,random")) == ["random #1", "random:seed=9", "random #2"]


def test_a_better_bot_has_a_better_rating() -> None:
    arena = arena_of("toy", 2, Fussy("high", lambda moves: max(m for m in moves if m < 5)), *entrants_of("random"))
    found = compute_figures(arena, list(play(arena, fixtures(2, 2, 60))))
    assert found.meetings[0].share.low > 0.5 and found.standings[0].rating.low > 0


def test_a_bot_bound_by_the_clock_is_not_reproducible() -> None:
    assert [entrant.is_reproducible for entrant in entrants_of("random,vizier,vizier:sims=5")] == [True, False, True]
