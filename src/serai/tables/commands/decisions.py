"""Decisions by their numbers: which is open, and what became of the others.

A command that answers a decision names it. Only what people decide makes another decision of it, so what they say and
prefer meanwhile keeps nobody from moving; and no number comes twice, so a request that comes twice is known.
"""

from serai.core.words.language import gettext as _
from serai.core.words.language import later
from serai.tables.errors import Stale
from serai.tables.state.outcomes import Outcome
from serai.tables.state.table import Table

BEGUN = later("The game has begun meanwhile.")
DESCRIPTIONS = {  # a decision was left without an answer, by the outcome's kind
    "sat": BEGUN,
    "seeded": BEGUN,
    "committed": BEGUN,
    "nonce": BEGUN,
    "unheld": later("The last move was taken back meanwhile."),
    "undone": later("The last move was taken back meanwhile."),
    "handed": later("A bot took over the seat before this was decided."),
    "returned": later("The seat was taken back from its bot meanwhile."),
    "ended": later("The game ended before this was decided."),
    "renewed": later("Chance is renewed before the game goes on."),
    "lost": later("The server was set back to an earlier state, and what was decided then is lost."),
    "read": later("The lesson has gone on meanwhile."),
}


def move_name(table: Table, outcome: Outcome) -> str | None:
    """The move by which a decision was answered, if it was one."""
    return None if table.match is None or outcome.move is None else table.match.name(outcome.move)


def check(table: Table, seat: int, decision: int) -> None:
    """A command must be for the open decision; this comes first, so that a repeated one is known as such."""
    if decision != table.decision:
        raise Stale(why_stale(table, seat, decision), table.decision, table.version)


def why_stale(table: Table, seat: int, decision: int) -> str:
    """What became of the decision that a seat's player names."""
    if decision not in range(table.decision):
        return _("There is no such decision at this table; the present one is number {number}.", number=table.decision)
    return (
        f"{description(table, seat, table.outcomes[decision])} {_('What you sent changed nothing; please look again.')}"
    )


def description(table: Table, seat: int, outcome: Outcome) -> str:
    """What became of a decision, in a sentence that tells this seat nothing new."""
    if outcome.kind in DESCRIPTIONS:
        return _(DESCRIPTIONS[outcome.kind])
    words = move_words(table, seat, outcome)
    return _("This has been decided already: {words}", words=words) if words else _("This has been decided already.")


def move_words(table: Table, seat: int, outcome: Outcome) -> str:
    """A move as a seat may see it; nothing of what another one holds."""
    name = move_name(table, outcome)
    if name is None or (outcome.kind == "held" and outcome.seat != seat):
        return ""
    words, edition = table.setup.game.words, table.setup.edition
    move, names = {"type": "move", "seat": outcome.seat, "move": name}, [place.name for place in table.seats]
    return " ".join(words.sentence(event, names, edition) for event in words.visible_to(move, seat, edition))
