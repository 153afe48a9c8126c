"""The application: its parts are created when it starts and closed when it stops."""

import asyncio
import logging
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from time import monotonic
from types import FrameType
from typing import Any

from anyio import to_thread
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from serai.core.errors import SeraiError
from serai.core.words.language import gettext as _
from serai.core.words.language import later
from serai.tables.errors import Stale, TableError, TooMuch
from serai.tables.service import open_service
from serai.tables.work.hints import Adviser
from serai.tables.work.workers import Workers
from serai.web.api import routes as api
from serai.web.api.sse import SseServer
from serai.web.api.verification import Verifier
from serai.web.pages import app_install as app_install
from serai.web.pages import forms as forms
from serai.web.pages import pad, replays, rules
from serai.web.pages import routes as pages
from serai.web.pages import static_files as static_files
from serai.web.pages.rendering import FragmentCache
from serai.web.pages.replays import ReplayCache
from serai.web.requests.addresses import Proxies
from serai.web.requests.connections import CONNECTIONS, Connections, connection_limit
from serai.web.requests.error_response import error_response
from serai.web.requests.guards import Guards
from serai.web.requests.health import Health
from serai.web.requests.keyring import COOKIES, Keyring
from serai.web.requests.metrics import Metrics, MetricsMiddleware
from serai.web.requests.quotas import Quotas
from serai.web.settings import Settings

log = logging.getLogger("serai.web")
REASONS = {
    400: later("what was sent can't be read"),
    404: later("there is nothing here"),
    405: later("this can't be done here"),
}
STOPPING = (signal.SIGINT, signal.SIGTERM)


def create_app(settings: Settings) -> FastAPI:
    """An application that holds no resources until it is started."""
    limits, quotas = settings.limits, Quotas(settings.limits, monotonic)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        service = await to_thread.run_sync(open_service, settings.database, settings.bot_tables)
        workers, fragments = Workers(service, settings.at_once), FragmentCache()
        streams, verifier = SseServer(service, limits, fragments), Verifier(limits)
        connections = Connections(limits, Proxies(settings.proxies), connection_limit(limits.connections))
        app.state.settings, app.state.service, app.state.fragments = settings, service, fragments
        app.state.streams, app.state.metrics = streams, metrics_of(workers, streams, connections)
        app.state.adviser, app.state.replay_cache = Adviser(service, settings.at_once), ReplayCache(service)
        app.state.connections = connections
        app.state.quotas, app.state.verifier, app.state.health = quotas, verifier, Health(service)
        app.state.keyring = Keyring(await to_thread.run_sync(service.secret, COOKIES), service.had_seat_unsigned)
        with service.listening(), closing_at_signals(streams):
            workers.start()
            beat = asyncio.create_task(streams.keep_alive())
            log.info("started", extra={"worker": workers.name})
            yield {CONNECTIONS: connections}  # for the protocol
            streams.close()
            beat.cancel()
            verifier.close()
            await to_thread.run_sync(workers.stop)
        service.close()
        log.info("stopped", extra={"worker": workers.name})

    docs_urls: dict[str, Any] = {"docs_url": None, "redoc_url": None, "openapi_url": "/api/openapi.json"}
    app = FastAPI(title="Serai", lifespan=lifespan, redirect_slashes=False, **docs_urls)
    for part in (forms, pages, api, static_files, replays, rules, pad, app_install):  # moves are matched first
        app.include_router(part.router)
    app.add_route("/metrics", show_metrics)
    app.add_exception_handler(SeraiError, refusal_response)
    app.add_exception_handler(RequestValidationError, invalid_request_response)
    app.add_exception_handler(HTTPException, http_error_response)
    app.add_middleware(Guards, settings=settings, quotas=quotas)
    app.add_middleware(MetricsMiddleware)
    return app


def metrics_of(workers: Workers, streams: SseServer, connections: Connections) -> Metrics:
    """Metrics with values that are read on request."""
    return Metrics(
        {
            "serai_connections": ("connections that are open", lambda: connections.number),
            "serai_streams": ("streams that are open", lambda: streams.viewers),
            "serai_jobs": ("bots that think and other work that is being done", lambda: workers.busy),
        }
    )


@contextmanager
def closing_at_signals(streams: SseServer) -> Iterator[None]:
    """Close server-sent events at a signal to stop: the server waits for open responses, and these never end."""
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def close(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(streams.close)
        if callable(handler := before[number]):
            handler(number, frame)

    if threading.current_thread() is threading.main_thread():  # the only thread that handles signals
        before |= {number: signal.signal(number, close) for number in STOPPING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


async def show_metrics(request: Request) -> Response:
    """The metrics for Prometheus."""
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def refusal_response(request: Request, error: Exception) -> Response:
    """The error response for an error of a table, a game or a record."""
    assert isinstance(error, SeraiError)
    body: dict[str, object] = {"code": error.code, "message": encodable(str(error))}
    headers = {}
    if isinstance(error, Stale):
        body |= {"decision": error.decision, "version": error.version}
    if isinstance(error, TooMuch):
        headers["Retry-After"] = str(error.seconds)
    status = error.status if isinstance(error, TableError) else 422
    return error_response(request.url.path, request.headers, status, body, headers)


def encodable(message: str) -> str:
    """A message without lone surrogates, which JSON allows and UTF-8 does not."""
    return message.encode("utf-8", "replace").decode()


def invalid_request_response(request: Request, error: Exception) -> Response:
    """The error response for an invalid request; its content is not repeated, because it may hold secrets."""
    assert isinstance(error, RequestValidationError)
    problems = [f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}" for problem in error.errors()[:5]]
    body = {"code": "bad-request", "message": encodable("; ".join(problems))}
    return error_response(request.url.path, request.headers, 422, body)


def http_error_response(request: Request, error: Exception) -> Response:
    """The error response for an unknown path or method; the path is not repeated, because it may hold secrets."""
    assert isinstance(error, HTTPException)
    message = _(REASONS[error.status_code]) if error.status_code in REASONS else error.detail
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    body = {"code": code, "message": message}
    return error_response(request.url.path, request.headers, error.status_code, body, error.headers)
