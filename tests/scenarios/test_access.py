"""Closed by default: users who are not allowed get a refusal, and nothing of theirs is stored."""

import pytest

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.databases import administration
from tests.pictures import photo
from tests.pressing import asked
from tests.process import BotProcess, Script

STRANGER = 4242


def count(database_url: str, query: str) -> int:
    """Return a number from the database."""
    with administration(database_url) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row
    return int(row[0])


@pytest.mark.usefixtures("bot")
async def test_a_stranger_gets_one_refusal_and_nothing_is_stored(
    telegram: BotApi, model: Script, database_url: str
) -> None:
    for text in ("Hello", "/start", "/memory", "Let me in"):
        telegram.send_text(text, user_id=STRANGER)
    telegram.send(Photo(photo()), user_id=STRANGER)
    telegram.send_text("Hello", user_id=5151)
    await asked(telegram, "Hello", "Echo: Hello")
    await telegram.bot_message("This is a private assistant", user_id=5151)
    refusals = [it.text for it in telegram.messages(STRANGER) if it.from_bot]
    assert refusals == ["This is a private assistant. Its owner can send you a link that lets you in."]
    assert len(model.requests) == 1
    assert count(database_url, "SELECT count(*) FROM telegram_updates") == 1
    assert count(database_url, "SELECT count(*) FROM agent_conversations WHERE user_id <> 1") == 0


async def test_a_proxy_of_the_environment_is_not_asked_for_servers_on_this_machine(
    telegram: BotApi, bot_process: BotProcess
) -> None:
    bot_process.settings |= {"HTTP_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"}
    await bot_process.start()
    await asked(telegram, "Hello", "Echo: Hello")


GROUP = {"id": -7, "type": "supergroup", "title": "Family"}


async def test_a_group_or_a_channel_is_left_with_a_sentence_and_what_is_said_there_is_not_stored(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    user = {"id": 1, "is_bot": False, "first_name": "Bob", "language_code": "de"}
    itself = {"id": 1000, "is_bot": True, "first_name": "Keepsake"}
    added = {"chat": GROUP, "from": user, "date": 1_800_000_000}
    added |= {"old_chat_member": {"user": itself, "status": "left"}}
    telegram.put_update({"my_chat_member": {**added, "new_chat_member": {"user": itself, "status": "member"}}})
    told = await telegram.bot_message(user_id=-7)
    assert told.text == "Ich bin ein persönlicher Assistent und antworte nur in privaten Chats."
    await telegram.wait_for(lambda: any(it.method == "leaveChat" for it in telegram.calls))
    telegram.put_update({"my_chat_member": {**added, "new_chat_member": {"user": itself, "status": "left"}}})
    said = {"message_id": 5, "date": 1_800_000_000, "text": "Remember that I like tea", "from": user}
    telegram.put_update({"message": {**said, "chat": {**GROUP, "id": -8, "type": "channel"}}})
    await telegram.wait_for(lambda: [it.method for it in telegram.calls].count("leaveChat") == 2)
    await telegram.bot_message("Echo: Hi", after=telegram.send_text("Hi"))
    assert (len(telegram.messages(-7)), len(telegram.messages(-8))) == (1, 0)
    assert len(model.requests) == 1
    assert count(database_url, "SELECT count(*) FROM telegram_updates") == 1
    assert not any("tea" in line for line in bot.log)
