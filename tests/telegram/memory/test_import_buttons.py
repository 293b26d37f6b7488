"""The buttons under an import: what they show is true, however often and late they are pressed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC

import pytest

from bot.database import memories as stored
from bot.database.engine import Database
from bot.memory.operations import Memories
from bot.telegram.buttons import Press, Reaction, parse
from bot.telegram.memory.files import MemoryFiles
from bot.telegram.texts import Text
from bot.values.owner import Owner
from tests.telegram.memory.asker import command, labels

TWO = "import\n- Likes tea\n- Plays chess"


@dataclass(frozen=True)
class Importer:
    """Someone who imports memories; there is room for three."""

    database: Database
    owner: Owner
    memories: Memories
    files: MemoryFiles

    async def messages(self, words: str) -> Sequence[Text]:
        """Return the messages with which `/memory` answers, and before them what takes buttons off others."""
        async with self.database.transaction() as tx:
            return await self.files.answer(tx, self.owner, words)

    async def ask(self, words: str) -> Text:
        """Return what `/memory` answers."""
        return (await self.messages(words))[-1]

    async def opened(self, words: str) -> Text:
        """Return what `/memory` answers, with its buttons."""
        said = await self.ask(words)
        assert isinstance(said, Text)
        return said

    async def press(self, message: Text, label: str) -> Reaction:
        """Press a button under a message."""
        (data,) = [button.data for row in message.buttons for button in row if label in button.text]
        named = parse(data)
        assert named
        async with self.database.transaction() as tx:
            return await self.files.press(tx, self.owner, Press(data=named[1]))

    async def turned(self, message: Text, label: str) -> Text:
        """Press a button under a message, and return what it shows then."""
        reaction = await self.press(message, label)
        assert reaction.shows
        assert not reaction.toast
        return reaction.shows

    async def remembered(self) -> int:
        """Return how many memories there are."""
        async with self.database.transaction() as tx:
            return len(await stored.live(tx, self.owner))


@pytest.fixture
def importer(database: Database, owner: Owner) -> Importer:
    """Someone of whom nothing is known yet."""
    memories = Memories(3)
    return Importer(database, owner, memories, MemoryFiles(command(memories).answer, memories, UTC))


@pytest.mark.parametrize("late", ["Import", "No"])
async def test_a_late_press_on_an_offer_shows_that_it_was_imported_and_can_be_taken_back(
    importer: Importer, late: str
) -> None:
    offer = await importer.opened(TWO)
    imported = await importer.turned(offer, "Import")
    assert labels(imported) == [["↩️ Undo"]]
    assert (await importer.press(offer, late)).shows == imported
    assert await importer.remembered() == 2
    assert (await importer.turned(imported, "Undo")).text == "Import undone: 2 memories removed."


async def test_a_press_after_the_command_shows_what_the_command_did(importer: Importer) -> None:
    offer = await importer.opened(TWO)
    imported = await importer.opened("import yes")
    pressed = await importer.press(offer, "Import")
    assert pressed == Reaction(toast="This was already imported.", shows=imported)
    await importer.ask("import undo")
    assert await importer.press(offer, "Import") == Reaction(toast="This import is already undone.")
    assert await importer.press(offer, "No") == Reaction(toast="This offer is no longer open.")
    assert await importer.remembered() == 0
    offer = await importer.opened(TWO)
    assert (await importer.turned(offer, "No")).text == "Nothing was imported."
    assert await importer.press(offer, "Import") == Reaction(toast="This import no longer exists.")
    assert (await importer.ask("import no")).text == "There is nothing to import."


async def test_whatever_is_typed_takes_the_buttons_off_the_message_it_is_about(importer: Importer) -> None:
    offer = await importer.opened(TWO)
    assert offer.about
    off, again = await importer.messages(TWO)
    assert isinstance(again, Text)
    assert off == Text.without_buttons(offer.about)
    off, imported = await importer.messages("import yes")
    assert isinstance(imported, Text)
    assert off == Text.without_buttons(again.about or "")
    assert labels(imported) == [["↩️ Undo"]]
    assert (await importer.messages("import undo"))[0] == off
    later = await importer.opened(TWO)
    assert (await importer.messages("import no"))[0] == Text.without_buttons(later.about or "")


async def test_an_offer_that_there_is_no_room_for_keeps_its_buttons(importer: Importer) -> None:
    offer = await importer.opened(TWO)
    for content in ("Anna sings", "Bo skis"):
        said = await importer.ask(f"add person {content}")
    pressed = await importer.press(offer, "Import")
    assert pressed.toast.startswith("Nothing was imported. There is room for 3 memories")
    assert pressed.shows is None
    await importer.ask(f"delete {said.text[-9:-1]}")
    assert (await importer.turned(offer, "Import")).text.startswith("Imported 2 memories.")
