"""`GET /api/prompt` shows what the next request holds, and what of it the model's server may have cached."""

from typing import Any

import httpx

from practice.model.conversation import text_of
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script


async def looked(http: httpx.AsyncClient) -> dict[str, Any]:
    """Return the prompt, whose tokens add up."""
    prompt: dict[str, Any] = (await http.get("/api/prompt")).json()
    assert prompt["tokens"] == sum(it["tokens"] for it in prompt["parts"])
    assert prompt["cached_tokens"] == sum(it["tokens"] for it in prompt["parts"] if it["is_cached"])
    return prompt


def cached(prompt: dict[str, Any]) -> dict[str, bool]:
    """Return whether each part is cached, by its name, or by what a message says after its time."""
    return {it["text"].rpartition("\n")[2] if it["role"] else it["name"]: it["is_cached"] for it in prompt["parts"]}


async def test_what_the_last_request_held_is_cached_up_to_what_was_deleted(
    reader: httpx.AsyncClient, telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    assert set(cached(await looked(reader)).values()) == {False}
    await telegram.bot_message("Echo: One", after=telegram.send_text("One"))
    await bot_process.answered(1)
    await telegram.bot_message("Echo: Two", after=telegram.send_text("Two"))
    await bot_process.answered(2)
    prompt = await looked(reader)
    assert list(cached(prompt).values()) == [True, True, True, True, True, False]
    assert [it["role"] for it in prompt["parts"]] == ["", "", "user", "assistant", "user", "assistant"]
    sent = [text_of(it.content) for it in model.requests[-1].request.messages]
    assert [it["text"] for it in prompt["parts"][1:5]] == sent
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    assert cached(await looked(reader)) == {"tools": True, "instructions": True}
    await telegram.bot_message("Remembered", after=telegram.send_text("/memory add preference The user owns a boat"))
    await telegram.bot_message("Remembered", after=telegram.send_text("/memory add preference The user likes tea"))
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    await telegram.bot_message("Echo: Three", after=telegram.send_text("Three"))
    await bot_process.answered(3)
    names = cached(await looked(reader))
    assert [names[it] for it in ("tools", "instructions", "memories")] == [True, True, True]
    (boat, _) = (await reader.get("/api/memory/")).json()["memories"]
    await telegram.bot_message("Deleted", after=telegram.send_text(f"/memory delete {boat['id']}"))
    names = cached(await looked(reader))
    assert [names[it] for it in ("tools", "instructions", "memories")] == [True, True, False]
    await telegram.bot_message("🔒", after=telegram.send_text("/private"))
    await telegram.bot_message("Echo: Between us", after=telegram.send_text("Between us"))
    await bot_process.answered(4)
    assert await looked(reader) == {"parts": [], "tokens": 0, "cached_tokens": 0, "is_private": True}
