"""Deletion binds at once: only the messages of the two still contain what was deleted."""

import asyncio

import pytest

from practice.model.server import Received, Reply
from practice.telegram.bot_api import BotApi
from tests.memory_ids import id_of
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


async def known(telegram: BotApi) -> str:
    """Return the id of the only memory that /memory lists."""
    sent = telegram.send_text("/memory list")
    await telegram.bot_message("Your memories", after=sent)
    return await id_of(telegram)


async def taught(telegram: BotApi, model: Script) -> str:
    """Have the bot remember, list and change a secret; return the memory's id."""
    model.then(
        call("add_to_memory", content="  bad category first", category="nonsense"),
        call("add_to_memory", content=SECRET, category="context", subject="Keys"),
        "Stored it.",
    )
    telegram.send_text("Remember where my keys are")
    await telegram.bot_message("Stored it.")
    memory_id = await known(telegram)
    model.then(
        call("add_to_memory", content=SECRET.upper(), category="context", subject="Other"),
        call("add_to_memory", content="Something else about keys", category="context", subject="keys"),
        call("update_memory", memory_id=memory_id, content=CHANGED),
        call("update_memory", memory_id=memory_id, content=CHANGED, subject="Hiding places"),
        call("update_memory", memory_id=memory_id, content=CHANGED, subject="Keys"),
        call("add_to_memory", memory={"content": [f"{SECRET}, and warm"]}),
        Script.raw_call("add_to_memory", r'{"content": "Zanz\u0069bar is where the user hides'),
        "Changed it.",
    )
    telegram.send_text("They moved")
    await telegram.bot_message("Changed it.")
    return memory_id


@pytest.mark.parametrize("by", ["command", "tool"])
async def test_a_deleted_memory_is_gone_from_the_next_request(telegram: BotApi, model: Script, by: str) -> None:
    memory_id = await taught(telegram, model)
    assert "Zanzibar" in outside_words(model.requests[-1])
    assert "Timbuktu" in outside_words(model.requests[-1])
    if by == "command":
        telegram.send_text(f"/memory delete {memory_id[:4]}")
        await telegram.bot_message("Deleted:")
    else:
        model.then(call("forget_memory", memory_id=memory_id))
    model.then("The words stay: Zanzibar.")
    telegram.send_text("Forget Zanzibar please")
    await telegram.bot_message("The words stay")
    last = model.requests[-1]
    assert "zanzibar" not in outside_words(last).lower()
    assert "timbuktu" not in outside_words(last).lower()
    assert "deleted by the user" in outside_words(last)
    assert "Forget Zanzibar please" in last.prompt


async def test_a_deleted_memory_leaves_a_prompt_that_was_frozen_with_it(telegram: BotApi, model: Script) -> None:
    memory_id = await taught(telegram, model)
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    telegram.send_text("And tea")
    await telegram.bot_message("Noted.")
    telegram.send_text("/new")
    await telegram.bot_message("This is a new conversation")
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    before = str(model.requests[-1].request.messages[0].content)
    assert CHANGED in before
    telegram.send_text(f"/memory delete {memory_id}")
    await telegram.bot_message("Deleted:")
    telegram.send_text("Hello again")
    await telegram.bot_message("Echo: Hello again")
    after = str(model.requests[-1].request.messages[0].content)
    line = f"- [id:{memory_id}] [Keys] {CHANGED}\n"
    assert after == before.replace(line, "")


async def test_a_restored_memory_reaches_the_running_conversation_as_a_note(telegram: BotApi, model: Script) -> None:
    memory_id = await taught(telegram, model)
    telegram.send_text(f"/memory delete {memory_id}")
    await telegram.bot_message("Deleted:")
    telegram.send_text(f"/memory restore {memory_id}")
    await telegram.bot_message("Restored:")
    telegram.send_text("Where are they?")
    await telegram.bot_message("Echo: Where are they?")
    assert CHANGED in str(model.requests[-1].request.messages[-1].content)
    telegram.send_text("And again?")
    await telegram.bot_message("Echo: And again?")
    assert CHANGED not in str(model.requests[-1].request.messages[-1].content)
    sent = telegram.send_text(f"/memory delete {memory_id}")
    await telegram.bot_message("Deleted:", after=sent)
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert CHANGED not in model.requests[-1].prompt


async def test_a_deletion_binds_for_a_turn_that_another_message_joins(telegram: BotApi, model: Script) -> None:
    memory_id = await taught(telegram, model)
    telegram.send_text("/new")
    await telegram.bot_message("This is a new conversation")
    asked = len(model.requests)
    model.then(Reply(text="Never said", gates={0: asyncio.Event()}))
    telegram.send_text("Hello")
    held = await model.server.wait_for_request(asked + 1)
    assert CHANGED in held.prompt
    telegram.send_text(f"/memory delete {memory_id}")
    await telegram.bot_message("Deleted:")
    telegram.send_text("Are you there?")
    await telegram.bot_message("Echo: Are you there?")
    assert CHANGED not in model.requests[-1].prompt
