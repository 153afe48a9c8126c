"""The command `serai` in processes of their own, each forked from one that has imported everything already.

Starting Python and loading the rules anew takes longer than most of what is tested; that it works from a bare start is
tested where commands run as programs (`run_python`).
"""

import multiprocessing
import os
import sys
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path
from subprocess import CompletedProcess

from serai.cli.main import COMMANDS, main

PATIENCE = 300.0  # seconds
IMPORTED = ("tests.commands", *{f"serai.cli.{command.module}" for command in COMMANDS.values()})


@cache
def nursery() -> ForkServerContext:
    """Where such processes come from."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(IMPORTED))
    return context


def call(words: tuple[str, ...], typed: str, folder: Path) -> CompletedProcess[str]:
    """What a command says and how it ends; `folder` is for what it reads and prints."""
    (folder / "in").write_text(typed, "utf-8")
    process = nursery().Process(target=_be, args=(words, folder))
    process.start()
    process.join(PATIENCE)
    if process.exitcode is None:
        process.kill()
        raise TimeoutError(f"serai {' '.join(words)}")
    out, err = ((folder / name).read_text("utf-8") for name in ("out", "err"))
    return CompletedProcess(["serai", *words], process.exitcode, out, err)


def _be(words: tuple[str, ...], folder: Path) -> None:
    """Be the command, with its own standard input and outputs."""
    os.environ["COLUMNS"] = "80"
    for number, (name, mode) in enumerate((("in", "r"), ("out", "w"), ("err", "w"))):
        file = (folder / name).open(mode, encoding="utf-8")
        os.dup2(file.fileno(), number)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w", buffering=1)  # noqa: SIM115
    code = main(list(words))
    sys.stdout.flush()
    sys.exit(code)
