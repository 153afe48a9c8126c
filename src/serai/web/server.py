"""Serving: one process, or several that share a port, each with the whole application."""

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
from serai.web.requests.connections import BoundedProtocol, raise_file_limit
from serai.web.requests.logs import log_to_stderr
from serai.web.settings import Settings, trusted_networks

STOP_SECONDS = 20  # for running requests
HEALTHCHECK_SECONDS = 60  # before an unresponsive worker is replaced, also while it starts on a busy machine


def application(settings: Settings, log_level: str) -> FastAPI:
    """The application of one process, which logs to standard error."""
    log_to_stderr(log_level)
    raise_file_limit(settings.limits.connections)
    return create_app(settings)


def uvicorn_config(
    app: Callable[..., Any], settings: Settings, *, is_factory: bool = False, **options: Any
) -> uvicorn.Config:
    """uvicorn's configuration: with our own limits, and proxies that are trusted only if named."""
    return uvicorn.Config(
        app,
        factory=is_factory,
        http=BoundedProtocol,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=trusted_networks(settings.proxies),
        timeout_keep_alive=ceil(settings.limits.idle_seconds),
        timeout_graceful_shutdown=STOP_SECONDS,
        timeout_worker_healthcheck=HEALTHCHECK_SECONDS,
        **options,
    )


def bind(host: str, port: int, *, is_alone: bool = False) -> socket.socket:
    """A listening socket; OSError if that fails, with `is_alone` also if another process listens at the same port."""
    if is_alone and is_taken(port):
        raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE), f"{host}:{port}")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(error.errno, error.strerror, f"{host}:{port}") from None
    listener.set_inheritable(True)
    return listener


def is_taken(port: int) -> bool:
    """Whether a process listens at a port of this machine: some systems let two listen at one."""
    with socket.socket() as probe:
        probe.settimeout(0.5)
        return probe.connect_ex(("127.0.0.1", port)) == 0


def serve(settings: Settings, listener: socket.socket, workers: int, log_level: str) -> bool:
    """Serve until told to stop; whether it ever started."""
    config = uvicorn_config(partial(application, settings, log_level), settings, is_factory=True, workers=workers)
    if workers > 1:
        log_to_stderr(log_level)
        parent = Multiprocess(config, [listener])
        parent.run()
        return all(process.exitcode != STARTUP_FAILURE for process in parent.processes)
    server = uvicorn.Server(config)
    server.run([listener])
    return server.started


def bots_at_once(workers: int) -> int:
    """The number of bots that may think at once in each of `workers` processes: one for each core in all."""
    return max(1, (os.cpu_count() or 1) // workers)
