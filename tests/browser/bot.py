"""The bot's side of a chat, played by the test over the Bot API."""

import json

import httpx

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from practice.telegram.texts import units
from tests.conftest import TOKEN

Json = dict[str, object]

COMMANDS = [
    {"command": "memory", "description": "See and manage what I remember"},
    {"command": "new", "description": "Start afresh"},
]


class Bot:
    """Does what a bot does, by real calls."""

    def __init__(self, api: BotApi, client: httpx.AsyncClient) -> None:
        self.api = api
        self._client = client

    async def call(self, method: str, **parameters: object) -> object:
        """Call a method and return its result."""
        answer = await self._client.post(f"/bot{TOKEN}/{method}", json={"chat_id": 1} | parameters)
        body: Json = answer.json()
        assert body["ok"], body
        return body["result"]

    async def send(self, text: str, **parameters: object) -> int:
        """Send a message and return its id."""
        result = await self.call("sendMessage", text=text, **parameters)
        assert isinstance(result, dict)
        return int(result["message_id"])

    async def send_file(self, name: str, content: bytes, caption: str = "", *, entities: object = ()) -> int:
        """Send a file and return its message's id."""
        answer = await self._client.post(
            f"/bot{TOKEN}/sendDocument",
            data={"chat_id": "1", "caption": caption, "caption_entities": json.dumps(entities)},
            files={"document": (name, content)},
        )
        return int(answer.json()["result"]["message_id"])

    async def edit(self, message_id: int, text: str, **parameters: object) -> None:
        """Give a message another text."""
        await self.call("editMessageText", message_id=message_id, text=text, **parameters)

    async def pressed(self) -> Json:
        """Wait for the press of a key, and take it."""
        update = await self.api.wait_for(
            lambda: next((it for it in self.api.pending_updates if "callback_query" in it), None)
        )
        await self.call("getUpdates", offset=-1)
        query = update["callback_query"]
        assert isinstance(query, dict)
        return query

    async def heard(self, text: str, *, edited: bool = False) -> Message:
        """Wait until the user has written a text, or made one of what they had written."""

        def written() -> Message | None:
            mine = (message for message in self.api.messages() if not message.from_bot and message.text == text)
            return next((message for message in mine if bool(message.edited) == edited), None)

        return await self.api.wait_for(written)


def entity(kind: str, text: str, part: str, **more: str) -> Json:
    """Mark a part of a text."""
    return {"type": kind, "offset": units(text.partition(part)[0]), "length": units(part), **more}
