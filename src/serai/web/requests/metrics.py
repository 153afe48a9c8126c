"""Metrics for the server's operator, for Prometheus. They are counts, and name no table and no player."""

from collections.abc import Callable
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.web.api.sse import DIRECT

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
STREAM_SUFFIX = "/stream"  # the end of the paths of server-sent events


class Metrics:
    """The metrics of one process."""

    def __init__(self, gauges: dict[str, tuple[str, Callable[[], float]]]) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "serai_requests", "requests by method and status", ("method", "status"), registry=self.registry
        )
        self.times = Histogram(
            "serai_request_seconds", "time to answer, streams aside", buckets=TIMES, registry=self.registry
        )
        for name, (about, read) in gauges.items():
            Gauge(name, about, registry=self.registry).set_function(read)

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self.registry)


class MetricsMiddleware:
    """Counts every response."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, and count and time its response."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        start = perf_counter()
        scope[DIRECT] = send

        async def send_and_count(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics: Metrics = scope["app"].state.metrics
                metrics.requests.labels(scope["method"], str(message["status"])).inc()
                if not scope["path"].endswith(STREAM_SUFFIX):
                    metrics.times.observe(perf_counter() - start)
            await send(message)

        await self._app(scope, receive, send_and_count)
