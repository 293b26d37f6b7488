"""All data of a user is exported as two files and continues elsewhere without a gap."""

import asyncio
import json
import re
import stat
from pathlib import Path
from zoneinfo import ZoneInfo

import jsonschema  # type: ignore[import-untyped]
import pytest

from bot.memory.export.conversations import Conversation
from bot.memory.export.document import Export, schema
from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.process import BotProcess, Script, call, run
from tests.scenarios.test_prefix import continues

Settings = dict[str, str]
IN_WORDS = "2 memories, 2 conversations and 10 messages"
COUNTED = "2 memories, 2 conversations, 10 messages"
MEMORY = "The user's “boss” is Alec\\\t— ünïcode 🙂"


async def converse(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    """Have two conversations, in which something is remembered, reworded and forgotten."""
    model.then(call("add_to_memory", content=MEMORY, category="person", subject="Alec"), "Noted.")
    first = telegram.send_text("Remember that Alec\nis my boss")
    await telegram.bot_message("Noted.", after=first)
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Tea it is.")
    second = telegram.send_text("I like tea")
    await telegram.bot_message("Tea it is.", after=second)
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    third = telegram.send_text("And what is \\. or \\N to you?")
    await telegram.bot_message("Echo: And what", after=third)
    await bot.answered(3)


def files(telegram: BotApi, *, after: int = 0) -> list[Message]:
    """Return the files that were sent."""
    return [it for it in telegram.messages() if "document" in it.extra and it.message_id > after]


async def exported(telegram: BotApi) -> tuple[bytes, str]:
    """Ask for the export in the chat, and return the file for programs and the one to be read."""
    asked = telegram.send_text("/export")
    await telegram.wait_for(lambda: len(files(telegram, after=asked)) > 1)
    programs, people = [telegram.file(it.message_id) or b"" for it in files(telegram, after=asked)]
    return programs, people.decode()


def name(message: Message) -> str:
    """Return what a file is called."""
    document = message.extra["document"]
    assert isinstance(document, dict)
    return str(document["file_name"])


def dates(conversation: Conversation) -> str:
    """Return from when to when it was, as London tells it."""
    both = (conversation.started_at, conversation.last_message_at)
    return " to ".join(f"{at.astimezone(ZoneInfo('Europe/London')):%d %b %Y, %H:%M}" for at in both)


def found(folder: Path) -> set[str]:
    """Return the names of what is in a folder."""
    return {path.name for path in folder.iterdir()}


def timeless(content: bytes) -> bytes:
    """Return an export without the time of it."""
    export = Export.model_validate_json(content)
    written = f'"exported_at":{export.model_dump_json(include={"exported_at"}).partition(":")[2][:-1]},'
    assert content.count(written.encode()) == 1
    return content.replace(written.encode(), b"")


async def test_the_chat_gets_everything_as_two_files(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await converse(telegram, model, bot)
    content, readable = await exported(telegram)
    jsonschema.validate(json.loads(content), schema())
    export = Export.model_validate_json(content)
    assert [memory.versions[-1].content for memory in export.memories] == [MEMORY, "The user likes tea"]
    assert [conversation.number for conversation in export.conversations] == [1, 2]
    assert [len(turn.messages) for turn in export.turns] == [4, 4, 2]
    assert [line for line in readable.splitlines() if line.startswith("##")] == [
        *("## Memories", "### Person", "### Preference", "## Notes", "## Conversations"),
        *(f"### Conversation {it.number}: {dates(it)}" for it in export.conversations),
        "## Usage",
    ]
    programs, people = files(telegram)
    assert programs.text == f"Everything I know about you, to keep or to move to another Keepsake: {IN_WORDS}."
    assert people.text == "The same, for you to read."
    assert [re.sub(r"\d", "0", name(it)) for it in (programs, people)] == [
        "keepsake-0000-00-00.json",
        "keepsake-0000-00-00.md",
    ]


async def test_an_export_continues_in_another_database(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, settings: Settings, empty_url: str
) -> None:
    await converse(telegram, model, bot)
    content, _ = await exported(telegram)
    await bot.stop()
    (tmp_path / "all.json").write_bytes(content)
    before = model.requests[-1]
    bot.settings["DATABASE_URL"] = settings["DATABASE_URL"] = empty_url
    code, said = await run("import", "all.json", cwd=tmp_path, **settings)
    assert code == 0, said
    assert COUNTED in said
    await bot.start()
    again, _ = await exported(telegram)
    assert timeless(again) == timeless(content)
    sent = telegram.send_text("Who is my boss?")
    await telegram.bot_message("Echo: Who is my boss?", after=sent)
    assert continues(before, model.requests[-1])


async def test_each_file_arrives_though_the_bot_is_killed_as_it_sends_one(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await converse(telegram, model, bot)
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    telegram.add_fault(Fault(method="sendDocument", callback=kill, error=Dropped(), times=1))
    telegram.send_text("/export")
    await killed.wait()
    await bot.start()
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    programs, people = files(telegram)
    assert Export.model_validate_json(telegram.file(programs.message_id) or b"")
    assert (telegram.file(people.message_id) or b"").startswith(b"# What Keepsake knows about you")


async def test_what_is_said_in_private_is_left_out_and_the_chat_says_so(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await converse(telegram, model, bot)
    await telegram.bot_message("🔒", after=telegram.send_text("/private"))
    asked = telegram.send_text("Between us: I can't stand tea")
    await telegram.bot_message("Echo: Between us", after=asked)
    content, readable = await exported(telegram)
    assert "can't stand" not in content.decode() + readable
    assert [conversation.number for conversation in Export.model_validate_json(content).conversations] == [1, 2]
    assert files(telegram)[0].text.endswith("This private conversation isn't in it.")


async def test_a_turn_that_was_running_is_answered_after_a_retry(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, settings: Settings, empty_url: str
) -> None:
    await converse(telegram, model, bot)
    model.then(call("add_to_memory", content="The user has a boat", category="context"), Script.held("No.", before=0))
    telegram.send_text("Remember that I have a boat")
    await model.server.wait_for_request(7)
    content, readable = await exported(telegram)
    assert "This turn was still running when this was written." in readable
    await bot.kill()
    (tmp_path / "all.json").write_bytes(content)
    bot.settings["DATABASE_URL"] = settings["DATABASE_URL"] = empty_url
    assert (await run("import", "all.json", cwd=tmp_path, **settings))[0] == 0
    await bot.start()
    model.then("Aye.")
    await telegram.bot_message("Aye.", after=telegram.send_text("/retry"))
    assert continues(model.requests[-2], model.requests[-1])
    assert len(Export.model_validate_json((await exported(telegram))[0]).memories) == 3


async def test_the_owner_writes_it_into_new_files_while_the_bot_runs(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, settings: Settings
) -> None:
    await converse(telegram, model, bot)
    content, readable = await exported(telegram)
    code, said = await run("export", "--user", "1", "me.json", cwd=tmp_path, **settings)
    assert (code, said) == (0, f"Wrote me.json and me.md: {COUNTED}. Keep them safe.\n")
    assert timeless((tmp_path / "me.json").read_bytes()) == timeless(content)
    assert (tmp_path / "me.md").read_text().partition("## Memories")[2] == readable.partition("## Memories")[2]
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("me.json", "me.md")} == {0o600}
    (tmp_path / "me.json").unlink()
    code, said = await run("export", "--user", "1", "me.json", cwd=tmp_path, **settings)
    assert (code, said) == (2, "me.md already exists. Choose another name, or remove it.\n")
    assert found(tmp_path) == {"me.md"}
    await bot.stop()
    code, said = await run("export", "--user", "1", ".", cwd=tmp_path, **settings)
    assert code == 0, said
    assert {re.sub(r"\d", "0", it) for it in found(tmp_path)} == {
        *("keepsake-0000-00-00.json", "keepsake-0000-00-00.md", "me.md"),
    }


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((".",), "Choose a user with --user <id>. Allowed ids: 1, 2."),
        (("--user", "3", "."), "There is no data of user 3 of bot 1000."),
        (("--user", "1", "nowhere"), "nowhere is neither an existing folder nor a file name"),
        (("--user", "1", "nowhere/me.json"), "nowhere/me.json can't be written (No such file or directory)."),
    ],
)
async def test_what_is_in_the_way_of_an_export_is_one_sentence(
    tmp_path: Path, telegram: BotApi, bot: BotProcess, settings: Settings, arguments: tuple[str, ...], said: str
) -> None:
    telegram.send_text("Hello")
    await bot.answered(1)
    code, written = await run("export", *arguments, cwd=tmp_path, **settings)
    assert code == 2
    assert written.startswith(said)
    assert written.count("\n") == 1
    assert found(tmp_path) == set()


async def test_while_the_bot_runs_or_there_is_something_nothing_is_imported(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, settings: Settings
) -> None:
    await converse(telegram, model, bot)
    content, _ = await exported(telegram)
    (tmp_path / "all.json").write_bytes(content)
    code, said = await run("import", "all.json", "--user", "2", cwd=tmp_path, **settings)
    assert (code, said) == (2, "Keepsake is running on this database. Stop it first. Nothing was changed.\n")
    await bot.stop()
    code, said = await run("import", "all.json", cwd=tmp_path, **settings)
    assert code == 2
    assert said.startswith("User 1 already has data in this database")
    await bot.start()
    assert timeless((await exported(telegram))[0]) == timeless(content)


async def test_an_import_may_be_for_another_user_and_another_bot(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, settings: Settings, empty_url: str
) -> None:
    await converse(telegram, model, bot)
    content, _ = await exported(telegram)
    await bot.stop()
    (tmp_path / "all.json").write_bytes(content)
    elsewhere = {**settings, "DATABASE_URL": empty_url, "TELEGRAM_BOT_TOKEN": "7:elsewhere"}
    others = {**elsewhere, "TELEGRAM_ALLOWED_USER_IDS": "5,6"}
    code, said = await run("import", "all.json", cwd=tmp_path, **others)
    assert code == 2
    assert said.startswith("The exported user 1 may not use this bot. Choose the new owner")
    code, said = await run("import", "all.json", "--user", "6", cwd=tmp_path, **others)
    assert (code, said) == (0, f"Imported all.json for user 6 of bot 7: {COUNTED}.\n")
    assert (await run("export", "--user", "6", "again.json", cwd=tmp_path, **others))[0] == 0
    again = Export.model_validate_json((tmp_path / "again.json").read_bytes())
    first = Export.model_validate_json(content)
    assert (again.bot_id, again.user_id) == (7, 6)
    assert again.memories == first.memories
    assert [it.model_copy(update={"turns": ()}) for it in again.conversations] == [
        it.model_copy(update={"turns": ()}) for it in first.conversations
    ]
    assert [turn.messages for turn in again.turns] == [turn.messages for turn in first.turns]


async def test_the_embedded_database_takes_an_export_when_nothing_runs_on_it(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, data_dir: Path
) -> None:
    await converse(telegram, model, bot)
    content, _ = await exported(telegram)
    (tmp_path / "all.json").write_bytes(content)
    own = {"DATA_DIR": str(data_dir)}
    practice = BotProcess(tmp_path, own)
    await practice.start()
    try:
        code, said = await run("import", "all.json", cwd=tmp_path, **own)
        assert (code, said.startswith("Keepsake is already running at http://127.0.0.1:")) == (2, True)
    finally:
        await practice.stop()
    code, said = await run("import", "all.json", cwd=tmp_path, **own)
    assert code == 0, said
    code, said = await run("export", "again.json", cwd=tmp_path, **own)
    assert code == 0, said
    assert timeless((tmp_path / "again.json").read_bytes()) == timeless(content)
