"""What goes wrong, told to whoever asked: a page for people, JSON for programs and for the pages' own script."""

from collections.abc import Mapping, Sequence

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response

from serai.core.words.language import gettext as _
from serai.core.words.language import languages, spoken
from serai.web.pages.contexts import Frame, Plain
from serai.web.pages.rendering import render

FRAGMENT = "serai-fragment"  # the header of requests that the pages' script makes
FOR_PROGRAMS = ("/api", "/static", "/metrics", "/stream")


class Refusal(Exception):
    """A request that is not even looked at: its status, a stable code, and a sentence in the source language."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        headers: Mapping[str, str] | None = None,
        repeated: Sequence[tuple[str, str]] = (),
        **values: object,
    ) -> None:
        super().__init__(sentence)
        self.status, self.code = status, code
        self._sentence, self._values = sentence, values
        self._headers, self._repeated = dict(headers or {}), repeated

    def response(self, path: str, headers: Headers) -> Response:
        """As who asked for a path is told, in the language that is spoken."""
        body = {"code": self.code, "message": _(self._sentence, **self._values)}
        answer = told(path, headers, self.status, body, self._headers)
        for name, value in self._repeated:
            answer.headers.append(name, value)
        return answer


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
