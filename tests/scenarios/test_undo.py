"""Every receipt can be undone with its button, once, whatever happens meanwhile."""

import asyncio
import re

import psycopg
import pytest
from sqlalchemy import make_url

from practice.faults import Dropped, Fault
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.process import BotProcess, Script, call, stored_id
from tests.striking import marked

TEA = "The user likes tea"
GREEN = "The user likes green tea"
YOUR_TEA, YOUR_GREEN = "You like tea", "You like green tea"


def keys(message: Message) -> list[tuple[str, str]]:
    """Return what the buttons under a message say and tell."""
    return [(button.text, button.callback_data) for row in message.keyboard for button in row]


def now(telegram: BotApi, message: Message) -> Message:
    """Return a message as it is now."""
    found = telegram.message(message.user_id, message.message_id)
    assert found
    return found


async def press(telegram: BotApi, message: Message, number: int = 0) -> str:
    """Press a button, and return what the bot says to that."""
    return await told(telegram, telegram.press(message.message_id, keys(now(telegram, message))[number][1]))


async def told(telegram: BotApi, query: str) -> str:
    """Return what the bot says to a press."""
    answer = await telegram.wait_for(lambda: telegram.press_answer(query))
    return answer.text


async def undone(telegram: BotApi, message: Message, line: str = "~") -> Message:
    """Wait until a message shows what was undone."""
    return await telegram.wait_for(lambda: it if line in marked(it := now(telegram, message)) else None)


async def taught(telegram: BotApi, model: Script, content: str = TEA, **more: object) -> tuple[Message, str]:
    """Teach something; return the answer, and the memory's id."""
    model.then(call("add_to_memory", content=content, category="preference", **more), "**Noted.**")
    answer = await telegram.bot_message("Remembered:", after=telegram.send_text("Remember it"))
    return answer, stored_id(model)


async def asked(telegram: BotApi, words: str, answer: str) -> str:
    """Ask with a command; return what is said."""
    return (await telegram.bot_message(answer, after=telegram.send_text(words))).text


async def note(telegram: BotApi, model: Script) -> str:
    """Return all that the model is sent with the next message."""
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    return str(model.requests[-1].request.messages[-1].content)


async def test_undoing_what_was_added_deletes_it(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer, memory_id = await taught(telegram, model)
    assert [text for text, _ in keys(answer)] == ["↩️ Undo"]
    assert await press(telegram, answer) == "Undone. I no longer remember it."
    shown = await undone(telegram, answer)
    assert marked(shown) == f"Noted.\n\n~💾 Remembered: {YOUR_TEA}~"
    assert shown.entities[0].type == "bold"
    assert keys(shown) == []
    assert "I don't remember anything yet" in await asked(telegram, "/memory", "remember")
    assert f"The user has undone that [id:{memory_id}] was stored; it is deleted." in await note(telegram, model)
    assert TEA not in model.requests[-1].prompt
    assert "Restored" in await asked(telegram, f"/memory restore {memory_id}", "Restored")
    await bot.answered(2)


async def test_undoing_an_update_brings_the_former_text_and_subject_back_as_a_new_version(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    _, memory_id = await taught(telegram, model, subject="Tea")
    model.then(call("update_memory", memory_id=memory_id, content=GREEN, subject="Green tea"), "Changed.")
    answer = await telegram.bot_message("✏️", after=telegram.send_text("It is green tea"))
    assert await press(telegram, answer) == "Undone. The earlier version is back."
    shown = await undone(telegram, answer)
    assert marked(shown) == f"Changed.\n\n~✏️ {YOUR_TEA} → {YOUR_GREEN}~"
    history = await asked(telegram, f"/memory show {memory_id}", "v1")
    assert history.startswith(f"Tea (Preference) [{memory_id}]")
    assert [line for line in history.split("\n") if line in {YOUR_TEA, YOUR_GREEN}] == [YOUR_TEA, YOUR_GREEN, YOUR_TEA]
    assert f"The user has undone a change; the memory says again:\n- [id:{memory_id}]" in await note(telegram, model)
    await bot.answered(3)


async def test_each_of_several_receipts_has_a_button_of_its_own(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    long = "The user's favourite colour is the blue of the sea in the evening"
    contents = [TEA, long, "The user has a dog"]
    calls = [call("add_to_memory", content=content, category="context").calls[0] for content in contents]
    model.then(Reply(calls=tuple(calls)), "All noted.")
    answer = await telegram.bot_message("All noted.", after=telegram.send_text("Remember all of it"))
    texts = [text for text, _ in keys(answer)]
    assert texts[::2] == [f"↩️ Undo: {YOUR_TEA}", "↩️ Undo: You have a dog"]
    assert re.fullmatch(r"↩️ Undo: Your favourite .*…", texts[1])
    data = keys(answer)
    queries = [telegram.press(answer.message_id, data[number][1]) for number in (2, 0)]  # before either is edited
    for query in queries:
        assert await told(telegram, query)
    shown = await telegram.wait_for(
        lambda: it if len(keys(it := now(telegram, answer))) == 1 and marked(it).count("~") == 4 else None
    )
    assert marked(shown).split("\n")[2:] == [
        f"~💾 Remembered: {YOUR_TEA}~",
        "💾 Remembered: Your favourite colour is the blue of the sea in the evening",
        "~💾 Remembered: You have a dog~",
    ]
    assert keys(shown) == [("↩️ Undo", data[1][1])]
    await bot.answered(1)


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
        assert now(telegram, message) == message
    assert YOUR_TEA in await asked(telegram, "/memory", "Your memories")
    await bot.answered(3)


@pytest.mark.parametrize("moment", ["before it is answered", "after it was answered", "before the message is edited"])
async def test_a_press_has_its_effect_once_wherever_the_bot_is_killed(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str, moment: str
) -> None:
    _, memory_id = await taught(telegram, model)
    model.then(call("update_memory", memory_id=memory_id, content=GREEN), "Changed.")
    answer = await telegram.bot_message("✏️", after=telegram.send_text("It is green tea"))
    await bot.answered(2)
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    method = "editMessageText" if "edited" in moment else "answerCallbackQuery"
    telegram.add_fault(Fault(method=method, callback=kill, error=Dropped(), times=1, after_effect="after" in moment))
    telegram.press(answer.message_id, keys(answer)[0][1])
    await killed.wait()
    telegram.heal()
    await bot.start()
    await undone(telegram, answer)
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        rows = connection.execute("SELECT content FROM agent_memory_versions ORDER BY version_number").fetchall()
    assert [content for (content,) in rows] == [TEA, GREEN, TEA]


async def test_a_press_that_is_handed_over_again_has_its_effect_once(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    answer, memory_id = await taught(telegram, model)
    data = keys(answer)[0][1]
    telegram.delay("getUpdates", 3_600)  # from the poll on that would confirm the press
    query = telegram.press(answer.message_id, data)
    await telegram.wait_for(lambda: telegram.press_answer(query))
    await undone(telegram, answer)
    await bot.kill()
    assert telegram.pending_updates
    telegram.heal()
    await bot.start()
    assert "Restored" in await asked(telegram, f"/memory restore {memory_id}", "Restored")
    assert YOUR_TEA in await asked(telegram, "/memory", "Your memories")


async def test_a_second_press_says_that_it_is_undone_already(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer, _ = await taught(telegram, model)
    data = keys(answer)[0][1]
    first, second = telegram.press(answer.message_id, data), telegram.press(answer.message_id, data)
    assert [await told(telegram, query) for query in (first, second)] == [
        "Undone. I no longer remember it.",
        "This is already undone.",
    ]
    await undone(telegram, answer)
    await bot.answered(1)


async def test_another_answer_tells_what_was_undone_while_it_was_written(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    answer, _ = await taught(telegram, model)
    await bot.answered(1)
    held = model.held("Noted once more.", before=1)
    model.then(held)
    sent = telegram.send_text("/retry")
    await model.server.wait_for_request(3)
    assert await press(telegram, answer) == "Undone. I no longer remember it."
    held.gates[1].set()
    again = await telegram.bot_message("Noted once more.\n", after=sent)
    assert f"~💾 Remembered: {YOUR_TEA}~" in marked(again)
    assert keys(again) == []
    await bot.answered(2)


async def test_of_two_answers_with_one_receipt_each_shows_that_it_is_undone_once_it_is_pressed(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    memorize = call("add_to_memory", content=TEA, category="preference")
    model.then(memorize, model.held("Noted and on and on", before=1), "Noted.")
    sent = telegram.send_text("Remember it")
    await telegram.wait_for(lambda: len(model.requests) == 2)
    await telegram.bot_message("Stopped", after=telegram.send_text("/stop"))
    stopped = await telegram.bot_message("💾 Remembered: ", after=sent)
    again = await telegram.bot_message("Noted.", after=telegram.send_text("/retry"))
    await bot.answered(1)
    assert keys(stopped) == keys(again)
    assert await press(telegram, again) == "Undone. I no longer remember it."
    await undone(telegram, again)
    assert await press(telegram, stopped) == "This is already undone."
    shown = await undone(telegram, stopped)
    assert marked(shown).count("💾") == marked(shown).count("~💾") == 1
    assert keys(shown) == []


async def test_a_strangers_press_does_nothing(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer, _ = await taught(telegram, model)
    data = keys(answer)[0][1]
    person = {"id": 4242, "is_bot": False, "first_name": "Eve"}
    for chat_id in (1, 4242):
        chat = {"id": chat_id, "first_name": "Eve", "type": "private"}
        message = {**telegram.as_telegram(answer), "chat": chat}
        telegram.put_update(
            {"callback_query": {"id": "9", "from": person, "message": message, "chat_instance": "1", "data": data}}
        )
    await telegram.wait_for(lambda: not telegram.pending_updates)
    assert YOUR_TEA in await asked(telegram, "/memory", "Your memories")
    assert not [it for it in telegram.calls if it.method == "answerCallbackQuery"]
    await bot.answered(1)


async def test_another_allowed_user_can_undo_nothing_of_yours(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    answer, _ = await taught(telegram, model)
    data = keys(answer)[0][1]
    telegram.send_text("/help", 2)
    theirs = await telegram.bot_message("Write to me", user_id=2)
    person = {"id": 2, "is_bot": False, "first_name": "Bob"}
    query = {"id": "9", "from": person, "message": telegram.as_telegram(theirs), "chat_instance": "1", "data": data}
    telegram.put_update({"callback_query": query})
    await telegram.wait_for(lambda: [it for it in telegram.calls if it.method == "answerCallbackQuery"] or None)
    (said,) = [it for it in telegram.calls if it.method == "answerCallbackQuery"]
    assert said.parameters["text"] == "This can't be undone any more: the conversation was erased."
    assert YOUR_TEA in await asked(telegram, "/memory", "Your memories")
    await bot.answered(1)


async def test_words_of_the_model_make_neither_a_receipt_nor_a_button(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then("Sure.\n\n💾 Remembered: x [AAAAaaa1]\n↩️ Undone: Remembered: y [AAAAaaa1]\n[↩️ Undo](undo:1)")
    answer = await telegram.bot_message("Sure.", after=telegram.send_text("Hello"))
    await bot.answered(1)
    assert "Undone" not in now(telegram, answer).text
    assert keys(now(telegram, answer)) == []


@pytest.mark.usefixtures("bot")
async def test_a_button_of_an_older_version_does_nothing_and_says_so(telegram: BotApi) -> None:
    telegram.send_text("/help")
    message = telegram.as_telegram(await telegram.bot_message("Write to me"))
    person = {"id": 1, "is_bot": False, "first_name": "You"}
    known = ["x", "undo:", "undo:1:2", "undo:" + "0" * 32 + ":99999", "nothing:1", "Undo:1"]
    for data in known:
        query = {"id": data, "from": person, "message": message, "chat_instance": "1", "data": data}
        telegram.put_update({"callback_query": query})

    def answers() -> list[str]:
        return [it.parameters["text"] for it in telegram.calls if it.method == "answerCallbackQuery"]

    await telegram.wait_for(lambda: len(answers()) >= len(known))
    assert answers() == ["This button no longer works."] * len(known)


async def test_a_press_while_the_database_is_away_leaves_no_spinner_and_is_carried_out_later(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    answer, _ = await taught(telegram, model)
    await bot.answered(1)
    url = make_url(database_url)
    admin = url.set(drivername="postgresql", database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(admin, autocommit=True) as connection:
        connection.execute(f'ALTER DATABASE "{url.database}" SET default_transaction_read_only = on')
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [url.database])
        query = telegram.press(answer.message_id, keys(answer)[0][1])
        await bot.logged(lambda line: line.get("event") == "waiting for the database")
        connection.execute(f'ALTER DATABASE "{url.database}" RESET default_transaction_read_only')
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [url.database])
    await telegram.wait_for(lambda: telegram.press_answer(query), 20)
    await undone(telegram, answer)
