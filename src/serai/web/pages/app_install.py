"""Serai as an app: its manifest, and what a service worker keeps of it for when there is no network.

Kept are the score pads and the rules, in the language that was chosen, with all that they are made with. Nothing of a
table is ever kept: `static/sw.js` lets such requests pass.
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
from serai.web.pages.static_files import AGAIN, STATIC
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
    """What a device is told that installs Serai."""
    named = [(_("Score pad for {game}"), "pad"), (_("The rules of {game}"), "rules")]
    shortcuts = [
        {"name": words.format(game=game.title), "url": f"/{part}/{game.name}"}
        for words, part in named
        for game in pad.padded()
    ]
    described = {
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
    return JSONResponse(described, media_type="application/manifest+json")


@router.get("/sw.js")
def service_worker() -> Response:
    """The script that keeps pages, told what to keep; it is another one whenever anything of that changes."""
    told = {"version": version(), "files": files(), "pages": kept_pages(), "offline": OFFLINE}
    script = f"const KEPT = {json.dumps(told)};\n\n" + (STATIC / "sw.js").read_text("utf-8")
    return Response(script, media_type="text/javascript", headers={"Cache-Control": AGAIN})


@router.get(OFFLINE)
def offline_page(visit: Visitor) -> Response:
    """What is shown instead of a page that can't be reached."""
    return visit.page("offline.html", Offline(visit.frame(_("You are offline")), list(pad.padded())))


def kept_pages() -> list[str]:
    """The addresses of pages that are kept."""
    found = [f"/{part}/{game.name}" for part in ("pad", "rules") for game in pad.padded()]
    return ["/pad", *found, OFFLINE]


def files() -> list[str]:
    """The addresses of all that these pages are made with."""
    found = [f"/static/{name}" for name in FILES]
    found += [f"/static/lib/{name}" for name in assets.WANTED]
    for game in pad.padded():
        found += [
            *pad.styles_of(game),
            *styles_of(game),
            *(f"/static/games/{game.name}/{name}" for name in pad.SCRIPTS),
        ]
    return list(dict.fromkeys(found))


@cache
def version() -> str:
    """A name for all that is kept, as it is now."""
    return version_of(sources())


def version_of(paths: Sequence[Path]) -> str:
    """A hash of what is kept and of everything that it is made of."""
    whole = hashlib.sha256(json.dumps([files(), kept_pages()]).encode())
    for path in paths:
        whole.update(path.read_bytes())
    return whole.hexdigest()[:16]


def sources() -> list[Path]:
    """The files that kept pages are made of."""
    found = [path for pattern in SOURCES for path in PACKAGE.glob(pattern) if path.is_file()]
    for game in pad.padded():
        found += [path for pattern in OF_GAMES for path in game.folder.glob(pattern)]
        found += [path for pattern in OF_PAGES for path in game.page_folder.glob(pattern)]
    return sorted(found)
