"""Every game's lesson goes as it is written: a change of rules, editions or chance that spoils one is found here."""

import re

import pytest

from serai.core import game as games
from serai.core.match import Match
from serai.core.page.lesson import LEARNER, OPPONENT, PLAYERS, Step, lesson_of
from serai.core.page.scene import Parts, Scene, cautions_of, completed
from serai.web.pages.table import highlighted_parts, with_parts
from tests.lessons import TAUGHT, lesson

LIT = re.compile(r'<button name="(?:part|move)" value="([^"]*)"[^>]* data-lit data-open')
FEWEST, MOST = 8, 14  # moves of a learner
LONGEST = 240  # letters that the vizier says at once


def first(game: str) -> Match:
    """The match of a game's lesson, before its first step."""
    found, taught = lesson(game)
    return Match(found, found.read_edition(), found.options(PLAYERS), taught.chance(found))


def test_both_games_have_one() -> None:
    assert {"asara", "pasha"} <= set(TAUGHT)


def test_a_game_without_one_offers_none() -> None:
    assert lesson_of(games.load("toy")) is None


@pytest.mark.parametrize("game", TAUGHT)
def test_every_move_is_legal_when_its_turn_comes(game: str) -> None:
    match = first(game)
    for number, step in enumerate(lesson(game)[1].steps, 1):
        by = [(LEARNER, step.move)] if step.move else []
        for seat, move in [*by, *((OPPONENT, answer) for answer in step.answers)]:
            assert match.to_act == seat, f"step {number}: {move}"
            assert move in match.legal(), f"step {number}: {move}"
            match.play(move)
    assert not match.is_over


@pytest.mark.parametrize("game", TAUGHT)
def test_no_step_asks_for_what_would_have_to_be_confirmed_with_a_caution(game: str) -> None:
    match = first(game)
    for step in lesson(game)[1].steps:
        if step.move:
            assert not cautions_of(match.game, match.view(LEARNER)[0], match.edition, [step.move])
        for move in ([step.move] if step.move else []) + list(step.answers):
            match.play(move)


@pytest.mark.parametrize("game", TAUGHT)
def test_who_touches_whatever_is_lit_makes_the_move(game: str) -> None:
    match = first(game)
    for step in lesson(game)[1].steps:
        if step.move:
            assert followed(match, step) == step.move
            match.play(step.move)
        for answer in step.answers:
            match.play(answer)


def followed(match: Match, step: Step) -> str | None:
    """The move that comes of touching what is lit on the table, one after the other."""
    seen, chosen = match.view(LEARNER), Parts()
    choices = with_parts(match, match.legal(), seen)
    while (move := completed(choices, chosen)) is None:
        lit = highlighted_parts(step, choices, chosen)
        scene = Scene(seen[0], match.edition, ["Ann", "Bo"], LEARNER, choices, chosen=chosen, lit=lit)
        shown = LIT.findall(str(match.game.page.render(scene)))
        assert lit and set(shown) == set(lit), step
        if lit[0] in choices and lit[0] not in choices[lit[0]]:
            return lit[0]  # a button that makes the whole move
        chosen = (*chosen, lit[0])
    return move


@pytest.mark.parametrize("game", TAUGHT)
def test_it_is_short_and_speaks_briefly(game: str) -> None:
    taught = lesson(game)[1]
    assert FEWEST <= sum(bool(step.move) for step in taught.steps) <= MOST
    said = [*taught.summary, *(words for step in taught.steps for words in (step.words, step.instead))]
    assert [words for words in said if len(words) > LONGEST] == []


@pytest.mark.parametrize("game", TAUGHT)
def test_another_course_has_another_fingerprint_but_other_words_have_not(game: str) -> None:
    taught = lesson(game)[1]
    other = type(taught)(taught.seed, taught.minutes, taught.steps[:-1], taught.summary)
    spoken = type(taught)(taught.seed, taught.minutes, taught.steps, ("Farewell.",))
    assert other.fingerprint != taught.fingerprint == spoken.fingerprint
