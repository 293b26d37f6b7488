"""`python -m bot memory …` imports memories before the first conversation, and exports them for programs."""

import json
import stat
from pathlib import Path

import pytest

from bot.memory.exchange import found
from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, run

Settings = dict[str, str]
NOTES = "## People\n- Alec is the user's boss\n- Bo plays chess\n- bo  plays CHESS\n- no\n"


@pytest.fixture
def mine(settings: Settings) -> Settings:
    """The settings of a bot that one person may use."""
    return {**settings, "TELEGRAM_ALLOWED_USER_IDS": "1"}


async def test_a_file_is_counted_stored_listed_moved_elsewhere_and_taken_back(tmp_path: Path, mine: Settings) -> None:
    (tmp_path / "notes.md").write_text(NOTES)
    counted = "notes.md: 3 memories, read as a list: 2 new, 1 already known.\nSkipped, shorter than 5 characters: no\n"
    assert await run("memory", "import", "notes.md", "--dry-run", cwd=tmp_path, **mine) == (
        0,
        f"{counted}Nothing was stored.\n",
    )
    assert await run("memory", "list", cwd=tmp_path, **mine) == (0, "")
    code, said = await run("memory", "import", "notes.md", cwd=tmp_path, **mine)
    assert code == 0
    assert said.startswith(f"{counted}Imported 2. To undo: python -m bot memory undo-import ")
    code, listed = await run("memory", "list", "alec", "BOSS", cwd=tmp_path, **mine)
    assert (code, listed[11:]) == (0, "(person) Alec is the user's boss\n")
    import_id = said.split()[-1]
    export = ("memory", "export", "--format", "markdown", "all.txt")
    assert await run(*export, cwd=tmp_path, **mine) == (0, "Wrote all.txt: 2 memories.\n")
    written = (tmp_path / "all.txt").read_text()
    assert stat.S_IMODE((tmp_path / "all.txt").stat().st_mode) == 0o600
    other = {**mine, "TELEGRAM_ALLOWED_USER_IDS": "2,3"}
    for expected in (": 2 new.\n", "0 new, 2 already known"):
        code, said = await run("memory", "import", "-", "--user", "2", cwd=tmp_path, typed=written, **other)
        assert (code, expected in said) == (0, True), said
    code, again = await run("memory", "export", "--user", "2", cwd=tmp_path, **other)
    assert [json.loads(line)["content"] for line in again.splitlines()] == ["Alec is the user's boss", "Bo plays chess"]
    code, said = await run("memory", "undo-import", import_id, cwd=tmp_path, **mine)
    assert (code, said) == (0, "Import undone: 2 memories removed.\n")
    code, said = await run("memory", "undo-import", import_id, cwd=tmp_path, **mine)
    assert (code, said) == (2, f"{import_id}: This import is already undone.\n")


async def test_more_than_the_chat_takes_at_once_is_imported(tmp_path: Path, mine: Settings) -> None:
    many = found.MOST_MEMORIES + 1_000
    contents = (f"Person number {number} {'sings ' * 30}".strip() for number in range(many))
    lines = "".join(json.dumps({"content": it, "category": "person"}) + "\n" for it in contents)
    assert len(lines) > found.MOST_BYTES
    (tmp_path / "all.jsonl").write_text(lines)
    code, said = await run("memory", "import", "all.jsonl", "--dry-run", cwd=tmp_path, **mine)
    assert (code, f"read as JSON Lines: {many:,} new." in said) == (0, True), said


async def test_while_the_bot_runs_its_conversation_hears_of_it(
    tmp_path: Path, telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await asked(telegram, "Hello", "Echo: Hello")
    code, said = await run("memory", "import", "-", "--user", "1", cwd=tmp_path, typed=NOTES, **bot.settings)
    assert code == 0, said
    await asked(telegram, "Who is my boss?", "Echo: Who is my boss?")
    heard = model.heard
    assert "The user imported 2 memories:" in heard
    assert "Alec is the user's boss" in heard


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("import", "photo.md"), "photo.md can't be read as memories. It isn't text in UTF-8 or UTF-16. Save it"),
        (
            ("list", "--user", "9"),
            "User 9 may not use the bot. Choose a user with --user <id>. Allowed ids: 1.\n",
        ),
        (("export", "photo.md"), "photo.md already exists. Choose another name, or remove it.\n"),
    ],
)
async def test_what_is_in_the_way_is_one_sentence(
    tmp_path: Path, mine: Settings, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "photo.md").write_bytes(b"\xff\xd8\xff\xe0")
    code, written = await run("memory", *arguments, cwd=tmp_path, **mine)
    assert (code, written.count("\n")) == (2, 1)
    assert written.startswith(said)
