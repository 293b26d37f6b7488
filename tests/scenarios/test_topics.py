"""With threaded mode on, each topic of the private chat is a conversation of its own."""

import asyncio

import pytest

from bot.turns.private_chat import PRIVATE_OVER
from practice.model.server import Received
from practice.telegram.bot_api import BotApi
from practice.telegram.messages import Topic
from practice.telegram.messenger import Message
from tests.dump import dumped
from tests.process import START_SECONDS, BotProcess, Script, call, said
from tests.properties.chat_invariants import check_continues


@pytest.fixture
def telegram(telegram: BotApi) -> BotApi:
    """A Bot API server whose bot's owner turned on threaded mode."""
    telegram.has_topics = True
    return telegram


@pytest.fixture
async def topics(bot: BotProcess, telegram: BotApi) -> tuple[int, int]:
    """Two topics that the user has opened."""
    assert bot.pid
    return telegram.open_topic("Rome"), telegram.open_topic("Work")


async def answer(telegram: BotApi, text: str, topic: int) -> Message:
    """Say something in a topic, and return the echo."""
    sent = telegram.send_text(text, topic=topic)
    return await telegram.bot_message(f"Echo: {text}", after=sent)


async def opened(telegram: BotApi, *, beside: int = 0) -> Topic:
    """Wait for a topic that the bot opens."""
    return await telegram.wait_for(lambda: telegram.topics()[beside] if len(telegram.topics()) > beside else None)


async def names(telegram: BotApi, name: str) -> bool:
    """Wait until a topic has a name."""
    return await telegram.wait_for(lambda: any(it.name == name for it in telegram.topics()))


async def test_topics_share_memories_but_no_history(telegram: BotApi, model: Script, topics: tuple[int, int]) -> None:
    rome, work = topics
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    sent = telegram.send_text("Remember that I like tea", topic=rome)
    assert (await telegram.bot_message("Noted.", after=sent)).topic == rome
    calls = [it for it in telegram.calls if it.method in {"sendMessage", "sendChatAction"}]
    assert {it.parameters.get("message_thread_id") for it in calls} == {str(rome)}
    before: dict[int, Received] = {}
    for number in range(2):
        for topic in (work, 0):
            echo = await answer(telegram, f"Question {number} of {topic}", topic)
            assert echo.topic == topic
            received = model.requests[-1]
            assert said(received.request) == [f"Question {it} of {topic}" for it in range(number + 1)]
            assert "The user likes tea" in received.prompt
            if topic in before:
                check_continues(before[topic], received, forgetful=False)
            before[topic] = received
    await answer(telegram, "And now?", rome)
    assert said(model.requests[-1].request) == ["Remember that I like tea", "And now?"]


async def test_topics_are_answered_side_by_side_and_what_waits_for_a_deleted_one_comes_in_general(
    telegram: BotApi, model: Script, topics: tuple[int, int]
) -> None:
    rome, work = topics
    held = model.held("A long answer.", before=1)
    model.then(held)
    telegram.send_text("Tell me all", topic=rome)
    await model.server.wait_for_request(1)
    assert (await answer(telegram, "Quick", work)).topic == work
    telegram.send_text("/stop", topic=work)
    nothing = await telegram.bot_message("There is nothing to stop.")
    assert nothing.topic == work
    telegram.delete_topic(rome)
    for gate in held.gates.values():
        gate.set()
    assert (await telegram.bot_message("A long answer.")).topic == 0


async def test_new_opens_a_topic_of_a_name_with_threaded_mode_alone(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    telegram.has_topics = False
    telegram.send_text("/new anything")
    await telegram.bot_message("This is a new conversation.")
    assert telegram.topics() == []
    telegram.has_topics = True  # at BotFather, while the bot runs
    await answer(telegram, "Hello", 0)
    telegram.send_text("/new trip to Rome")
    topic = await opened(telegram)
    assert topic.name == "trip to Rome"
    greeting = await telegram.wait_for(
        lambda: next((it for it in telegram.messages() if it.topic == topic.id and "new conversation" in it.text), None)
    )
    assert greeting.from_bot
    await answer(telegram, "When shall I go?", topic.id)
    assert said(model.requests[-1].request) == ["When shall I go?"]
    await answer(telegram, "Still there?", 0)
    assert said(model.requests[-1].request) == ["Hello", "Still there?"]
    assert (await opened(telegram)).name == "trip to Rome"
    telegram.fail("createForumTopic", error_code=400, description="Bad Request: CHAT_WRITE_FORBIDDEN", times=1)
    telegram.send_text("/new")
    await telegram.bot_message("Telegram didn't let me open a topic.")
    await answer(telegram, "Go on", 0)
    assert said(model.requests[-1].request) == ["Hello", "Still there?", "Go on"]
    assert bot.pid


async def test_a_topic_without_a_name_gets_one_by_what_is_said_first_once(telegram: BotApi, bot: BotProcess) -> None:
    implicit = telegram.open_topic("New Chat", implicit=True)  # as an app named it itself
    await answer(telegram, "Baking bread", implicit)
    await names(telegram, "Baking bread")
    telegram.send_text("/new")
    topic = await opened(telegram, beside=1)
    assert topic.name == "New conversation"
    await answer(telegram, "Which trains go to Florence early in the morning on Sundays?", topic.id)
    await names(telegram, "Which trains go to Florence early in…")
    telegram.send_text("/new")
    other = await opened(telegram, beside=2)
    telegram.rename_topic(other.id, "Mine")
    await bot.stop()
    await bot.start()
    await answer(telegram, "Hello", other.id)
    await answer(telegram, "Something else", topic.id)
    assert [it.name for it in telegram.topics()] == ["Baking bread", "Which trains go to Florence early in…", "Mine"]


async def test_a_private_topic_is_erased_and_deleted_at_its_end(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    telegram.send_text("Remember that I like tea")
    await telegram.bot_message("Noted.")
    telegram.send_text("/private")
    topic = await opened(telegram)
    assert topic.name == "🔒 Private chat"
    greeting = await telegram.bot_message("🔒 This topic is private.")
    assert greeting.topic == topic.id
    await answer(telegram, "Xanthippe", topic.id)
    assert "tea" not in model.requests[-1].prompt
    await answer(telegram, "Meanwhile", 0)
    assert "tea" in model.requests[-1].prompt
    await bot.kill()
    await bot.start()
    await answer(telegram, "Xanthos", topic.id)
    assert said(model.requests[-1].request)[-2:] == ["Xanthippe", "Xanthos"]
    telegram.send_text("/new", topic=topic.id)
    over = await telegram.bot_message(PRIVATE_OVER)
    assert over.topic == 0
    await telegram.wait_for(lambda: not telegram.topics())
    assert "xanth" not in (await dumped(database_url)).lower()


async def test_a_reminder_rings_where_it_was_agreed_on(telegram: BotApi, topics: tuple[int, int]) -> None:
    rome, work = topics
    for topic in topics:
        sent = telegram.send_text(f"/remind in 2 seconds errand {topic}", topic=topic)
        receipt = await telegram.bot_message("errand", after=sent)
        assert receipt.topic == topic
    telegram.delete_topic(work)
    last = telegram.messages()[-1].message_id
    assert (await telegram.bot_message(f"errand {rome}", after=last)).topic == rome
    assert (await telegram.bot_message(f"errand {work}", after=last)).topic == 0


async def test_a_conversation_is_resumed_in_another_topic_and_answered_anew_in_its_own(
    telegram: BotApi, model: Script, topics: tuple[int, int]
) -> None:
    rome, work = topics
    await answer(telegram, "About Rome", rome)
    sent = telegram.send_text("/resume 1", topic=work)
    assert (await telegram.bot_message("Back in conversation 1", after=sent)).topic == work
    await answer(telegram, "More of it", work)
    assert said(model.requests[-1].request) == ["About Rome", "More of it"]
    echo = await answer(telegram, "Anew", rome)
    assert said(model.requests[-1].request) == ["Anew"]
    await answer(telegram, "Beside", 0)
    telegram.react(echo.message_id, "👎")
    offer = await telegram.bot_message("Shall I answer that again?")
    assert offer.topic == rome
    model.then("Better.")
    telegram.press(offer.message_id, offer.keyboard[0][0].callback_data)
    assert (await telegram.bot_message("Better.")).topic == rome


async def test_a_topic_is_opened_though_the_bot_is_killed(telegram: BotApi, bot: BotProcess) -> None:
    await answer(telegram, "Hello", 0)
    telegram.swallow("createForumTopic")
    telegram.send_text("/new trip to Rome")
    await telegram.wait_for(lambda: any(it.method == "createForumTopic" for it in telegram.calls))
    await bot.kill()
    telegram.heal()
    await bot.start()
    greeting = await telegram.bot_message("This is a new conversation.")
    assert greeting.topic == telegram.topics()[-1].id
    assert len(telegram.topics()) == 2  # the bot never heard of the first
    async with asyncio.timeout(START_SECONDS):
        await answer(telegram, "When?", greeting.topic)
