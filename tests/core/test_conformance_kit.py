"""The conformance kit finds faults: each kind of fault, put into the toy game, is reported by the check for it."""

from dataclasses import replace
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from serai.core import conformance
from serai.core.compiled import jit
from serai.core.conformance import Case, bot, compiled, page, rules, words
from serai.core.game import Game
from serai.core.records.randomness import stream_of
from serai.core.words.reasons import Point, Reason


def altered(part: Any, **changes: Any) -> Any:
    """A part of a game, or its kernel, with some of its members replaced."""
    if isinstance(part, ModuleType):
        other = ModuleType(part.__name__)
        vars(other).update(vars(part) | changes)
        return other
    return type("Altered", (type(part),), {name: staticmethod(change) for name, change in changes.items()})()


def case_of(game: Game, **parts: Any) -> Case:
    """Three players of a game in which some parts are replaced."""
    return conformance.cases(replace(game, **parts))[2]


def complaint(check: conformance.Check, case: Case) -> str:
    """What the check has to say."""
    with pytest.raises(AssertionError) as error:
        check(case, 1)
    return str(error.value)


def test_the_toy_itself_is_without_fault(toy: Game) -> None:
    for check in conformance.CHECKS:
        check(case_of(toy), 1)


def test_a_leak_in_an_event_is_found(toy: Game) -> None:
    leaking = altered(toy.words, visible_to=lambda event, seat, edition: [event])
    assert "tells 0 a secret" in complaint(words.check_secrecy, case_of(toy, words=leaking))


def test_a_deal_that_changes_what_was_seen_is_found(toy: Game) -> None:
    def resample(views: Any, i: int, editions: Any, stream: Any, games: Any, j: int) -> None:
        toy.kernel.resample(views, i, editions, stream, games, j)
        games[j]["points"][0] += 1

    case = case_of(toy, kernel=altered(toy.kernel, resample=resample))
    assert "dealt anew looks different" in complaint(rules.check_positions, case)


def test_a_stream_in_a_view_is_found(toy: Game) -> None:
    def observe(games: Any, i: int, editions: Any, seat: int, views: Any, j: int) -> None:
        toy.kernel.observe(games, i, editions, seat, views, j)
        views[j]["open"][0] = games[i]["open"][0]

    case = case_of(toy, kernel=altered(toy.kernel, observe=observe))
    assert "sees a stream" in complaint(rules.check_observation, case)


def test_a_hand_in_a_view_is_found(toy: Game) -> None:
    def observe(games: Any, i: int, editions: Any, seat: int, views: Any, j: int) -> None:
        toy.kernel.observe(games, i, editions, seat, views, j)
        views[j]["hand"][:] = games[i]["hand"]

    case = case_of(toy, kernel=altered(toy.kernel, observe=observe))
    assert "resampling for 0 changed what is known" in complaint(rules.check_observation, case)


def test_a_view_that_forgets_the_own_hand_is_found(toy: Game) -> None:
    def observe(games: Any, i: int, editions: Any, seat: int, views: Any, j: int) -> None:
        toy.kernel.observe(games, i, editions, seat, views, j)
        views[j]["hand"][:] = 0

    case = case_of(toy, kernel=altered(toy.kernel, observe=observe))
    assert "can't tell its moves" in complaint(rules.check_observation, case)


def test_resampling_that_never_varies_is_found(toy: Game) -> None:
    def resample(views: Any, i: int, editions: Any, stream: Any, games: Any, j: int) -> None:
        toy.kernel.resample(views, i, editions, np.ones(4, np.uint64), games, j)

    case = case_of(toy, kernel=altered(toy.kernel, resample=resample))
    assert "never varied" in complaint(rules.check_observation, case)


def test_a_move_that_is_listed_but_refused_is_found(toy: Game) -> None:
    refusing = altered(toy.kernel, why_illegal=lambda games, i, editions, move: 2)
    assert "legal and why_illegal differ" in complaint(words.check_reasons, case_of(toy, kernel=refusing))


def test_a_reason_that_cites_no_rule_is_found(toy: Game) -> None:
    citing = altered(toy.words, reason=lambda code, game, edition, move: Reason("T9", "no"))
    assert "'T9' is no rule in RULES.md" in complaint(words.check_reasons, case_of(toy, words=citing))


def test_a_name_that_is_read_as_another_move_is_found(toy: Game) -> None:
    wrong = altered(toy.words, parse_move=lambda text, edition: 0)
    assert "is read as another move" in complaint(words.check_notation, case_of(toy, words=wrong))


def test_two_moves_with_one_name_are_found(toy: Game) -> None:
    wrong = altered(toy.words, move_name=lambda move, edition: "play 1")
    assert "two moves have one name" in complaint(words.check_notation, case_of(toy, words=wrong))


def test_a_random_move_that_is_not_fair_is_found(toy: Game) -> None:
    def random_move(games: Any, i: int, editions: Any, stream: Any, moves: Any) -> int:
        toy.kernel.legal(games, i, editions, moves)
        return int(moves[0])

    case = case_of(toy, kernel=altered(toy.kernel, random_move=random_move))
    assert "random_move" in complaint(rules.check_random_move, case)


def test_an_explanation_that_does_not_add_up_is_found(toy: Game) -> None:
    wrong = altered(toy.words, explain=lambda game, edition: [Point(0, 1, "cards", "one")])
    assert "explained are [1, 0, 0]" in complaint(words.check_scores, case_of(toy, words=wrong))


def test_a_set_up_that_leaves_something_behind_is_found(toy: Game) -> None:
    def new(games: Any, i: int, editions: Any, options: Any) -> None:
        kept = games["points"].copy()
        toy.kernel.new(games, i, editions, options)
        games["points"] = kept

    case = case_of(toy, kernel=altered(toy.kernel, new=new))
    assert "these fields differ: ['points']" in complaint(rules.check_replay, case)


def test_numpy_numbers_in_events_are_found(toy: Game) -> None:
    def opening(game: Any, edition: Any) -> list[dict[str, Any]]:
        return [{"type": "start", "seat": game.turn_of}]

    wrong = altered(toy.words, opening=opening)
    with pytest.raises(TypeError, match="not JSON serializable"):
        words.check_narration(case_of(toy, words=wrong), 1)


def test_a_board_that_is_too_wide_is_found(toy: Game) -> None:
    wide = altered(toy.words, draw=lambda view, edition, names: " ".join(names) + "x" * 80)
    assert "columns" in complaint(words.check_board, case_of(toy, words=wide))


def test_a_difference_between_compiled_and_plain_rules_is_found(toy: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    ours = conformance.fingerprints(toy, 1, 3)
    monkeypatch.setattr(compiled, "fingerprints_elsewhere", lambda *args, **env: ours | {"toy-2": "other"})
    with pytest.raises(AssertionError, match="differ: toy-2"):
        conformance.check_uncompiled(toy, 1, 3)


def test_a_view_with_numpy_numbers_is_found(toy: Game) -> None:
    wrong = altered(toy.words, view=lambda seen, edition: {"die": seen.die})
    with pytest.raises(TypeError, match="not JSON serializable"):
        words.check_view(case_of(toy, words=wrong), 1)


def test_a_move_that_can_not_be_touched_is_found(toy: Game) -> None:
    wrong = altered(toy.page, render=lambda scene: "<p>nothing</p>")
    assert "can't be touched: Counter({'" in complaint(page.check_choices, case_of(toy, page=wrong))


def test_parts_that_mean_another_move_are_found(toy: Game) -> None:
    wrong = altered(toy.page, move_of=lambda parts, seen, edition: "play 1")
    assert "not 'play 2'" in complaint(page.check_choices, case_of(toy, page=wrong))


def test_an_id_that_stands_twice_is_found(toy: Game) -> None:
    wrong = altered(toy.page, render=lambda scene: toy.page.render(scene) + toy.page.render(scene))
    assert "ids that stand twice in a page: ['card-" in complaint(page.check_page, case_of(toy, page=wrong))


def test_a_page_that_tells_what_it_drew_before_is_found(toy: Game) -> None:
    drawn: list[str] = []

    def render(scene: Any) -> Any:
        drawn.append(str(scene.seen.hand))
        return toy.page.render(scene) + drawn[-2 if len(drawn) > 1 else -1]

    assert "the page tells" in complaint(page.check_page_secrecy, case_of(toy, page=altered(toy.page, render=render)))


def test_points_without_words_are_found(toy: Game) -> None:
    wrong = altered(toy.page, scoring_row=lambda why: "")
    assert "points for 'cards' have no words" in complaint(page.check_scoring_rows, case_of(toy, page=wrong))


@pytest.mark.skipif(not jit.is_compiled(), reason="bots are looked at compiled")
def test_a_bot_that_forgets_a_move_is_found(toy: Game) -> None:
    class Forgetful:
        def __init__(self, mind: Any) -> None:
            self.think, self.mind = mind.think, mind

        def candidates(self) -> Any:
            return self.mind.candidates()[1:]

    wrong = altered(toy.bot, begin=lambda *given: Forgetful(toy.bot.begin(*given)))
    assert "not the legal moves" in complaint(bot.check_bot, case_of(toy, bot=wrong))


@pytest.mark.skipif(not jit.is_compiled(), reason="bots are looked at compiled")
def test_a_bot_whose_answers_change_is_found(toy: Game) -> None:
    seeds = iter(range(10_000))

    def begin(view: Any, edition: Any, level: str, stream: Any) -> Any:
        return toy.bot.begin(view, edition, level, stream_of(next(seeds), 0))

    assert "peeks" in complaint(bot.check_bot_secrecy, case_of(toy, bot=altered(toy.bot, begin=begin)))


def test_a_bot_that_takes_more_than_a_turns_time_is_found(toy: Game) -> None:
    wrong = altered(toy.bot, share_of_turn=lambda view, edition: 1.5)
    assert "a decision gets 1.5 of a turn's time" in complaint(bot.check_shares_of_turns, case_of(toy, bot=wrong))
