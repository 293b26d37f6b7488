"""The chat page of practice mode, used over HTTP."""

import asyncio
import base64
import json
from collections.abc import Callable
from typing import Any

import httpx

ANSWER_SECONDS = 20


class Page:
    """What the chat page does, by its own addresses."""

    def __init__(self, url: str) -> None:
        self._client = httpx.AsyncClient(base_url=url, timeout=ANSWER_SECONDS)

    async def say(self, text: str) -> None:
        """Send a message."""
        (await self._client.post("/page/send", json={"text": text})).raise_for_status()

    async def show(self, *pictures: bytes, caption: str) -> None:
        """Send pictures."""
        files = [
            {"name": "a.jpg", "content": base64.b64encode(content).decode(), "kind": "photo"} for content in pictures
        ]
        (await self._client.post("/page/send-files", json={"files": files, "caption": caption})).raise_for_status()

    async def seen(self, fits: Callable[[list[str]], Any]) -> list[str]:
        """Wait until the bot's messages, as the page shows them, fit; return their texts."""
        shown: dict[int, str] = {}
        async with asyncio.timeout(ANSWER_SECONDS), self._client.stream("GET", "/page/changes") as stream:
            async for line in stream.aiter_lines():
                for message in json.loads(line[5:]).get("messages", []) if line.startswith("data:") else []:
                    if message["from_bot"]:
                        shown[message["message_id"]] = message["text"]
                texts = [shown[number] for number in sorted(shown)]
                if texts and fits(texts):
                    return texts
        raise AssertionError(shown)

    async def close(self) -> None:
        """Leave the page."""
        await self._client.aclose()
