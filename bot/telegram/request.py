"""Requests to a Bot API server, and parsing of its answers."""

import json
import math
import re
import sys
from functools import cache
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
from telegram.error import NetworkError
from telegram.request import HTTPXRequest

from bot.kit.settings import on_this_machine

MAX_DEPTH: Final = 100
"""Deepest nesting that is parsed; Python and PostgreSQL can't store more."""
_TIMEOUT_SECONDS: Final = 20.0
BRIEFLY: Final[dict[str, Any]] = dict.fromkeys(
    ("read_timeout", "write_timeout", "connect_timeout", "pool_timeout"), 4.0
)
"""Timeouts in seconds of a call that must not delay an answer."""
_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]')

_certificates = cache(httpx.create_ssl_context)
"""The trusted certificates, once for all connections to Telegram: each context would take 25 ms and 1 MB."""


def _integer(text: str) -> int | str:
    """Parse a number; one with too many digits for Python stays a text."""
    return int(text) if len(text) < sys.int_info.str_digits_check_threshold else text


def _fraction(text: str) -> float | str:
    """Parse a number; one that is too large stays a text, since JSON has no infinity."""
    number = float(text)
    return number if math.isfinite(number) else text


_DECODER: Final = json.JSONDecoder(parse_int=_integer, parse_float=_fraction, parse_constant=str)


class Request(HTTPXRequest):
    """Requests through the environment's proxy, except to a server on this machine.

    python-telegram-bot's own class logs invalid answers, with all that people wrote in them.
    """

    def __init__(self, api_url: str, connections: int) -> None:
        encrypted = urlsplit(api_url).scheme == "https"  # else certificates aren't loaded, which is slow
        super().__init__(
            httpx_kwargs={"trust_env": not on_this_machine(api_url), "verify": encrypted and _certificates()},
            connection_pool_size=connections,
            read_timeout=_TIMEOUT_SECONDS,
            connect_timeout=_TIMEOUT_SECONDS,
            pool_timeout=_TIMEOUT_SECONDS,
        )

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Parse an answer. Raises NetworkError, since a retry may succeed."""
        try:
            answer = _DECODER.decode(flattened(payload.decode(errors="replace")))
        except (ValueError, RecursionError) as error:  # deep and incomplete JSON is not flattened
            raise NetworkError("no JSON") from error
        if not isinstance(answer, dict) or not ("result" in answer or "ok" in answer):
            raise NetworkError("no answer of a Bot API server")
        return answer


def flattened(text: str, depth: int = MAX_DEPTH) -> str:
    """Return a JSON text with each value nested deeper replaced by a string of its JSON."""
    if text.count("[") + text.count("{") <= depth:
        return text
    pieces: list[str] = []
    level = start = end = 0
    for token in _TOKEN.finditer(text):
        if token[0] in {"[", "{"}:
            level += 1
            if level == depth + 1:
                start = token.start()
                pieces.append(text[end:start])
        elif token[0] in {"]", "}"}:
            if level == depth + 1:
                end = token.end()
                pieces.append(json.dumps(text[start:end]))
            level -= 1
    return "".join([*pieces, text[end:]])
