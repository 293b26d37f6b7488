"""How requests to a Bot API server are made, and how its answers are read."""

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

from bot.settings import on_this_machine

MAX_DEPTH: Final = 100
"""What an answer nests deeper is not taken apart: neither Python nor PostgreSQL could keep it."""
_TIMEOUT_SECONDS: Final = 20.0
_TOKEN: Final = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]')


_certificates = cache(httpx.create_ssl_context)
"""The trusted certificates, once for all connections to Telegram: each context would take 25 ms and 1 MB."""


class Request(HTTPXRequest):
    """Requests through the environment's proxy, except to a server on this machine.

    python-telegram-bot's own logs an answer that is no JSON, with all that people wrote in it.
    """

    def __init__(self, api_url: str, connections: int) -> None:
        encrypted = urlsplit(api_url).scheme == "https"  # else no certificates are loaded, which takes a while
        super().__init__(
            httpx_kwargs={"trust_env": not on_this_machine(api_url), "verify": encrypted and _certificates()},
            connection_pool_size=connections,
            read_timeout=_TIMEOUT_SECONDS,
            connect_timeout=_TIMEOUT_SECONDS,
            pool_timeout=_TIMEOUT_SECONDS,
        )

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """Read an answer. Raises NetworkError, since what can't be read may be read the next time."""
        try:
            answer = _DECODER.decode(flattened(payload.decode(errors="replace")))
        except (ValueError, RecursionError) as error:  # what nests deep and has no end is not flattened
            raise NetworkError("no JSON") from error
        if not isinstance(answer, dict) or not ("result" in answer or "ok" in answer):
            raise NetworkError("no answer of a Bot API server")
        return answer


def _integer(text: str) -> int | str:
    """Read a number; one that has more digits than Python surely reads stays as it is written."""
    return int(text) if len(text) < sys.int_info.str_digits_check_threshold else text


def _fraction(text: str) -> float | str:
    """Read a number; one that is too large stays as it is written, since JSON has no infinity."""
    number = float(text)
    return number if math.isfinite(number) else text


_DECODER: Final = json.JSONDecoder(parse_int=_integer, parse_float=_fraction, parse_constant=str)


def flattened(text: str, depth: int = MAX_DEPTH) -> str:
    """Return a JSON text in which a string stands for each value that is nested deeper, holding the value's text."""
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
