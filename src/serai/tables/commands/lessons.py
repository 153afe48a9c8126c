"""Opening a lesson: the one kind of table whose chance is known beforehand, so nobody can open it in any other way."""

from collections.abc import Iterator
from typing import Any

from serai.core.game import Game
from serai.core.page.lesson import LEARNER, OPPONENT, PLAYERS, Lesson
from serai.core.words.language import gettext as _
from serai.tables.commands import commands
from serai.tables.errors import BadRequest
from serai.tables.state.setup import BOT, PERSON
from serai.tables.state.table import Change, Table

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


def first(table: Table, player: str, name: str, at: int) -> Iterator[list[Change]]:
    """The learner sits down, both nonces are the lesson's own, and every decision stands at once."""
    lesson = table.setup.lesson
    assert lesson
    mine, others = (
        {"commitment": nonce.commitment, "nonce": nonce.nonce.hex()}
        for nonce in lesson.chance(table.setup.game).rounds[0].nonces
    )
    sat = {"type": "sat", "at": at, "seat": LEARNER, "player": player, "name": commands.good_name(name)}
    preferred = {"type": "preferred", "at": at, "seat": LEARNER, "confirms": False}
    yield [sat | mine, {"type": "seeded", "at": at, "seat": OPPONENT} | others, preferred]
