"""The user and the model find earlier messages, whatever happened since."""

import re

import pytest

from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import Script, call

FOUND = re.compile(
    r"^\[conversation 1, \d{1,2} \w{3} \d{4}, \d\d:\d\d, the user\] Our boat is called Wavedancer$", re.MULTILINE
)


@pytest.mark.usefixtures("bot")
async def test_the_user_and_the_model_find_what_was_said_in_another_conversation(
    telegram: BotApi, model: Script
) -> None:
    model.then("A lovely boat.")
    told = telegram.send_text("Our boat is called Wavedancer")
    answered = (await telegram.bot_message("A lovely boat.")).message_id
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    model.then(call("search_conversations", query="boat name"), "It is the Wavedancer.")
    await telegram.bot_message("It is the Wavedancer.", after=telegram.send_text("What did I call our boat?"))
    result = model.heard
    assert FOUND.search(result)
    assert "What did I call our boat?" not in result
    users = await asked(telegram, "/search boats", ", you:\nOur boat is called Wavedancer")
    models = await asked(telegram, "/search lovely", ", me:\nA lovely boat.")
    assert (users.reply_to, models.reply_to) == (told, answered)
    assert sum("A lovely boat." in it.text for it in telegram.messages(1)) == 2
    assert len(model.requests) == 3
    (data,) = [button.callback_data for row in users.keyboard for button in row]
    telegram.press(users.message_id, data)
    await telegram.bot_message("Back in conversation 1", after=models.message_id)


@pytest.mark.usefixtures("bot")
async def test_notes_are_found_apart_and_open_in_a_message_of_their_own(telegram: BotApi) -> None:
    await telegram.bot_message("Echo", after=telegram.send_text("Our boat is called Wavedancer"))
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    for note in ("Harbour: the boat's berth is 12", "Shopping: - [ ] paint", "Kites: no boats"):
        await telegram.bot_message("New note", after=telegram.send_text(f"/notes add {note}"))
    sent = telegram.send_text("/search boats -kites")
    notes = await telegram.bot_message("In your notes:", after=sent)
    assert notes.text == "📓 In your notes:\n\n1. Harbour: the boat's berth is 12\n\nTap a number to open one."
    said = await telegram.bot_message("Our boat is called Wavedancer", after=sent)
    assert said.message_id < notes.message_id
    telegram.press(notes.message_id, notes.keyboard[0][0].callback_data)
    await telegram.bot_message("📓 Harbour\n\nthe boat's berth is 12", after=notes.message_id)
    only = await telegram.bot_message("In your notes:", after=telegram.send_text("/search paint"))
    assert only.text == "📓 In your notes:\n\n1. Shopping: ☐ paint\n\nTap a number to open one."
    await telegram.bot_message("I found nothing about", after=telegram.send_text("/search paint after:2020-01-01"))
    await telegram.bot_message("Deleted", after=telegram.send_text("/notes delete Shopping"))
    await telegram.bot_message("I found nothing about “paint”", after=telegram.send_text("/search paint"))
