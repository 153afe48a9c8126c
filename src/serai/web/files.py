"""Files that are served as they are: the check of a game's chance, for which a browser needs nothing else from us."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathPart
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse

from serai.core import game as games

HERE = Path(__file__).parent
STATIC, PAGES = HERE / "static", HERE / "pages"
KINDS = {".js": "text/javascript", ".css": "text/css", ".html": "text/html", ".svg": "image/svg+xml"}

router = APIRouter(include_in_schema=False)
FileName = Annotated[str, PathPart(pattern=r"^[a-z][a-z0-9-]*\.(js|css|svg)$")]


@router.get("/verify")
def verify_page() -> FileResponse:
    """Where anybody checks a record and a receipt."""
    return served(PAGES / "verify.html")


@router.get("/static/games/{game}/{name}")
def game_file(game: str, name: FileName) -> FileResponse:
    """A script or picture from a game's own folder."""
    if game not in games.names():
        raise HTTPException(404)
    return served(games.load(game).folder / name)


@router.get("/static/{name}")
def static_file(name: FileName) -> FileResponse:
    """A script, style or picture."""
    return served(STATIC / name)


def served(path: Path) -> FileResponse:
    """A file, which browsers ask for again so that a new version is never mixed with an old one."""
    if not path.is_file():
        raise HTTPException(404)
    return FileResponse(path, media_type=KINDS[path.suffix], headers={"Cache-Control": "no-cache"})
