"""What every game's rules promise: play ends, replays are exact, an observation tells what a seat knows and no more."""

import pickle

import numpy as np

from serai.core import simulate
from serai.core.compiled.rng import below
from serai.core.conformance.case import LONGEST, Case, Games
from serai.core.position import Position
from serai.core.records.randomness import StreamSeed, player_stream


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
        case.game.kernel.apply(copy, 0, case.edition.record, move)
        assert table.tobytes() == before, f"{case}: playing on a copy changed the original"
        assert copy.tobytes() == case.applied(table, move).tobytes(), f"{case}: a copy went another way"


def check_replay(case: Case, seed: int) -> None:
    """The same seed and moves give the same bytes, also in a place where another game was."""
    used = np.full(case.new(seed).nbytes, 0x55, np.uint8).view(case.game.rules.STATE)
    case.game.kernel.seed(used, 0, np.uint64(seed))
    case.game.kernel.new(used, 0, case.edition.record, case.game.packed(case.options))
    for table, move in case.decisions(seed):
        fields = [name for name in table.dtype.names or () if used[name].tobytes() != table[name].tobytes()]
        assert not fields, f"{case}, seed {seed}: replayed in a used place, these fields differ: {fields}"
        if move >= 0:
            case.game.kernel.apply(used, 0, case.edition.record, move)


def check_simulation(case: Case, seed: int) -> None:
    """The compiled loop plays the same games as a match, move by move."""
    outcomes = simulate.simulate(case.game, case.edition, case.options, seed, range(2))
    for number in range(2):
        match = simulate.recorded(case.game, case.edition, case.options, seed, number)
        assert match.scores() == list(outcomes.scores[number]), f"{case}: game {number} scores otherwise compiled"
        assert len(match.moves) == outcomes.decisions[number], f"{case}: game {number} is longer or shorter compiled"
        bits = sum(1 << seat for seat in match.winners())
        assert bits == outcomes.winners[number], f"{case}: game {number} has other winners compiled"


def check_random_move(case: Case, seed: int) -> None:
    """A random move is the one that drawing from the list gives."""
    scratch = np.zeros(case.game.rules.MOST_MOVES, np.int32)
    stream, copy = player_stream(seed + 1), player_stream(seed + 1)
    for table, _ in list(case.decisions(seed))[:-1]:
        moves = case.legal(table)
        expected = moves[below(copy, len(moves))]
        found = int(case.game.kernel.random_move(table, 0, case.edition.record, stream, scratch))
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


def check_field_names(case: Case, seed: int) -> None:
    """No field of a record has a name that NumPy's scalars use for themselves; uncompiled it could not be read."""
    for layout in (case.game.rules.STATE, case.game.rules.EDITION):
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
            case.game.kernel.play_on(other, 0, case.edition.record, stream, scratch, tally)
            assert case.is_over(other), f"{case}, seed {seed}: a resampled game does not end"


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
