"""The runners of `serai bench research`: each in its own process, all pinned to the same core.

`python -m serai.cli.bench.runners NAME` prepares, prints a line, and then measures a round for every line that
it reads. Rates are steps per second of CPU time, so that other programs on this machine matter little.
"""

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from time import process_time
from typing import Any

from serai.core.game import Game
from serai.research import kernels

BATCH = 1024
STEPS_PER_CALL = 64  # of pgx, so that calling it from Python costs nothing
SECONDS = 0.5  # of a round
SEED = 1
PETTINGZOO = "serai.research.pettingzoo"
READY, MISSING, FAILED = "ready", "missing", "failed"  # the last two with the package to install, or the error

Advance = Callable[[], int]  # plays some steps and returns their number


def vector(game: str, players: int, *flags: str) -> Advance:
    """Many games of ours at once: random legal actions, observations, masks and rewards."""
    from serai.research.vector import VectorEnv

    options: dict[str, Any] = dict.fromkeys(flags, True)
    env = VectorEnv(game, BATCH, players, seed=SEED, **options)
    actions = env.random_actions()

    def advance() -> int:
        env.random_actions(actions)
        env.step(actions)
        return BATCH

    return advance


def pgx(game: str) -> Advance:
    """Many games of pgx at once: random legal actions, ended games begun anew."""
    os.environ["JAX_PLATFORMS"] = "cpu"
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    import pgx as peer
    from pgx.experimental import act_randomly, auto_reset

    jax = import_module("jax")
    env = peer.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def step_once(carry: Any, _: None) -> tuple[Any, None]:
        state, key = carry
        key, choosing, chance = jax.random.split(key, 3)
        action = act_randomly(choosing, state.legal_action_mask)
        return (step(state, action, jax.random.split(chance, BATCH)), key), None

    step_many = jax.jit(lambda carry: jax.lax.scan(step_once, carry, None, length=STEPS_PER_CALL)[0])
    key = jax.random.PRNGKey(SEED)
    carry = [jax.vmap(env.init)(jax.random.split(key, BATCH)), key]

    def advance() -> int:
        carry[:] = jax.block_until_ready(step_many(tuple(carry)))
        return BATCH * STEPS_PER_CALL

    return advance


def alternating(module: str, **options: Any) -> Advance:
    """One game after another by PettingZoo's loop: the agent's last step, a random legal action, a step."""
    env = import_module(module).env(**options)
    env.reset(seed=SEED)
    for agent in env.possible_agents:
        env.action_space(agent).seed(SEED)

    def advance() -> int:
        steps = 0
        for agent in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(env.action_space(agent).sample(observation["action_mask"]))
                steps += 1
        env.reset()
        return steps

    return advance


@dataclass(frozen=True)
class Contender:
    """Something that is measured, and what it is called in tables."""

    title: str
    begin: Callable[[], Advance]
    least: float = 0.0  # steps per second that it has to reach


def contenders() -> dict[str, Contender]:
    """Our games in both ways, each beside its peer, by names for programs."""
    ours = list(kernels.games_with_study())
    found = dict(vectors(ours))
    found["pgx"] = Contender("pgx, connect_four", partial(pgx, "connect_four"))
    for game in ours:
        module = f"serai.research.pettingzoo.{game.name}_{kernels.version_of(game)}"
        title = f"Serai in PettingZoo, {game.title}, {game.player_counts.start} players"
        found[f"pettingzoo {game.name}"] = Contender(
            title, partial(alternating, module, players=game.player_counts.start)
        )
    found["pettingzoo"] = Contender(
        "PettingZoo, connect_four_v3", partial(alternating, "pettingzoo.classic.connect_four_v3")
    )
    return found


def vectors(ours: Sequence[Game]) -> Iterator[tuple[str, Contender]]:
    """Each game with the fewest players, and with the most where it is usual to play with options."""
    for game in ours:
        study, (least, most) = kernels.study_of(game), game.rules.PLAYERS
        title = f"Serai vector, {game.title}"
        begin = partial(vector, game.name, least)
        yield f"vector {game.name}", Contender(f"{title}, {least} players", begin, study.STEPS_PER_SECOND)
        if flags := [flag for flag in game.flags if study.DEFAULTS.get(flag)]:
            begin = partial(vector, game.name, most, *flags)
            yield (
                f"vector {game.name} {' '.join(flags)}",
                Contender(f"{title}, {most} players, {', '.join(flags)}", begin),
            )


def rate(advance: Advance) -> float:
    """Steps per second of the core's time."""
    steps, start = 0, process_time()
    while (seconds := process_time() - start) < SECONDS:
        steps += advance()
    return steps / seconds


def main(name: str) -> None:
    """Measure a round for every line; output of libraries goes to standard error."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            advance = contenders()[name].begin()
            advance()
    except ImportError as missing:
        answers.write(f"{MISSING} {missing.name}\n")
        return
    except Exception as error:
        answers.write(f"{FAILED} {error!r}\n")
        return
    answers.write(f"{READY}\n")
    for _ in sys.stdin:
        answers.write(f"{rate(advance)}\n")


if __name__ == "__main__":
    main(sys.argv[1])
