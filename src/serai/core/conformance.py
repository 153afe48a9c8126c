"""The kit that tests any game folder: what every game promises, as functions that raise `AssertionError`.

Each check takes a `Case` (a game with an edition and options) and a seed, plays random games from it and says what is
wrong, for which case and where. `CHECKS` lists them all; `serai.games` is never named here.
"""

import hashlib
import itertools
import json
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import numpy as np
import numpy.typing as npt
from rich.text import Text

from serai.core import game as games
from serai.core import simulate
from serai.core.compiled import jit
from serai.core.compiled.rng import below
from serai.core.edition import Edition
from serai.core.errors import BadNotation
from serai.core.game import Game, Options
from serai.core.match import Match
from serai.core.position import Position
from serai.core.records import record, replay
from serai.core.records.randomness import Nonce, Randomness, StreamSeed, one_round, player_stream
from serai.core.words import rulebook

Games = npt.NDArray[np.void]  # of length 1

SAMPLED = 8 if jit.is_compiled() else 3  # positions of a game that the costly checks look at
LONGEST = 100_000  # decisions after which a game is taken to be endless
WIDTH = 80  # columns of a terminal


@dataclass(frozen=True)
class Case:
    """A game to be checked, with one choice of options."""

    game: Game
    edition: Edition
    options: Options

    def __str__(self) -> str:
        flags = [flag for flag in self.game.flags if self.options[flag]]
        return "-".join([self.game.name, str(self.options["players"]), *flags])

    @property
    def players(self) -> int:
        """How many play."""
        return int(self.options["players"])

    @property
    def viewers(self) -> range:
        """Every seat, and the spectator behind the last."""
        return range(self.players + 1)

    def match(self, randomness: Randomness) -> Match:
        """A match that begins here."""
        return Match(self.game, self.edition, self.options, randomness)

    def position(self, randomness: Randomness) -> Position:
        """The position that a game begins with."""
        return Position(self.game, self.edition, self.options, randomness)

    def new(self, seed: int) -> Games:
        """A game before its first decision."""
        return self.position(StreamSeed(seed)).games

    def legal(self, table: Games) -> list[int]:
        """The legal moves of a position, as the rules list them."""
        moves = np.zeros(self.game.rules.MOST_MOVES, np.int32)
        count = self.game.entry.legal(table, 0, self.edition.record, moves)
        assert count <= len(moves), f"{self}: {count} legal moves, but MOST_MOVES is {len(moves)}"
        return [int(move) for move in moves[:count]]

    def applied(self, table: Games, move: int) -> Games:
        """A copy of the position after a move."""
        after = table.copy()
        self.game.entry.apply(after, 0, self.edition.record, move)
        return after

    def observed(self, table: Games, viewer: int) -> Games:
        """What a seat knows of a position."""
        view = np.zeros_like(table)
        self.game.entry.observe(table, 0, self.edition.record, viewer, view, 0)
        return view

    def resampled(self, view: Games, stream: npt.NDArray[np.uint64]) -> Games:
        """A game as chance might have dealt it, seen so."""
        table = np.zeros_like(view)
        self.game.entry.resample(view, 0, self.edition.record, stream, table, 0)
        return table

    def is_over(self, table: Games) -> bool:
        """Whether the game has ended."""
        return bool(self.game.entry.is_over(table, 0))

    def to_act(self, table: Games) -> int:
        """Who decides."""
        return int(self.game.entry.to_act(table, 0))

    def decisions(self, seed: int) -> Iterator[tuple[Games, int]]:
        """A random game: each position with the move that is then played; at last the final one with -1."""
        stream, table = player_stream(seed), self.new(seed)
        for _ in range(LONGEST):
            if self.is_over(table):
                yield table.copy(), -1
                return
            moves = self.legal(table)
            assert moves, f"{self}, seed {seed}: no move is legal, but the game is not over"
            move = moves[below(stream, len(moves))]
            yield table.copy(), move
            table = self.applied(table, move)
        raise AssertionError(f"{self}, seed {seed}: not over after {LONGEST} decisions")

    def sample(self, seed: int, count: int = SAMPLED) -> list[tuple[Games, int]]:
        """Decisions spread over a random game, the first and the last of them included."""
        taken = [(table, move) for table, move in self.decisions(seed) if move >= 0]
        places = np.unique(np.linspace(0, len(taken) - 1, count).astype(int))
        return [taken[place] for place in places]


def cases(game: Game, edition: Edition | None = None) -> list[Case]:
    """Every number of players with every combination of options."""
    choices = itertools.product(game.player_counts, itertools.product((False, True), repeat=len(game.flags)))
    return [
        Case(game, edition or game.read_edition(), game.options(players, **dict(zip(game.flags, flags, strict=True))))
        for players, flags in choices
    ]


def check_play_ends(case: Case, seed: int) -> None:
    """Random play ends; until then some move is legal, each is listed once, and afterwards none is."""
    for table, move in case.decisions(seed):
        moves = case.legal(table)
        assert len(set(moves)) == len(moves), f"{case}, seed {seed}: a move is listed twice: {moves}"
        assert all(0 <= each < case.game.rules.EVERY_MOVE for each in moves), f"{case}: EVERY_MOVE is too low: {moves}"
        assert 0 <= case.to_act(table) < case.players, f"{case}: seat {case.to_act(table)} is to act"
        assert (move >= 0) == bool(moves), f"{case}, seed {seed}: {len(moves)} moves are legal after the end"


def check_copies(case: Case, seed: int) -> None:
    """A copy is independent, and goes on as the original does."""
    for table, move in case.sample(seed):
        copy, before = table.copy(), table.tobytes()
        case.game.entry.apply(copy, 0, case.edition.record, move)
        assert table.tobytes() == before, f"{case}: playing on a copy changed the original"
        assert copy.tobytes() == case.applied(table, move).tobytes(), f"{case}: a copy went another way"


def check_replay(case: Case, seed: int) -> None:
    """The same seed and moves give the same bytes, also in a place where another game was."""
    used = np.full(case.new(seed).nbytes, 0x55, np.uint8).view(case.game.state.STATE)
    case.game.entry.seed(used, 0, np.uint64(seed))
    case.game.entry.new(used, 0, case.edition.record, case.game.packed(case.options))
    for table, move in case.decisions(seed):
        fields = [name for name in table.dtype.names or () if used[name].tobytes() != table[name].tobytes()]
        assert not fields, f"{case}, seed {seed}: replayed in a used place, these fields differ: {fields}"
        if move >= 0:
            case.game.entry.apply(used, 0, case.edition.record, move)


def check_simulation(case: Case, seed: int) -> None:
    """The compiled loop plays the same games as a match, move by move."""
    outcomes = simulate.simulate(case.game, case.edition, case.options, seed, range(2))
    for number in range(2):
        match = simulate.recorded(case.game, case.edition, case.options, seed, number)
        assert match.scores() == list(outcomes.scores[number]), f"{case}: game {number} scores otherwise compiled"
        assert len(match.moves) == outcomes.decisions[number], f"{case}: game {number} is longer or shorter compiled"
        bits = sum(1 << seat for seat in match.winners())
        assert bits == outcomes.winners[number], f"{case}: game {number} has other winners compiled"


def check_notation(case: Case, seed: int) -> None:
    """Every move has one name and is read from it; the order of words never leads to an unnamed move."""
    notation, edition, shuffle = case.game.notation, case.edition, random.Random(seed)
    every = list(notation.every_move(edition))
    names = {move: notation.name(move, edition) for move in every}
    assert len(set(names.values())) == len(every), f"{case}: two moves have one name"
    for move, name in names.items():
        assert notation.parse(name, edition) == move, f"{case}: {name!r} is read as another move than {move}"
        verb, *words = name.split(" ")
        shuffle.shuffle(words)
        other = " ".join([verb, *words])
        parsed = parse_or_none(case, other)
        assert parsed is None or parsed == move or names.get(parsed) == other, f"{case}: {other!r} is read as {parsed}"
    for text in ("", " ", "?", "nonsense", "1", "play", "place", "é", "[", "play play play", "-1", f"{every[0]}"):
        assert parse_or_none(case, text) in (None, *every), f"{case}: {text!r} is read as a move without a name"


def parse_or_none(case: Case, text: str) -> int | None:
    """The move that a text means, None when the notation refuses it properly."""
    try:
        return int(case.game.notation.parse(text, case.edition))
    except BadNotation as error:
        names_it = any(word in str(error) for word in text.replace("+", " ").split())
        assert names_it or not text.strip(), f"{case}: {text!r}, but the message is {error}"
        return None


def check_reasons(case: Case, seed: int) -> None:
    """A move is legal just when no reason speaks against it; each reason names a rule of the game's page."""
    game, numbers = case.game, set(rulebook.rules(case.game))
    named = set(game.notation.every_move(case.edition))
    final = list(case.decisions(seed))[-1]
    for table, _ in [*case.sample(seed), final]:
        codes = {
            move: int(game.entry.why_illegal(table, 0, case.edition.record, move))
            for move in range(game.rules.EVERY_MOVE)
        }
        listed = set(case.legal(table))
        allowed = {move for move, code in codes.items() if code == 0}
        assert listed == allowed, f"{case}, seed {seed}: legal and why_illegal differ on {told(case, listed ^ allowed)}"
        assert listed <= named, f"{case}, seed {seed}: moves without a name are legal: {listed - named}"
        one_of_each = {code: move for move, code in codes.items() if code and move in named}
        for code, move in one_of_each.items():
            reason = game.reasons.reason(code, table[0], case.edition, move)
            assert reason.rule in numbers, f"{case}: {reason.rule!r} is no rule in RULES.md ({reason.sentence!r})"
            assert reason.sentence, f"{case}: code {code} has no sentence"


def told(case: Case, moves: set[int]) -> str:
    """Some moves by name, for a message."""
    named = set(case.game.notation.every_move(case.edition))
    return ", ".join(
        case.game.notation.name(move, case.edition) if move in named else str(move) for move in sorted(moves)[:5]
    )


def check_random_move(case: Case, seed: int) -> None:
    """A random move is the one that drawing from the list gives."""
    scratch = np.zeros(case.game.rules.MOST_MOVES, np.int32)
    stream, copy = player_stream(seed + 1), player_stream(seed + 1)
    for table, _ in list(case.decisions(seed))[:-1]:
        moves = case.legal(table)
        expected = moves[below(copy, len(moves))]
        found = int(case.game.entry.random_move(table, 0, case.edition.record, stream, scratch))
        assert found == expected, f"{case}, seed {seed}: random_move gives {found}, the list {expected}"
        assert (stream == copy).all(), f"{case}, seed {seed}: random_move draws more or less than one number"


def check_observation(case: Case, seed: int) -> None:
    """A view holds no stream, suffices to decide, and comes back from every game that it might be of."""
    stream = player_stream(seed + 2)
    has_varied = False
    for table, _ in case.sample(seed):
        for viewer in case.viewers:
            view = case.observed(table, viewer)
            assert not view["open"].any() and not view["hidden"].any(), f"{case}: seat {viewer} sees a stream"
            assert view["viewer"][0] == viewer, f"{case}: the view of {viewer} says {view['viewer'][0]}"
            if viewer == case.to_act(table):
                assert case.legal(view) == case.legal(table), f"{case}: seat {viewer} can't tell its moves"
            possible = [case.resampled(view, stream) for _ in range(4)]
            for other in possible:
                seen = case.observed(other, viewer)
                fields = [name for name in view.dtype.names or () if seen[name].tobytes() != view[name].tobytes()]
                assert not fields, f"{case}, seed {seed}: resampling for {viewer} changed what is known: {fields}"
                assert other["viewer"][0] == -1 and other["open"].any() and other["hidden"].any()
            has_varied |= len({without_streams(other) for other in possible}) > 1
    assert has_varied, f"{case}, seed {seed}: resampling never varied anything"


def check_public_table(case: Case, seed: int) -> None:
    """From a seat's observation alone, all that everybody knows can be rebuilt, and what the table shows."""
    names = [f"Player {seat}" for seat in range(case.players)]
    stream = player_stream(seed + 6)
    for table, _ in case.sample(seed):
        public = case.observed(table, case.players)
        for viewer in case.viewers:
            rebuilt = case.observed(case.resampled(case.observed(table, viewer), stream), case.players)
            fields = [name for name in public.dtype.names or () if rebuilt[name].tobytes() != public[name].tobytes()]
            assert not fields, f"{case}, seed {seed}: seat {viewer} can't rebuild the public fields {fields}"
            shown = [case.game.board.draw(each[0], case.edition, names) for each in (public, rebuilt)]
            assert shown[0] == shown[1], f"{case}, seed {seed}: seat {viewer} would draw another table"


def check_field_names(case: Case, seed: int) -> None:
    """No field of a record has a name that NumPy's scalars use for themselves; uncompiled it could not be read."""
    for layout in (case.game.state.STATE, case.game.state.EDITION):
        taken = [name for name in layout.names or () if hasattr(np.generic, name)]
        assert not taken, f"{case.game.name}: fields {taken} are hidden by attributes of np.generic"


def without_streams(table: Games) -> bytes:
    """A game's bytes but for its streams."""
    copy = table.copy()
    copy["open"], copy["hidden"] = 0, 0
    return copy.tobytes()


def check_resampled_games(case: Case, seed: int) -> None:
    """A resampled game can be played to its end."""
    stream = player_stream(seed + 3)
    scratch, tally = np.zeros(case.game.rules.MOST_MOVES, np.int32), np.zeros(2, np.int64)
    for table, _ in case.sample(seed):
        for viewer in case.viewers:
            other = case.resampled(case.observed(table, viewer), stream)
            case.game.entry.play_on(other, 0, case.edition.record, stream, scratch, tally)
            assert case.is_over(other), f"{case}, seed {seed}: a resampled game does not end"


def check_secrecy(case: Case, seed: int) -> None:
    """Games that differ only in what a seat can't know look alike to it, then and after another's move."""
    narration, edition = case.game.narration, case.edition
    for place, (table, _) in enumerate(case.sample(seed)):
        for viewer in case.viewers:
            seat = viewer if viewer < case.players else None
            other = case.resampled(case.observed(table, viewer), player_stream(seed + 4 + place))
            other["open"], other["hidden"] = table["open"], table["hidden"]
            if place == 0:
                tales = [filtered(case, narration.opening(each[0], edition), seat) for each in (table, other)]
                assert tales[0] == tales[1], f"{case}, seed {seed}: the opening tells {viewer} a secret: {tales}"
            if case.to_act(table) != viewer:
                check_same_after(case, table, other, viewer)


def check_same_after(case: Case, table: Games, other: Games, viewer: int) -> None:
    """Whatever another seat could play in both games, the viewer sees the same happen."""
    seat = viewer if viewer < case.players else None
    for move in sorted(set(case.legal(table)) & set(case.legal(other)))[:12]:
        tales, views = [], []
        for before in (table, other):
            after = case.applied(before, move)
            events = case.game.narration.narrate(before[0], move, after[0], case.edition)
            tales.append(filtered(case, events, seat))
            views.append(case.observed(after, viewer).tobytes())
        name = case.game.notation.name(move, case.edition)
        assert tales[0] == tales[1], f"{case}: {name!r} tells {viewer} a secret: {tales}"
        assert views[0] == views[1], f"{case}: after {name!r} the view of {viewer} holds a secret"


def filtered(case: Case, events: list[record.Event], seat: int | None) -> bytes:
    """Events as a seat may see them."""
    return record.canonical(
        [each for event in events for each in case.game.narration.for_seat(event, seat, case.edition)]
    )


def check_scores(case: Case, seed: int) -> None:
    """The explanation of a finished game adds up to its scores, and the best standing wins."""
    match = simulate.recorded(case.game, case.edition, case.options, seed, 0)
    sums = [0] * case.players
    for point in case.game.explain.explain(match.games[0], case.edition):
        sums[point.seat] += point.points
        assert point.sentence, f"{case}: {point} has no sentence"
    assert sums == match.scores(), f"{case}, seed {seed}: explained are {sums}, the scores are {match.scores()}"
    winners = match.winners()
    assert winners, f"{case}, seed {seed}: nobody wins"
    assert {match.scores()[seat] for seat in winners} == {max(match.scores())}, f"{case}: others have more than winners"
    match.resigned = {-1}  # nobody at the table; winners now go by standing
    assert match.winners() == winners, f"{case}, seed {seed}: by explain.standing {match.winners()} win, not {winners}"


def check_narration(case: Case, seed: int) -> None:
    """Events are JSON in the order that records need; each can be told in words, whole and as anyone sees it."""
    match = simulate.recorded(case.game, case.edition, case.options, seed, 0)
    names = [f"Player {seat}" for seat in range(case.players)]
    moves = [event for event in match.events if event["type"] == "move"]
    assert [case.game.notation.parse(event["move"], case.edition) for event in moves] == match.moves
    assert match.events[-1] == {"type": "end"}, f"{case}: the last event is {match.events[-1]}"
    for events in [match.events, *(match.events_for(seat) for seat in (None, *range(case.players)))]:
        for event in events:
            assert json.loads(record.canonical(event)) == event, f"{case}: not plain JSON: {event}"
            sentence = case.game.narration.sentence(event, names, case.edition)
            assert isinstance(sentence, str) and sentence.strip(), f"{case}: no words for {event}"
            assert "np." not in sentence, f"{case}: {sentence!r}"


def check_board(case: Case, seed: int) -> None:
    """The table is drawn from an observation, in 80 columns."""
    names = [f"Player {seat}" for seat in range(case.players)]
    final = list(case.decisions(seed))[-1]
    for table, _ in [*case.sample(seed), final]:
        for viewer in case.viewers:
            drawn = Text.from_markup(case.game.board.draw(case.observed(table, viewer)[0], case.edition, names))
            widest = max(drawn.plain.splitlines(), key=len)
            assert len(widest) <= WIDTH, f"{case}: {len(widest)} columns: {widest!r}"
            assert all(name in drawn.plain for name in names), f"{case}: a name is missing:\n{drawn.plain}"


def check_records(case: Case, seed: int) -> None:
    """A record, read back, replays to the same position and is verified; both schemes of randomness."""
    nonces = tuple(Nonce(bytes([seed % 256, seat] * 16)) for seat in range(case.players))
    for randomness in (StreamSeed(seed), one_round(bytes(32), nonces)):
        match = case.match(randomness)
        stream = player_stream(seed)
        while moves := match.legal_moves():
            match.play(moves[below(stream, len(moves))])
        data = match.record(simulate.random_seats(case.players))
        read = record.parse(record.canonical(data), str(case))
        verdict = replay.verify(read)
        assert verdict.is_fine, f"{case}, seed {seed}: {verdict.differences[0]}"
        again = replay.replay(read)
        position = case.game.narration.position
        assert position(again.games[0], case.edition) == position(match.games[0], case.edition)
        assert again.games.tobytes() == match.games.tobytes(), f"{case}, seed {seed}: replayed, the bytes differ"


def check_positions(case: Case, seed: int) -> None:
    """A position comes back exactly from undo, JSON and pickle; its copies have chance of their own."""
    position, stream = case.position(StreamSeed(seed)), player_stream(seed)
    before = [position.games.tobytes()]
    while (moves := position.legal_numbers()) and len(before) < LONGEST:
        position.apply(moves[below(stream, len(moves))])
        before.append(position.games.tobytes())
    for place in (len(before) - 1, len(before) // 2, 0):
        while len(position.moves) > place:
            position.undo()
        assert position.games.tobytes() == before[place], f"{case}, seed {seed}: undo to move {place} differs"
        check_saving(case, position)
        check_branches(case, position)


def check_saving(case: Case, position: Position) -> None:
    """JSON and pickle lose nothing."""
    for other in (Position.from_json(position.to_json()), pickle.loads(pickle.dumps(position))):
        assert other.games.tobytes() == position.games.tobytes(), f"{case}: read back, {position!r} differs"
        assert other.moves == position.moves, f"{case}: read back, {position!r} has other moves"


def check_branches(case: Case, position: Position) -> None:
    """A copy draws its own chance, an exact one the same; a seat sees no difference in what is dealt anew."""
    exact, branches = position.copy(same_chance=True), [position.copy() for _ in range(2)]
    assert exact.games.tobytes() == position.games.tobytes(), f"{case}: an exact copy of {position!r} differs"
    streams = {branch.games["open"].tobytes() + branch.games["hidden"].tobytes() for branch in (position, *branches)}
    assert len(streams) == 3, f"{case}: copies of {position!r} share their chance"
    for seat in (None, *range(case.players)):
        exact.redeal(seat, position.players)
        seen, again = (each.observe(seat).games.tobytes() for each in (position, exact))
        assert seen == again, f"{case}: {position!r} dealt anew looks different to {seat}"
        exact = position.copy(same_chance=True)


Check = Callable[[Case, int], None]
CHECKS: tuple[Check, ...] = (
    check_play_ends,
    check_copies,
    check_replay,
    check_simulation,
    check_notation,
    check_reasons,
    check_random_move,
    check_observation,
    check_public_table,
    check_field_names,
    check_resampled_games,
    check_secrecy,
    check_scores,
    check_narration,
    check_board,
    check_records,
    check_positions,
)


def fingerprint(case: Case, seed: int, most: int) -> str:
    """A hash of all that the rules answer in the first decisions of a random game."""
    game, edition, stream = case.game, case.edition.record, player_stream(seed + 5)
    digest, points = hashlib.sha256(), np.zeros(case.players, np.int64)
    for place, (table, move) in enumerate(itertools.islice(case.decisions(seed), most)):
        game.entry.scores(table, 0, edition, points)
        answers = [move, *case.legal(table), *(int(score) for score in points)]
        answers.append(int(game.entry.winners(table, 0, edition)))
        answers += [
            int(game.entry.why_illegal(table, 0, edition, each)) for each in range(place % 7, game.rules.EVERY_MOVE, 97)
        ]
        view = case.observed(table, place % (case.players + 1))
        digest.update(
            repr(answers).encode() + table.tobytes() + view.tobytes() + case.resampled(view, stream).tobytes()
        )
    return digest.hexdigest()


def fingerprints(game: Game, seed: int, most: int) -> dict[str, str]:
    """The fingerprint of every case."""
    return {str(case): fingerprint(case, seed, most) for case in cases(game)}


def fingerprints_elsewhere(game: Game, seed: int, most: int, **environment: str) -> dict[str, str]:
    """The same from another process, such as one with `NUMBA_DISABLE_JIT="1"`."""
    package = Path(__file__).parents[2]
    paths = os.pathsep.join([str(package), os.environ.get("PYTHONPATH", "")])
    answer = subprocess.run(
        [sys.executable, "-m", __name__, str(game.folder), str(seed), str(most)],
        env=os.environ | {"PYTHONPATH": paths} | environment,
        capture_output=True,
        check=False,
        text=True,
    )
    assert answer.returncode == 0, f"{game.name}: the other process failed:\n{answer.stderr}"
    found: dict[str, str] = json.loads(answer.stdout)
    return found


def check_uncompiled(game: Game, seed: int, most: int) -> None:
    """The rules answer the same compiled and as plain Python."""
    compiled = fingerprints(game, seed, most)
    uncompiled = fingerprints_elsewhere(game, seed, most, NUMBA_DISABLE_JIT="1")
    differing = [case for case in compiled if compiled[case] != uncompiled[case]]
    assert not differing, f"compiled and uncompiled rules differ: {', '.join(differing)}"


def main(arguments: list[str]) -> None:
    """Print the fingerprints of the game in a folder, for another process to compare."""
    folder, seed, most = Path(arguments[0]), int(arguments[1]), int(arguments[2])
    package = import_module("serai.games")
    if str(folder.parent) not in package.__path__:
        package.__path__.append(str(folder.parent))
    sys.stdout.write(json.dumps(fingerprints(games.load(folder.name), seed, most)))


if __name__ == "__main__":
    main(sys.argv[1:])
