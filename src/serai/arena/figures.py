"""The arena's figures: shares of pairs, wins, points, ratings, time, effects and faults."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from serai.arena.effects import Effects, effects_of
from serai.arena.games import Arena, Effort, GameResult
from serai.arena.ratings import Estimate, Numbers, elo_difference, ratings, share
from serai.arena.seating import Fixture
from serai.arena.skill import skills


@dataclass(frozen=True)
class Times:
    """How long a bot thought, in seconds."""

    turn: float  # on average
    decision: float  # on average, forced ones included
    longest: float  # decision


@dataclass(frozen=True)
class Standing:
    """One bot's figures."""

    name: str
    is_reproducible: bool
    seats: int  # how many it had in all games
    wins: Estimate  # of the games, for each of its seats; a shared win counts in equal parts
    fair: float  # the same if all were equally good
    points: float  # on average
    rating: Estimate  # Elo scale, the average bot at 0
    skill: Estimate | None  # openskill's scale; None where the package is not installed
    faults: int  # how often chance decided in its place
    times: Times


@dataclass(frozen=True)
class Meeting:
    """One bot against another: a pair is a seat of the one and a seat of the other in the same game."""

    bot: str
    opponent: str
    pairs: int
    share: Estimate  # of pairs in which the bot has more points; equal points count half
    difference: Estimate  # of ratings, from this share alone; infinite where it is 0 or 1


@dataclass(frozen=True)
class Fault:
    """Why chance decided in a bot's place, and how often."""

    bot: str
    reason: str
    times: int


@dataclass(frozen=True)
class Figures:
    """All figures of an arena."""

    games: int
    deals: int
    standings: list[Standing]
    meetings: list[Meeting]
    effects: Effects
    faults: list[Fault]  # the most frequent first


def complete_deals(results: Sequence[GameResult], fixtures: Sequence[Fixture]) -> list[GameResult]:
    """Only the games of complete deals: an incomplete deal would favour the bots with the better seats in it."""
    finished = {game.fixture for game in results}
    incomplete = {fixture.deal for fixture in fixtures if fixture not in finished}
    return [game for game in results if game.fixture.deal not in incomplete]


def compute_figures(arena: Arena, results: Sequence[GameResult]) -> Figures:
    """Every figure of these games, at least one."""
    names = names_of(arena)
    deals = sorted({game.fixture.deal for game in results})
    won, met = pairs_of(results, len(names))
    elo_ratings = ratings(won, met)
    skill_ratings: Sequence[Estimate | None] = skills(results, len(names)) or [None] * len(names)
    standings = [
        standing_of(arena, bot, names[bot], results, elo_ratings[bot], skill_ratings[bot]) for bot in range(len(names))
    ]
    meetings = [
        meeting_of(names[bot], names[other], won[:, bot, other], met[:, bot, other])
        for bot, other in combinations(range(len(names)), 2)
        if met[:, bot, other].any()
    ]
    effects, faults = effects_of(results, len(names)), faults_of(results, names)
    return Figures(len(results), len(deals), standings, meetings, effects, faults)


def names_of(arena: Arena) -> list[str]:
    """The entrants' names; equal names are numbered."""
    names = [entrant.name for entrant in arena.entrants]
    return [
        f"{name} #{names[: place + 1].count(name)}" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]


def pairs_of(results: Sequence[GameResult], bots: int) -> tuple[Numbers, Numbers]:
    """Pairs won and pairs met, by deal, bot and opponent."""
    rows = rows_of(results)
    won, met = np.zeros((2, len(set(rows)), bots, bots))
    for row, game in zip(rows, results, strict=True):
        for (bot, points), (other, other_points) in combinations(
            zip(game.fixture.seating, game.scores, strict=True), 2
        ):
            if bot != other:
                result = (1 + (points > other_points) - (points < other_points)) / 2
                won[row, bot, other] += result
                won[row, other, bot] += 1 - result
                met[row, bot, other] += 1
                met[row, other, bot] += 1
    return won, met


def rows_of(results: Sequence[GameResult]) -> list[int]:
    """Each game's deal, as an index into the sorted deals."""
    places = {deal: place for place, deal in enumerate(sorted({game.fixture.deal for game in results}))}
    return [places[game.fixture.deal] for game in results]


def standing_of(
    arena: Arena, bot: int, name: str, results: Sequence[GameResult], rating: Estimate, skill: Estimate | None
) -> Standing:
    """One bot's figures."""
    seats = [(game, seat) for game in results for seat, number in enumerate(game.fixture.seating) if number == bot]
    return Standing(
        name=name,
        is_reproducible=arena.entrants[bot].is_reproducible,
        seats=len(seats),
        wins=wins_of(bot, results),
        fair=1 / arena.players,
        points=sum(game.scores[seat] for game, seat in seats) / max(1, len(seats)),
        rating=rating,
        skill=skill,
        faults=sum(len(game.faults[seat]) for game, seat in seats if game.faults),
        times=times_of([game.efforts[seat] for game, seat in seats]),
    )


def wins_of(bot: int, results: Sequence[GameResult]) -> Estimate:
    """The share of wins for each of a bot's seats."""
    rows = rows_of(results)
    won, seats = np.zeros((2, len(set(rows))))
    for row, game in zip(rows, results, strict=True):
        seating = game.fixture.seating
        won[row] += sum(seating[seat] == bot for seat in game.winners) / max(1, len(game.winners))
        seats[row] += seating.count(bot)
    return share(won, seats) if seats.any() else Estimate(0.0, 0.0, 1.0)


def faults_of(results: Sequence[GameResult], names: Sequence[str]) -> list[Fault]:
    """Why chance decided in bots' places, counted over all decisions."""
    counts = Counter(
        (names[bot], reason.split(" (decision ")[0])
        for game in results
        for bot, reasons in zip(game.fixture.seating, game.faults, strict=False)
        for reason in reasons
    )
    return [Fault(*key, times) for key, times in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def times_of(efforts: Sequence[Effort]) -> Times:
    """The average and longest times of these efforts."""
    seconds = sum(effort.seconds for effort in efforts)
    turns = sum(effort.turns for effort in efforts)
    decisions = sum(effort.decisions for effort in efforts)
    longest = max((effort.longest for effort in efforts), default=0.0)
    return Times(seconds / max(1, turns), seconds / max(1, decisions), longest)


def meeting_of(bot: str, opponent: str, won: Numbers, met: Numbers) -> Meeting:
    """One pair's figures."""
    estimate = share(won, met)
    return Meeting(bot, opponent, int(met.sum()), estimate, elo_difference(estimate))
