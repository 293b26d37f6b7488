"""The buttons under an import: what they show is true, however often and late they are pressed."""

import pytest

from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.store.engine import Database
from bot.telegram.buttons import Reaction
from bot.telegram.texts import Keyboard, Text
from tests.memory.telegram.asker import Asker, labels

TWO = 'import [{"subject": "Drinks", "content": "Likes tea"}, {"content": "Plays chess"}]'


@pytest.fixture
def importer(database: Database, owner: Owner) -> Asker:
    """Someone of whom nothing is known yet; there is room for three memories."""
    return Asker(database, owner, Memories(3))


async def test_a_press_after_the_command_shows_what_the_command_did(importer: Asker) -> None:
    offer = await importer.opened(TWO)
    assert "• Drinks: Likes tea (" in offer.text
    imported = await importer.opened("import yes")
    pressed = await importer.press(offer, "Import")
    assert pressed == Reaction(toast="This was already imported.", shows=imported)
    assert (await importer.press(offer, "No")).shows == imported
    assert (await importer.turned(imported, "Undo")).text == "Import undone: 2 memories removed."
    assert await importer.press(offer, "Import") == Reaction(toast="This import is already undone.")
    assert await importer.press(offer, "No") == Reaction(toast="This offer is no longer open.")
    assert "I don't remember anything" in await importer.ask("stats")
    offer = await importer.opened(TWO)
    assert (await importer.turned(offer, "No")).text == "Nothing was imported."
    assert await importer.press(offer, "Import") == Reaction(toast="This import no longer exists.")
    assert await importer.ask("import no") == "There is nothing to import."


async def test_whatever_is_typed_takes_the_buttons_off_the_message_it_is_about(importer: Asker) -> None:
    offer = await importer.opened(TWO)
    assert offer.about
    off, again = await importer.parts(TWO)
    assert isinstance(again, Text)
    assert off == Keyboard(offer.about)
    off, imported = await importer.parts("import yes")
    assert isinstance(imported, Text)
    assert off == Keyboard(again.about or "")
    assert labels(imported) == [["↩️ Undo"]]
    assert (await importer.parts("import undo"))[0] == off
    later = await importer.opened(TWO)
    assert (await importer.parts("import no"))[0] == Keyboard(later.about or "")


async def test_an_offer_that_there_is_no_room_for_keeps_its_buttons(importer: Asker) -> None:
    offer = await importer.opened(TWO)
    for content in ("Anna sings", "Bo skis"):
        said = await importer.ask(f"add person {content}")
    pressed = await importer.press(offer, "Import")
    assert pressed.toast.startswith("Nothing was imported. There is room for 3 memories")
    assert pressed.shows is None
    await importer.ask(f"delete {said[-9:-1]}")
    assert (await importer.turned(offer, "Import")).text.startswith("Imported 2 memories.")
