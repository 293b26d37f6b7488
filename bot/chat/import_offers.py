"""Offers to import the memories of a file that was sent without a word."""

import asyncio
from dataclasses import dataclass

from bot.chat.services import TurnServices
from bot.chat.turn_under_way import TurnUnderWay
from bot.database import documents
from bot.database.engine import Transaction
from bot.errors import StoreFull
from bot.language import t
from bot.memory import imports
from bot.memory.exchange.found import Found
from bot.memory.exchange.reading import memories_in
from bot.memory.imports import OfferedImport
from bot.values.conversations import ConversationMode
from bot.values.memories import CaptureMode
from bot.values.owner import Owner
from bot.values.text import one_line

_NAME_CHARACTERS = 100


@dataclass(frozen=True, slots=True)
class MemoriesInFile:
    """What was found in a file, and the file's name."""

    found: Found
    name: str


async def memories_in_file(services: TurnServices, work: TurnUnderWay) -> MemoriesInFile | None:
    """Return the memories of a turn's first file that holds nothing else; None where none may be stored."""
    conversation = work.conversation
    stores = conversation.capture in {CaptureMode.ASK, CaptureMode.AUTO}
    if conversation.mode is ConversationMode.PRIVATE or not stores:
        return None
    async with services.database.transaction(single=True) as tx:
        files = await documents.without_words(tx, work.turn.id)
    for key, name in files:
        content = await asyncio.to_thread(services.files.get, key)
        found = await asyncio.to_thread(memories_in, content) if content else None
        if found:
            return MemoriesInFile(found, one_line(name)[:_NAME_CHARACTERS] or t("your file"))
    return None


async def offered_import(
    tx: Transaction, services: TurnServices, owner: Owner, memories: MemoriesInFile | None
) -> OfferedImport | None:
    """Offer the memories of a file to their owner; None if none of them are new, or if there is no room."""
    if memories is None:
        return None
    found, name = await imports.without_former(tx, owner, memories.found), memories.name
    try:
        offer = await imports.offer(tx, services.memories, owner, found.additions, name)
    except StoreFull:
        return None
    return OfferedImport(offer=offer, found=found, name=name) if offer.id else None
