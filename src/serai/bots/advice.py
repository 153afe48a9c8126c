"""A bot's advice for a seat, with reasons: for recorded positions, and for hints at the table."""

from collections.abc import Callable
from dataclasses import dataclass

from serai.bots.bot import Bot
from serai.bots.levels import RANDOM
from serai.core.errors import BadBot
from serai.core.search.mind import LEVELS, Views
from serai.core.words.language import gettext as _
from serai.core.words.reasons import Point


@dataclass(frozen=True, repr=False)
class Advice:
    """One legal move as a bot values it."""

    rank: int  # from 1, the best
    move: int
    text: str  # the move in the game's notation
    win: float  # the chance of the seat that decides
    wins: tuple[float, ...]  # each seat's chance
    points: tuple[float, ...]  # each seat's expected points at the end
    reasons: tuple[Point, ...]  # for and against, in points for the seat that decides, the weightiest first

    def __repr__(self) -> str:
        points = " : ".join(f"{value:.1f}" for value in self.points)
        weightiest = ", ".join(f"{reason.points:+.1f} {reason.why}" for reason in self.reasons[:3])
        return f"<Advice {self.rank}: {self.text!r} wins {self.win:.0%}, points {points}; {weightiest or 'no reasons'}>"


def advise(
    bot: Bot,
    view: Views,
    top: int | None = None,
    also: int | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[Advice]:
    """The legal moves of the deciding seat, best first: all, or the first `top` and the move `also`."""
    if bot.level.name == RANDOM:
        values = {"bot": repr(bot.level.name), "names": ", ".join(LEVELS)}
        raise BadBot(_("bot {bot} has no reasons for its moves; allowed: {names}", **values))
    seat = int(bot.game.kernel.to_act(view, 0))
    mind = bot.consider(view, is_stopped)
    ranked = enumerate(mind.candidates(), 1)
    return [
        Advice(
            rank=rank,
            move=candidate.move,
            text=str(bot.game.words.move_name(candidate.move, bot.edition)),
            win=candidate.wins[seat],
            wins=candidate.wins,
            points=candidate.points,
            reasons=tuple(mind.reasons(candidate)),
        )
        for rank, candidate in ranked
        if top is None or rank <= top or candidate.move == also
    ]
