"""The core works without Telegram: a turn is taken and a conversation reviewed through another channel."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest

from bot.app.core import turn_services
from bot.app.tools import tool_set
from bot.background import background
from bot.chat.events import Stopped
from bot.chat.extraction import Extraction
from bot.chat.services import TurnServices
from bot.chat.worker import ChatWorker
from bot.database import memories as stored
from bot.database.engine import Database, Transaction
from bot.database.updates import IncomingUpdate
from bot.errors import AlreadyUndone, NoSuchReceipt, SameMemory
from bot.memory.operations import Memories
from bot.memory.proposals import accept
from bot.memory.receipts import line, undo_receipt
from bot.model.choice import Models
from bot.reminders.operations import Reminders
from bot.settings import Settings
from bot.values.changes import Addition, ChangeKind, MemoryUpdate
from bot.values.incoming import IncomingMessage, UpdateKind
from bot.values.memories import Memory, MemoryCategory, Origin
from bot.values.owner import Owner
from bot.values.place import private_chat
from tests.plain_channel import PlainChannel
from tests.process import Script, call
from tests.talking import talking_to


class House:
    """A user's chat with everything the core needs, and nothing else."""

    def __init__(self, database: Database, owner: Owner, services: TurnServices, models: Models) -> None:
        self.database, self.owner, self.services, self.models = database, owner, services, models
        self.channel = PlainChannel(private_chat(owner))
        self.worker = ChatWorker(services, owner, self.channel)
        self._messages = 0

    async def say(self, text: str) -> None:
        """Bring in a message, and wait until its turn has ended."""
        self._messages += 1
        number, now = self._messages, datetime.now(UTC)
        incoming = IncomingUpdate(
            update_id=number,
            chat_id=self.owner.user_id,
            message_id=number,
            kind=UpdateKind.MESSAGE,
            message=IncomingMessage(text, now),
            payload={},
        )
        async with self.database.transaction() as tx:
            await self.services.updates.add(tx, [incoming], now)
        self.channel.woken.clear()
        self.worker.hear()
        async with asyncio.timeout(20):
            while len(self.channel.outcomes) < number:
                await self.channel.woken.wait()
                self.channel.woken.clear()

    async def memories(self) -> list[Memory]:
        """Return the memories."""
        async with self.database.transaction() as tx:
            return await stored.live(tx, self.owner)


@pytest.fixture
async def house(database: Database, owner: Owner, model: Script) -> AsyncIterator[House]:
    """A house whose model is the script."""
    async with talking_to(model.url) as adapter:
        models = Models(adapter, adapter)
        settings = Settings.model_validate({})
        services = turn_services(settings, owner.bot_id, database, models, tool_set(settings))
        house = House(database, owner, services, models)
        yield house
        await house.worker.close()


async def test_a_turn_is_taken(house: House, model: Script) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await house.say("Remember that I like tea")
    (outcome,) = house.channel.outcomes
    (memory,) = await house.memories()
    (receipt,) = outcome.receipts
    assert outcome.words == "Noted."
    assert memory.content == "The user likes tea"
    assert receipt.change
    assert (receipt.change.kind, receipt.change.memory_id) == (ChangeKind.ADDED, memory.id)


async def test_a_receipt_is_undone_once(house: House, model: Script, owner: Owner) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await house.say("Remember that I like tea")
    (outcome,) = house.channel.outcomes
    assert [line(it) for it in outcome.receipts] == ["💾 Remembered: You like tea"]
    async with house.database.transaction() as tx:
        (undone,) = await undo_receipt(tx, Memories(), owner, outcome.turn_id, 0)
        with pytest.raises(AlreadyUndone):
            await undo_receipt(tx, Memories(), owner, outcome.turn_id, 0)
        with pytest.raises(NoSuchReceipt):
            await undo_receipt(tx, Memories(), owner, outcome.turn_id, 1)
    assert (undone.can_be_undone, line(undone)) == (False, "💾 Remembered: You like tea")
    assert await house.memories() == []


async def test_a_memory_is_changed_and_the_next_turn_knows(house: House, model: Script, owner: Owner) -> None:
    model.then("Hello.")
    await house.say("Hi")
    memories, tea = Memories(), Addition(content="The user likes tea", category=MemoryCategory.PREFERENCE)
    async with house.database.transaction() as tx:
        added = await memories.change(tx, owner, tea, origin=Origin.COMMAND)
        with pytest.raises(SameMemory):
            await memories.change(tx, owner, tea, origin=Origin.COMMAND)
        wanted = MemoryUpdate(memory_id=added.memory.id, content="The user likes coffee")
        change = (await memories.change(tx, owner, wanted, origin=Origin.COMMAND)).change
    assert (change.former_version, change.version) == (1, 2)
    assert (change.former_content, change.content) == ("The user likes tea", "The user likes coffee")
    await house.say("What do I like?")
    assert "The user has changed a memory; it says now" in str(model.requests[-1].request.messages[-1].content)


async def test_a_conversation_is_reviewed(house: House, model: Script, owner: Owner) -> None:
    model.then("Lovely.", call("add_to_memory", content="The user likes tea", category="preference"))
    await house.say("I like tea, by the way")

    async def end(tx: Transaction, _: Stopped) -> None:
        await house.services.conversation_lifecycle.renew(tx, owner, private_chat(owner))

    await house.worker.renew(2, end)
    house.channel.woken.clear()
    services = house.services
    tools, reminders = tool_set(Settings.model_validate({})), Reminders(None)
    reviewing = Extraction(services, house.models.reviewing, tools, reminders, owner.bot_id, [owner.user_id])
    async with background(reviewing.run(lambda _owner, _chat_id: house.channel)), asyncio.timeout(20):
        await house.channel.woken.wait()
    (offer,) = house.channel.offers
    async with house.database.transaction() as tx:
        accepted = await accept(tx, Memories(), owner, offer.id)
    assert accepted.change
    assert [it.content for it in await house.memories()] == ["The user likes tea"]


@pytest.mark.parametrize("package", ["bot.chat", "bot.tools", "bot.memory", "bot.model", "bot.database"])
def test_nothing_below_the_door_imports_telegram(package: str) -> None:
    script = (
        "import importlib, pkgutil, sys\n"
        f"package = importlib.import_module({package!r})\n"
        "for it in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    importlib.import_module(it.name)\n"
        "print([name for name in sys.modules if name == 'telegram' or name.startswith('bot.telegram')])\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
