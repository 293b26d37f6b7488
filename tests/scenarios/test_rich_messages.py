"""Rich messages: an answer that gains from it is one, if its owner wants that and Telegram takes it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import pytest

from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import pressed
from tests.process import BotProcess, Script, call, said

TABLE = "| Name | Age |\n|:--|--:|\n| Anna | **5** |\n| Zoe | 10 |"
LONG = "\n\n".join(f"Paragraph {number}: {'some words, and more. ' * 30}" for number in range(18))


async def turned_on(telegram: BotApi, choice: str = "On") -> None:
    """Turn rich messages on, or off."""
    page = await telegram.bot_message("Rich messages:", after=telegram.send_text("/settings rich"))
    await pressed(telegram, page, choice)


async def told(telegram: BotApi, model: Script, answer: str, words: str) -> Message:
    """Let the model give an answer, and return the message with some of its words as it is at the end."""
    model.then(answer)
    asked = telegram.send_text("Tell me")
    first = await telegram.bot_message(after=asked)
    return await telegram.wait_for(lambda: it if words in (it := now(telegram, first)).text else None)


def now(telegram: BotApi, message: Message) -> Message:
    """Return a message as it is now."""
    found = telegram.message(message.user_id, message.message_id)
    assert found
    return found


async def shows(telegram: BotApi, message: Message, text: str) -> None:
    """Wait until a message shows a text."""
    await telegram.wait_for(lambda: text in now(telegram, message).text)


def blocks(message: Message) -> Sequence[Mapping[str, Any]]:
    """Return the blocks of a message, none for one that isn't rich."""
    rich: Any = message.extra.get("rich_message", {"blocks": ()})
    found: Sequence[Mapping[str, Any]] = rich["blocks"]
    return found


def kinds(message: Message) -> list[str]:
    """Return the types of a message's blocks."""
    return [str(it["type"]) for it in blocks(message)]


def labels_inside(message: Message) -> list[str]:
    """Return what the buttons inside a message say."""
    below = [it for row in message.keyboard for it in row]
    return [it.text for it in message.buttons if it not in below]


async def test_an_answer_with_a_table_is_rich_for_who_turned_that_on(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    before = await told(telegram, model, f"Here:\n\n{TABLE}", "Zoe")
    assert kinds(before) == []
    await turned_on(telegram)
    after = await told(telegram, model, f"Here:\n\n{TABLE}", "Zoe | 10")
    assert kinds(after) == ["paragraph", "table"]
    plain = await told(telegram, model, "Just **words**.", "Just words.")
    assert kinds(plain) == []
    await bot.stop()
    await bot.start()
    assert kinds(await told(telegram, model, f"Here:\n\n{TABLE}", "Zoe | 10")) == ["paragraph", "table"]
    await turned_on(telegram, "Off")
    assert kinds(await told(telegram, model, f"Here:\n\n{TABLE}", "Zoe")) == []


async def test_a_long_answer_is_one_message_with_every_word(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await turned_on(telegram)
    already = len(telegram.messages())
    answer = await told(telegram, model, LONG, "Paragraph 17")
    await bot.answered(1)
    assert answer.text.split() == LONG.split()
    assert len(telegram.messages()) == already + 2


async def test_receipts_below_are_undone_and_struck_through(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await turned_on(telegram)
    model.then(call("add_to_memory", content="The user likes tea", category="preference"))
    answer = await told(telegram, model, f"Noted:\n\n{TABLE}", "Remembered:")
    await bot.answered(1)
    assert kinds(answer) == ["paragraph", "table", "footer"]
    undone = await pressed(telegram, answer, "Undo")
    assert kinds(undone) == kinds(answer)
    assert blocks(undone)[:-1] == blocks(answer)[:-1]
    assert blocks(undone)[-1]["text"]["type"] == "strikethrough"
    assert undone.keyboard == ()


async def test_a_list_in_an_answer_is_ticked_in_its_own_line(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await turned_on(telegram)
    await telegram.bot_message("New note", after=telegram.send_text("/notes add Shopping: - [ ] milk\n- [ ] eggs"))
    model.then(call("read_note", name="Shopping"))
    answer = await told(telegram, model, "You need:\n\n- [ ] milk\n- [ ] eggs", "☐ eggs")
    await bot.answered(1)
    ticked = await pressed(telegram, answer, "☐ milk")
    assert "☑ milk\n☐ eggs" in ticked.text
    assert [it.text for row in ticked.keyboard for it in row] == ["☑ milk", "☐ eggs"]
    assert "☐ milk" in (await pressed(telegram, ticked, "☑ milk")).text


async def test_a_reply_brings_the_whole_rich_answer_along(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await turned_on(telegram)
    answer = await told(telegram, model, f"Here:\n\n{TABLE}", "Zoe")
    await bot.answered(1)
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    sent = telegram.send_text("Who is older?", reply_to=answer.message_id)
    await telegram.bot_message("Echo: ", after=sent)
    mark, *quoted, empty, own = said(model.requests[-1].request)[-1].split("\n")
    assert (mark, empty, own) == ("[The user replies to you]", "", "Who is older?")
    assert "\n".join(line.removeprefix("> ") for line in quoted) == f"Here:\n\n{TABLE}"


async def test_an_answer_given_anew_takes_the_place_of_a_rich_one(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await turned_on(telegram)
    answer = await told(telegram, model, f"Here:\n\n{TABLE}", "Zoe")
    await bot.answered(1)
    asked = next(it.message_id for it in telegram.messages() if it.text == "Tell me")
    for words, text, expected in (("Just words.", "Just words.", []), (TABLE, "Zoe | 10", ["table"])):
        model.then(words)
        telegram.edit_text(asked, f"Tell me {text}")
        await shows(telegram, answer, text)
        assert kinds(now(telegram, answer)) == expected
    assert len([it for it in telegram.messages() if it.message_id >= answer.message_id]) == 1


async def test_a_rich_answer_goes_into_its_topic(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    telegram.has_topics = True
    topic = telegram.open_topic("Rome")
    await turned_on(telegram)
    model.then(f"Here:\n\n{TABLE}")
    sent = telegram.send_text("Tell me", topic=topic)
    answer = await telegram.bot_message("Zoe", after=sent)
    await bot.answered(1)
    assert (now(telegram, answer).topic, kinds(now(telegram, answer))) == (topic, ["paragraph", "table"])


async def test_what_telegram_takes_for_a_wrong_address_stays_in_its_table(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await turned_on(telegram)
    answer = await told(telegram, model, f"Here:\n\n{TABLE}\n\nLogin: openai:zoe@example.com", "Zoe | 10")
    await bot.answered(1)
    assert kinds(now(telegram, answer)) == ["paragraph", "table", "paragraph"]
    shown = [it for it in telegram.calls if "rich_message" in it.parameters]
    assert [it.outcome == "ok" for it in shown] == [False, True]


@pytest.mark.parametrize("words", ["", "Bad Request: RICH_MESSAGE_BLOCKS_TOO_MUCH"])
async def test_where_telegram_takes_none_the_answer_comes_as_text(
    telegram: BotApi, model: Script, bot: BotProcess, words: str
) -> None:
    await turned_on(telegram)
    if words:
        for method in ("sendRichMessage", "editMessageText"):
            telegram.fail(method, error_code=400, description=words, times=1, only_with="rich_message")
    else:
        telegram.play_older("sendRichMessage", "rich_message")
    asked = telegram.messages()[-1].message_id
    model.then(LONG)
    telegram.send_text("Tell me")
    await telegram.bot_message("Paragraph 17:", after=asked)
    await bot.answered(1)
    parts = [it for it in telegram.messages() if it.from_bot and it.message_id > asked]
    assert " ".join(it.text for it in parts).split() == LONG.split()
    assert not any(map(kinds, parts))


@pytest.mark.parametrize("after_effect", [False, True])
async def test_a_kill_as_it_is_sent_loses_nothing(
    telegram: BotApi, model: Script, bot: BotProcess, *, after_effect: bool
) -> None:
    await turned_on(telegram)
    killed = asyncio.Event()

    async def kill() -> None:
        if any("rich_message" in it.parameters for it in telegram.calls):
            await bot.kill()
            killed.set()
            raise Dropped

    for method in ("sendRichMessage", "editMessageText"):
        telegram.add_fault(Fault(method=method, callback=kill, after_effect=after_effect))
    model.then(LONG)
    asked = telegram.send_text("Tell me")
    await killed.wait()
    telegram.heal()
    await bot.start()
    await bot.answered(1)
    sent = [it for it in telegram.messages() if it.from_bot and it.message_id > asked]
    assert {tuple(it.text.split()) for it in sent} == {tuple(LONG.split())}
    assert len(sent) <= 1 + after_effect


async def test_a_kill_after_a_refusal_goes_on_with_the_texts(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await turned_on(telegram)
    killed = asyncio.Event()

    async def kill_at_the_second_part() -> None:
        if "Paragraph 6" in telegram.calls[-1].parameters.get("text", ""):
            await bot.kill()
            killed.set()
            raise Dropped

    telegram.play_older("sendRichMessage", "rich_message")
    telegram.add_fault(Fault(method="sendMessage", callback=kill_at_the_second_part))
    model.then(LONG)
    asked = telegram.send_text("Tell me")
    await killed.wait()
    telegram.heal()
    telegram.play_older()
    await bot.start()
    await bot.answered(1)
    parts = [it.text for it in telegram.messages() if it.from_bot and it.message_id > asked]
    assert " ".join(parts).split() == LONG.split()
    assert not any(kinds(it) for it in telegram.messages())


async def test_an_item_of_a_note_is_ticked_off_in_its_own_line(telegram: BotApi, bot: BotProcess) -> None:
    await turned_on(telegram)
    add = "/notes add Shopping: For *Saturday*:\n- [ ] milk\n  - [ ] eggs\n\nAsk Anna."
    await telegram.bot_message("New note", after=telegram.send_text(add))
    shown = await telegram.bot_message("📓 Shopping\n", after=telegram.send_text("/notes Shopping"))
    assert kinds(shown) == ["heading", "paragraph", "paragraph", "paragraph", "paragraph"]
    assert blocks(shown)[1]["text"] == "For *Saturday*:"
    assert labels_inside(shown) == ["☐ milk", "☐ eggs"]
    assert [it.text for row in shown.keyboard for it in row] == ["📜 History", "📄 File", "🗑 Delete", "◀️ Notes"]
    await bot.kill()
    await bot.start()
    ticked = await pressed(telegram, shown, "☐ eggs")
    assert labels_inside(ticked) == ["☐ milk", "☑ eggs"]
    assert kinds(await pressed(telegram, ticked, "Delete")) == []


async def test_a_note_without_items_is_shown_as_before(telegram: BotApi, bot: BotProcess) -> None:
    await turned_on(telegram)
    await telegram.bot_message("New note", after=telegram.send_text("/notes add Plan: One day."))
    assert kinds(await telegram.bot_message("📓 Plan\n", after=telegram.send_text("/notes Plan"))) == []
    assert bot.turns_answered == 0


async def test_a_ring_has_its_buttons_inside(
    telegram: BotApi, known: BotProcess, remind: Callable[..., Awaitable[None]]
) -> None:
    await known.start()
    await turned_on(telegram)
    await known.stop()
    await remind(ago=timedelta(hours=3))
    await known.start()
    ring = await telegram.bot_message("⏰ errand 1")
    assert kinds(ring) == ["paragraph", "buttons"]
    assert "3" in ring.text.split("\n")[1]
    assert (labels_inside(ring), ring.keyboard) == (["✓ Done", "10 min", "1 h", "Tomorrow"], ())
    done = await pressed(telegram, ring, "Done")
    assert done.text == f"{ring.text}\n✓ Done."
    assert done.buttons == ()


async def test_an_older_server_gets_a_note_with_buttons_below(telegram: BotApi, bot: BotProcess) -> None:
    await turned_on(telegram)
    telegram.fail("sendRichMessage", error_code=400, description="Bad Request: Unsupported type specified")
    await telegram.bot_message("New note", after=telegram.send_text("/notes add Shopping: - [ ] milk\n- [ ] eggs"))
    shown = await telegram.bot_message("📓 Shopping\n", after=telegram.send_text("/notes Shopping"))
    assert shown.text == "📓 Shopping\n\n☐ milk\n☐ eggs"
    telegram.fail("editMessageText", error_code=400, description="Bad Request: Unsupported type specified", times=1)
    ticked = await pressed(telegram, shown, "☐ milk")
    assert ticked.text == "📓 Shopping\n\n☑ milk\n☐ eggs"
    assert [it.text for it in ticked.keyboard[0]] == ["☑ milk"]
    assert bot.turns_answered == 0
