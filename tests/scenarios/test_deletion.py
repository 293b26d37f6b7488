"""Deletion binds at once: only the messages of the two still contain what was deleted."""

import asyncio

import pytest

from practice.model.server import Received, Reply
from practice.telegram.bot_api import BotApi
from tests.memory_ids import id_of
from tests.pressing import asked
from tests.process import Script, call

pytestmark = pytest.mark.usefixtures("bot")

SECRET = 'Zanzibar is where the user hides the "golden" keys'
CHANGED = "Timbuktu is where the user hides them now"


def outside_words(received: Received) -> str:
    """Return a request without what the two said in words."""
    return "\n".join(
        [received.sent("tools")]
        + [
            repr(message)
            for message in received.request.messages
            if message.role not in {"user", "assistant"} or getattr(message, "tool_calls", None)
        ]
    )


async def taught(telegram: BotApi, model: Script) -> str:
    """Have the bot remember, list and change a secret; return the memory's id."""
    model.then(call("add_to_memory", content=SECRET, category="context", subject="Keys"), "Stored it.")
    await asked(telegram, "Remember where my keys are", "Stored it.")
    await asked(telegram, "/memory list", "Your memories")
    memory_id = await id_of(telegram)
    model.then(
        call("add_to_memory", content=SECRET.upper(), category="context", subject="Other"),
        call("update_memory", memory_id=memory_id, content=CHANGED),
        call("add_to_memory", memory={"content": [f"{SECRET}, and warm"]}),
        Script.raw_call("add_to_memory", r'{"content": "Zanz\u0069bar is where the user hides'),
        "Changed it.",
    )
    await asked(telegram, "They moved", "Changed it.")
    return memory_id


async def test_a_deleted_memory_is_gone_from_the_next_request_and_a_restored_one_is_a_note(
    telegram: BotApi, model: Script
) -> None:
    memory_id = await taught(telegram, model)
    assert "Zanzibar" in outside_words(model.requests[-1])
    assert "Timbuktu" in outside_words(model.requests[-1])
    await asked(telegram, f"/memory delete {memory_id[:4]}", "Deleted:")
    await asked(telegram, "Forget Zanzibar please", "Echo: Forget Zanzibar please")
    last = model.requests[-1]
    assert "zanzibar" not in outside_words(last).lower()
    assert "timbuktu" not in outside_words(last).lower()
    assert "deleted by the user" in outside_words(last)
    assert "Forget Zanzibar please" in last.prompt

    await asked(telegram, f"/memory restore {memory_id}", "Restored:")
    await asked(telegram, "Where are they?", "Echo: Where are they?")
    assert CHANGED in model.heard
    model.then(call("forget_memory", memory_id=memory_id), "It is gone.")
    await asked(telegram, "Forget them", "It is gone.")
    assert CHANGED not in model.requests[-1].prompt


async def test_a_deletion_binds_for_a_frozen_prompt_and_a_turn_that_another_message_joins(
    telegram: BotApi, model: Script
) -> None:
    memory_id = await taught(telegram, model)
    await asked(telegram, "/new", "This is a new conversation")
    so_far = len(model.requests)
    model.then(Reply(text="Never said", gates={0: asyncio.Event()}))
    telegram.send_text("Hello")
    held = await model.server.wait_for_request(so_far + 1)
    before = str(held.request.messages[0].content)
    assert CHANGED in before
    await asked(telegram, f"/memory delete {memory_id}", "Deleted:")
    await asked(telegram, "Are you there?", "Echo: Are you there?")
    after = str(model.requests[-1].request.messages[0].content)
    assert after == before.replace(f"- [id:{memory_id}] [Keys] {CHANGED}", "")
    assert CHANGED not in model.requests[-1].prompt
