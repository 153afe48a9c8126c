"""Opening a lesson: the one kind of table whose chance is known beforehand, so nobody can open it in any other way."""

from dataclasses import dataclass
from typing import Any

from serai.core.game import Game
from serai.core.page.lesson import LEARNER, OPPONENT, PLAYERS, Lesson
from serai.core.words.language import gettext as _
from serai.tables.commands.command import Command
from serai.tables.commands.sitting import clean_name
from serai.tables.errors import BadRequest
from serai.tables.state import changes
from serai.tables.state.changes import Change
from serai.tables.state.setup import BOT, PERSON
from serai.tables.state.table import Table

LEVEL = "traveller"  # the opponent, and whom the learner plays next


def plan(game: Game, lesson: Lesson | None) -> dict[str, Any]:
    """How a game's lesson is set up."""
    if lesson is None:
        raise BadRequest(_("there is no lesson for {game}", game=game.title))
    return {
        "game": game.name,
        "options": {"players": PLAYERS},
        "seats": [{"kind": PERSON}, {"kind": BOT, "level": LEVEL}],
        "hints": False,
        "chat": False,
        "lesson": lesson.fingerprint,
    }


@dataclass(frozen=True, slots=True)
class BeginLesson(Command):
    """Sit down to be taught: both nonces are the lesson's own, and every decision stands at once."""

    player: str
    name: str

    def decide(self, table: Table, at: int) -> list[Change]:
        """The learner's arrival, the opponent's nonce, and that nothing waits to be confirmed."""
        lesson = table.setup.lesson
        assert lesson
        mine, others = (
            (nonce.commitment, nonce.nonce.hex()) for nonce in lesson.chance(table.setup.game).rounds[0].nonces
        )
        arrival = changes.Arrival(at, LEARNER, self.player, clean_name(self.name), *mine)
        return [arrival, changes.ServerNonce(at, OPPONENT, *others), changes.Preference(at, LEARNER, False)]
