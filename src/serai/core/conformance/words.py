"""What every game's words promise: moves have names, events tell no secret, points are explained, records are true."""

import json
import random

from rich.text import Text

from serai.core import simulate
from serai.core.compiled.rng import below
from serai.core.conformance.case import Case, Games, dealt_anew, names_of
from serai.core.errors import BadNotation
from serai.core.records import record, replay
from serai.core.records.randomness import Nonce, StreamSeed, one_round, player_stream
from serai.core.words import rulebook

WIDTH = 80  # columns of a terminal


def check_notation(case: Case, seed: int) -> None:
    """Every move has one name and is read from it; the order of words never leads to an unnamed move."""
    words, edition, shuffle = case.game.words, case.edition, random.Random(seed)
    every = list(words.every_move(edition))
    names = {move: words.move_name(move, edition) for move in every}
    assert len(set(names.values())) == len(every), f"{case}: two moves have one name"
    for move, name in names.items():
        assert words.parse_move(name, edition) == move, f"{case}: {name!r} is read as another move than {move}"
        verb, *rest = name.split(" ")
        shuffle.shuffle(rest)
        other = " ".join([verb, *rest])
        parsed = parse_or_none(case, other)
        assert parsed is None or parsed == move or names.get(parsed) == other, f"{case}: {other!r} is read as {parsed}"
    for text in ("", " ", "?", "nonsense", "1", "play", "place", "é", "[", "play play play", "-1", f"{every[0]}"):
        assert parse_or_none(case, text) in (None, *every), f"{case}: {text!r} is read as a move without a name"


def parse_or_none(case: Case, text: str) -> int | None:
    """The move that a text means, None when the notation refuses it properly."""
    try:
        return int(case.game.words.parse_move(text, case.edition))
    except BadNotation as error:
        names_it = any(word in str(error) for word in text.replace("+", " ").split())
        assert names_it or not text.strip(), f"{case}: {text!r}, but the message is {error}"
        return None


def check_reasons(case: Case, seed: int) -> None:
    """A move is legal just when no reason speaks against it; each reason names a rule of the game's page."""
    game, numbers = case.game, set(rulebook.rules(case.game))
    named = set(game.words.every_move(case.edition))
    final = list(case.decisions(seed))[-1]
    for table, _ in [*case.sample(seed), final]:
        codes = {
            move: int(game.kernel.why_illegal(table, 0, case.edition.record, move))
            for move in range(game.rules.EVERY_MOVE)
        }
        listed = set(case.legal(table))
        allowed = {move for move, code in codes.items() if code == 0}
        assert listed == allowed, (
            f"{case}, seed {seed}: legal and why_illegal differ on {move_names(case, listed ^ allowed)}"
        )
        assert listed <= named, f"{case}, seed {seed}: moves without a name are legal: {listed - named}"
        one_of_each = {code: move for move, code in codes.items() if code and move in named}
        for code, move in one_of_each.items():
            reason = game.words.reason(code, table[0], case.edition, move)
            assert reason.rule in numbers, f"{case}: {reason.rule!r} is no rule in RULES.md ({reason.sentence!r})"
            assert reason.sentence, f"{case}: code {code} has no sentence"


def move_names(case: Case, moves: set[int]) -> str:
    """Some moves by name, for a message."""
    named = set(case.game.words.every_move(case.edition))
    return ", ".join(
        case.game.words.move_name(move, case.edition) if move in named else str(move) for move in sorted(moves)[:5]
    )


def check_public_table(case: Case, seed: int) -> None:
    """From a seat's observation alone, all that everybody knows can be rebuilt, and what the table shows."""
    names = names_of(case)
    stream = player_stream(seed + 6)
    for table, _ in case.sample(seed):
        public = case.observed(table, case.players)
        for viewer in case.viewers:
            rebuilt = case.observed(case.resampled(case.observed(table, viewer), stream), case.players)
            fields = [name for name in public.dtype.names or () if rebuilt[name].tobytes() != public[name].tobytes()]
            assert not fields, f"{case}, seed {seed}: seat {viewer} can't rebuild the public fields {fields}"
            shown = [case.game.words.draw(each[0], case.edition, names) for each in (public, rebuilt)]
            assert shown[0] == shown[1], f"{case}, seed {seed}: seat {viewer} would draw another table"


def check_secrecy(case: Case, seed: int) -> None:
    """Games that differ only in what a seat can't know look alike to it, then and after another's move."""
    narration, edition = case.game.words, case.edition
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
            events = case.game.words.narrate(before[0], move, after[0], case.edition)
            tales.append(filtered(case, events, seat))
            views.append(case.observed(after, viewer).tobytes())
        name = case.game.words.move_name(move, case.edition)
        assert tales[0] == tales[1], f"{case}: {name!r} tells {viewer} a secret: {tales}"
        assert views[0] == views[1], f"{case}: after {name!r} the view of {viewer} holds a secret"


def filtered(case: Case, events: list[record.Event], seat: int | None) -> bytes:
    """Events as a seat may see them."""
    return record.canonical(
        [each for event in events for each in case.game.words.visible_to(event, seat, case.edition)]
    )


def check_scores(case: Case, seed: int) -> None:
    """The explanation of a finished game adds up to its scores, and the best standing wins."""
    match = simulate.recorded(case.game, case.edition, case.options, seed, 0)
    sums: list[float] = [0] * case.players
    for point in case.game.words.explain(match.games[0], case.edition):
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
    names = names_of(case)
    moves = [event for event in match.events if event["type"] == "move"]
    assert [case.game.words.parse_move(event["move"], case.edition) for event in moves] == match.moves
    assert match.events[-1] == {"type": "end"}, f"{case}: the last event is {match.events[-1]}"
    for events in [match.events, *(match.events_for(seat) for seat in (None, *range(case.players)))]:
        for event in events:
            assert json.loads(record.canonical(event)) == event, f"{case}: not plain JSON: {event}"
            sentence = case.game.words.sentence(event, names, case.edition)
            assert isinstance(sentence, str) and sentence.strip(), f"{case}: no words for {event}"
            assert "np." not in sentence, f"{case}: {sentence!r}"


def check_board(case: Case, seed: int) -> None:
    """The table is drawn from an observation, in 80 columns."""
    names = names_of(case)
    final = list(case.decisions(seed))[-1]
    for table, _ in [*case.sample(seed), final]:
        for viewer in case.viewers:
            drawn = Text.from_markup(case.game.words.draw(case.observed(table, viewer)[0], case.edition, names))
            widest = max(drawn.plain.splitlines(), key=len)
            assert len(widest) <= WIDTH, f"{case}: {len(widest)} columns: {widest!r}"
            assert all(name in drawn.plain for name in names), f"{case}: a name is missing:\n{drawn.plain}"


def check_view(case: Case, seed: int) -> None:
    """What an observation tells is plain JSON, the same for all games that look the same."""
    for table, _ in case.sample(seed):
        for viewer in case.viewers:
            told = case.game.words.view(case.observed(table, viewer)[0], case.edition)
            assert json.loads(record.canonical(told)) == told, f"{case}: not plain JSON: {told}"
            other = case.observed(dealt_anew(case, table, viewer, seed), viewer)
            assert case.game.words.view(other[0], case.edition) == told, f"{case}: the view of {viewer} holds a secret"


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
        position = case.game.words.position
        assert position(again.games[0], case.edition) == position(match.games[0], case.edition)
        assert again.games.tobytes() == match.games.tobytes(), f"{case}, seed {seed}: replayed, the bytes differ"
