"""What every game's bots promise: every legal move ranked with chances and reasons, no peeking, turns shared out.

Uncompiled, one decision of a bot takes minutes, so these checks pass without looking there.
"""

import math
from collections.abc import Iterator

from serai.core.compiled import jit
from serai.core.compiled.rng import Stream
from serai.core.conformance.case import Case, Games, dealt_anew
from serai.core.records.randomness import stream_of
from serai.core.search.mind import LEVELS, Candidate, Mind

LOOKS = 3  # positions of a game, each at every level
STEPS = 40
SLACK = 1e-6  # of sums of chances


def decisions(case: Case, seed: int) -> Iterator[tuple[Games, str]]:
    """Some positions of a game with each level."""
    if jit.is_compiled():
        for table, _ in case.sample(seed, LOOKS):
            for level in LEVELS:
                yield table, level


def begun(case: Case, table: Games, level: str) -> Mind:
    """A mind for who decides, after some steps."""
    words: Stream = stream_of(2, 0)
    mind = case.game.bot.begin(case.observed(table, case.to_act(table)), case.edition, level, words)
    mind.think(STEPS)
    return mind


def check_bot(case: Case, seed: int) -> None:
    """Each level ranks every legal move, the best first, with chances that sum to one, points and reasons."""
    for table, level in decisions(case, seed):
        mind = begun(case, table, level)
        found = list(mind.candidates())
        moves = sorted(one.move for one in found)
        assert moves == sorted(case.legal(table)), f"{case}, {level}: ranks {moves}, not the legal moves"
        assert found == sorted(found, key=lambda one: (-one.worth, one.move)), f"{case}, {level}: not in order of worth"
        for one in found[:3]:
            check_candidate(case, level, one)
            for reason in mind.reasons(one):
                assert reason.seat == case.to_act(table), f"{case}, {level}: a reason of another seat: {reason}"
                assert reason.sentence and math.isfinite(reason.points), f"{case}, {level}: {reason}"


def check_candidate(case: Case, level: str, one: Candidate) -> None:
    """Chances and points of every seat."""
    assert len(one.wins) == len(one.points) == case.players, f"{case}, {level}: not one number for each seat: {one}"
    assert abs(sum(one.wins) - 1) < SLACK, f"{case}, {level}: chances to win sum to {sum(one.wins)}"
    assert all(map(math.isfinite, one.points)), f"{case}, {level}: {one}"


def check_bot_secrecy(case: Case, seed: int) -> None:
    """A bot answers the same for all games that look the same to it."""
    for table, level in decisions(case, seed):
        other = dealt_anew(case, table, case.to_act(table), seed)
        answers = [list(begun(case, each, level).candidates()) for each in (table, other)]
        assert answers[0] == answers[1], f"{case}, seed {seed}: the {level} peeks"


def check_shares_of_turns(case: Case, seed: int) -> None:
    """A game's own bot shares out each turn's time: its decisions get the whole of it at most."""
    bot, spent = case.game.bot, 0.0
    for table, move in case.decisions(seed):
        if move < 0:
            return
        spent = 0.0 if case.game.words.is_between_turns(table[0]) else spent
        if len(case.legal(table)) > 1:
            share = float(bot.share_of_turn(case.observed(table, case.to_act(table)), case.edition))
            assert 0 <= share <= 1, f"{case}, seed {seed}: a decision gets {share} of a turn's time"
            spent += share
        if bot is not case.game.plain_bot():
            assert spent <= 1 + SLACK, f"{case}, seed {seed}: a turn's decisions get {spent} of its time"
