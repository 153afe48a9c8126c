"""Results as a table, a row for each seat of each game, for other programs: JSON, CSV or Parquet by the file's name.

The same seeds give the same bytes, as long as no bot is limited by time or a program; so thinking times are only
included on request. A file appears whole or not at all.
"""

import csv
import io
import json
import os
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from serai.arena.figures import names_of
from serai.arena.games import Arena, GameResult
from serai.core.errors import BadOptions

Row = dict[str, Any]

COLUMNS: dict[str, str] = {
    "round": "int32",  # from 1
    "deal": "int32",  # games of one deal share their chance
    "seating": "string",  # the bots' numbers by seat: 1-0-2
    "seat": "int32",  # from 0
    "bot": "string",
    "points": "int32",
    "won": "float64",  # 1, or a part of it where winners share
    "turns": "int32",
    "decisions": "int32",
    "faults": "int32",  # how often chance decided in a program's place
    "reasons": "string",  # why, each once
}
TIMES: dict[str, str] = {"seconds": "float64", "longest": "float64"}  # of all decisions, and of one


def rows_of(
    arena: Arena, results: Sequence[GameResult], round_of: Callable[[int], int], times: bool = False
) -> list[Row]:
    """The table of these games, in their order."""
    names = names_of(arena)
    return [row_of(names, game, seat, round_of, times) for game in results for seat in range(len(game.scores))]


def row_of(names: Sequence[str], game: GameResult, seat: int, round_of: Callable[[int], int], times: bool) -> Row:
    """One seat of one game."""
    fixture, effort = game.fixture, game.efforts[seat]
    faults = game.faults[seat] if game.faults else ()
    row = {
        "round": round_of(fixture.deal),
        "deal": fixture.deal,
        "seating": "-".join(map(str, fixture.seating)),
        "seat": seat,
        "bot": names[fixture.seating[seat]],
        "points": int(game.scores[seat]),
        "won": 1 / len(game.winners) if seat in game.winners else 0.0,
        "turns": effort.turns,
        "decisions": effort.decisions,
        "faults": len(faults),
        "reasons": " | ".join(dict.fromkeys(faults)),
    }
    return row | {"seconds": effort.seconds, "longest": effort.longest} if times else row


def check(path: Path) -> None:
    """BadOptions if such a file can't be written; checked before hours of games."""
    if path.suffix not in WRITERS:
        raise BadOptions(f"results can't be written to {str(path)!r}; allowed: names that end in {', '.join(WRITERS)}")
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise BadOptions(f"{path}: Parquet needs pyarrow, which is not installed (pip install 'serai[research]')")
    check_folder(path)


def check_folder(path: Path) -> None:
    """BadOptions if the file's folder does not exist or can't be written to."""
    if not path.parent.is_dir() or path.is_dir():
        raise BadOptions(f"{str(path)!r} can't be written: it needs a folder that exists, and a name of its own there")
    if not os.access(path.parent, os.W_OK):
        raise BadOptions(f"{str(path)!r} can't be written: its folder is read-only")


def write(path: Path, about: Row, rows: Sequence[Row], times: bool = False) -> None:
    """Write the table; JSON and Parquet also hold the metadata in `about`."""
    write_whole(path, WRITERS[path.suffix](about, rows, COLUMNS | TIMES if times else COLUMNS))


def write_whole(path: Path, content: bytes) -> None:
    """Write a file atomically."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def as_json(about: Row, rows: Sequence[Row], columns: dict[str, str]) -> bytes:
    """One object with a line for each row."""
    head = json.dumps(about, ensure_ascii=False, indent=1).removesuffix("\n}")
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
    return f'{head},\n "rows": [\n{lines}\n]}}\n'.encode()


def as_csv(about: Row, rows: Sequence[Row], columns: dict[str, str]) -> bytes:
    """A line of names, and a line for each row."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def as_parquet(about: Row, rows: Sequence[Row], columns: dict[str, str]) -> bytes:
    """Columns with their types; `about` is under `serai` in the file's metadata."""
    import pyarrow
    from pyarrow import parquet

    fields = [(name, pyarrow.type_for_alias(kind)) for name, kind in columns.items()]
    schema = pyarrow.schema(fields, metadata={"serai": json.dumps(about, ensure_ascii=False)})
    buffer = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist(list(rows), schema), buffer)
    return buffer.getvalue()


WRITERS: dict[str, Callable[[Row, Sequence[Row], dict[str, str]], bytes]] = {
    ".json": as_json,
    ".csv": as_csv,
    ".parquet": as_parquet,
}
