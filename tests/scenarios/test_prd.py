"""The product document's scenarios, through the bot as a process, with a model of each API."""

from collections.abc import Callable

import pytest

from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.process import Script, call

pytestmark = pytest.mark.usefixtures("bot")


Rows = Callable[[str], list[tuple[object, ...]]]


@pytest.fixture
def rows(database_url: str) -> Rows:
    """Read from the database the bot writes to."""

    def read(query: str) -> list[tuple[object, ...]]:
        with administration(database_url) as connection:
            return connection.execute(query.encode()).fetchall()

    return read


@pytest.mark.parametrize("plays", ["gpt-6-luna", "plain"], indirect=True)
async def test_a_fact_is_stored_once_the_user_agrees_known_afterwards_and_changed_at_once(
    telegram: BotApi, model: Script, rows: Rows
) -> None:
    model.then(
        "Would you like me to remember that Alec is your boss for future conversations?",
        call("add_to_memory", content="Alec is the user's boss", category="person", subject="Alec"),
        "Done. I'll remember that Alec is your boss.",
    )
    await telegram.bot_message("Would you like", after=telegram.send_text("Alec is my boss by the way"))
    assert rows("SELECT * FROM agent_memories") == []
    reply = await telegram.bot_message("💾", after=telegram.send_text("Yes"))
    assert reply.text == "Done. I'll remember that Alec is your boss.\n\n💾 Remembered: Alec is your boss"
    ((memory_id, *rest),) = rows(
        "SELECT m.id, category, subject, content, version_number FROM agent_memories m "
        "JOIN agent_memory_versions v ON v.memory_id = m.id JOIN agent_turns t ON t.id = v.source_turn_id "
        "AND t.conversation_id = v.source_conversation_id",
    )
    assert rest == ["person", "Alec", "Alec is the user's boss", 1]
    await telegram.bot_message("I still remember 1 thing.", after=telegram.send_text("/new"))
    model.then(
        "I'll create a task.", call("update_memory", memory_id=memory_id, content="Alec is a mentor"), "Updated."
    )
    await telegram.bot_message("I'll create a task", after=telegram.send_text("Create a task to update Alec"))
    system, _ = model.requests[-1].request.messages
    assert str(system.content).endswith(
        "## Your Memory\n\n"
        "The following is information you've learned about the user from previous conversations.\n"
        "Use this context naturally. To update a memory, use the update_memory tool with the memory ID.\n\n"
        f"### Person\n- [id:{memory_id}] [Alec] Alec is the user's boss"
    )
    reply = await telegram.bot_message("✏️", after=telegram.send_text("Alec is a mentor now"))
    assert reply.text.endswith("✏️ Alec is your boss → Alec is a mentor")
    versions = rows("SELECT version_number, content FROM agent_memory_versions ORDER BY 1")
    assert versions == [(1, "Alec is the user's boss"), (2, "Alec is a mentor")]
