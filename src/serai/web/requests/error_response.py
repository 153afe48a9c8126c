"""Error responses: a page for people, JSON for programs and for the pages' own script."""

from collections.abc import Mapping, Sequence

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response

from serai.core.words.language import gettext as _
from serai.core.words.language import languages, spoken
from serai.web.pages.contexts import Frame, Plain
from serai.web.pages.rendering import render

FRAGMENT = "serai-fragment"  # the header of requests by the pages' script
PROGRAM_PATHS = ("/api", "/static", "/metrics", "/stream")


class Refusal(Exception):
    """Rejects a request before any handler runs: a status, a stable code, and a sentence in the source language."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        headers: Mapping[str, str] | None = None,
        repeated_headers: Sequence[tuple[str, str]] = (),
        **values: object,
    ) -> None:
        super().__init__(sentence)
        self.status, self.code = status, code
        self._sentence, self._values = sentence, values
        self._headers, self._repeated_headers = dict(headers or {}), repeated_headers

    def response(self, path: str, headers: Headers) -> Response:
        """The error response for a path, in the current language."""
        body = {"code": self.code, "message": _(self._sentence, **self._values)}
        response = error_response(path, headers, self.status, body, self._headers)
        for name, value in self._repeated_headers:
            response.headers.append(name, value)
        return response


def is_for_browser(path: str, headers: Headers) -> bool:
    """Whether a person sees the response in a browser: not a program, and not the script of a page."""
    return not path.startswith(PROGRAM_PATHS) and FRAGMENT not in headers


def error_response(
    path: str, headers: Headers, status: int, body: Mapping[str, object], extra_headers: Mapping[str, str] | None = None
) -> Response:
    """An error response: the code and sentence as JSON, or the sentence as a page."""
    if not is_for_browser(path, headers):
        return JSONResponse(dict(body), status, dict(extra_headers or {}))
    frame = Frame(title=_("This does not work"), language=spoken(), languages=languages(), path="/")
    context = Plain(frame, as_sentence(str(body["message"])), status)
    return HTMLResponse(render("problem.html", context), status, dict(extra_headers or {}))


def as_sentence(message: str) -> str:
    """A message with a capital letter and a full stop."""
    return message[:1].upper() + message[1:] + ("" if message.endswith((".", "!", "?")) else ".")
