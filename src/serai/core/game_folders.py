"""Where games are looked for: the folders of `serai.games`, found by name, because core may not import what uses it."""

from importlib import import_module
from pathlib import Path


def game_folders() -> list[Path]:
    """The folders that hold games: our own, and those that `SERAI_GAMES` names."""
    return [Path(folder) for folder in import_module("serai.games").__path__]
