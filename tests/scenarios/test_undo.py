"""Every receipt can be undone with its button, once, whatever happens meanwhile."""

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.databases import administration
from tests.pressing import asked, current
from tests.process import BotProcess, Script, call, kill_at, stored_id
from tests.striking import marked

TEA = "The user likes tea"
GREEN = "The user likes green tea"
YOUR_TEA, YOUR_GREEN = "You like tea", "You like green tea"


def keys(message: Message) -> list[tuple[str, str]]:
    """Return what the buttons under a message say and tell."""
    return [(button.text, button.callback_data) for row in message.keyboard for button in row]


async def press(telegram: BotApi, message: Message, number: int = 0) -> str:
    """Press a button, and return what the bot says to that."""
    return await told(telegram, telegram.press(message.message_id, keys(current(telegram, message))[number][1]))


async def told(telegram: BotApi, query: str) -> str:
    """Return what the bot says to a press."""
    answer = await telegram.wait_for(lambda: telegram.press_answer(query))
    return answer.text


async def undone(telegram: BotApi, message: Message, line: str = "~") -> Message:
    """Wait until a message shows what was undone."""
    return await telegram.wait_for(lambda: it if line in marked(it := current(telegram, message)) else None)


async def taught(telegram: BotApi, model: Script, content: str = TEA, **more: object) -> tuple[Message, str]:
    """Teach something; return the answer, and the memory's id."""
    model.then(call("add_to_memory", content=content, category="preference", **more), "**Noted.**")
    answer = await telegram.bot_message("Remembered:", after=telegram.send_text("Remember it"))
    return answer, stored_id(model)


async def note(telegram: BotApi, model: Script) -> str:
    """Return all that the model is sent with the next message."""
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    return model.heard


async def test_undoing_what_was_added_deletes_it(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer, memory_id = await taught(telegram, model)
    assert [text for text, _ in keys(answer)] == ["↩️ Undo"]
    queries = [telegram.press(answer.message_id, keys(answer)[0][1]) for _ in range(2)]
    assert [await told(telegram, query) for query in queries] == [
        "Undone. I no longer remember it.",
        "This is already undone.",
    ]
    shown = await undone(telegram, answer)
    assert marked(shown) == f"Noted.\n\n~💾 Remembered: {YOUR_TEA}~"
    assert shown.entities[0].type == "bold"
    assert keys(shown) == []
    assert "I don't remember anything yet" in (await asked(telegram, "/memory", "remember")).text
    assert f"The user has undone that [id:{memory_id}] was stored; it is deleted." in await note(telegram, model)
    assert TEA not in model.requests[-1].prompt
    assert "Restored" in (await asked(telegram, f"/memory restore {memory_id}", "Restored")).text
    model.then("Sure.\n\n💾 Remembered: x [AAAAaaa1]\n[↩️ Undo](undo:1)")
    imitating = await telegram.bot_message("Sure.", after=telegram.send_text("Hello"))
    await bot.answered(3)
    assert keys(current(telegram, imitating)) == []


async def test_undoing_an_update_brings_the_former_text_and_subject_back_as_a_new_version(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    _, memory_id = await taught(telegram, model, subject="Tea")
    model.then(call("update_memory", memory_id=memory_id, content=GREEN, subject="Green tea"), "Changed.")
    answer = await telegram.bot_message("✏️", after=telegram.send_text("It is green tea"))
    assert await press(telegram, answer) == "Undone. The earlier version is back."
    shown = await undone(telegram, answer)
    assert marked(shown) == f"Changed.\n\n~✏️ {YOUR_TEA} → {YOUR_GREEN}~"
    history = (await asked(telegram, f"/memory show {memory_id}", "v1")).text
    assert history.startswith(f"Tea (Preference) [{memory_id}]")
    assert [line for line in history.split("\n") if line in {YOUR_TEA, YOUR_GREEN}] == [YOUR_TEA, YOUR_GREEN, YOUR_TEA]
    assert f"The user has undone a change; the memory says again:\n- [id:{memory_id}]" in await note(telegram, model)
    await bot.answered(3)


async def test_what_was_changed_since_is_not_undone(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    added, memory_id = await taught(telegram, model)
    model.then(call("update_memory", memory_id=memory_id, content=GREEN), "Changed.")
    changed = await telegram.bot_message("✏️", after=telegram.send_text("It is green tea"))
    assert await press(telegram, added) == "Not undone. This memory has changed since then."
    model.then(call("add_to_memory", content=TEA, category="preference"))  # is refused, as it is like the other
    again, _ = await taught(telegram, model, is_new=True)
    assert await press(telegram, changed) == "Not undone. Another memory already says this."
    await asked(telegram, f"/memory delete {memory_id}", "Deleted")
    assert await press(telegram, changed) == "Not undone. This memory has changed since then."
    for message in (added, changed, again):
        assert current(telegram, message) == message
    assert YOUR_TEA in (await asked(telegram, "/memory", "Your memories")).text
    await bot.answered(3)


async def test_a_press_has_its_effect_once_though_the_bot_is_killed_as_it_answers(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    _, memory_id = await taught(telegram, model)
    model.then(call("update_memory", memory_id=memory_id, content=GREEN), "Changed.")
    answer = await telegram.bot_message("✏️", after=telegram.send_text("It is green tea"))
    await bot.answered(2)
    killed = kill_at(telegram, bot, "answerCallbackQuery")
    telegram.press(answer.message_id, keys(answer)[0][1])
    await killed.wait()
    telegram.heal()
    await bot.start()
    await undone(telegram, answer)
    with administration(database_url) as connection:
        rows = connection.execute("SELECT content FROM agent_memory_versions ORDER BY version_number").fetchall()
    assert [content for (content,) in rows] == [TEA, GREEN, TEA]


async def test_nobody_else_can_undo_anything_of_yours(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer, _ = await taught(telegram, model)
    data = keys(answer)[0][1]
    stranger = {"id": 4242, "is_bot": False, "first_name": "Eve"}
    query = {"id": "8", "from": stranger, "message": telegram.as_telegram(answer), "chat_instance": "1", "data": data}
    telegram.put_update({"callback_query": query})
    theirs = await asked(telegram, "/help", "Write to me", user_id=2)
    person = {"id": 2, "is_bot": False, "first_name": "Bob"}
    query = {"id": "9", "from": person, "message": telegram.as_telegram(theirs), "chat_instance": "1", "data": data}
    telegram.put_update({"callback_query": query})
    await telegram.wait_for(lambda: [it for it in telegram.calls if it.method == "answerCallbackQuery"] or None)
    (said,) = [it for it in telegram.calls if it.method == "answerCallbackQuery"]
    assert said.parameters["text"] == "I no longer know what this was about."
    assert YOUR_TEA in (await asked(telegram, "/memory", "Your memories")).text
    await bot.answered(1)
