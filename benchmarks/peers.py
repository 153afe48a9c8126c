"""How fast other programs play at random on one core, so that `make bench` can print Serai beside them in one run.

Only decisions of players are counted; drawing at chance nodes takes time and counts for nothing. Playing is timed by
the wall clock, counting is not timed: decisions are read from a game's own log once it is over. OpenSpiel is measured
in its C++ loop (the rollouts of its tree search, from a dealt table) and from Python, decision by decision; games
played from Python are whole ones, with setup and deal. Our own numbers, and the ratios, are left to the caller.
"""

import argparse
import itertools
import json
import random
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import version
from statistics import median
from time import perf_counter
from typing import Any, Literal, NamedTuple

ROUNDS = 5
SECONDS_PER_ROUND = 0.8
SIMULATIONS = 5

How = Literal["C++ loop", "from Python"]


class PeersMissing(Exception):
    """A program to compare with is not installed."""


@dataclass(frozen=True)
class Peer:
    """One program's speed at one game."""

    name: str
    how: How
    decisions_per_second: float  # the best round
    median: float  # decisions per second in the median round
    decisions_per_game: float  # mean of random games
    forced_share: float | None  # of those decisions, how many left no choice; None if unknown


class Played(NamedTuple):
    """What was decided in how many seconds; a mean where the number cannot be observed."""

    decisions: float
    seconds: float


class Shape(NamedTuple):
    """What a game's random play looks like."""

    decisions_per_game: float
    forced_share: float


def measure(progress: Callable[[str], None] | None = None) -> dict[str, Peer]:
    """Every peer by the name of its function below; in rounds, so that a slow moment of the machine hits all alike."""
    rates: dict[str, list[float]] = {key: [] for key in CONTENDERS}
    for number in range(1, ROUNDS + 1):
        for key, contender in CONTENDERS.items():
            if progress:
                progress(f"round {number} of {ROUNDS}: {contender.name}, {contender.how}")
            rates[key].append(contender.rate(SECONDS_PER_ROUND))
    return {key: peer_of(CONTENDERS[key], rates[key]) for key in CONTENDERS}


def hearts_loop(seconds: float) -> float:
    """Decisions per second in OpenSpiel's C++ rollouts of hearts, measured for about that long."""
    return rate(partial(search, "hearts", 200), seconds)


def yacht_loop(seconds: float) -> float:
    """The same for yacht, in fewer rollouts: each of its chance nodes lists all 7,776 rolls of five dice."""
    return rate(partial(search, "yacht", 40), seconds)


def hearts_python(seconds: float) -> float:
    """Decisions per second in whole games of OpenSpiel's hearts driven from Python, for about that long."""
    return rate(partial(play_spiel, "hearts"), seconds)


def yacht_python(seconds: float) -> float:
    """The same for yacht, where copying the 7,776 rolls of a chance node to Python takes most of the time."""
    return rate(partial(play_spiel, "yacht"), seconds)


def quoridor_python(seconds: float) -> float:
    """The same for quoridor, of which OpenSpiel warns that it has known issues."""
    return rate(partial(play_spiel, "quoridor"), seconds)


def catanatron_python(seconds: float) -> float:
    """Decisions per second in catanatron's own loop of two random players, for about that long."""
    return rate(play_catan, seconds)


def rate(play: Callable[[int], Played], seconds: float) -> float:
    """Decisions per second over the seeds 1, 2, 3, ... until that much time has been spent playing."""
    play(1)  # importing and loading are not measured
    decisions = spent = 0.0
    for seed in itertools.count(1):
        played = play(seed)
        decisions += played.decisions
        spent += played.seconds
        if spent >= seconds:
            break
    return decisions / spent


def search(game: str, rollouts: int, seed: int) -> Played:
    """One tree search from a dealt table, which is almost only rollouts in C++.

    The rollouts cannot be watched: each is taken to be as long as a random game from the same root, less the decisions
    that the tree made above it. That is exact in hearts, where the deal fixes the length, and unbiased in yacht.
    """
    spiel = package("pyspiel")
    rng = random.Random(seed)
    root = dealt(game, rng)
    evaluator = spiel.RandomRolloutEvaluator(rollouts, seed)
    bot = spiel.MCTSBot(spiel_game(game), evaluator, 2.0, SIMULATIONS, 1000, False, seed, False)
    start = perf_counter()
    tree = bot.mcts_search(root)
    seconds = perf_counter() - start
    play_out(root, rng)
    # Not SIMULATIONS: a search stops early when its root has a single legal move.
    decisions = tree.explore_count * decisions_in(root) - decisions_in_tree(tree)
    return Played(rollouts * decisions, seconds)


def play_spiel(game: str, seed: int) -> Played:
    """One random game of OpenSpiel driven from Python."""
    rng = random.Random(seed)
    start = perf_counter()
    state = spiel_game(game).new_initial_state()
    play_out(state, rng)
    seconds = perf_counter() - start
    return Played(decisions_in(state), seconds)


def play_catan(seed: int) -> Played:
    """One random game of catanatron, which seeds and uses Python's global randomness.

    Its log has every decision. The same seed gives another game in another process, so length varies between runs.
    """
    start = perf_counter()
    game = catan_game(seed)
    game.play()
    seconds = perf_counter() - start
    return Played(len(game.state.actions), seconds)


def play_out(state: Any, rng: random.Random) -> None:
    """Play uniformly at random to the end."""
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(drawn(state, rng))
        else:
            state.apply_action(rng.choice(state.legal_actions()))


def drawn(state: Any, rng: random.Random) -> int:
    """What chance decides; this walk is about twice as fast as `rng.choices` with weights."""
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    left = rng.random()
    for outcome, probability in outcomes:
        left -= probability
        if left < 0:
            return outcome
    return outcomes[-1][0]  # the probabilities may sum to a little less than 1


def dealt(game: str, rng: random.Random) -> Any:
    """A new table at its first decision."""
    state = spiel_game(game).new_initial_state()
    while state.is_chance_node():
        state.apply_action(drawn(state, rng))
    return state


def decisions_in(state: Any) -> int:
    """How many decisions of players led to this state; chance has a negative number."""
    return sum(past.player >= 0 for past in state.full_history())


def decisions_in_tree(node: Any) -> int:
    """How many decisions of players the simulations made inside the tree, below this node."""
    visited = [child for child in node.children if child.explore_count]
    return sum((child.player >= 0) * child.explore_count + decisions_in_tree(child) for child in visited)


@cache
def spiel_shape(game: str, games: int) -> Shape:
    """Length and forced moves of OpenSpiel's random games, counted by playing their histories again."""
    decisions = forced = 0
    for seed in range(1, games + 1):
        state = spiel_game(game).new_initial_state()
        play_out(state, random.Random(seed))
        again = spiel_game(game).new_initial_state()
        for past in state.full_history():
            if past.player >= 0:
                decisions += 1
                forced += len(again.legal_actions()) == 1
            again.apply_action(past.action)
    return Shape(decisions / games, forced / decisions)


def catan_shape(games: int) -> Shape:
    """Length and forced moves of catanatron's random games; most forced ones are to roll or to end a turn."""
    options: list[int] = []

    def decide(player: Any, game: Any, playable_actions: list[Any]) -> Any:
        options.append(len(playable_actions))
        return player.decide(game, playable_actions)

    for seed in range(1, games + 1):
        catan_game(seed).play(decide_fn=decide)
    return Shape(len(options) / games, options.count(1) / len(options))


@cache
def spiel_game(name: str) -> Any:
    """One of OpenSpiel's games with its default options, loaded once because loading quoridor prints a warning."""
    return package("pyspiel").load_game(name)


def catan_game(seed: int) -> Any:
    """A new game of catanatron for two random players."""
    catanatron = package("catanatron")
    colors = catanatron.Color.RED, catanatron.Color.BLUE
    return catanatron.Game([catanatron.RandomPlayer(color) for color in colors], seed=seed)


def package(name: str) -> Any:
    """The package of a peer, or an error that says how to install it."""
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        raise PeersMissing(f"{missing.name} is not installed: pip install 'serai[bench]'") from missing


@dataclass(frozen=True)
class Contender:
    """How one peer is measured."""

    name: str
    how: How
    rate: Callable[[float], float]
    shape: Callable[[], Shape]


CONTENDERS = {
    "hearts_loop": Contender("OpenSpiel hearts", "C++ loop", hearts_loop, partial(spiel_shape, "hearts", 400)),
    "yacht_loop": Contender("OpenSpiel yacht", "C++ loop", yacht_loop, partial(spiel_shape, "yacht", 20)),
    "hearts_python": Contender("OpenSpiel hearts", "from Python", hearts_python, partial(spiel_shape, "hearts", 400)),
    "yacht_python": Contender("OpenSpiel yacht", "from Python", yacht_python, partial(spiel_shape, "yacht", 20)),
    "quoridor_python": Contender(
        "OpenSpiel quoridor", "from Python", quoridor_python, partial(spiel_shape, "quoridor", 400)
    ),
    "catanatron_python": Contender(
        "catanatron, 2 players", "from Python", catanatron_python, partial(catan_shape, 100)
    ),
}


def peer_of(contender: Contender, rates: list[float]) -> Peer:
    """The result of one contender's rounds."""
    shape = contender.shape()
    return Peer(contender.name, contender.how, max(rates), median(rates), shape.decisions_per_game, shape.forced_share)


def versions() -> dict[str, str]:
    """The releases that were measured."""
    return {name: version(name) for name in ("open_spiel", "catanatron")}


def table(peers: dict[str, Peer]) -> str:
    """The results for people to read."""
    lines = [f"{'':22} {'':12} {'decisions/s':>12} {'median':>12} {'per game':>9} {'forced':>7}"]
    for peer in peers.values():
        forced = "" if peer.forced_share is None else f"{peer.forced_share:.0%}"
        lines.append(
            f"{peer.name:22} {peer.how:12} {peer.decisions_per_second:12,.0f} {peer.median:12,.0f}"
            f" {peer.decisions_per_game:9.1f} {forced:>7}"
        )
    return "\n".join(lines)


def main() -> int:
    """Measure the peers alone and print them."""
    parser = argparse.ArgumentParser(description="Measure how fast other programs play at random on one core.")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    try:
        peers = measure(partial(print, file=sys.stderr))
    except PeersMissing as missing:
        print(missing, file=sys.stderr)
        return 2
    if arguments.json:
        results = {key: asdict(peer) for key, peer in peers.items()}
        print(json.dumps({"versions": versions(), "peers": results}, indent=2))
    else:
        print(table(peers))
        print(", ".join(f"{name} {release}" for name, release in versions().items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
