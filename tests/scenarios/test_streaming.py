"""STREAMING: how an answer appears while it is written. Whatever happens meanwhile, it arrives whole, and once."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from practice.telegram.bot_api import Call as ApiCall
from practice.telegram.messenger import Draft, Message
from tests.pressing import pressed
from tests.process import BotProcess, Script, said
from tests.scenarios.test_settings_command import opened

BEGINNING = "An answer that shows at once."
ANSWER = f"{BEGINNING} Its end."
DRAFT = "sendMessageDraft"


@pytest.fixture
async def drafting(bot_process: BotProcess) -> AsyncIterator[BotProcess]:
    """The bot, whose answers grow as drafts."""
    bot_process.settings["STREAMING"] = "draft"
    await bot_process.start()
    yield bot_process
    await bot_process.stop()


def ending_after(gate: asyncio.Event) -> Reply:
    """Return an answer whose stream is held before its end."""
    return Reply(pieces=(f"{BEGINNING} ", "Its end."), gates={2: gate})


def answers(telegram: BotApi) -> list[str]:
    return [it.text for it in telegram.messages() if it.from_bot]


def calls(telegram: BotApi, *methods: str) -> Sequence[ApiCall]:
    return [it for it in telegram.calls if it.method in methods]


async def drafted(telegram: BotApi, text: str, topic: int = 0) -> Draft:
    """Wait for a draft in a topic that begins with a text."""

    def seen() -> Draft | None:
        draft = telegram.draft(topic=topic)
        return draft if draft and draft.text.startswith(text) else None

    return await telegram.wait_for(seen)


@pytest.mark.usefixtures("drafting")
async def test_an_answer_grows_in_one_draft_at_the_pace_of_edits_and_becomes_one_message(
    telegram: BotApi, model: Script
) -> None:
    model.then(model.slow("One two **three** four five six seven eight nine ten. " * 8, seconds=0.04))
    telegram.send_text("Count")
    final = await telegram.bot_message("ten.")
    assert final.text.count("ten.") == 8
    assert [it.text for it in telegram.messages() if it.from_bot] == [final.text]
    assert not calls(telegram, "editMessageText", "deleteMessage")
    shown = calls(telegram, DRAFT)
    assert len(shown) >= 3
    assert len({it.parameters["draft_id"] for it in shown}) == 1
    assert all(it.outcome == "ok" and it.parameters["can_stop"] for it in shown)
    assert all(later.at - earlier.at > 0.95 for earlier, later in pairwise(shown))
    texts = [it.parameters["text"] for it in shown]
    assert all(later.startswith(earlier) for earlier, later in pairwise(texts))
    assert "**" not in "".join(texts)
    assert telegram.draft() is None


@pytest.mark.usefixtures("drafting")
async def test_the_stop_button_of_a_draft_leaves_what_was_said_as_a_message(telegram: BotApi, model: Script) -> None:
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    await drafted(telegram, BEGINNING)
    telegram.send_text("Two")
    telegram.stop_draft()
    await telegram.bot_message("Echo: Two")
    assert answers(telegram) == [BEGINNING, "Echo: Two"]
    assert said(model.requests[-1].request) == ["One", "Two"]


@pytest.mark.usefixtures("drafting")
async def test_a_draft_that_is_stopped_too_late_changes_nothing(telegram: BotApi, model: Script) -> None:
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.send_text("One")
    draft = await drafted(telegram, BEGINNING)
    gate.set()
    await telegram.bot_message(ANSWER)
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("Two")
    newer = await drafted(telegram, BEGINNING)
    assert newer.draft_id != draft.draft_id
    stopped = {"chat": {"id": 1, "type": "private", "first_name": "You"}, "draft_id": draft.draft_id}
    telegram.updates.put({"stopped_message_generation": stopped})
    telegram.announce()
    await telegram.wait_for(lambda: not telegram.pending_updates)
    telegram.send_text("/memory")
    await telegram.bot_message("I don't remember anything yet")
    assert answers(telegram)[0] == ANSWER
    assert not model.server.abandoned


async def test_an_answer_is_neither_lost_nor_doubled_if_the_bot_is_killed_while_a_draft_shows(
    telegram: BotApi, model: Script, drafting: BotProcess
) -> None:
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    before = await drafted(telegram, BEGINNING)
    await drafting.kill()
    gate = asyncio.Event()
    model.then(ending_after(gate))
    shown = len(calls(telegram, DRAFT))
    await drafting.start()
    await telegram.wait_for(lambda: len(calls(telegram, DRAFT)) > shown)
    assert await drafted(telegram, BEGINNING) == before
    gate.set()
    await drafting.answered(1)
    assert answers(telegram) == [ANSWER]


async def test_a_draft_that_was_stopped_while_the_bot_was_down_stays_stopped(
    telegram: BotApi, model: Script, drafting: BotProcess
) -> None:
    model.then(ending_after(asyncio.Event()))
    telegram.send_text("One")
    await drafted(telegram, BEGINNING)
    await drafting.kill()
    telegram.stop_draft()
    model.then(Reply(text="Never", gates={0: asyncio.Event()}))
    await drafting.start()
    await telegram.bot_message("Stopped.")
    await telegram.wait_for(lambda: not telegram.pending_updates)
    assert answers(telegram) == ["Stopped."]


@pytest.mark.usefixtures("drafting")
async def test_after_a_429_drafts_pause_with_everything_else_and_the_answer_comes(
    telegram: BotApi, model: Script
) -> None:
    telegram.fail(DRAFT, error_code=429, retry_after=3, times=1)
    model.then(model.slow("One two three four five six seven eight nine ten.", seconds=0.15))
    telegram.send_text("Count")
    await telegram.bot_message("ten.")
    refused = next(it for it in calls(telegram, DRAFT) if it.outcome != "ok")
    later = [it for it in telegram.calls if it.method not in {"getUpdates", "setMyCommands"} and it.at > refused.at]
    assert all(it.at - refused.at > 2.95 for it in later)
    assert len(answers(telegram)) == 1


@pytest.mark.parametrize("refuses", ["older", "here"])
async def test_where_drafts_are_refused_the_answer_is_a_message_that_is_edited(
    telegram: BotApi, model: Script, drafting: BotProcess, refuses: str
) -> None:
    if refuses == "older":
        telegram.play_older(DRAFT)
    else:
        telegram.fail(DRAFT, error_code=400, description="Bad Request: TEXTDRAFT_PEER_INVALID")
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.send_text("One")
    begun = await telegram.bot_message(BEGINNING)
    gate.set()
    await drafting.answered(1)
    assert answers(telegram) == [ANSWER]
    ended = telegram.message(1, begun.message_id)
    assert ended is not None
    assert ended.text == ANSWER
    model.then(model.slow(ANSWER, seconds=0.2))
    telegram.send_text("Two")
    await drafting.answered(2)
    assert len(calls(telegram, DRAFT)) == (1 if refuses == "older" else 2)


@pytest.mark.usefixtures("drafting")
async def test_a_draft_is_shown_again_before_it_disappears_while_the_model_is_silent(
    telegram: BotApi, model: Script
) -> None:
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.send_text("One")
    await telegram.wait_for(
        lambda: [it.parameters["text"] for it in calls(telegram, DRAFT)].count(BEGINNING) > 2  # 0.3, 2 and 22 s
    )
    assert telegram.draft()
    gate.set()
    await telegram.bot_message(ANSWER)


async def test_each_topic_has_its_draft_and_a_stop_ends_the_one_of_its_topic(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["STREAMING"] = "draft"
    telegram.has_topics = True
    await bot_process.start()
    rome, work = telegram.open_topic("Rome"), telegram.open_topic("Work")
    gate = asyncio.Event()
    model.then(ending_after(asyncio.Event()), ending_after(gate))
    telegram.send_text("One", topic=rome)
    await drafted(telegram, BEGINNING, rome)
    telegram.send_text("Two", topic=work)
    await drafted(telegram, BEGINNING, work)
    assert telegram.draft() is None
    telegram.stop_draft(topic=rome)
    stopped = await telegram.bot_message(BEGINNING)
    gate.set()
    answered = await telegram.bot_message(ANSWER)
    assert (stopped.topic, answered.topic) == (rome, work)
    assert sorted(answers(telegram)) == [BEGINNING, ANSWER]
    shown = calls(telegram, DRAFT)
    assert len({it.parameters["draft_id"] for it in shown}) == 2
    assert {it.parameters["message_thread_id"] for it in shown} == {str(rome), str(work)}
    assert not telegram.drafts()


async def test_groups_have_no_drafts_and_are_not_asked_for_them(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings |= {"STREAMING": "draft", "ALLOW_GROUPS": "true"}
    await bot_process.start()
    telegram.reads_all = True
    group = telegram.add_group("Family", 3)
    await telegram.bot_message("Hello! Reply to me", user_id=group)
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.say(group, "@practice_bot One", 3)
    begun = await telegram.bot_message(BEGINNING, user_id=group)
    gate.set()
    await telegram.wait_for(lambda: (it := telegram.message(group, begun.message_id)) and it.text == ANSWER)
    assert not calls(telegram, DRAFT)


async def test_with_off_an_answer_shows_when_it_is_complete_and_the_bot_types_until_then(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["STREAMING"] = "off"
    await bot_process.start()
    gate = asyncio.Event()
    model.then(ending_after(gate))
    telegram.send_text("One")
    await telegram.wait_for(lambda: len(calls(telegram, "sendChatAction")) > 1)  # the second one after 4.5 s
    assert not answers(telegram)
    gate.set()
    await bot_process.answered(1)
    assert answers(telegram) == [ANSWER]
    assert not calls(telegram, "editMessageText", DRAFT)

    model.then(ending_after(asyncio.Event()))
    telegram.send_text("Two")
    await model.server.wait_for_request(2)
    telegram.send_text("/stop")
    await telegram.bot_message("Stopped.")


async def test_each_user_chooses_in_the_settings_and_that_outlasts_a_restart(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    page = await opened(telegram, "/settings streaming", "Live answers: message")
    chosen = await pressed(telegram, page, "draft")
    assert chosen.text.startswith("✍️ Live answers: draft\n\nThe answer grows more smoothly")
    overview = await pressed(telegram, chosen, "Back")
    assert "Live answers: draft\nHow an answer appears while I write it." in overview.text
    await bot.stop()
    await bot.start()
    model.then(model.slow(ANSWER, seconds=0.3))
    telegram.send_text("One")
    await drafted(telegram, "An answer")
    answered: Message = await telegram.bot_message(ANSWER)
    assert answered.edited is None
