"""Files that are served as they are: scripts, styles, icons and faces."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Path as PathPart
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from serai.core import game as games
from serai.web import assets

STATIC = Path(__file__).parents[1] / "static"
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
AGAIN = "no-cache"
A_WEEK = f"public, max-age={7 * 24 * 3600}"  # faces don't change

router = APIRouter(include_in_schema=False)
FileName = Annotated[str, PathPart(pattern=r"^[a-z][a-z0-9-]*\.(js|css|svg|png)$")]


@router.get("/static/games/{game}/{name}")
def game_file(request: Request, game: str, name: FileName) -> Response:
    """A script, style or picture from a game's own folder."""
    if game not in games.names():
        raise HTTPException(404)
    return served(request, games.load(game).page_folder / name)


@router.get("/static/lib/{name:path}")
def library_file(request: Request, name: str) -> Response:
    """A script or a face from a package."""
    if name not in assets.WANTED:
        raise HTTPException(404)
    return served(request, assets.LIB / name, A_WEEK if name.endswith(".woff2") else AGAIN)


@router.get("/static/{name}")
def static_file(request: Request, name: FileName) -> Response:
    """A script, style or picture."""
    return served(request, STATIC / name)


def served(request: Request, path: Path, kept: str = AGAIN) -> Response:
    """A file, which browsers ask for again so that a new version is never mixed with an old one; sent if it changed."""
    if not path.is_file():
        raise HTTPException(404)
    headers = {"Cache-Control": kept}
    answer = FileResponse(path, media_type=KINDS[path.suffix], headers=headers, stat_result=path.stat())
    if request.headers.get("if-none-match") == answer.headers["etag"]:
        return Response(status_code=304, headers=headers | {"etag": answer.headers["etag"]})
    return answer
