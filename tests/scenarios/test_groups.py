"""The bot in groups: whom it hears, whose memory it uses, and who manages that."""

import asyncio

import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.model.pictures import seen_in
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from practice.telegram.messenger import Message
from tests.pictures import photo
from tests.process import BotProcess, Script, call, said

MENTION = "@practice_bot "
SECRET = "The user's bank is Sparrow & Sons"
MINE = "My bank is Sparrow & Sons"
ANNA, BOB = 3, 4
SMALL = (320, 240)


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    return {**settings, "ALLOW_GROUPS": "true", "MEMORY_CAPTURE": "auto"}


async def group_of(telegram: BotApi, *members: int) -> int:
    """Return a new group in which the bot has said hello, and is told everything."""
    telegram.reads_all = True
    group = telegram.add_group("Family", *members)
    await telegram.bot_message("Hello! Reply to me", user_id=group)
    return group


async def answered(telegram: BotApi, group: int, text: str, user_id: int = 1, topic: int | None = None) -> Message:
    """Mention the bot, and return its answer."""
    sent = telegram.say(group, f"{MENTION}{text}", user_id, topic=topic)
    return await telegram.bot_message("Echo: ", after=sent, user_id=group)


async def remembers(telegram: BotApi, model: Script) -> None:
    """Let user 1 have a memory of their own, and a conversation about it."""
    model.then(call("add_to_memory", content=SECRET, category="context"), "Noted.")
    telegram.send_text(f"Remember: {MINE}")
    await telegram.bot_message("Noted.")


def bodies(model: Script) -> str:
    """Return all that was sent to the model."""
    return "\n".join(it.body.decode() if isinstance(it.body, bytes) else str(it.body) for it in model.requests)


@pytest.mark.usefixtures("bot")
async def test_it_answers_a_mention_and_a_reply_with_who_said_it(telegram: BotApi, model: Script) -> None:
    group = await group_of(telegram, ANNA)
    telegram.pass_time(1)  # its times are whole seconds, and what was said before Anna came is not quoted
    first = await answered(telegram, group, "what is for dinner?", ANNA)
    assert said(model.requests[-1].request) == ['["User 3"]\nwhat is for dinner?']
    reply = telegram.say(group, "With bread?", 1, reply_to=first.message_id)
    await telegram.bot_message("With bread?", after=reply, user_id=group)
    last = said(model.requests[-1].request)[-1]
    assert last.startswith('["You", who manages your memory here]\n')
    assert last.endswith('> Echo: ["User 3"]\n> what is for dinner?\n\nWith bread?')


def send_album(telegram: BotApi, group: int, captioned: int) -> None:
    """Send three pictures, one of them with a question, and one that is for nobody."""
    for place, colour in enumerate(("red", "green", "blue")):
        caption = f"{MENTION}Which colours?" if place == captioned else ""
        telegram.say(group, Photo(photo(colour, SMALL)), ANNA, caption=caption, extra={"media_group_id": "7"})
    telegram.say(group, Photo(photo("black", SMALL)), ANNA, extra={"media_group_id": "8"})


@pytest.mark.parametrize("kills", [False, True])
async def test_an_album_is_for_it_as_a_whole_if_its_caption_is(
    telegram: BotApi, model: Script, bot: BotProcess, *, kills: bool
) -> None:
    group = await group_of(telegram, ANNA)
    send_album(telegram, group, captioned=0)
    if kills:
        await telegram.wait_for(lambda: not telegram.pending_updates)
        await bot.kill()
        await bot.start()
    await telegram.bot_message("Echo: ", user_id=group)
    assert [it.colour for it in seen_in(model.requests[-1].request.messages)] == ["red", "green", "blue"]


async def test_the_caption_may_come_last(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    group = await group_of(telegram, ANNA)
    await bot.stop()
    send_album(telegram, group, captioned=2)
    await bot.start()
    await telegram.bot_message("Echo: ", user_id=group)
    assert [it.colour for it in seen_in(model.requests[-1].request.messages)] == ["red", "green", "blue"]


@pytest.mark.usefixtures("bot")
async def test_what_is_not_for_it_is_neither_stored_nor_read(
    telegram: BotApi, model: Script, connection: psycopg.AsyncConnection[TupleRow]
) -> None:
    group = await group_of(telegram, ANNA)
    telegram.say(group, "The safe's code is 4711", ANNA)
    telegram.say(group, "/memory@other_bot list 4711", ANNA)
    bobs = telegram.say(group, "We meet at the harbour", ANNA)
    sent = telegram.say(group, f"{MENTION}where do we meet?", 1, reply_to=bobs)
    await telegram.bot_message("Echo: ", after=sent, user_id=group)
    assert "4711" not in bodies(model)
    assert "We meet at the harbour" in said(model.requests[-1].request)[-1]
    rows = await connection.execute("SELECT payload::text, message::text FROM telegram_updates")
    stored = [str(row) for row in await rows.fetchall()]
    assert not any("4711" in row for row in stored)


@pytest.mark.usefixtures("bot")
async def test_a_group_has_a_memory_of_its_own(telegram: BotApi, model: Script) -> None:
    await remembers(telegram, model)
    group = await group_of(telegram, ANNA)
    model.then(call("add_to_memory", content="User 3 plays the cello", category="person"), "Noted here.")
    sent = telegram.say(group, f"{MENTION}remember that User 3 plays the cello", 1)
    await telegram.bot_message("Noted here.", after=sent, user_id=group)
    in_group = model.requests[-1]
    assert "Sparrow" not in str(in_group.sent("messages"))
    sent = telegram.say(group, "/new@practice_bot", 1)
    await telegram.bot_message("new conversation", after=sent, user_id=group)
    await answered(telegram, group, "hello", ANNA)
    assert "plays the cello" in str(model.requests[-1].sent("messages"))
    assert "Sparrow" not in str(model.requests[-1].sent("messages"))
    telegram.send_text("/new")
    await telegram.bot_message("I still remember 1 thing")
    after = telegram.send_text("What do you know?")
    await telegram.bot_message("Echo: What do you know?", after=after)
    assert "cello" not in str(model.requests[-1].sent("messages"))


@pytest.mark.usefixtures("bot")
async def test_a_person_alone_with_it_has_their_own_memory_there_until_somebody_comes(
    telegram: BotApi, model: Script
) -> None:
    await remembers(telegram, model)
    group = await group_of(telegram)
    await answered(telegram, group, "which bank?")
    assert "Sparrow" in str(model.requests[-1].sent("messages"))
    assert said(model.requests[-1].request)[-1] == "which bank?"
    telegram.join(group, ANNA)
    await telegram.bot_message("Others are here now", user_id=group)
    before = len(model.requests)
    await answered(telegram, group, "which bank?", ANNA)
    await answered(telegram, group, "which bank, then?", 1)
    for request in model.requests[before:]:
        assert "Sparrow" not in str(request.sent("messages"))


@pytest.mark.usefixtures("bot")
async def test_somebody_who_came_unnoticed_sees_nothing_either(telegram: BotApi, model: Script) -> None:
    await remembers(telegram, model)
    group = await group_of(telegram)
    await answered(telegram, group, "which bank?")
    telegram.join(group, ANNA, noticed=False)
    await answered(telegram, group, "which bank, then?")
    assert "Sparrow" not in str(model.requests[-1].sent("messages"))


@pytest.mark.usefixtures("bot")
async def test_who_is_there_is_not_known_while_telegram_does_not_say(telegram: BotApi, model: Script) -> None:
    await remembers(telegram, model)
    group = await group_of(telegram)
    telegram.fail("getChatMemberCount")
    await answered(telegram, group, "which bank?")
    assert "Sparrow" not in str(model.requests[-1].sent("messages"))


@pytest.mark.usefixtures("bot")
async def test_an_answer_under_way_ends_when_somebody_comes(telegram: BotApi, model: Script) -> None:
    await remembers(telegram, model)
    group = await group_of(telegram)
    held = model.held("Sparrow & Sons, of course.", before=0)
    model.then(held)
    telegram.say(group, f"{MENTION}which bank?", 1)
    while "which bank?" not in bodies(model):  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    telegram.join(group, ANNA)
    await telegram.bot_message("Others are here now", user_id=group)
    held.gates[0].set()
    await answered(telegram, group, "hello", ANNA)
    assert not any("Sparrow" in it.text for it in telegram.messages(group) if it.from_bot)


async def test_it_is_still_known_after_a_kill(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await remembers(telegram, model)
    group = await group_of(telegram)
    held = model.held("Sparrow & Sons.", before=0)
    model.then(held)
    telegram.say(group, f"{MENTION}which bank?", 1)
    while "which bank?" not in bodies(model):  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    await bot.kill()
    held.gates[0].set()
    before = len(model.requests)
    telegram.join(group, ANNA, noticed=False)
    await bot.start()
    await telegram.bot_message("Others are here now", user_id=group)
    await answered(telegram, group, "hello", ANNA)
    for request in model.requests[before:]:
        assert "Sparrow" not in str(request.sent("messages"))


@pytest.mark.usefixtures("bot")
async def test_only_who_added_it_manages_its_memory(telegram: BotApi) -> None:
    group = await group_of(telegram, 2, ANNA)
    sent = telegram.say(group, "/memory@practice_bot add person User 3 plays the cello", 1)
    await telegram.bot_message("Remembered", after=sent, user_id=group)
    for stranger in (2, ANNA):
        sent = telegram.say(group, "/memory@practice_bot list", stranger)
        refused = await telegram.bot_message("Only the person who added me", after=sent, user_id=group)
        assert "cello" not in refused.text
        assert not any("cello" in it.text for it in telegram.seen_by(group, stranger) if it.from_bot)
    sent = telegram.say(group, "/memory@practice_bot list", 1)
    shown = await telegram.bot_message("cello", after=sent, user_id=group)
    telegram.send_text("/memory list")
    private = await telegram.bot_message("remember")
    assert "cello" not in private.text
    assert (shown.receiver, private.receiver) == (1, None)


@pytest.mark.parametrize("allowed", [True, False])
async def test_it_leaves_groups_that_it_does_not_serve(
    telegram: BotApi, bot_process: BotProcess, *, allowed: bool
) -> None:
    bot_process.settings["ALLOW_GROUPS"] = str(allowed).lower()
    await bot_process.start()
    group = telegram.add_group("Strangers", 2, by=BOB if allowed else 1)
    await telegram.wait_for(lambda: not telegram.group(group).has_bot)
    texts = [it.text for it in telegram.messages(group) if it.from_bot]
    assert texts == (
        [] if allowed else ["I don't answer in groups. Whoever hosts me can turn that on with ALLOW_GROUPS."]
    )
