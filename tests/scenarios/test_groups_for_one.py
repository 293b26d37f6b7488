"""What concerns who manages a group alone is shown to them alone."""

import pytest

from practice.telegram.bot_api import BotApi

CELLO = "User 3 plays the cello"
ANNA = 3


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    return {**settings, "ALLOW_GROUPS": "true"}


async def group_of(telegram: BotApi, *members: int) -> int:
    """Return a new group in which the bot has said hello, and is told everything."""
    telegram.reads_all = True
    group = telegram.add_group("Family", *members)
    await telegram.bot_message("Hello! Reply to me", user_id=group)
    return group


def sees(telegram: BotApi, group: int, user_id: int) -> list[str]:
    """Return what the bot wrote that a person of a group sees."""
    return [it.text for it in telegram.seen_by(group, user_id) if it.from_bot]


@pytest.mark.usefixtures("bot")
async def test_the_manager_alone_sees_the_memory_and_turns_its_pages(telegram: BotApi) -> None:
    group = await group_of(telegram, ANNA)
    telegram.say(group, f"/memory@practice_bot add person {CELLO}")
    await telegram.bot_message("Remembered", user_id=group)
    sent = telegram.say(group, "/memory@practice_bot list")
    shown = await telegram.bot_message("cello", after=sent, user_id=group)
    button = next(it for row in shown.keyboard for it in row if it.callback_data and ":show:" in it.callback_data)
    telegram.press(shown.message_id, button.callback_data or "", 1)
    await telegram.wait_for(
        lambda: "person" in sees(telegram, group, 1)[-1].lower() and len(telegram.history(shown.message_id)) > 1
    )
    assert len(sees(telegram, group, 1)) == 3
    assert len(sees(telegram, group, ANNA)) == 1


@pytest.mark.usefixtures("bot")
async def test_an_older_server_sends_it_to_the_private_chat(telegram: BotApi) -> None:
    telegram.send_text("/help")
    await telegram.bot_message("Write to me")
    telegram.fail("editEphemeralMessageText", error_code=404, description="Not Found")
    group = await group_of(telegram, ANNA)
    telegram.say(group, f"/memory@practice_bot add person {CELLO}")
    told = await telegram.bot_message("Remembered")
    assert (told.keyboard, told.entities) == ((), told.entities)
    assert len(sees(telegram, group, 1)) == 1


@pytest.mark.usefixtures("bot")
async def test_a_server_that_shows_it_to_all_is_found_out(telegram: BotApi) -> None:
    telegram.send_text("/help")
    await telegram.bot_message("Write to me")
    telegram.knows_ephemeral = False
    group = await group_of(telegram, ANNA)
    telegram.say(group, f"/memory@practice_bot add person {CELLO}")
    await telegram.bot_message("Remembered")
    assert len(sees(telegram, group, ANNA)) == 1
