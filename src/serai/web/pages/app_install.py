"""Serai as an installed app: its manifest, and its service worker, which caches pages for offline use.

The score pads and the rules are cached, in the current language, with all files that they need. Nothing of a
table is ever cached: `static/sw.js` lets such requests pass.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import JSONResponse, Response

from serai.core.words.language import PACKAGE, spoken
from serai.core.words.language import gettext as _
from serai.web import assets
from serai.web.pages import pad, wording
from serai.web.pages.contexts import Offline
from serai.web.pages.static_files import NO_CACHE, STATIC
from serai.web.pages.table import styles_of
from serai.web.requests.request_context import Visitor

PAPER, SIGN = "#f6eedf", "#0e5566"  # as in shell.css and icon.svg
OFFLINE = "/offline"
PADS = ("pad.js", "pad-kept.js", "pad-link.js", "pad-parts.js", "pads.js")
SCRIPTS = ("offline.js", *PADS, "page.js", "nonce.js", "hashing.js")
FILES = (*SCRIPTS, "rules.js", "words.js", "fonts.css", "shell.css", "pad.css", "rules.css", "icon.svg", "band.svg")
SOURCES = ("web/templates/*.html", "web/static/*", "locale/*.po")
OF_GAMES = ("RULES*.md", "locale/*.po", "*.toml")  # in a game's folder
OF_PAGES = ("*.css", "*.js", "*.py")  # beside what draws its page

router = APIRouter(include_in_schema=False)


@router.get("/manifest.webmanifest")
def manifest() -> Response:
    """The web app manifest."""
    pages = [(_("Score pad for {game}"), "pad"), (_("The rules of {game}"), "rules")]
    shortcuts = [
        {"name": words.format(game=game.title), "url": f"/{part}/{game.name}"}
        for words, part in pages
        for game in pad.games_with_pad()
    ]
    content = {
        "id": "/",
        "name": wording.site_title(),
        "short_name": "Serai",
        "description": _("Board games, against bots or among friends. Nothing to install, no account to make."),
        "lang": spoken(),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": SIGN,
        "categories": ["games"],
        "icons": [
            {"src": "/static/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
            {"src": "/static/icon-maskable.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "maskable"},
            {"src": "/static/icon-192.png", "type": "image/png", "sizes": "192x192", "purpose": "any"},
            {"src": "/static/icon-512.png", "type": "image/png", "sizes": "512x512", "purpose": "any"},
            {"src": "/static/icon-maskable-512.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"},
        ],
        "shortcuts": shortcuts,
    }
    return JSONResponse(content, media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker() -> Response:
    """The service worker's script, with the list of files; it changes whenever any of them changes."""
    settings = {"version": version(), "files": files(), "pages": cached_pages(), "offline": OFFLINE}
    script = f"const KEPT = {json.dumps(settings)};\n\n" + (STATIC / "sw.js").read_text("utf-8")
    return Response(script, media_type="text/javascript", headers={"Cache-Control": NO_CACHE})


@router.get(OFFLINE)
def offline_page(visit: Visitor) -> Response:
    """The page that replaces an unreachable one."""
    return visit.page("offline.html", Offline(visit.frame(_("You are offline")), list(pad.games_with_pad())))


def cached_pages() -> list[str]:
    """The URLs of cached pages."""
    addresses = [f"/{part}/{game.name}" for part in ("pad", "rules") for game in pad.games_with_pad()]
    return ["/pad", *addresses, OFFLINE]


def files() -> list[str]:
    """The URLs of all files that the cached pages need."""
    addresses = [f"/static/{name}" for name in FILES]
    addresses += [f"/static/lib/{name}" for name in assets.PAGE_FILES]
    for game in pad.games_with_pad():
        addresses += [
            *pad.styles_of(game),
            *styles_of(game),
            *(f"/static/games/{game.name}/{name}" for name in pad.SCRIPTS),
        ]
    return list(dict.fromkeys(addresses))


@cache
def version() -> str:
    """The version of the cache."""
    return version_of(sources())


def version_of(paths: Sequence[Path]) -> str:
    """A hash of the cached URLs and of their sources."""
    digest = hashlib.sha256(json.dumps([files(), cached_pages()]).encode())
    for path in paths:
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def sources() -> list[Path]:
    """The source files of the cached pages."""
    found = [path for pattern in SOURCES for path in PACKAGE.glob(pattern) if path.is_file()]
    for game in pad.games_with_pad():
        found += [path for pattern in OF_GAMES for path in game.folder.glob(pattern)]
        found += [path for pattern in OF_PAGES for path in game.page_folder.glob(pattern)]
    return sorted(found)
