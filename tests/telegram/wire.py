"""Sends raw updates in JSON to a bot and reads what the bot stored."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import psycopg
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from practice.telegram.bot_api import BotApi
from tests.telegram.recorded_updates import Json

_NOTE_ARRIVALS: Final = """
    CREATE TABLE arrivals (update_id bigint, payload json);
    CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN INSERT INTO arrivals VALUES (NEW.update_id, NEW.payload); RETURN NULL; END $$;
    CREATE TRIGGER noting AFTER INSERT ON telegram_updates FOR EACH ROW EXECUTE FUNCTION note()
"""


def note_arrivals(connection: psycopg.Connection) -> None:
    """Let a bot's database keep each update as it is stored at first."""
    connection.execute(_NOTE_ARRIVALS)


def arrivals(connection: psycopg.Connection) -> dict[int, object]:
    """Return the payloads of the updates as they were stored at first, by their ids."""
    return dict(connection.execute("SELECT update_id, payload FROM arrivals").fetchall())


def put(telegram: BotApi, update: Json) -> Json:
    """Queue an update, asked for or not; return it with its id.

    Telegram too sends what a bot did not ask for: whatever came before it said what it wants (Bot API, getUpdates).
    """
    telegram.updates.allow(frozenset({next(iter(update)), "message", "edited_message"}))
    update_id = telegram.put_update(update)
    assert update_id
    return {"update_id": update_id, **update}


@dataclass(frozen=True, slots=True)
class RawTexts:
    """An ASGI middleware: wherever an update holds the string `name`, the bot is sent the text of that name."""

    app: ASGIApp
    texts: Mapping[str, str]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        is_poll = scope["type"] == "http" and scope["path"].endswith("/getUpdates")
        await self.app(scope, receive, _Replacing(send, self.texts) if is_poll else send)


class _Replacing:
    """Sends on an answer of a single piece, with texts put in."""

    def __init__(self, send: Send, texts: Mapping[str, str]) -> None:
        self._send = send
        self._texts = texts
        self._start: Message = {}

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
            return
        body = message["body"].decode()
        for name, text in self._texts.items():
            body = body.replace(f'"{name}"', text)
        MutableHeaders(scope=self._start)["content-length"] = str(len(body.encode()))
        await self._send(self._start)
        await self._send({**message, "body": body.encode()})
