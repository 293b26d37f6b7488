"""Groups over time: they have topics, become supergroups, and lose the bot."""

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from bot.language import LANGUAGES
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message, PressAnswer
from tests.examined import Examined
from tests.process import BotProcess, Script, run, said

MENTION = "@practice_bot "
CELLO = "User 3 plays the cello"
ANNA = 3


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    return {**settings, "ALLOW_GROUPS": "true"}


async def group_of(telegram: BotApi, *members: int, is_super: bool = True) -> int:
    """Return a new group in which the bot has said hello, and is told everything."""
    telegram.reads_all = True
    group = telegram.add_group("Family", *members, is_super=is_super)
    await telegram.bot_message("Hello! Reply to me", user_id=group)
    return group


async def remembers(telegram: BotApi, group: int) -> None:
    """Let the group's manager add a memory to it."""
    sent = telegram.say(group, f"/memory@practice_bot add person {CELLO}")
    await telegram.bot_message("Remembered", after=sent, user_id=group)


async def with_button(telegram: BotApi, group: int, after: int) -> Message:
    """Return the first message after another that has a button."""
    return await telegram.wait_for(
        lambda: next((it for it in telegram.messages(group) if it.message_id > after and it.keyboard), None)
    )


async def toast(telegram: BotApi, query: str) -> PressAnswer:
    """Return the answer to a press."""
    return await telegram.wait_for(lambda: telegram.press_answer(query))


def is_ended(telegram: BotApi, group: int, message_id: int) -> bool:
    """Tell whether a message has no button any more."""
    message = telegram.message(group, message_id)
    return message is None or not message.keyboard


async def lists(telegram: BotApi, group: int) -> None:
    """Let the group's manager see its memory: what `remembers` added."""
    sent = telegram.say(group, "/memory@practice_bot list")
    await telegram.bot_message(CELLO, after=sent, user_id=group)


@pytest.mark.usefixtures("bot")
async def test_groups_have_a_menu_of_their_own(telegram: BotApi) -> None:
    await telegram.wait_for(lambda: len(telegram.commands_in_groups) == len(LANGUAGES))
    names = [it.command for it in telegram.commands_in_groups[""]]
    assert names == ["ask", "memory", "notes", "new", "stop", "help"]
    assert telegram.commands_in_groups["de"][0].description == "Frag mich etwas"


@pytest.mark.usefixtures("bot")
async def test_in_privacy_mode_it_is_asked_by_a_command(telegram: BotApi, model: Script) -> None:
    group = telegram.add_group("Family", ANNA)
    await telegram.bot_message("Hello! Reply to me", user_id=group)
    sent = telegram.say(group, "/ask@practice_bot what is for dinner?", ANNA)
    first = await telegram.bot_message("Echo: ", after=sent, user_id=group)
    assert said(model.requests[-1].request)[-1] == '["User 3"]\nwhat is for dinner?'
    sent = telegram.say(group, "With bread?", ANNA, reply_to=first.message_id)
    await telegram.bot_message("With bread?", after=sent, user_id=group)


@pytest.mark.usefixtures("bot")
async def test_each_topic_is_a_conversation(telegram: BotApi, model: Script) -> None:
    group = await group_of(telegram, ANNA)
    for topic, text in ((10, "Let us cook"), (20, "Let us travel"), (10, "What first?")):
        sent = telegram.say(group, f"{MENTION}{text}", ANNA, topic=topic)
        await telegram.bot_message(text, after=sent, user_id=group)
        call = next(it for it in reversed(telegram.calls) if it.method == "sendMessage")
        assert call.parameters["message_thread_id"] == str(topic)
        assert call.json("reply_parameters") == {"message_id": sent, "allow_sending_without_reply": True}
    words = [it.partition("\n")[2] for it in said(model.requests[-1].request)]
    assert words == ["Let us cook", "What first?"]


@pytest.mark.usefixtures("bot")
async def test_a_group_that_becomes_a_supergroup_keeps_what_it_has(telegram: BotApi, model: Script) -> None:
    group = await group_of(telegram, ANNA, is_super=False)
    await remembers(telegram, group)
    sent = telegram.say(group, f"{MENTION}hello", ANNA)
    await telegram.bot_message("Echo: ", after=sent, user_id=group)
    upgraded = telegram.upgrade(group)
    await lists(telegram, upgraded)
    sent = telegram.say(upgraded, f"{MENTION}hello again", ANNA)
    await telegram.bot_message("hello again", after=sent, user_id=upgraded)
    assert [it.partition("\n")[2] for it in said(model.requests[-1].request)] == ["hello", "hello again"]


async def test_an_upgrade_and_a_removal_around_a_kill_lose_nothing(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    telegram.send_text("/help")
    group = await group_of(telegram, ANNA, is_super=False)
    await remembers(telegram, group)
    held = model.held("Held.", before=0)
    model.then(held)
    telegram.say(group, f"{MENTION}hello", ANNA)
    await model.server.wait_for_request(1)
    upgraded = telegram.upgrade(group)
    await telegram.wait_for(lambda: not telegram.pending_updates)
    await bot.kill()
    for gate in held.gates.values():
        gate.set()
    telegram.set_bot(upgraded, "kicked", by=ANNA)
    await bot.start()
    await telegram.bot_message("I am no longer in the group “Family”. What I remember of it is kept.")
    await bot.kill()
    telegram.set_bot(upgraded, "member")
    greeted = telegram.messages(upgraded)[-1].message_id
    await bot.start()
    await telegram.bot_message("Hello! Reply to me", after=greeted, user_id=upgraded)
    await lists(telegram, upgraded)
    sent = telegram.say(upgraded, f"{MENTION}hello again", ANNA)
    await telegram.bot_message("hello again", after=sent, user_id=upgraded)


@pytest.mark.usefixtures("bot")
async def test_what_was_asked_just_before_an_upgrade_is_answered_after_it(telegram: BotApi) -> None:
    group = await group_of(telegram, ANNA, is_super=False)
    telegram.say(group, f"{MENTION}hello", ANNA)
    telegram.say(group, f"/memory@practice_bot add person {CELLO}")
    upgraded = telegram.upgrade(group)
    await telegram.bot_message("Echo: ", user_id=upgraded)
    await telegram.bot_message("Remembered", user_id=upgraded)
    sent = telegram.say(upgraded, f"{MENTION}hello again", ANNA)
    await telegram.bot_message("hello again", after=sent, user_id=upgraded)
    assert [it.text for it in telegram.messages(upgraded) if "private assistant" in it.text] == []


async def test_what_was_asked_before_an_upgrade_is_answered_by_a_bot_that_was_away(
    telegram: BotApi, bot: BotProcess
) -> None:
    group = await group_of(telegram, ANNA, is_super=False)
    await bot.kill()
    telegram.say(group, f"{MENTION}hello", ANNA)
    upgraded = telegram.upgrade(group)
    await bot.start()
    await telegram.bot_message("Echo: ", user_id=upgraded)


@pytest.mark.usefixtures("bot")
async def test_an_answer_under_way_is_given_after_an_upgrade(telegram: BotApi, model: Script) -> None:
    group = await group_of(telegram, ANNA, is_super=False)
    model.then(model.held("Soup.", before=0), "Soup, of course.")
    telegram.say(group, f"{MENTION}what is for dinner?", ANNA)
    while not model.requests:  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)
    upgraded = telegram.upgrade(group)
    await telegram.bot_message("Soup, of course.", user_id=upgraded)


@pytest.mark.usefixtures("bot")
async def test_an_answer_that_is_sent_before_the_bot_hears_of_an_upgrade_is_given_after_it(telegram: BotApi) -> None:
    group = await group_of(telegram, ANNA, is_super=False)
    telegram.delay("getUpdates", 2.0)
    telegram.delay("sendMessage", 0.3, times=1)
    began = len(telegram.calls)
    telegram.say(group, f"{MENTION}hello", ANNA)
    await telegram.wait_for(lambda: any(it.method == "sendMessage" for it in telegram.calls[began:]))
    upgraded = telegram.upgrade(group)
    await telegram.bot_message("Echo: ", user_id=upgraded)


@pytest.mark.usefixtures("bot")
async def test_removing_the_bot_deletes_nothing_and_who_added_it_is_told_how(telegram: BotApi) -> None:
    telegram.send_text("/help")
    group = await group_of(telegram, ANNA)
    await remembers(telegram, group)
    telegram.set_bot(group, "kicked", by=ANNA)
    await telegram.bot_message("I am no longer in the group “Family”. What I remember of it is kept.")
    telegram.set_bot(group, "member")
    greeted = telegram.messages(group)[-1].message_id
    await telegram.bot_message("Hello! Reply to me", after=greeted, user_id=group)
    await lists(telegram, group)


@pytest.mark.usefixtures("bot")
async def test_who_asked_and_who_added_the_bot_can_stop_an_answer(telegram: BotApi, model: Script) -> None:
    group = await group_of(telegram, 2, ANNA)
    for presser, stops in ((2, False), (ANNA, True), (1, True)):
        model.then(Script.slow("word " * 200, seconds=0.05))
        sent = telegram.say(group, f"{MENTION}tell me a story", ANNA)
        shown = await with_button(telegram, group, sent)
        button = shown.keyboard[0][0].callback_data or ""
        words = (await toast(telegram, telegram.press(shown.message_id, button, presser))).text
        assert words == ("Stopped." if stops else "Only the person who added me to this group can do that.")
        if not stops:
            await toast(telegram, telegram.press(shown.message_id, button, 1))
        await telegram.wait_for(partial(is_ended, telegram, group, shown.message_id))


@pytest.mark.usefixtures("bot")
async def test_an_edit_of_what_was_not_for_the_bot_is_not_answered(telegram: BotApi, model: Script) -> None:
    group = await group_of(telegram, ANNA)
    sent = telegram.say(group, "Soup or salad?", ANNA)
    telegram.edit_in_group(sent, f"{MENTION}soup or salad?")
    after = telegram.say(group, f"{MENTION}hello", ANNA)
    await telegram.bot_message("hello", after=after, user_id=group)
    assert len([it for it in telegram.messages(group) if it.from_bot]) == 2
    assert "salad" not in json.dumps([said(it.request) for it in model.requests])


async def test_doctor_explains_privacy_mode(telegram: BotApi, settings: dict[str, str], tmp_path: Path) -> None:
    code, written = await run("doctor", cwd=tmp_path, **settings)
    private = Examined(code, written).text("groups")
    assert private.startswith("answered, and privacy mode is on: Telegram delivers /ask and replies")
    assert "/setprivacy" in private
    telegram.reads_all = True
    code, written = await run("doctor", cwd=tmp_path, **settings)
    assert "privacy mode is off" in Examined(code, written).text("groups")
    code, written = await run("doctor", cwd=tmp_path, **{**settings, "ALLOW_GROUPS": "false"})
    assert Examined(code, written).text("groups") == "not answered. To answer in groups, set ALLOW_GROUPS=true."
