"""A running bot copies memories and notes into a folder, and removes what was deleted."""

from pathlib import Path

from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess


async def started(bot: BotProcess) -> None:
    """Start the bot, and wait for the copy that it makes then."""
    lines = len(bot.log)
    await bot.start()
    await bot.logged(lambda line: line.get("event") == "memories and notes are copied", after=lines)


def texts(folder: Path) -> dict[str, str]:
    """Return what the files hold, without the ids of memories."""
    files = {str(it.relative_to(folder)): it.read_text() for it in folder.rglob("*.md")}
    return {path: "\n".join(line.split(" ^")[0] for line in text.splitlines()) for path, text in files.items()}


async def test_each_user_has_a_folder_with_what_is_remembered(
    telegram: BotApi, bot_process: BotProcess, tmp_path: Path
) -> None:
    folder = tmp_path / "vault" / "Keepsake"
    bot_process.settings["MIRROR_DIR"] = str(folder)
    await started(bot_process)
    assert texts(folder) == {}
    await asked(telegram, "/memory add person Alec: Alec is the user's boss", "Remembered")
    await asked(telegram, "/notes add Groceries: - [ ] milk", "Groceries")
    await asked(telegram, "/memory add preference The user likes tea", "Remembered", user_id=2)
    await bot_process.stop()
    await started(bot_process)
    copied = {
        "1/Memories/Person/Alec.md": "# Alec\n\n- Alec is the user's boss",
        "1/Notes/Groceries.md": "- [ ] milk",
        "2/Memories/Preference.md": "# Preference\n\n- The user likes tea",
    }
    assert texts(folder) == copied
    await asked(telegram, "/notes delete Groceries", "Groceries")
    await bot_process.stop()
    await started(bot_process)
    del copied["1/Notes/Groceries.md"]
    assert texts(folder) == copied
    assert not (folder / "1" / "Notes").exists()
    assert not [line for line in bot_process.log if "Alec" in line or "Groceries" in line]
    await bot_process.stop()
    (tmp_path / "file").write_text("no folder")
    bot_process.settings["MIRROR_DIR"] = str(tmp_path / "file")
    await bot_process.start()
    await bot_process.logged(lambda line: line.get("event") == "MIRROR_DIR can't be written")
    await asked(telegram, "Hello", "Echo: Hello")
