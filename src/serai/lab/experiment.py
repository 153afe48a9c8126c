"""The balance lab: the same bots play the same deals on two editions, and every game is counted in detail.

The chance of a deal and of each player is the arena's with the same seed, so the games of one deal differ
only because of the editions, and the same seed gives the same figures with any number of processes.
"""

import pickle
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from serai.arena.games import Arena, process_pool, submit_ahead
from serai.arena.seating import Fixture
from serai.bots.entrant import Entrant, end_game
from serai.core.edition import Edition
from serai.core.game import Game, Options
from serai.core.match import Match
from serai.lab.tallies import GameCourse, GameTally, play_order, tallies_of, wins_of

Pair = tuple[GameTally, GameTally]  # one deal, before and after the change


@dataclass(frozen=True)
class Lab:
    """Two editions of a game, and the entrants that play them."""

    game: Game
    before: Edition
    after: Edition
    options: Options
    entrants: Sequence[Entrant]
    seed: int

    @property
    def players(self) -> int:
        """How many sit at a table."""
        return int(self.options["players"])

    @property
    def arenas(self) -> tuple[Arena, Arena]:
        """The same arena on either edition."""
        before, after = (
            Arena(self.game, edition, self.options, self.entrants, self.seed) for edition in (self.before, self.after)
        )
        return before, after

    def prepare(self) -> None:
        """Let every bot load what it needs."""
        for arena in self.arenas:
            arena.prepare()

    def fixture(self, deal: int) -> Fixture:
        """The seating of a deal: the bots in turn, moved by one seat from deal to deal."""
        return Fixture(deal, tuple((seat + deal) % len(self.entrants) for seat in range(self.players)))

    def compare(self, deal: int) -> Pair:
        """One deal on both editions."""
        before, after = (play_and_count(arena, self.fixture(deal)) for arena in self.arenas)
        return before, after


def play_and_count(arena: Arena, fixture: Fixture) -> GameTally:
    """Play one game and count its events."""
    match, course = Match(arena.game, arena.edition, arena.options, arena.chance(fixture.deal)), GameCourse()
    players = [arena.seat(fixture, seat) for seat in range(arena.players)]
    while not match.is_over:
        seat = match.to_act
        course.before(match)
        with arena.name_offender(seat, fixture):
            match.play(int(players[seat].choose(match.view(seat))))
        course.after(match)
    names = [arena.entrants[bot].name for bot in fixture.seating]
    faults_by_seat = zip(names, end_game(players, match.position), strict=True)
    faults = [f"{name}: {reason}" for name, reasons in faults_by_seat for reason in reasons]
    return tally_of(match, course, names, faults)


def tally_of(match: Match, course: GameCourse, names: Sequence[str], faults: Sequence[str]) -> GameTally:
    """The statistics of a finished game; `names` are those of the seats' players."""
    order, scores = play_order(match, course), match.scores()
    bots = tuple(zip((names[seat] for seat in order), wins_of(match, order), strict=True))
    return GameTally(tuple(scores[seat] for seat in order), tallies_of(match, course), bots, tuple(faults))


def play(lab: Lab, deals: int, workers: int = 1) -> Generator[Pair, None, None]:
    """Deal after deal on both editions; leaving early stops the other processes."""
    for arena in lab.arenas:
        arena.check()
    workers = min(workers, deals)
    if workers <= 1:
        lab.prepare()
        yield from map(lab.compare, range(deals))
        return
    lab.arenas[0].dismiss()
    with process_pool(lab.arenas[0], workers) as pool:
        yield from submit_ahead(partial(_compare, pickle.dumps(lab.arenas)), range(deals), pool, workers)


@cache
def load_lab(packed: bytes) -> Lab:
    """A lab from its two pickled arenas, prepared once in each process."""
    before, after = pickle.loads(packed)
    lab = Lab(before.game, before.edition, after.edition, before.options, before.entrants, before.seed)
    lab.prepare()
    return lab


def _compare(packed: bytes, deal: int) -> Pair:
    return load_lab(packed).compare(deal)
