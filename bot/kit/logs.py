"""The log: one line for each event on standard error, without secrets and, at INFO, without what people wrote."""

import logging
import sys
import traceback
from collections.abc import Iterable
from typing import Literal, TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger

_HIDDEN = "[secret]"


def configure(log_format: Literal["console", "json"], secrets: Iterable[str]) -> None:
    """Send our own and every library's log to standard error; call it once, before anything is logged."""
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: structlog.typing.Processor
    if log_format == "json":
        renderer = structlog.processors.JSONRenderer()
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = _StandardError()
    handler.setFormatter(
        _Formatter(
            secrets,
            foreign_pre_chain=[*shared, _name_library],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, _add_exception, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for chatty in ("httpx", "httpx2", "httpcore", "alembic", "telegram", "apscheduler", "uvicorn", "openai"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    logging.getLogger("mcp").setLevel(logging.CRITICAL)  # it quotes what servers send


class _StandardError(logging.StreamHandler[TextIO]):
    """Writes to standard error as it is at that moment: while a progress bar is shown, it is above that."""

    def __init__(self) -> None:
        logging.Handler.__init__(self)

    @property
    def stream(self) -> TextIO:  # type: ignore[override] # never set
        return sys.stderr


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Renders a line of any library without secrets."""

    def __init__(self, secrets: Iterable[str], **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type] # passed on as they came
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        return line


def _name_library(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Add the name of the library that wrote a line."""
    record = event.get("_record")
    if isinstance(record, logging.LogRecord):
        event["library"] = record.name
    return event


def _add_exception(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Add the place and the types of an exception and its causes.

    Their messages stay out, since those of a database or of Telegram quote what people wrote.
    """
    error = event.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    parts: list[str] = []
    while isinstance(error, BaseException):
        frames = "".join(traceback.format_tb(error.__traceback__))
        parts.append(f"{frames}{type(error).__module__}.{type(error).__qualname__}")
        error = error.__cause__ or error.__context__
    if parts:
        event["exception"] = "\ncaused by\n".join(parts)
    return event
