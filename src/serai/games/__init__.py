"""The games, a folder each. `SERAI_GAMES` names further folders that hold games, separated as in `PATH`.

`docs/add-a-game.md` says what a game's folder holds.
"""

import os

__path__ += [folder for folder in os.environ.get("SERAI_GAMES", "").split(os.pathsep) if folder]
