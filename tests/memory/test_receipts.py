"""Receipts stored by early releases are shown unchanged, keep their numbers, and can be undone."""

import json

import pytest
from sqlalchemy import text

from bot.database import memories as stored
from bot.database.engine import Database
from bot.database.receipts import of_turn
from bot.errors import AlreadyUndone
from bot.memory.operations import Memories
from bot.memory.receipts import line, undo_receipt
from bot.telegram.memory.changes import with_current
from bot.telegram.texts import Text
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory
from bot.values.messages import ToolResult
from bot.values.owner import Owner
from bot.values.prompt_text import own
from tests.striking import marked
from tests.telegram.memory.conversing import begun

CAKE = "↩️ Undone: Remembered: The user likes cake [AAAAaaa1]"


async def test_a_receipt_of_an_early_release_is_undone(database: Database, owner: Owner) -> None:
    memories = Memories()
    async with database.transaction() as tx:
        tea = Addition(content="The user likes tea", category=MemoryCategory.PREFERENCE)
        memory = (await memories.change(tx, owner, tea)).memory
    said = await begun(database, owner, ToolResult("c1", own("Stored.")), ToolResult("c2", own("Stored.")))
    shown = f"💾 Remembered: The user likes tea [{memory.id}]"
    change = {"kind": "added", "memory_id": memory.id, "version": 1, "subject": None}
    change |= {"former_version": 1, "former_subject": None}
    as_it_was = text(
        "UPDATE agent_messages SET receipt = :receipt, change = :change WHERE turn_id = :turn AND position = :at"
    )
    async with database.transaction() as tx:
        for at, receipt, done in ((1, CAKE, None), (2, shown, json.dumps(change))):
            values = {"receipt": receipt, "change": done, "turn": said.turn_id, "at": at}
            await tx.connection.execute(as_it_was, values)
        assert [line(it) for it in await of_turn(tx, owner, said.turn_id)] == [CAKE, shown]
        with pytest.raises(AlreadyUndone):
            await undo_receipt(tx, memories, owner, said.turn_id, 0)
        receipts = await undo_receipt(tx, memories, owner, said.turn_id, 1)
        assert await of_turn(tx, owner, said.turn_id) == receipts
        assert await stored.live(tx, owner) == []
    assert marked(with_current(Text(f"Noted.\n\n{CAKE}\n{shown}"), receipts)) == f"Noted.\n\n{CAKE}\n~{shown}~"
