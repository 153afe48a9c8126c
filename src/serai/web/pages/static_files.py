"""Static files: scripts, styles, icons and fonts."""

from pathlib import Path
from typing import Annotated

from fastapi import APIRouter, Request
from fastapi import Path as PathPart
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from serai.core import game as games
from serai.web import assets

STATIC = Path(__file__).parents[1] / "static"
MEDIA_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
NO_CACHE = "no-cache"
ONE_WEEK = f"public, max-age={7 * 24 * 3600}"  # fonts don't change

router = APIRouter(include_in_schema=False)
FileName = Annotated[str, PathPart(pattern=r"^[a-z][a-z0-9-]*\.(js|css|svg|png)$")]


@router.get("/static/games/{game}/{name}")
def game_file(request: Request, game: str, name: FileName) -> Response:
    """A script, style or picture from a game's own folder."""
    if game not in games.names():
        raise HTTPException(404)
    return file_response(request, games.load(game).page_folder / name)


@router.get("/static/lib/{name:path}")
def library_file(request: Request, name: str) -> Response:
    """A script or a font from a package."""
    if name not in assets.PAGE_FILES:
        raise HTTPException(404)
    return file_response(request, assets.LIB / name, ONE_WEEK if name.endswith(".woff2") else NO_CACHE)


@router.get("/static/{name}")
def static_file(request: Request, name: FileName) -> Response:
    """A script, style or picture."""
    return file_response(request, STATIC / name)


def file_response(request: Request, path: Path, cache_control: str = NO_CACHE) -> Response:
    """A file, or 304 if it has not changed; browsers always ask again, so that versions are never mixed."""
    if not path.is_file():
        raise HTTPException(404)
    headers = {"Cache-Control": cache_control}
    response = FileResponse(path, media_type=MEDIA_TYPES[path.suffix], headers=headers, stat_result=path.stat())
    if request.headers.get("if-none-match") == response.headers["etag"]:
        return Response(status_code=304, headers=headers | {"etag": response.headers["etag"]})
    return response
