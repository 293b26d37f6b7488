"""All data of a user is exported as two files and continues elsewhere without a gap."""

import json
import re
import stat
from pathlib import Path

import jsonschema  # type: ignore[import-untyped]

from bot.app.features import export_sections
from bot.features.data.export.document import Export, schema, with_sections
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import asked
from tests.process import BotProcess, Script, call, run
from tests.scenarios.test_prefix import continues

SECTIONS = export_sections()
EXPORT = with_sections(SECTIONS)
Settings = dict[str, str]
IN_WORDS = "2 memories, 2 conversations and 10 messages"
COUNTED = "2 memories, 2 conversations, 10 messages"
MEMORY = "The user's “boss” is Alec\\\t— ünïcode 🙂"


async def converse(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    """Have two conversations, in which something is remembered, reworded and forgotten."""
    model.then(call("add_to_memory", content=MEMORY, category="person", subject="Alec"), "Noted.")
    await asked(telegram, "Remember that Alec\nis my boss", "Noted.")
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Tea it is.")
    await asked(telegram, "I like tea", "Tea it is.")
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    await asked(telegram, "And what is \\. or \\N to you?", "Echo: And what")
    await bot.answered(3)


def files(telegram: BotApi, *, after: int = 0) -> list[Message]:
    """Return the files that were sent."""
    return [it for it in telegram.messages() if "document" in it.extra and it.message_id > after]


async def exported(telegram: BotApi) -> tuple[bytes, str]:
    """Ask for the export in the chat, and return the file for programs and the one to be read."""
    sent = telegram.send_text("/export")
    await telegram.wait_for(lambda: len(files(telegram, after=sent)) > 1)
    programs, people = [telegram.file(it.message_id) or b"" for it in files(telegram, after=sent)]
    return programs, people.decode()


def name(message: Message) -> str:
    """Return what a file is called."""
    document = message.extra["document"]
    assert isinstance(document, dict)
    return str(document["file_name"])


def timeless(content: bytes) -> Export:
    """Return an export without the time of it."""
    return EXPORT.model_validate_json(content).model_copy(update={"exported_at": None})


async def test_the_chat_gets_everything_but_private_words_as_two_files(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await converse(telegram, model, bot)
    await telegram.bot_message("🔒", after=telegram.send_text("/private"))
    await asked(telegram, "Between us: I can't stand tea", "Echo: Between us")
    content, readable = await exported(telegram)
    assert "can't stand" not in content.decode() + readable
    jsonschema.validate(json.loads(content), schema(SECTIONS))
    export = EXPORT.model_validate_json(content)
    assert [memory.versions[-1].content for memory in export.memories] == [MEMORY, "The user likes tea"]
    assert [conversation.number for conversation in export.conversations] == [1, 2]
    assert [len(turn.messages) for turn in export.turns] == [4, 4, 2]
    programs, people = files(telegram)
    assert programs.text == (
        f"Everything I know about you, to keep or to move to another Keepsake: {IN_WORDS}."
        " This private conversation isn't in it."
    )
    assert people.text == "The same, for you to read."
    assert [re.sub(r"\d", "0", name(it)) for it in (programs, people)] == [
        "keepsake-0000-00-00.json",
        "keepsake-0000-00-00.md",
    ]


async def test_an_export_of_a_running_turn_continues_in_another_database(
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
    again = EXPORT.model_validate_json((await exported(telegram))[0])
    assert len(again.memories) == 3
    assert again.memories == EXPORT.model_validate_json(content).memories


async def test_the_host_writes_new_files_that_are_imported_once_for_another_user_and_bot(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess, settings: Settings, empty_url: str
) -> None:
    await converse(telegram, model, bot)
    content, readable = await exported(telegram)
    code, said = await run("export", "--user", "1", "me.json", cwd=tmp_path, **settings)
    assert (code, said) == (0, f"Wrote me.json and me.md: {COUNTED}. Keep them safe.\n")
    assert timeless((tmp_path / "me.json").read_bytes()) == timeless(content)
    assert (tmp_path / "me.md").read_text().partition("## Memories")[2] == readable.partition("## Memories")[2]
    assert {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("me.json", "me.md")} == {0o600}
    code, said = await run("import", "me.json", "--user", "2", cwd=tmp_path, **settings)
    assert (code, said) == (2, "Keepsake is running on this database. Stop it first. Nothing was changed.\n")
    await bot.stop()
    code, said = await run("import", "me.json", cwd=tmp_path, **settings)
    assert code == 2
    assert said.startswith("User 1 already has data in this database")

    others = {**settings, "DATABASE_URL": empty_url, "TELEGRAM_BOT_TOKEN": "7:elsewhere"}
    others["TELEGRAM_ALLOWED_USER_IDS"] = "5,6"
    code, said = await run("import", "me.json", cwd=tmp_path, **others)
    assert code == 2
    assert said.startswith("The exported user 1 may not use this bot. Choose the new owner")
    code, said = await run("import", "me.json", "--user", "6", cwd=tmp_path, **others)
    assert (code, said) == (0, f"Imported me.json for user 6 of bot 7: {COUNTED}.\n")
    assert (await run("export", "--user", "6", "again.json", cwd=tmp_path, **others))[0] == 0
    again, first = [EXPORT.model_validate_json((tmp_path / it).read_bytes()) for it in ("again.json", "me.json")]
    assert (again.bot_id, again.user_id) == (7, 6)
    assert again.memories == first.memories
    assert [turn.messages for turn in again.turns] == [turn.messages for turn in first.turns]


async def test_what_is_in_the_way_of_an_export_is_one_sentence(
    tmp_path: Path, telegram: BotApi, bot: BotProcess, settings: Settings
) -> None:
    telegram.send_text("Hello")
    await bot.answered(1)
    taken = tmp_path / "me.md"
    taken.touch()
    for arguments, said in (
        (("--user", "3", "."), "There is no data of user 3 of bot 1000."),
        (("--user", "1", "nowhere/me.json"), "nowhere/me.json can't be written (No such file or directory)."),
        (("--user", "1", "me.json"), "me.md already exists. Choose another name, or remove it."),
    ):
        code, written = await run("export", *arguments, cwd=tmp_path, **settings)
        assert (code, written.count("\n")) == (2, 1)
        assert written.startswith(said)
        assert list(taken.parent.iterdir()) == [taken]
