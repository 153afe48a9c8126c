"""Serving: one process, or several that share a port, each with all of the application."""

import errno
import os
import socket
from collections.abc import Callable
from functools import partial
from math import ceil
from typing import Any

import uvicorn
from fastapi import FastAPI
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess

from serai.web.app import create_app
from serai.web.requests.connections import BoundedProtocol, ask_for_files
from serai.web.requests.logs import log_to_stderr
from serai.web.settings import Settings, trusted

TIME_TO_STOP = 20  # seconds for answers that are under way
TIME_TO_PROVE_ALIVE = 60  # seconds for a worker, also while it starts on a busy machine, before it is replaced


def application(settings: Settings, log_level: str) -> FastAPI:
    """The application of one process, which logs to its standard error."""
    log_to_stderr(log_level)
    ask_for_files(settings.limits.connections)
    return create_app(settings)


def configured(app: Callable[..., Any], settings: Settings, *, is_factory: bool = False, **more: Any) -> uvicorn.Config:
    """How uvicorn serves an application of ours: with limits of our own, and proxies that are trusted only if named."""
    return uvicorn.Config(
        app,
        factory=is_factory,
        http=BoundedProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=trusted(settings.proxies),
        timeout_keep_alive=ceil(settings.limits.idle_seconds),
        timeout_graceful_shutdown=TIME_TO_STOP,
        timeout_worker_healthcheck=TIME_TO_PROVE_ALIVE,
        **more,
    )


def bind(host: str, port: int, *, is_alone: bool = False) -> socket.socket:
    """A socket that listens there; OSError says why not, `is_alone` also when somebody listens at a part of it."""
    if is_alone and is_taken(port):
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), f"{host}:{port}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    bound = socket.socket(family)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((host, port))
    except OSError as error:
        bound.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    bound.set_inheritable(True)
    return bound


def is_taken(port: int) -> bool:
    """Whether anybody answers at a port of this machine: some systems let two listen at one."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def serve(settings: Settings, bound: socket.socket, workers: int, log_level: str) -> bool:
    """Serve until told to stop; whether it ever started."""
    config = configured(partial(application, settings, log_level), settings, is_factory=True, workers=workers)
    if workers > 1:
        log_to_stderr(log_level)
        parent = Multiprocess(config, [bound])
        parent.run()
        return all(process.exitcode != STARTUP_FAILURE for process in parent.processes)
    server = uvicorn.Server(config)
    server.run([bound])
    return server.started


def bots_at_once(workers: int) -> int:
    """How many bots may think at once in each of so many processes: one on each core."""
    return max(1, (os.cpu_count() or 1) // workers)
