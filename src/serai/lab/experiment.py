"""The balance lab: the same bots play the same deals on two editions, and every game is looked at closely.

The chance of a deal and of each player is that of the arena with the same seed, so that the games of one deal differ
only by what the editions make different, and the same seed gives the same figures, whatever the number of processes.
"""

import pickle
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache, partial

from serai.arena.games import Arena, hand_out, processes
from serai.arena.seating import Fixture
from serai.bots.entrant import Entrant, take_leave
from serai.core.edition import Edition
from serai.core.game import Game, Options
from serai.core.match import Match
from serai.lab.tallies import Course, Seen, in_order, tallies_of, wins_of

Pair = tuple[Seen, Seen]  # one deal, before and after the change


@dataclass(frozen=True)
class Lab:
    """Two editions of a game, and who plays them."""

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
        """Who sits where: the bots in turn, moved on by one seat from deal to deal."""
        return Fixture(deal, tuple((seat + deal) % len(self.entrants) for seat in range(self.players)))

    def compare(self, deal: int) -> Pair:
        """One deal on both editions."""
        before, after = (watch(arena, self.fixture(deal)) for arena in self.arenas)
        return before, after


def watch(arena: Arena, fixture: Fixture) -> Seen:
    """Play one game with its events, and count what happens."""
    match, course = Match(arena.game, arena.edition, arena.options, arena.chance(fixture.deal)), Course()
    players = [arena.seat(fixture, seat) for seat in range(arena.players)]
    while not match.is_over:
        seat = match.to_act
        course.before(match)
        with arena.naming(seat, fixture):
            match.play(int(players[seat].choose(match.view(seat))))
        course.after(match)
    names = [arena.entrants[bot].name for bot in fixture.seating]
    left = zip(names, take_leave(players, match.position), strict=True)
    faults = [f"{name}: {why}" for name, whys in left for why in whys]
    return seen(match, course, names, faults)


def seen(match: Match, course: Course, names: Sequence[str], faults: Sequence[str]) -> Seen:
    """A finished game as it is counted; the names are those of the seats' players."""
    order, scores = in_order(match, course), match.scores()
    bots = tuple(zip((names[seat] for seat in order), wins_of(match, order), strict=True))
    return Seen(tuple(scores[seat] for seat in order), tallies_of(match, course), bots, tuple(faults))


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
    with processes(lab.arenas[0], workers) as pool:
        yield from hand_out(partial(_compare, pickle.dumps(lab.arenas)), range(deals), pool, workers)


@cache
def unpack(packed: bytes) -> Lab:
    """A lab from its two arenas, made ready once in each process."""
    before, after = pickle.loads(packed)
    lab = Lab(before.game, before.edition, after.edition, before.options, before.entrants, before.seed)
    lab.prepare()
    return lab


def _compare(packed: bytes, deal: int) -> Pair:
    return unpack(packed).compare(deal)
