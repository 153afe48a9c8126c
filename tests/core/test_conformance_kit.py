"""The conformance kit finds faults: each kind of fault, put into the toy game, is reported by the check for it."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from serai.core import conformance
from serai.core.conformance import Case
from serai.core.game import Game
from serai.core.words.reasons import Point, Reason


def altered(module: ModuleType, **changes: Any) -> ModuleType:
    """A module with some of its names replaced."""
    other = ModuleType(module.__name__)
    vars(other).update(vars(module) | changes)
    return other


def case_of(game: Game, **modules: ModuleType) -> Case:
    """Three players of a game in which some modules are replaced."""
    return conformance.cases(replace(game, **modules))[2]  # type: ignore[arg-type]  # all are modules


def complaint(check: conformance.Check, case: Case) -> str:
    """What the check has to say."""
    with pytest.raises(AssertionError) as error:
        check(case, 1)
    return str(error.value)


def test_the_toy_itself_is_without_fault(toy: Game) -> None:
    for check in conformance.CHECKS:
        check(case_of(toy), 1)


def test_a_leak_in_an_event_is_found(toy: Game) -> None:
    leaking = altered(toy.narration, for_seat=lambda event, seat, edition: [event])
    assert "tells 0 a secret" in complaint(conformance.check_secrecy, case_of(toy, narration=leaking))


def test_a_deal_that_changes_what_was_seen_is_found(toy: Game) -> None:
    def resample(views: Any, i: int, editions: Any, stream: Any, games: Any, j: int) -> None:
        toy.entry.resample(views, i, editions, stream, games, j)
        games[j]["points"][0] += 1

    case = case_of(toy, entry=altered(toy.entry, resample=resample))
    assert "dealt anew looks different" in complaint(conformance.check_positions, case)


def test_a_stream_in_a_view_is_found(toy: Game) -> None:
    def observe(games: Any, i: int, editions: Any, seat: int, views: Any, j: int) -> None:
        toy.entry.observe(games, i, editions, seat, views, j)
        views[j]["open"][0] = games[i]["open"][0]

    case = case_of(toy, entry=altered(toy.entry, observe=observe))
    assert "sees a stream" in complaint(conformance.check_observation, case)


def test_a_hand_in_a_view_is_found(toy: Game) -> None:
    def observe(games: Any, i: int, editions: Any, seat: int, views: Any, j: int) -> None:
        toy.entry.observe(games, i, editions, seat, views, j)
        views[j]["hand"][:] = games[i]["hand"]

    case = case_of(toy, entry=altered(toy.entry, observe=observe))
    assert "resampling for 0 changed what is known" in complaint(conformance.check_observation, case)


def test_a_view_that_forgets_the_own_hand_is_found(toy: Game) -> None:
    def observe(games: Any, i: int, editions: Any, seat: int, views: Any, j: int) -> None:
        toy.entry.observe(games, i, editions, seat, views, j)
        views[j]["hand"][:] = 0

    case = case_of(toy, entry=altered(toy.entry, observe=observe))
    assert "can't tell its moves" in complaint(conformance.check_observation, case)


def test_resampling_that_never_varies_is_found(toy: Game) -> None:
    def resample(views: Any, i: int, editions: Any, stream: Any, games: Any, j: int) -> None:
        toy.entry.resample(views, i, editions, np.ones(4, np.uint64), games, j)

    case = case_of(toy, entry=altered(toy.entry, resample=resample))
    assert "never varied" in complaint(conformance.check_observation, case)


def test_a_move_that_is_listed_but_refused_is_found(toy: Game) -> None:
    refusing = altered(toy.entry, why_illegal=lambda games, i, editions, move: 2)
    assert "legal and why_illegal differ" in complaint(conformance.check_reasons, case_of(toy, entry=refusing))


def test_a_reason_that_cites_no_rule_is_found(toy: Game) -> None:
    citing = altered(toy.reasons, reason=lambda code, game, edition, move: Reason("T9", "no"))
    assert "'T9' is no rule in RULES.md" in complaint(conformance.check_reasons, case_of(toy, reasons=citing))


def test_a_name_that_is_read_as_another_move_is_found(toy: Game) -> None:
    wrong = altered(toy.notation, parse=lambda text, edition: 0)
    assert "is read as another move" in complaint(conformance.check_notation, case_of(toy, notation=wrong))


def test_two_moves_with_one_name_are_found(toy: Game) -> None:
    wrong = altered(toy.notation, name=lambda move, edition: "play 1")
    assert "two moves have one name" in complaint(conformance.check_notation, case_of(toy, notation=wrong))


def test_a_random_move_that_is_not_fair_is_found(toy: Game) -> None:
    def random_move(games: Any, i: int, editions: Any, stream: Any, moves: Any) -> int:
        toy.entry.legal(games, i, editions, moves)
        return int(moves[0])

    case = case_of(toy, entry=altered(toy.entry, random_move=random_move))
    assert "random_move" in complaint(conformance.check_random_move, case)


def test_an_explanation_that_does_not_add_up_is_found(toy: Game) -> None:
    wrong = altered(toy.explain, explain=lambda game, edition: [Point(0, 1, "cards", "one")])
    assert "explained are [1, 0, 0]" in complaint(conformance.check_scores, case_of(toy, explain=wrong))


def test_a_set_up_that_leaves_something_behind_is_found(toy: Game) -> None:
    def new(games: Any, i: int, editions: Any, options: Any) -> None:
        kept = games["points"].copy()
        toy.entry.new(games, i, editions, options)
        games["points"] = kept

    case = case_of(toy, entry=altered(toy.entry, new=new))
    assert "these fields differ: ['points']" in complaint(conformance.check_replay, case)


def test_numpy_numbers_in_events_are_found(toy: Game) -> None:
    def opening(game: Any, edition: Any) -> list[dict[str, Any]]:
        return [{"type": "start", "seat": game.turn_of}]

    wrong = altered(toy.narration, opening=opening)
    with pytest.raises(TypeError, match="not JSON serializable"):
        conformance.check_narration(case_of(toy, narration=wrong), 1)


def test_a_board_that_is_too_wide_is_found(toy: Game) -> None:
    wide = altered(toy.board, draw=lambda view, edition, names: " ".join(names) + "x" * 80)
    assert "columns" in complaint(conformance.check_board, case_of(toy, board=wide))


def test_a_difference_between_compiled_and_plain_rules_is_found(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = conformance.fingerprints(toy, 1, 3)
    monkeypatch.setattr(conformance, "fingerprints_elsewhere", lambda *args, **env: ours | {"toy-2": "other"})
    with pytest.raises(AssertionError, match="differ: toy-2"):
        conformance.check_uncompiled(toy, 1, 3)
