"""Other assistants share the memory beside a running bot: what they change is shown in the chat, with Undo."""

from pathlib import Path

from practice.telegram.bot_api import BotApi
from tests.doors.mcp_server.assistants import by_http, by_stdio, call, done
from tests.pressing import pressed, toast
from tests.process import BotProcess, Script, run

BOSS = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
ADDED = "💾 Remembered: Alec is your boss\n(through Claude Desktop)"


async def test_what_an_assistant_changes_by_http_is_shown_and_undone_in_the_chat(
    telegram: BotApi, bot_process: BotProcess, api_url: str, settings: dict[str, str], tmp_path: Path
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    _, said = await run("token", "add", "Laptop", "--user", "1", cwd=tmp_path, **settings)
    async with (
        by_http(api_url, said.splitlines()[-1], "auto") as assistant,
        assistant.listen(resources_list_changed=True),
    ):
        memory = (await call(assistant, "add_memory", **BOSS)).structured_content
        added = await telegram.bot_message(ADDED)
        shown = await telegram.bot_message("v1,", after=telegram.send_text(f"/memory show {memory['id']}"))
        assert "Added by Claude Desktop." in shown.text
        await done(assistant, "update_memory", memory_id=memory["id"], content="Alec is the user's friend")
        assert await toast(telegram, added, "Undo") == "Not undone. This memory has changed since then."
        await done(assistant, "change_note", name="Groceries", text="- [ ] milk")
        await pressed(telegram, await telegram.bot_message("📓 Groceries:"), "Undo")
        assert "There are no notes" in await done(assistant, "find_notes")
        assert await bot_process.stop() == 0  # in order, while it is connected
    assert not [line for line in bot_process.log if '"error"' in line]


async def test_the_running_conversation_knows_what_an_assistant_stores_by_stdio(
    telegram: BotApi, model: Script, bot: BotProcess, settings: dict[str, str], tmp_path: Path
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    async with by_stdio(settings, tmp_path, "legacy", "--user", "1") as assistant:
        await done(assistant, "add_memory", **BOSS)
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert "Alec is the user's boss" in model.heard
    assert not [line for line in bot.log if "Alec" in line]
    await telegram.bot_message(ADDED)


async def test_the_user_must_be_one_of_the_bots(settings: dict[str, str], tmp_path: Path) -> None:
    code, said = await run("mcp", "--user", "7", cwd=tmp_path, **settings)
    assert code == 2
    assert "User 7 may not use the bot." in said
