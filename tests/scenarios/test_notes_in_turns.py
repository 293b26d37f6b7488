"""Notes that the model keeps in the chat, and what the owner does with them meanwhile."""

from bot.features.notes.store.redaction import NOTE_DELETED
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import pressed, toast
from tests.process import BotProcess, Script, call
from tests.striking import marked

ASKED = "Keep a shopping list in my notes: milk and eggs"
LIST = "- [ ] milk\n- [ ] eggs"


async def kept(telegram: BotApi, model: Script) -> Message:
    """Let the model write a list; return its answer."""
    model.then(call("change_note", name="Shopping", text=LIST), "It's on your list.")
    return await telegram.bot_message("It's on your list.", after=telegram.send_text(ASKED))


def last_request(model: Script) -> str:
    """Return the messages of the last request, as they were sent."""
    return model.requests[-1].prompt


async def test_a_change_has_a_receipt_with_undo_and_what_the_owner_ticks_reaches_the_model(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    answer = await kept(telegram, model)
    assert answer.text.endswith("\n\n📓 Shopping: new, 2 of 2 items open")
    model.then(call("change_note", name="shopping", add="- [ ] tea"), "Tea, too.")
    more = await telegram.bot_message("Tea, too.", after=telegram.send_text("And tea"))
    shown = await telegram.bot_message("☐ tea", after=telegram.send_text("/notes Shopping"))
    await pressed(telegram, shown, "☐ milk")
    await pressed(telegram, shown, "☐ eggs")
    await telegram.bot_message("Echo: Thanks", after=telegram.send_text("Thanks"))
    news = 'The user has changed the note \\"Shopping\\". Read it again before you rely on it.'
    assert last_request(model).count(news) == 1
    assert await toast(telegram, more, "Undo") == "Not undone. This note has changed since then."
    model.then(call("change_note", name="Shopping", tick=["tea"]), "Ticked.")
    answer = await telegram.bot_message("Ticked.", after=telegram.send_text("I have the tea"))
    assert [row[0].text for row in answer.keyboard] == ["☑ milk", "☑ eggs", "☑ tea", "↩️ Undo"]
    undone = await pressed(telegram, answer, "Undo")
    assert marked(undone).endswith("~📓 Shopping: ☑ tea~")
    await telegram.bot_message("☑ eggs\n☐ tea", after=telegram.send_text("/notes shopping"))
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert "The user has undone this: change_note" in last_request(model)
    await bot.answered(5)


async def test_a_deleted_note_leaves_the_very_next_request_and_a_turn_that_is_taken_back_its_change(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await kept(telegram, model)
    model.then(call("read_note", name="Shopping"), "Milk and eggs.")
    await telegram.bot_message("Milk and eggs.", after=telegram.send_text("What is on it?"))
    assert "- [ ] eggs" in last_request(model)
    await telegram.bot_message("Deleted: Shopping", after=telegram.send_text("/notes delete shopping"))
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    sent = last_request(model)
    assert "- [ ] eggs" not in sent
    assert "2 of 2" not in sent
    assert sent.count(NOTE_DELETED) == 2
    assert 'The user has deleted the note \\"Shopping\\".' in sent
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    await telegram.bot_message("New note", after=telegram.send_text("/notes add Shopping: bread"))
    await telegram.bot_message("", after=telegram.send_text("/resume 1"))
    await telegram.bot_message("Echo: And then?", after=telegram.send_text("And then?"))
    assert 'These notes were changed meanwhile: \\"Shopping\\".' in last_request(model)
    model.then(call("change_note", name="Shopping", add="- [ ] tea"), "Tea, too.")
    await telegram.bot_message("Tea, too.", after=telegram.send_text("And tea"))
    await telegram.bot_message("Taken back", after=telegram.send_text("/undo"))
    shown = await telegram.bot_message("📓 Shopping", after=telegram.send_text("/notes Shopping"))
    assert shown.text == "📓 Shopping\n\nbread"
    await bot.answered(5)


async def test_a_private_chat_neither_reads_nor_writes_notes(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await kept(telegram, model)
    await telegram.bot_message("private", after=telegram.send_text("/private"))
    await telegram.bot_message("Added to", after=telegram.send_text("/notes add Shopping: bread"))
    model.then(call("read_note", name="Shopping"), "I can't.")
    await telegram.bot_message("I can't.", after=telegram.send_text("What is on my list?"))
    sent = last_request(model)
    assert "bread" not in sent
    assert "Shopping: " not in sent
    assert model.requests[-1].sent("tools") == ""
    model.then(call("use_tool", name="change_note", arguments={"name": "Shopping", "add": "wine"}), "I can't do that.")
    await telegram.bot_message("I can't do that.", after=telegram.send_text("Add wine"))
    shown = await telegram.bot_message("bread", after=telegram.send_text("/notes Shopping"))
    assert "wine" not in shown.text
    await bot.answered(3)
