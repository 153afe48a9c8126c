"""What goes wrong, told to whoever asked: a page for people, JSON for programs and for the pages' own script."""

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response

from serai.core.language import gettext as _
from serai.core.language import languages, spoken
from serai.web.contexts import Frame, Plain
from serai.web.rendering import render

FRAGMENT = "serai-fragment"  # the header of requests that the pages' script makes
FOR_PROGRAMS = ("/api", "/static", "/metrics", "/stream")


def is_for_people(path: str, headers: Headers) -> bool:
    """Whether somebody looks at the answer: not a program, and not the script of a page."""
    return not path.startswith(FOR_PROGRAMS) and FRAGMENT not in headers


def told(
    path: str, headers: Headers, status: int, body: Mapping[str, object], added: Mapping[str, str] | None = None
) -> Response:
    """A refusal: its code and sentence as JSON, or its sentence as a page."""
    if not is_for_people(path, headers):
        return JSONResponse(dict(body), status, dict(added or {}))
    frame = Frame(title=_("This does not work"), language=spoken(), languages=languages(), path="/")
    context = Plain(frame, in_words(str(body["message"])), status)
    return HTMLResponse(render("problem.html", context), status, dict(added or {}))


def in_words(message: str) -> str:
    """A message as a sentence of its own."""
    return message[:1].upper() + message[1:] + ("" if message.endswith((".", "!", "?")) else ".")
