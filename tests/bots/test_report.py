"""A report says how much was played, by whom, what came of it, and what can't be had again."""

import math
from html import escape

import pytest

from serai.arena.formats import Format, RoundRobin, Swiss
from serai.arena.games import Arena, Effort, GameResult
from serai.arena.ratings import Estimate
from serai.arena.report import Progress, number, page, plus_minus
from serai.arena.seating import Fixture
from tests.bots.test_arena import Fussy, arena_of, randoms

EFFORTS = (Effort(3, 9, 0.5, 0.25), Effort(4, 8, 1.5, 0.75))


def ended(fixture: Fixture, *faults: tuple[str, ...]) -> GameResult:
    """A game that the bot of the lowest number wins by two points, or three."""
    scores = tuple(20 + fixture.deal % 2 - 2 * bot for bot in fixture.seating)
    return GameResult(fixture, scores, (scores.index(max(scores)),), EFFORTS, faults)


def progress(arena: Arena, format: Format, games: int | None = None) -> Progress:
    """What came of the first rounds, or of their first games."""
    results: list[GameResult] = []
    for _ in range(format.rounds):
        results += [ended(fixture) for fixture in format.draw(results)]
    return Progress(arena, format, results[:games])


def test_a_whole_arena_has_every_section_and_says_it_can_be_had_again() -> None:
    text = page(progress(randoms("toy", 2), RoundRobin(2, 2, 8)))
    for heading in (
        "Ratings",
        "Head to head",
        "Points",
        "Seats",
        "What points are due to",
        "Length of games",
        "Faults",
    ):
        assert f"<h2>{heading}</h2>" in text
    assert "8 games of 4 deals, seed 5" in text and "<h2>Rounds</h2>" not in text
    assert "The same seed gives the same games on any machine." in text and "None: every decision" in text
    assert "This is a part only" not in text and "<script" not in text and text.count("<svg") == 10


def test_a_part_says_of_how_much() -> None:
    text = page(progress(randoms("toy", 2), RoundRobin(2, 2, 400), 120))
    assert "<title>Toy, 2 players: 120 of 400 games</title>" in text and "This is a part only" in text


def test_nothing_at_all_is_still_a_page() -> None:
    text = page(progress(randoms("toy", 2), RoundRobin(2, 2, 4), 0))
    assert "0 of 4 games" in text and "No deal was finished." in text


def test_bots_that_would_not_play_the_same_again_are_marked() -> None:
    text = page(progress(randoms("toy", 2, "vizier:time=0.5,random"), RoundRobin(2, 2, 4)))
    assert "Not reproducible, because of a time limit or a program: vizier:time=0.5." in text
    assert ">vizier:time=0.5 (not reproducible)</td>" in text and ">random</td>" in text


def test_times_are_shown_only_when_asked_for() -> None:
    found = progress(randoms("toy", 2), RoundRobin(2, 2, 4))
    assert "longest decision" not in page(found) and "longest decision" in page(found, times=True)
    assert page(found) == page(progress(randoms("toy", 2), RoundRobin(2, 2, 4)))


def test_a_swiss_shows_pairings_and_rests() -> None:
    bots = "random,random:seed=1,random:seed=2"
    text = page(progress(randoms("toy", 2, bots), Swiss(3, 2, 6, 1, 3)))
    assert "Swiss in 3 rounds" in text and text.count(" – random") == 3 and "Different pairings: 3." in text


def test_only_rounds_that_were_played_count() -> None:
    bots = "random,random:seed=1,random:seed=2,random:seed=3"
    text = page(progress(randoms("toy", 2, bots), Swiss(4, 2, 12, 1, 3), games=4))
    assert text.count(" – random") == 2 and "Different pairings: 2." in text


def test_infinite_numbers_are_written_with_their_sign() -> None:
    assert [number(value, sign="+") for value in (math.inf, -math.inf, -1.6)] == ["+∞", "−∞", "−2"]
    assert plus_minus(Estimate(1.25, -math.inf, math.inf), 1) == "1.2 ± ∞"


def test_faults_are_counted_with_their_reasons_and_names_are_harmless() -> None:
    nasty = "<img src=x onerror=alert(1)>"
    arena = arena_of("toy", 2, Fussy(nasty, max), Fussy("low", min))
    todo = RoundRobin(2, 2, 2)
    first, second = todo.draw([])
    text = page(
        Progress(
            arena,
            todo,
            [
                ended(first, ("<b>late</b> (decision 3)", "<b>late</b> (decision 8); it wrote: 'x'"), ()),
                ended(second, (), ("mute",)),
            ],
        )
    )
    assert nasty not in text and escape(nasty) in text and "<b>late</b>" not in text
    assert f'>{escape(nasty)}</td><td class="words">{escape("<b>late</b>")}</td><td>2</td>' in text
    assert ">mute</td><td>1</td>" in text and "Decisions left to chance" in text


@pytest.mark.parametrize("games", [2, 4])
def test_a_report_of_very_few_deals_is_drawn_too(games: int) -> None:
    assert "NaN" not in page(progress(randoms("toy", 2), RoundRobin(2, 2, 4), games)).replace("nan", "NaN")
