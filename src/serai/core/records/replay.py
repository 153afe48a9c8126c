"""Recomputing a record from its edition, options, seed and moves, and saying where it differs from what it claims.

Where an earlier version of the rules went another way, the rest of its record is read, not recomputed (`reading`).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from serai.core import game as games
from serai.core.errors import BadNotation, BadOptions
from serai.core.match import PEOPLE_EVENTS, Match
from serai.core.position import Position
from serai.core.records import event_shapes as reading
from serai.core.records.randomness import BY_SERVER, Committed
from serai.core.records.record import Event, Record, canonical, read
from serai.core.records.validation import Shape


class RecordedGame(Record):
    """A record whose game can be gone through."""

    def position(self, after: int | None = None) -> Position:
        """The position after so many of its moves; after all of them where no number is given."""
        return position(self, after)

    def verify(self) -> "Verdict":
        """Recompute the whole record and compare it."""
        return verify(self)

    def __repr__(self) -> str:
        return f"<RecordedGame: {self.game}, {len(self.names)} players, {number_of_moves(self)} moves, {self.where}>"


def load(path: str | Path) -> list[RecordedGame]:
    """The records of a file: one document in `.json`, else one in each line."""
    return [RecordedGame(found.data, found.randomness, found.where) for found in read(Path(path))]


@dataclass(frozen=True)
class Difference:
    """One thing that a record says otherwise than recomputation does."""

    where: str  # a key of the record, such as `events[12]` or `result`
    recorded: Any
    recomputed: Any
    source: str = "recomputing"  # how we came to what we say
    words: str = ""  # what to say of it, where the two values do not tell it

    def __str__(self) -> str:
        apart = f"the record says {told(self.recorded)}, {self.source} gives {told(self.recomputed)}"
        return f"{self.where}: {self.words or apart}"


@dataclass(frozen=True)
class Parting:
    """From which event on a record follows an earlier version of the rules, where ours goes another way, and why."""

    place: int
    why: str


@dataclass
class Verdict:
    """What `verify` found; `remarks` are what a reader should know besides."""

    differences: list[Difference] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    decisions: int = 0
    parting: Parting | None = None
    is_settled: bool = False  # a receipt shows that all seeds were settled before anybody could know what they bring

    @property
    def is_fine(self) -> bool:
        """Whether everything was recomputed and agrees."""
        return not self.differences and self.parting is None

    @property
    def is_true(self) -> bool:
        """Whether nothing differs and nobody could choose the chance; without a receipt a record is only consistent."""
        return not self.differences and self.is_settled


def told(value: object) -> str:
    """A value as a difference shows it."""
    return value if isinstance(value, str) else canonical(value).decode()


def begin(record: Record) -> Match:
    """The match of a record before its first move."""
    game = games.load(record.game)
    edition = game.edition_of(record.data["edition"], f"{record.where}: edition")
    return Match(game, edition, game.options(**record.options), record.randomness)


def replay(record: Record) -> Match:
    """The match after all of the record's moves; `IllegalMove` or `BadNotation` where one can't be played."""
    match = begin(record)
    for event in moments(record):
        follow(match, event)
    return match


def position(record: Record, after: int | None = None) -> Position:
    """The position after so many of the record's moves; after all of them where no number is given."""
    game = games.load(record.game)
    edition = game.edition_of(record.data["edition"], f"{record.where}: edition")
    found = Position(game, edition, game.options(**record.options), record.randomness)
    moves = [event["move"] for event in moments(record) if event["type"] == "move"]
    if after is not None and after not in range(len(moves) + 1):
        raise BadOptions(f"{record.where}: there is no position after {after} moves; allowed: 0 to {len(moves)}")
    for move in moves[:after]:
        found.apply(move)
    return found


def moments(record: Record) -> Iterator[Event]:
    """Only the events that people made: moves, and who sat down, resigned or stopped."""
    for place, event in enumerate(record.events):
        if event["type"] in PEOPLE_EVENTS:
            shape, players = Shape(record.where), int(record.options["players"])
            reading.check_event(f"events[{place}]", event, reading.PEOPLE, players, shape)
            yield event
        elif event["type"] == "move":
            Shape(record.where).text(f"events[{place}].move", event.get("move"))
            yield event


def follow(match: Match, event: Event) -> None:
    """Carry out a move, or note what people did."""
    if event["type"] == "move":
        match.play(event["move"])
    elif event["type"] == "seat":
        match.change_player(event["seat"], event["by"])
    elif event["type"] == "resign":
        match.resigned.add(event["seat"])
        match.events.append(event)
    else:
        match.stop(event["why"])


def verify(record: Record) -> Verdict:
    """Recompute the whole record and compare every event, the result, the digest and the commitment."""
    verdict = Verdict()
    match = begin(record)
    if is_whole := compare_events(record, match, verdict):
        compare(verdict, "result", record.data["result"], match.result())
        compare(verdict, "digest", record.data["digest"], match.digest())
    if isinstance(record.randomness, Committed):
        check_seeds(record, record.randomness, verdict)
    verdict.decisions = len(match.moves)
    if verdict.parting and not verdict.differences:
        read_on(record, match, verdict.parting, verdict)
    elif not is_whole:
        verdict.remarks.append("what follows could not be compared")
    remark_on_version(record, match, verdict)
    if isinstance(record.randomness, Committed):
        verdict.remarks += remarks_on_seeds(record, record.randomness)
    return verdict


def check_seeds(record: Record, chance: Committed, verdict: Verdict) -> None:
    """Each round has the commitment to its server seed, a nonce of each seat's own, and begins within the game."""
    data, moves = record.data["randomness"], number_of_moves(record)
    for number, found in enumerate(chance.rounds):
        where, recorded = ("randomness", data)
        if "rounds" in data:
            where, recorded = f"randomness.rounds[{number}]", data["rounds"][number]
        compare(verdict, f"{where}.commitment", recorded["commitment"], found.commitment)
        nonces = [nonce.nonce.hex() for nonce in found.nonces]
        for first, seat in doubles(nonces):
            words = f"seats {first} and {seat} have the same nonce"
            verdict.differences.append(Difference(f"{where}.nonces[{seat}].nonce", nonces[seat], None, words=words))
        if found.after > moves:
            words = f"chance was renewed after move {found.after}, but the record has no such move"
            verdict.differences.append(Difference(f"{where}.after", found.after, moves, words=words))


def number_of_moves(record: Record) -> int:
    """How many moves a record tells."""
    return sum(event["type"] == "move" for event in record.events)


def doubles(values: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Each place whose value stands earlier already, after the first place where it does."""
    for place, value in enumerate(values):
        if (first := values.index(value)) < place:
            yield first, place


def remarks_on_seeds(record: Record, chance: Committed) -> Iterator[str]:
    """When chance was renewed, and for which people the server made a nonce."""
    if renewed := [found.after for found in chance.rounds[1:]]:
        yield renewals(renewed)
    for found in chance.rounds:
        for seat, nonce in enumerate(found.nonces):
            if nonce.by == BY_SERVER and record.data["seats"][seat]["by"] == "person":
                whose = f"seat {seat} ({record.names[seat]}){since(found.after)}"
                yield f"the server made the nonce of {whose}, though a person plays there"


def renewals(after: Sequence[int]) -> str:
    """How often chance was renewed, and after which moves."""
    often = {1: "once", 2: "twice"}.get(len(after), f"{len(after)} times")
    moves = f"{', '.join(map(str, after[:-1]))} and {after[-1]}" if len(after) > 1 else str(after[0])
    return f"chance was renewed {often}, after move{'s' * (len(after) > 1)} {moves}"


def since(after: int) -> str:
    """Of which chance something is said; nothing of the first, which begins with set-up."""
    return f" for chance after move {after}" if after else ""


def is_known(record: Record, match: Match) -> bool:
    """Whether the game says where an earlier version of its rules, which made the record, went another way."""
    versions = match.game.rules.versions
    return versions is not None and record.data["rules_version"] in versions.KNOWN


def parting(record: Record, match: Match) -> str | None:
    """Why the rules that made the record go on otherwise than ours; None where they do not, as far as is known."""
    recorded = record.data["rules_version"]
    if recorded == match.game.rules.RULES_VERSION or not is_known(record, match):
        return None
    versions = match.game.rules.versions
    assert versions
    return versions.parting(recorded, match.games[0])


def read_on(record: Record, match: Match, parted: Parting, verdict: Verdict) -> None:
    """Check what the rest of the events tell by themselves, where they can't be recomputed."""
    versions = match.game.rules.versions
    assert versions, "only a game that knows other versions parts from them"
    reading.check_events(record, parted.place, versions.EVENTS)
    found = [*unknown_moves(record, match, parted.place), *reading.contradictions(record)]
    verdict.differences += [Difference(*each, source="reading its events") for each in found]


def unknown_moves(record: Record, match: Match, first: int) -> Iterator[tuple[str, Any, Any]]:
    """The moves from a place on that the game's notation does not have."""
    for place, event in enumerate(record.events[first:], first):
        if event["type"] == "move":
            try:
                match.parse(event["move"])
            except BadNotation as error:
                yield f"events[{place}]", event, f"no such move: {error}"


def remark_on_version(record: Record, match: Match, verdict: Verdict) -> None:
    """Say what another version of the rules means for the record: one that is not known may differ honestly."""
    recorded, ours = record.data["rules_version"], match.game.rules.RULES_VERSION
    if recorded == ours:
        return
    by = f"recorded by rules version {recorded}"
    if verdict.is_fine:
        verdict.remarks.append(f"{by}; version {ours} gives the same")
    elif is_known(record, match):
        verdict.remarks += [f"{by}, by which it is wrong as well"] if verdict.differences else _on_parting(by, verdict)
    else:
        verdict.remarks.append(f"{by}, this is {ours}: only its events could be checked, not what they follow from")


def _on_parting(by: str, verdict: Verdict) -> list[str]:
    """What could be checked of a true record of an earlier version, and what not."""
    assert verdict.parting
    return [
        f"{by}; from events[{verdict.parting.place}] on the rules have changed since, which is no fault of the record: "
        f"{verdict.parting.why}",
        "from there on its events were only read: each is whole, and together they come to the result; "
        "chance, the legality of moves and the digest could not be checked",
    ]


def compare(verdict: Verdict, where: str, recorded: object, recomputed: object) -> bool:
    """Note a difference, if there is one."""
    is_same = canonical(recorded) == canonical(recomputed)
    if not is_same:
        verdict.differences.append(Difference(where, recorded, recomputed))
    return is_same


def compare_events(record: Record, match: Match, verdict: Verdict) -> bool:
    """Compare event by event; False where the two part so far that nothing after it can be compared."""
    expected = list(match.events)
    for place, event in enumerate(record.events):
        where = f"events[{place}]"
        if not expected and (why := parting(record, match)):
            verdict.parting = Parting(place, why)
            return False
        if event["type"] in PEOPLE_EVENTS:
            reading.check_event(where, event, reading.PEOPLE, match.players, Shape(record.where))
            if problem := why_out_of_place(match, event, bool(expected)):
                verdict.differences.append(Difference(where, event, problem))
                return False
            follow(match, event)
            continue
        if not expected:
            if problem := why_no_move(match, event):
                verdict.differences.append(Difference(where, event, problem))
                return False
            told_before = len(match.events)
            match.play(event["move"])
            expected = match.events[told_before:]
        ours = expected.pop(0)
        compare(verdict, where, event, ours)
        if event["type"] != ours["type"]:
            return False
    return compare_end(len(record.events), expected, match, verdict)


def why_out_of_place(match: Match, event: Event, is_amid: bool) -> str | None:
    """Why people can't have done this here; None when they can."""
    if match.is_stopped:
        return "nothing, the game has been stopped"
    if match.has_ended:
        return "nothing, the game has ended"
    ends_game = event["type"] == "stop" or (event["type"] == "resign" and match.players == 2)
    return "something else first: a game stops only between moves" if is_amid and ends_game else None


def why_no_move(match: Match, event: Event) -> str | None:
    """Why a move can't come here, or can't be this one; None when it can."""
    if match.is_over:
        return "nothing, the game has been stopped" if match.is_stopped else "nothing, the game has ended"
    if match.players == 2 and match.resigned:
        return "a stop: with two players a resignation ends the game"
    if event["type"] != "move" or not isinstance(event.get("move"), str):
        return f"a move of seat {match.to_act}"
    try:
        reason = match.why_illegal(event["move"])
    except BadNotation as error:
        return f"no such move: {error}"
    return f"an illegal move: {reason.sentence.rstrip('.')} ({reason.rule})" if reason else None


def compare_end(length: int, expected: list[Event], match: Match, verdict: Verdict) -> bool:
    """The record must go on to the end of the game, or to a stop."""
    where = f"events[{length}]"
    if expected and not match.is_stopped:
        verdict.differences.append(Difference(where, "nothing more", expected[0]))
        return False
    if not match.is_over:
        verdict.differences.append(Difference(where, "nothing more", "a move, or a stop"))
        return False
    return True
