"""Figures for whoever runs the server, as Prometheus reads them. They count, and name no table and no player."""

from collections.abc import Callable
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from serai.web.api.sse import DIRECT

TIMES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)  # seconds
STREAM = "/stream"  # how the path of what lasts ends


class Metrics:
    """What one process counts."""

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
        """All figures."""
        return generate_latest(self.registry)


class Counted:
    """Counts every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on, and take the time."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = perf_counter()
        scope[DIRECT] = send

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics: Metrics = scope["app"].state.metrics
                metrics.requests.labels(scope["method"], str(message["status"])).inc()
                if not scope["path"].endswith(STREAM):
                    metrics.times.observe(perf_counter() - begun)
            await send(message)

        await self._app(scope, receive, counting)
