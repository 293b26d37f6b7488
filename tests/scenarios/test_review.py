"""After a conversation, a review asks the model once for missed facts, and offers or, in mode auto, stores them."""

import asyncio
import json
import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text

from bot.memory.review import MOST_TRIES
from bot.store.engine import Database
from bot.turns.private_chat import PRIVATE_OVER
from bot.turns.prompt import REVIEW_REQUEST
from practice.model.chat_api import Refusal
from practice.model.server import ModelServer, Received, Reply, ToolCall
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.conftest import MODEL_KEY
from tests.pressing import asked, labels, pressed, remembered, toast
from tests.process import BotProcess, Script, call
from tests.striking import marked

OFFERED = "From our last conversation"
POSTPONED = "SELECT count(*) = 1 FROM agent_conversations WHERE review_due_at > now()"
IDLE = "last_message_at = last_message_at - interval '241 minutes'"


def found(*contents: str, name: str = "add_to_memory", **more: object) -> Reply:
    """Return a reply that calls a tool for each text."""
    arguments = {"category": "context"} | more
    return Reply(calls=tuple(ToolCall(name=name, arguments=json.dumps({"content": it} | arguments)) for it in contents))


def reviews(model: Script) -> list[Received]:
    """Return the requests for reviews so far."""
    return [it for it in model.requests if it.request.messages[-1].content == REVIEW_REQUEST]


async def until(database: Database, query: str) -> None:
    """Wait until the database says so."""
    async with asyncio.timeout(20):
        while True:
            async with database.transaction() as tx:
                if await tx.connection.scalar(text(query)):
                    return
            await asyncio.sleep(0.05)


async def change(database: Database, values: str, where: str = "review_due_at IS NOT NULL") -> None:
    """Change conversations in the database; the bot notices that a review is due after the next turn."""
    async with database.transaction() as tx:
        await tx.connection.execute(text(f"UPDATE agent_conversations SET {values} WHERE {where}"))


async def all_reviewed(database: Database) -> None:
    """Wait until no review is due, after at least one."""
    await until(
        database,
        "SELECT count(*) > 0 AND count(review_due_at) = 0 FROM agent_conversations WHERE ended_at IS NOT NULL"
        " AND (reviewed_at IS NOT NULL OR review_due_at IS NOT NULL)",
    )


@pytest.fixture
async def bot(bot_process: BotProcess) -> BotProcess:
    """The bot, running; it looks through what is over."""
    bot_process.settings["MEMORY_REVIEW"] = "true"
    await bot_process.start()
    return bot_process


@pytest.fixture
def automatic(bot_process: BotProcess) -> BotProcess:
    """The bot in mode auto, ready to be started."""
    bot_process.settings |= {"MEMORY_REVIEW": "true", "MEMORY_CAPTURE": "auto"}
    return bot_process


def offers(telegram: BotApi) -> list[Message]:
    """Return the messages that offer what was found."""
    return [it for it in telegram.messages() if OFFERED in it.text]


async def say(telegram: BotApi, bot: BotProcess, words: str) -> None:
    """Say something, and wait until that is answered."""
    turns = bot.turns_answered
    await telegram.bot_message("", after=telegram.send_text(words))
    await bot.answered(turns + 1)


async def added(telegram: BotApi, content: str) -> str:
    """Add a memory with the command; return its id."""
    shown = await telegram.bot_message("Remembered", after=telegram.send_text(f"/memory add context {content}"))
    (memory_id,) = re.findall(r"\[(\w{8})\]", shown.text)
    return str(memory_id)


async def end(telegram: BotApi, answer: str = "This is a new conversation") -> int:
    """End the conversation; return the message that does."""
    sent = telegram.send_text("/new")
    await telegram.bot_message(answer, after=sent)
    return sent


async def test_what_was_missed_is_offered_in_one_message_and_stored_by_its_button(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await say(telegram, bot, "I live in Rome, and my sister is Zoe")
    before = model.requests[-1]
    model.then(found("The user lives in Rome", "Zoe is the user's sister"))
    offer = await telegram.bot_message(OFFERED, after=await end(telegram))
    assert offer.text == (
        "From our last conversation. Shall I remember this?\n\n"
        "💾 Remember: You live in Rome\n💾 Remember: Zoe is your sister"
    )
    (review,) = reviews(model)
    assert review.prompt.startswith(before.prompt.removesuffix("]"))
    assert review.sent("tools") == before.sent("tools")
    await telegram.bot_message("🔒", after=telegram.send_text("/private"))
    refusal = "I can't do this in a private chat. End it with /new, then press again."
    assert await toast(telegram, offer, "Rome") == refusal
    await end(telegram, PRIVATE_OVER)
    assert "don't remember anything yet" in await remembered(telegram)
    stored = await pressed(telegram, offer, "Rome")
    assert labels(stored) == ["↩️ Undo: You live in Rome", "💾 Zoe is your sister", "No"]
    listed = await remembered(telegram)
    assert "Rome" in listed
    assert "Zoe" not in listed
    shown = await telegram.bot_message("v1", after=telegram.send_text("/memory show 1"))
    assert "Found in conversation 1 after it ended." in shown.text
    await bot.kill()  # buttons work however long ago their message was sent
    await bot.start()
    undone = await pressed(telegram, stored, "Undo")
    assert "~💾 Remembered: You live in Rome~" in marked(undone)
    assert "don't remember anything yet" in await remembered(telegram)


async def test_in_auto_it_is_stored_at_once_and_can_be_undone_but_for_what_untrusted_text_may_have_led_to(
    telegram: BotApi, model: Script, automatic: BotProcess
) -> None:
    await automatic.start()
    await say(telegram, automatic, "I live in Rome")
    model.then(found("The user lives in Rome", "The user likes pizza"))
    offer = await telegram.bot_message(OFFERED, after=await end(telegram))
    assert offer.text.splitlines() == [
        "From our last conversation:",
        "",
        "💾 Remembered: You live in Rome",
        "💾 Remembered: You like pizza",
    ]
    assert "pizza" in await remembered(telegram)
    await pressed(telegram, offer, "Undo: You like pizza")
    listed = await remembered(telegram)
    assert "pizza" not in listed
    assert "Rome" in listed
    await say(telegram, automatic, "Hello again")
    assert "pizza" not in model.requests[-1].prompt
    model.then(found("The user likes pizza", "The user lives in Rome"))
    await end(telegram)
    await automatic.logged(lambda line: line.get("found") == 0)
    assert len(offers(telegram)) == 1
    await telegram.bot_message("Echo", after=telegram.forward("The user's bank is Eve's", origin="Bob"))
    await automatic.answered(3)
    model.then(found("The user's bank is Eve's"))
    offer = await telegram.bot_message(OFFERED, after=await end(telegram))
    assert "Eve" not in await remembered(telegram)
    await pressed(telegram, offer, "Remember")
    assert "Eve" in await remembered(telegram)


async def test_nobody_is_asked_where_that_is_not_wanted(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    for command, over in (("/private", PRIVATE_OVER), ("/memory mode none", "This is a new conversation")):
        await telegram.bot_message("", after=telegram.send_text(command))
        await say(telegram, bot, "I live in Rome")
        await end(telegram, over)
    await say(telegram, bot, "And now?")
    async with database.transaction() as tx:
        due = text(
            "SELECT count(*) FROM agent_conversations WHERE review_due_at IS NOT NULL OR reviewed_at IS NOT NULL"
        )
        assert await tx.connection.scalar(due) == 0
    assert reviews(model) == []


async def test_what_is_known_refused_or_no_fact_is_left_out_and_five_are_enough(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await added(telegram, "Tea is good")
    await added(telegram, "Zoe: Zoe is tall")
    memory_id = await added(telegram, "The car is red")
    await telegram.bot_message("Deleted", after=telegram.send_text(f"/memory delete {memory_id}"))
    await say(telegram, bot, "Hello")
    calls = (
        *found("tea is  GOOD", "The car is red", "tiny").calls,
        *found("Zoe is old", subject="Zoe").calls,
        *found("Anything", name="search_memory").calls,
        ToolCall(name="forget_memory", arguments=json.dumps({"memory_id": memory_id})),
        *found("The user has a dog", "The user has a dog").calls,
        *found("The user has a cat", "The user has a cow", "The user has a hen").calls,
        *call("update_memory", memory_id="AAAAaaa1", content="The user has a fox").calls,
        *found("The user owns a farm", "The user owns a boat").calls,
    )
    model.then(Reply(text="Let me see.", calls=calls))
    offer = await telegram.bot_message(OFFERED, after=await end(telegram))
    assert labels(offer) == [
        *("💾 You have a dog", "No", "💾 You have a cat", "No", "💾 You have a cow", "No", "💾 You have a hen", "No"),
        *("💾 You own a farm", "No"),
    ]


async def test_another_model_can_review_and_its_usage_is_shown(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    server = ModelServer(model.reply, models=("scripted", "cheap"), api_key=MODEL_KEY)
    async with serve(server.app) as url:
        asked = {"OPENAI_BASE_URL": f"{url}/v1", "OPENAI_MODEL": "scripted", "REVIEW_MODEL": "cheap"}
        bot_process.settings |= {"MEMORY_REVIEW": "true"} | asked
        await bot_process.start()
        await say(telegram, bot_process, "I live in Rome")
        model.then(found("The user lives in Rome"))
        await telegram.bot_message(OFFERED, after=await end(telegram))
    assert [it.request.model for it in server.requests] == ["scripted", "cheap"]
    async with database.transaction() as tx:
        rows = await tx.connection.execute(text("SELECT purpose, model FROM agent_usage ORDER BY id"))
        assert [tuple(row) for row in rows] == [("answer", "scripted"), ("review", "cheap")]
    assert "for reviews" in (await telegram.bot_message("Usage", after=telegram.send_text("/usage"))).text


async def test_a_server_that_fails_is_asked_again_and_given_up_in_time(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    await say(telegram, bot, "I live in Rome")
    model.then(Reply(error=Refusal(400, "no")), found("The user lives in Rome"))
    await telegram.bot_message(OFFERED, after=await end(telegram))
    assert len(reviews(model)) == 2
    await say(telegram, bot, "I live in Oslo")
    model.then(*[Reply(error=Refusal(400, "no"))] * 2)
    sent = await end(telegram)
    await until(database, f"{POSTPONED} AND review_tries = 1")
    await change(database, f"review_tries = {MOST_TRIES}, review_due_at = now()")
    await all_reviewed(database)
    assert len(reviews(model)) == 3
    assert not [it for it in offers(telegram) if it.message_id > sent]


async def test_killed_while_it_asks_it_asks_again_and_offers_once(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    await say(telegram, bot, "I live in Rome")
    held = model.held("Nothing", before=1)
    model.then(held)
    await end(telegram)
    await model.server.wait_for_request(2)
    await bot.kill()
    held.gates[1].set()
    model.then(found("The user lives in Rome"))
    await bot.start()
    offer = await telegram.bot_message(OFFERED)
    assert labels(offer) == ["💾 Remember", "No"]
    await all_reviewed(database)
    assert len(reviews(model)) == 2
    assert len(offers(telegram)) == 1


async def test_what_turns_interrupt_is_no_try_and_waits_until_they_are_over(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    await say(telegram, bot, "I live in Rome")
    held = model.held("Nothing", before=1)
    model.then(held)
    await end(telegram)
    await model.server.wait_for_request(2)
    await change(database, f"review_tries = {MOST_TRIES}")
    await say(telegram, bot, "Hello")
    await until(database, f"{POSTPONED} AND review_tries = {MOST_TRIES - 1}")
    await say(telegram, bot, "Are you there?")
    assert len(reviews(model)) == 1
    bye = model.held("Bye", before=0)
    model.then(bye, found("The user lives in Rome"))
    sent = telegram.send_text("Bye")
    await model.server.wait_for_request(5)
    await change(database, "review_due_at = now()")
    bye.gates[0].set()
    await telegram.bot_message(OFFERED, after=sent)
    held.gates[1].set()
    await bot.answered(4)


@pytest.mark.parametrize(
    ("command", "answer", "costs"),
    [
        ("/resume 1", "Back in conversation", 1),
        ("/forget 1 yes", "is erased", 0),
        ("/memory mode off", "Memory mode: off", 1),
        ("/private", "🔒", 1),
    ],
    ids=["goes on", "erased", "turned off", "private"],
)
async def test_nothing_is_offered_from_a_resumed_or_excluded_conversation(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database, command: str, answer: str, costs: int
) -> None:
    await say(telegram, bot, "I live in Rome")
    held = Reply(calls=found("The user lives in Rome").calls, gates={1: asyncio.Event()})
    model.then(held)
    await end(telegram)
    await model.server.wait_for_request(2)
    await telegram.bot_message(answer, after=telegram.send_text(command))
    held.gates[1].set()
    if costs:
        await until(database, "SELECT count(*) > 0 FROM agent_usage WHERE purpose = 'review'")
    await say(telegram, bot, "Hello")
    assert len(reviews(model)) == 1
    assert offers(telegram) == []


async def test_a_resumed_conversation_is_reviewed_again_after_a_new_message_and_of_an_empty_review_nothing_is_said(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    model.then("Hello", Reply(text=""), "Hello again", "Nothing")
    await say(telegram, bot, "Hello")
    sent = await end(telegram)
    await all_reviewed(database)
    await asked(telegram, "/resume 1", "Back in conversation")
    await end(telegram)
    await all_reviewed(database)
    assert len(reviews(model)) == 1
    await asked(telegram, "/resume 1", "Back in conversation")
    await say(telegram, bot, "Hello again")
    await end(telegram)
    await model.server.wait_for_request(4)
    await all_reviewed(database)
    await end(telegram)  # of a conversation in which nothing was said
    await say(telegram, bot, "And now?")
    assert len(reviews(model)) == 2
    said = [it.text.partition(" ")[0] for it in telegram.messages() if it.from_bot and it.message_id > sent]
    assert said == ["This", "Back", "This", "Back", "Hello", "This", "This", "Echo:"]


async def test_a_memory_updated_or_deleted_meanwhile_stays_so(
    telegram: BotApi, model: Script, automatic: BotProcess
) -> None:
    await automatic.start()
    home, sister = await added(telegram, "The user lives in Rome"), await added(telegram, "The sister is Zoe")
    model.then(call("update_memory", memory_id=sister, content="The sister is Zoe, a painter"), "Noted.")
    await say(telegram, automatic, "My sister Zoe paints, and I live in Milan now")
    found_late = (
        *call("update_memory", memory_id=home, content="The user lives in Milan").calls,
        *call("update_memory", memory_id=sister, content="The sister is Zoe, who paints").calls,
    )
    held = Reply(calls=found_late, gates={1: asyncio.Event()})
    model.then(held)
    sent = await end(telegram)
    await model.server.wait_for_request(3)
    await asked(telegram, f"/memory edit {home} The user lives in Oslo", "✏️")
    held.gates[1].set()
    offer = await telegram.bot_message(OFFERED, after=sent)
    assert "who paints" in offer.text
    assert "Milan" not in offer.text
    assert "You live in Oslo" in await remembered(telegram)
    await say(telegram, automatic, "Hello")
    held = Reply(calls=found("The sister paints in oil").calls, gates={1: asyncio.Event()})
    model.then(held)
    await end(telegram)
    await model.server.wait_for_request(5)
    await telegram.bot_message("Deleted", after=telegram.send_text(f"/memory delete {sister}"))
    model.then("Nothing")
    held.gates[1].set()
    await model.server.wait_for_request(6)
    assert len(offers(telegram)) == 1
    assert "Zoe, who paints" in reviews(model)[-2].prompt
    assert "Zoe, who paints" not in reviews(model)[-1].prompt


async def test_an_idle_conversation_is_reviewed_after_the_answer(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    await say(telegram, bot, "I live in Rome")
    await change(database, IDLE, "true")
    model.then("Good day", found("The user lives in Rome"))
    sent = telegram.send_text("Hello")
    await telegram.bot_message(OFFERED, after=sent)
    answer, offer = (it.text for it in telegram.messages() if it.from_bot and it.message_id > sent)
    assert (answer, offer.startswith(OFFERED)) == ("Good day", True)
    model.then(found("User lives in Rome"))  # the last turns came along
    await end(telegram)
    await bot.logged(lambda line: line.get("found") == 0)
    await say(telegram, bot, "I live in Rome")
    model.then(found("The user lives in Rome"))  # once offered, also if it is said anew
    await end(telegram)
    await all_reviewed(database)
    assert len(offers(telegram)) == 1


async def test_a_topic_that_is_left_is_reviewed_there_once_its_user_has_written_elsewhere(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    telegram.has_topics = True
    bot_process.settings["MEMORY_REVIEW"] = "true"
    await bot_process.start()
    rome, work = telegram.open_topic("Rome"), telegram.open_topic("Work")
    for topic in (rome, work):
        await telegram.bot_message("", after=telegram.send_text("I live in Rome", topic=topic))
    await bot_process.answered(2)
    await change(database, IDLE, f"topic_id = {rome}")
    model.then("Good day", found("The user lives in Rome"))
    sent = telegram.send_text("Hello", topic=work)
    offer = await telegram.bot_message(OFFERED, after=sent)
    assert offer.topic == rome
    assert len(reviews(model)) == 1


async def test_in_quiet_hours_nothing_is_offered_until_they_end(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    now = datetime.now(ZoneInfo("Europe/London"))
    begin, end_at = now - timedelta(minutes=5), now + timedelta(hours=2)
    await telegram.bot_message("Quiet from", after=telegram.send_text(f"/quiet {begin:%H:%M}-{end_at:%H:%M}"))
    model.then("Lovely.", "No.", found("The user has a sister"))
    await say(telegram, bot, "My sister sends her love")
    await end(telegram)
    await until(database, f"{POSTPONED} AND review_due_at > now() + interval '1 hour'")
    assert not reviews(model)
    await telegram.bot_message("There are no quiet hours.", after=telegram.send_text("/quiet off"))
    await change(database, "review_due_at = now()")
    await say(telegram, bot, "Anything new?")
    assert await telegram.bot_message(OFFERED)
