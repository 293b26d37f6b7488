from datetime import UTC

from bot.app.features import export_sections
from bot.features.data.telegram import export
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.telegram.texts import MOST_BYTES, File, Text


async def test_deleted_memories_are_counted_apart_and_what_is_too_large_for_telegram_is_the_command_lines(
    database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        for number in range(20):
            wanted = Addition(content=f"The user's fact {number}", category=MemoryCategory.CONTEXT, is_new=True)
            memory = (await Memories().change(tx, owner, wanted)).memory
        await Memories().forget(tx, owner, memory.id)
    async with database.transaction() as tx:
        programs, _ = await export(UTC, export_sections, tx, owner, "anything")
    assert isinstance(programs, File)
    assert "another Keepsake: 19 memories and 1 deleted memory." in programs.caption
    async with database.transaction() as tx:
        (said,) = await export(UTC, export_sections, tx, owner, most_bytes=1_000)
    assert isinstance(said, Text)
    assert "python -m bot export --user 1 <folder>" in said.text
    assert MOST_BYTES == 50_000_000
