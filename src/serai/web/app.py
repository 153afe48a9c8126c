"""The server: what is put together when it starts and taken apart when it stops."""

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
from serai.web.api.sse import Streams
from serai.web.api.verification import Verifier
from serai.web.pages import app_install as installing
from serai.web.pages import forms as actions
from serai.web.pages import pad, replays, rules
from serai.web.pages import routes as pages
from serai.web.pages import static_files as files
from serai.web.pages.rendering import Fragments
from serai.web.pages.replays import Tales
from serai.web.requests.addresses import Proxies
from serai.web.requests.connections import CONNECTIONS, Connections, room_for
from serai.web.requests.error_response import told
from serai.web.requests.guards import Guards
from serai.web.requests.health import Health
from serai.web.requests.keyring import COOKIES, Keyring
from serai.web.requests.metrics import Counted, Metrics
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
    """An application that owns nothing until it is started."""
    limits, quotas = settings.limits, Quotas(settings.limits, monotonic)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        service = await to_thread.run_sync(open_service, settings.database, settings.bot_tables)
        workers, fragments = Workers(service, settings.at_once), Fragments()
        streams, verifier = Streams(service, limits, fragments), Verifier(limits)
        connections = Connections(limits, Proxies(settings.proxies), room_for(limits.connections))
        app.state.settings, app.state.service, app.state.fragments = settings, service, fragments
        app.state.streams, app.state.metrics = streams, metrics_of(workers, streams, connections)
        app.state.adviser, app.state.tales = Adviser(service, settings.at_once), Tales(service)
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

    offered: dict[str, Any] = {"docs_url": None, "redoc_url": None, "openapi_url": "/api/openapi.json"}
    app = FastAPI(title="Serai", lifespan=life, redirect_slashes=False, **offered)
    for part in (actions, pages, api, files, replays, rules, pad, installing):  # moves are looked for first
        app.include_router(part.router)
    app.add_route("/metrics", show_metrics)
    app.add_exception_handler(SeraiError, refused)
    app.add_exception_handler(RequestValidationError, misshapen)
    app.add_exception_handler(HTTPException, not_found)
    app.add_middleware(Guards, settings=settings, quotas=quotas)
    app.add_middleware(Counted)
    return app


def metrics_of(workers: Workers, streams: Streams, connections: Connections) -> Metrics:
    """What is measured when it is asked for."""
    return Metrics(
        {
            "serai_connections": ("connections that are open", lambda: connections.number),
            "serai_streams": ("streams that are open", lambda: streams.viewers),
            "serai_jobs": ("bots that think and other work that is being done", lambda: workers.busy),
        }
    )


@contextmanager
def closing_at_signals(streams: Streams) -> Iterator[None]:
    """Streams end when the server is told to stop: it waits for open answers, and streams never end by themselves."""
    loop = asyncio.get_running_loop()
    before: dict[int, Any] = {}

    def close(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(streams.close)
        if callable(handler := before[number]):
            handler(number, frame)

    if threading.current_thread() is threading.main_thread():  # the only one that is told of signals
        before |= {number: signal.signal(number, close) for number in STOPPING}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


async def show_metrics(request: Request) -> Response:
    """Figures for Prometheus."""
    return Response(request.app.state.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


def refused(request: Request, error: Exception) -> Response:
    """What a table, a game or a record refuses, as its code and a sentence."""
    assert isinstance(error, SeraiError)
    body: dict[str, object] = {"code": error.code, "message": showable(str(error))}
    headers = {}
    if isinstance(error, Stale):
        body |= {"decision": error.decision, "version": error.version}
    if isinstance(error, TooMuch):
        headers["Retry-After"] = str(error.seconds)
    status = error.status if isinstance(error, TableError) else 422
    return told(request.url.path, request.headers, status, body, headers)


def showable(message: str) -> str:
    """A message without halves of characters, which JSON lets through and UTF-8 does not."""
    return message.encode("utf-8", "replace").decode()


def misshapen(request: Request, error: Exception) -> Response:
    """A request that is not of the documented form; what was sent is not repeated, for it may hold secrets."""
    assert isinstance(error, RequestValidationError)
    found = [f"{'.'.join(str(part) for part in one['loc'])}: {one['msg']}" for one in error.errors()[:5]]
    body = {"code": "bad-request", "message": showable("; ".join(found))}
    return told(request.url.path, request.headers, 422, body)


def not_found(request: Request, error: Exception) -> Response:
    """No such path, or no such method for it; what was asked for is not repeated, for it may hold secrets."""
    assert isinstance(error, HTTPException)
    message = _(REASONS[error.status_code]) if error.status_code in REASONS else error.detail
    code = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    body = {"code": code, "message": message}
    return told(request.url.path, request.headers, error.status_code, body, error.headers)
