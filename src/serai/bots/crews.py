"""Who plays an arena's games: processes that stay ready from round to round."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from serai.bots.arena import Arena, Played, hand_out, play, play_here, processes
from serai.bots.seating import Fixture

Crew = Callable[[Sequence[Fixture]], Iterator[Played]]  # how each fixture ended, in their order


@contextmanager
def crew(arena: Arena, workers: int) -> Iterator[Crew]:
    """This process, or several of this machine."""
    if workers <= 1:
        yield lambda fixtures: play(arena, fixtures)
        return
    arena.check()
    with processes(arena, workers) as pool:
        yield lambda fixtures: hand_out(play_here, fixtures, pool, workers)
