"""Closed by default: users who are not allowed get a refusal, and nothing of theirs is stored."""

import psycopg
import pytest
from sqlalchemy import make_url

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Photo
from tests.pictures import photo
from tests.process import BotProcess, Script, call, said, stored_id

STRANGER = 4242


def count(database_url: str, query: str) -> int:
    """Return a number from the database."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
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
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await telegram.bot_message("This is a private assistant", user_id=5151)
    refusals = [it.text for it in telegram.messages(STRANGER) if it.from_bot]
    assert refusals == ["This is a private assistant. Its owner can send you a link that lets you in."]
    assert len(model.requests) == 1
    assert count(database_url, "SELECT count(*) FROM telegram_updates") == 1
    assert count(database_url, "SELECT count(*) FROM agent_conversations WHERE user_id <> 1") == 0


@pytest.mark.usefixtures("bot")
async def test_two_allowed_users_have_memories_of_their_own(telegram: BotApi, model: Script) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    telegram.send_text("Remember that I like tea")
    noted = await telegram.bot_message("💾")
    memory_id = stored_id(model)
    telegram.send_text("/memory", user_id=2)
    await telegram.bot_message("I don't remember anything yet", user_id=2)
    telegram.send_text(f"/memory delete {memory_id}", user_id=2)
    await telegram.bot_message("There is no memory with the id", user_id=2)
    telegram.send_text("/memory")
    await telegram.bot_message("You like tea", after=noted.message_id)


@pytest.mark.usefixtures("bot")
async def test_groups_and_channels_are_ignored(telegram: BotApi, model: Script, database_url: str) -> None:
    for kind, chat_id in (("group", -5), ("supergroup", -1005), ("channel", -1006)):
        message = {
            "message_id": 900,
            "date": 1_700_000_000,
            "chat": {"id": chat_id, "type": kind, "title": "Club"},
            "from": {"id": 1, "is_bot": False, "first_name": "You"},
            "text": "Hello in the group",
        }
        telegram.put_update({"message": message})
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert len(model.requests) == 1
    assert count(database_url, "SELECT count(*) FROM telegram_updates") == 1


@pytest.mark.usefixtures("bot")
async def test_an_update_that_cannot_be_read_blocks_nothing(
    telegram: BotApi, database_url: str, bot: BotProcess
) -> None:
    secret = "a stranger's secret words"
    for user_id in (1, STRANGER):
        sender = {"id": user_id, "is_bot": False, "first_name": "You"}
        chat = {"id": user_id, "type": "private"}
        telegram.put_update({"message": {"message_id": 901, "chat": chat, "from": sender, "text": secret, "date": "x"}})
        telegram.put_update({"message": {"message_id": 902, "chat": chat, "from": sender, "text": secret}})
        telegram.put_update({"message": ["nonsense"]})
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    unread = "SELECT count(*) FROM telegram_updates WHERE problem IS NOT NULL AND handled_at IS NOT NULL"
    assert count(database_url, unread) == 6
    assert count(database_url, f"{unread} AND payload IS NOT NULL") == 2
    assert not any(secret in line for line in bot.log)


async def test_a_proxy_of_the_environment_is_not_asked_for_servers_on_this_machine(
    telegram: BotApi, bot_process: BotProcess
) -> None:
    bot_process.settings |= {"HTTP_PROXY": "http://127.0.0.1:9", "ALL_PROXY": "http://127.0.0.1:9"}
    await bot_process.start()
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")


async def test_what_waited_while_the_bot_was_away_is_answered_together(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    await bot.kill()
    first = telegram.send_text("While you were away")
    telegram.send_text("I wrote twice")
    await bot.start()
    await telegram.bot_message("Echo: I wrote twice", after=first)
    assert said(model.requests[-1].request) == ["Hello", "While you were away", "I wrote twice"]
    assert len(model.requests) == 2


GROUP = {"id": -7, "type": "supergroup", "title": "Family"}


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("who", [1, 5])
async def test_in_a_group_it_says_that_it_answers_in_private_chats_only_and_leaves(telegram: BotApi, who: int) -> None:
    user = {"id": who, "is_bot": False, "first_name": "Bob", "language_code": "de"}
    itself = {"id": 1000, "is_bot": True, "first_name": "Keepsake"}
    added = {"chat": GROUP, "from": user, "date": 1_800_000_000}
    added |= {"old_chat_member": {"user": itself, "status": "left"}}
    telegram.put_update({"my_chat_member": {**added, "new_chat_member": {"user": itself, "status": "member"}}})
    said = await telegram.bot_message(user_id=-7)
    assert said.text == "Ich bin ein persönlicher Assistent und antworte nur in privaten Chats."
    await telegram.wait_for(lambda: any(it.method == "leaveChat" for it in telegram.calls))
    telegram.put_update({"my_chat_member": {**added, "new_chat_member": {"user": itself, "status": "left"}}})
    await telegram.bot_message("Echo: Hi", after=telegram.send_text("Hi"))
    assert len(telegram.messages(-7)) == 1


async def test_what_is_said_in_a_group_or_a_channel_is_not_stored(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    user = {"id": 1, "is_bot": False, "first_name": "You"}
    said = {"message_id": 5, "date": 1_800_000_000, "text": "Remember that I like tea", "from": user}
    telegram.put_update({"message": {**said, "chat": GROUP}})
    telegram.put_update({"message": {**said, "chat": {**GROUP, "id": -8, "type": "channel"}}})
    await telegram.wait_for(lambda: [it.method for it in telegram.calls].count("leaveChat") == 2)
    assert [it.text for it in telegram.messages(-8)] == []
    await telegram.bot_message("Echo: Hi", after=telegram.send_text("Hi"))
    assert len(model.requests) == 1
    assert count(database_url, "SELECT count(*) FROM telegram_updates") == 1
    assert not any("tea" in line for line in bot.log)
