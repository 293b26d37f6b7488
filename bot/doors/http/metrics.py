"""`GET /metrics` for Prometheus: numbers of the whole bot since its start, without a word or an id of anybody's."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import accumulate
from time import monotonic
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import generate_latest
from prometheus_client.registry import Collector
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bot.doors.http.access import Reading
from bot.doors.http.asking import Services
from bot.doors.http.problems import documented
from bot.doors.store.measures import Measures, Times, measure

_BOUNDS: Final = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)
"""Seconds of an answer's buckets."""
_QUICK_BOUNDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_ELSEWHERE: Final = "other"
_METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
"""What is counted by its name; clients may send any word."""
_FILES: Final = "/page/"
_LEVELS: Final = {logging.WARNING: "warning", logging.ERROR: "error", logging.CRITICAL: "error"}

router = APIRouter(tags=["operation"])


class Metrics:
    """Counts since the start: of requests to the API, and of warnings and errors in the log."""

    def __init__(self) -> None:
        self.since = datetime.now(UTC)
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self._requests = Counter(
            "keepsake_api_requests", "Requests to the API", ["method", "path", "status"], registry=self.registry
        )
        self._seconds = Histogram(
            "keepsake_api_request_seconds",
            "Seconds until an answer of the API began",
            ["method", "path"],
            buckets=_QUICK_BOUNDS,
            registry=self.registry,
        )
        self._lines = Counter(
            "keepsake_log_lines", "Lines in the log that tell of a problem", ["level"], registry=self.registry
        )
        for level in dict.fromkeys(_LEVELS.values()):
            self._lines.labels(level)

    @asynccontextmanager
    async def counting(self) -> AsyncIterator[None]:
        """Count warnings and errors in the log while the block runs."""
        handler = _Lines(self._lines)
        logging.getLogger().addHandler(handler)
        try:
            yield
        finally:
            logging.getLogger().removeHandler(handler)

    def answered(self, scope: Scope, status: int, seconds: float) -> None:
        """Count a request that is answered."""
        path = getattr(scope.get("route"), "path", _ELSEWHERE)
        path = _FILES if path.startswith(_FILES) else path
        method = scope["method"] if path != _ELSEWHERE and scope["method"] in _METHODS else _ELSEWHERE
        self._requests.labels(method, path, status).inc()
        self._seconds.labels(method, path).observe(seconds)


class Counted:
    """Middleware that counts the requests."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. What raises is answered above with a 500, unless its answer has begun."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, has_begun = monotonic(), False

        async def noting(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                self._metrics.answered(scope, message["status"], monotonic() - began)
            await send(message)

        try:
            await self._app(scope, receive, noting)
        except Exception:  # whatever it is, it is answered with a 500
            if not has_begun:
                self._metrics.answered(scope, 500, monotonic() - began)
            raise


class _Lines(logging.Handler):
    """Counts lines of the log."""

    def __init__(self, lines: Counter) -> None:
        super().__init__(logging.WARNING)
        self._lines = lines

    def emit(self, record: logging.LogRecord) -> None:
        self._lines.labels(_LEVELS.get(record.levelno, "error")).inc()


class _Snapshot(Collector):
    """What the database holds and the event loop runs, as metrics. It is collected in the loop."""

    def __init__(self, measures: Measures) -> None:
        self._measures = measures

    def collect(self) -> Iterable[Metric]:
        """Return the metrics."""
        its = self._measures
        yield CounterMetricFamily("keepsake_turns", "Turns that have begun", sum(its.turns.values()))
        states = GaugeMetricFamily("keepsake_turns_by_state", "These turns as they are now", labels=["state"])
        for state, number in sorted(its.turns.items()):
            states.add_metric([state.value], number)
        yield states
        yield from self._requests()
        yield _histogram("keepsake_model_first_token_seconds", "Seconds to an answer's first token", its.first_token)
        yield _histogram("keepsake_model_answer_seconds", "Seconds to an answer's last token", its.answer)
        yield GaugeMetricFamily("keepsake_outbox_messages", "Messages that wait to be sent", its.waiting_messages)
        tasks = len(asyncio.all_tasks())
        yield GaugeMetricFamily("keepsake_tasks", "Asynchronous tasks; a number that only rises is a leak", tasks)

    def _requests(self) -> Iterator[Metric]:
        labels = ["model", "purpose"]
        requests = CounterMetricFamily("keepsake_model_requests", "Requests to the model", labels=labels)
        about = "Tokens; cached and written ones are part of the input"
        tokens = CounterMetricFamily("keepsake_model_tokens", about, labels=[*labels, "kind"])
        for it in self._measures.requests:
            requests.add_metric([it.model, it.purpose.value], it.number)
            for kind in ("input", "cached", "written", "output"):
                tokens.add_metric([it.model, it.purpose.value, kind], getattr(it, f"{kind}_tokens"))
        given = sum(it.input_tokens for it in self._measures.requests)
        cached = sum(it.cached_tokens for it in self._measures.requests)
        yield requests
        yield tokens
        yield GaugeMetricFamily(
            "keepsake_model_cached_share", "Share of the input that came from a cache", cached / given if given else 0
        )


@router.get(
    "/metrics",
    response_class=PlainTextResponse,
    responses={200: {"description": "Metrics in Prometheus' text format"}, **documented()},
)
async def get_metrics(request: Request, _: Reading, services: Services) -> PlainTextResponse:
    """Return the bot's numbers since its start, for Prometheus."""
    counts: Metrics = request.app.state.metrics
    async with services.transaction() as tx:
        measures = await measure(tx, services.bot_id, counts.since, _BOUNDS)
    snapshot = CollectorRegistry()
    snapshot.register(_Snapshot(measures))
    text = generate_latest(snapshot) + generate_latest(counts.registry)
    return PlainTextResponse(text, headers={"Cache-Control": "no-store"}, media_type=CONTENT_TYPE_LATEST)


def _histogram(name: str, about: str, times: Times) -> Metric:
    bounds = [*(str(it) for it in _BOUNDS), "+Inf"]
    buckets = list(zip(bounds, accumulate(times.counts), strict=True))
    return HistogramMetricFamily(name, about, buckets=buckets, sum_value=times.total)
