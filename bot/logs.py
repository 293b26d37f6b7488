"""The log: one line for each event on standard error, without secrets and, at INFO, without what people wrote."""

import logging
import sys
from collections.abc import Iterable
from typing import Literal

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
        shared.append(structlog.processors.format_exc_info)
    else:
        renderer = structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback
        )
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        _Formatter(
            secrets,
            foreign_pre_chain=[*shared, _name_library],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    for chatty in ("httpx", "httpx2", "httpcore", "alembic", "telegram", "apscheduler", "uvicorn", "openai"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


class _Formatter(structlog.stdlib.ProcessorFormatter):
    """Renders a line and takes the secrets out of it, whichever library wrote it."""

    def __init__(self, secrets: Iterable[str], **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type] # passed on as they came
        self._secrets = [secret for secret in secrets if secret]

    def format(self, record: logging.LogRecord) -> str:
        line = super().format(record)
        for secret in self._secrets:
            line = line.replace(secret, _HIDDEN)
        return line


def _name_library(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Say which library wrote a line."""
    record = event.get("_record")
    if isinstance(record, logging.LogRecord):
        event["library"] = record.name
    return event
