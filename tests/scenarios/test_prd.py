"""The product document's six scenarios, through the bot as a process, with each kind of model there is."""

from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi
from tests.process import Script, call

PLAYED = ("gpt-6-luna", "gpt-6.1-terra", "gpt-6-astra", "gpt-5.6-terra", "gpt-4.1-mini", "plain")

pytestmark = [pytest.mark.usefixtures("bot"), pytest.mark.parametrize("plays", PLAYED, indirect=True)]

Rows = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def rows(database_url: str) -> Rows:
    """Read from the database the bot writes to."""

    def read(query: str) -> list[tuple[object, ...]]:
        plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain) as connection:
            return connection.execute(query.encode()).fetchall()

    return read


async def test_a_new_fact_is_stored_once_the_user_agrees(telegram: BotApi, model: Script, rows: Rows) -> None:
    model.then(
        "Would you like me to remember that Alec is your boss for future conversations?",
        call("add_to_memory", content="Alec is the user's boss", category="person", subject="Alec"),
        "Done. I'll remember that Alec is your boss.",
    )
    telegram.send_text("Alec is my boss by the way")
    await telegram.bot_message("Would you like me to remember")
    assert rows("SELECT * FROM agent_memories") == []
    telegram.send_text("Yes")
    reply = await telegram.bot_message("💾")
    (rest,) = rows(
        "SELECT category, subject, content, version_number FROM agent_memories m "
        "JOIN agent_memory_versions v ON v.memory_id = m.id JOIN agent_turns t ON t.id = v.source_turn_id "
        "AND t.conversation_id = v.source_conversation_id"
    )
    assert rest == ("person", "Alec", "Alec is the user's boss", 1)
    assert reply.text == ("Done. I'll remember that Alec is your boss.\n\n💾 Remembered: Alec is your boss")


async def test_a_memory_is_known_in_a_new_conversation(telegram: BotApi, model: Script, rows: Rows) -> None:
    model.then(
        call("add_to_memory", content="Alec is the user's boss", category="person", subject="Alec"),
        "Noted.",
        "I'll create a task to update Alec on the project.",
    )
    telegram.send_text("Remember that Alec is my boss")
    await telegram.bot_message("Noted.")
    telegram.send_text("/new")
    await telegram.bot_message("I still remember 1 thing.")
    telegram.send_text("Can you create a task to update Alec on the project?")
    await telegram.bot_message("I'll create a task")
    ((memory_id,),) = rows("SELECT id FROM agent_memories")
    system, user = model.requests[-1].request.messages
    assert str(system.content).endswith(
        "## Your Memory\n\n"
        "The following is information you've learned about the user from previous conversations.\n"
        "Use this context naturally. To update a memory, use the update_memory tool with the memory ID.\n\n"
        f"### Person\n- [id:{memory_id}] [Alec] Alec is the user's boss"
    )
    assert user.role == "user"


async def test_a_change_updates_the_memory_at_once(telegram: BotApi, model: Script, rows: Rows) -> None:
    model.then(
        call("add_to_memory", content="Sarah works on the Platform team", category="person", subject="Sarah"),
        "Noted.",
    )
    telegram.send_text("Remember that Sarah works on the Platform team")
    await telegram.bot_message("Noted.")
    ((memory_id,),) = rows("SELECT id FROM agent_memories")
    model.then(
        call("update_memory", memory_id=memory_id, content="Sarah works on the Design team"),
        "Updated. I now have Sarah on the Design team.",
    )
    telegram.send_text("Sarah moved to the Design team last week")
    reply = await telegram.bot_message("✏️")
    assert reply.text.endswith("✏️ Sarah works on the Platform team → Sarah works on the Design team")
    assert rows("SELECT version_number, content FROM agent_memory_versions ORDER BY 1") == [
        (1, "Sarah works on the Platform team"),
        (2, "Sarah works on the Design team"),
    ]


async def test_a_no_stores_nothing(telegram: BotApi, model: Script, rows: Rows) -> None:
    model.then(
        "Would you like me to remember that James is a project collaborator?",
        "No problem, I won't store that.",
    )
    telegram.send_text("I'm working with James on this project")
    await telegram.bot_message("Would you like me")
    telegram.send_text("No, it's just for this task")
    reply = await telegram.bot_message("store that.")
    assert reply.text == "No problem, I won't store that."
    assert rows("SELECT * FROM agent_memories") == []


async def test_memories_are_listed_and_deleted_without_the_model(telegram: BotApi, model: Script, rows: Rows) -> None:
    facts = [
        ("Alec is the user's boss", "person", "Alec"),
        ("User prefers Thursday due dates", "preference", None),
        ("Sarah works on the Design team", "person", "Sarah"),
    ]
    for content, category, subject in facts:
        model.then(call("add_to_memory", content=content, category=category, subject=subject), "Noted.")
        sent = telegram.send_text(f"Remember: {content}")
        await telegram.bot_message("Noted.", after=sent)
    asked = len(model.requests)
    ids = {str(content): str(it) for it, content in rows("SELECT memory_id, content FROM agent_memory_versions")}
    alec, sarah, dates = (ids[content] for content, _, _ in (facts[0], facts[2], facts[1]))
    sent = telegram.send_text("/memory")
    listed = await telegram.bot_message("Your memories", after=sent)
    assert listed.text == (
        "📝 Your memories:\n\n"
        f"Person\n1. Alec is your boss [{alec}]\n2. Sarah works on the Design team [{sarah}]\n\n"
        f"Preference\n3. You prefer Thursday due dates [{dates}]\n\n"
        "Tap a number to open one.\n"
        "To delete one, send /memory delete <number>."
    )
    assert [it.type for it in listed.entities] == ["bold", "bold", "code", "code", "bold", "code", "bot_command"]
    sent = telegram.send_text("/memory delete 3")
    deleted = await telegram.bot_message("Deleted", after=sent)
    assert deleted.text == f"Deleted: “You prefer Thursday due dates”\n\nTo bring it back: /memory restore {dates}"
    assert rows("SELECT id FROM agent_memories WHERE deleted_at IS NOT NULL") == [(dates,)]
    assert len(model.requests) == asked
