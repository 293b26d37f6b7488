"""Groups as Telegram shows them to a bot: who is there, what the bot gets of what they say, and who sees its words."""

from collections.abc import AsyncIterator

import httpx
import pytest
from telegram import Update

from practice.serving import serve
from practice.telegram.bot_api import BotApi

TOKEN = "1000:practice"
MENTION = "@practice_bot what is for dinner?"


class Caller:
    """Calls methods as a bot does."""

    def __init__(self, url: str, client: httpx.AsyncClient) -> None:
        self._url = url
        self._client = client

    async def __call__(self, method: str, /, **parameters: object) -> dict[str, object]:
        """Return the whole answer."""
        answer = await self._client.post(f"{self._url}/bot{TOKEN}/{method}", json=parameters)
        body = answer.json()
        assert isinstance(body, dict)
        assert answer.status_code == body.get("error_code", 200)
        return body


@pytest.fixture
def telegram() -> BotApi:
    return BotApi(TOKEN)


@pytest.fixture
async def call(telegram: BotApi) -> AsyncIterator[Caller]:
    async with serve(telegram.app) as url, httpx.AsyncClient(trust_env=False) as client:
        yield Caller(url, client)


def texts(telegram: BotApi) -> list[object]:
    """Return what waits for the bot of what people wrote."""
    messages = [it["message"] for it in telegram.pending_updates if "message" in it]
    return [it["text"] for it in messages if isinstance(it, dict) and "text" in it]


def test_a_new_group_is_announced_with_the_person_who_added_the_bot(telegram: BotApi) -> None:
    group = telegram.add_group("Family", 2, by=7)
    changed, served = telegram.pending_updates
    its = changed["my_chat_member"]
    assert isinstance(its, dict)
    assert its["chat"] == {"id": group, "title": "Family", "type": "supergroup"}
    assert (its["from"]["id"], its["old_chat_member"]["status"], its["new_chat_member"]["status"]) == (
        7,
        "left",
        "member",
    )
    assert isinstance(served["message"], dict)
    assert served["message"]["new_chat_members"] == [telegram.bot]


@pytest.mark.parametrize("status", ["administrator", "kicked", "left"])
def test_what_became_of_the_bot_is_told_as_telegram_does(telegram: BotApi, status: str) -> None:
    telegram.set_bot(telegram.add_group("Family"), status)
    changed = Update.de_json(telegram.pending_updates[-1], None).my_chat_member
    assert changed
    assert (changed.old_chat_member.status, changed.new_chat_member.status) == ("member", status)


async def test_in_privacy_mode_a_bot_gets_commands_and_replies_only(telegram: BotApi, call: Caller) -> None:
    group = telegram.add_group("Family", 2)
    for text in ("Hello everybody", MENTION, "/ask dinner?", "/ask@other_bot dinner?", "/ask@Practice_Bot dinner?"):
        telegram.say(group, text, user_id=2)
    assert texts(telegram) == ["/ask@Practice_Bot dinner?"]
    await call("sendMessage", chat_id=group, text="Soup")
    soup = telegram.messages(group)[-1]
    telegram.say(group, "With bread?", user_id=2, reply_to=soup.message_id)
    telegram.say(group, "/ask dinner?", user_id=2)
    telegram.say(group, "Nice", user_id=2)
    assert texts(telegram) == ["/ask@Practice_Bot dinner?", "With bread?", "/ask dinner?"]


@pytest.mark.parametrize("how", ["privacy mode is off", "administrator"])
async def test_otherwise_it_gets_everything(telegram: BotApi, call: Caller, how: str) -> None:
    group = telegram.add_group("Family", 2)
    if how == "administrator":
        telegram.set_bot(group, "administrator")
    else:
        telegram.reads_all = True
        me = await call("getMe")
        assert isinstance(me["result"], dict)
        assert me["result"]["can_read_all_group_messages"] is True
    telegram.say(group, "Hello everybody", user_id=2)
    telegram.say(group, MENTION, user_id=2)
    assert texts(telegram) == ["Hello everybody", MENTION]
    message = telegram.pending_updates[-1]["message"]
    assert isinstance(message, dict)
    assert message["entities"] == [{"type": "mention", "offset": 0, "length": 13}]
    assert (message["from"]["id"], message["chat"]["id"]) == (2, group)


async def test_people_come_and_go(telegram: BotApi, call: Caller) -> None:
    group = telegram.add_group("Family")
    assert (await call("getChatMemberCount", chat_id=group))["result"] == 2
    telegram.join(group, 2)
    assert (await call("getChatMemberCount", chat_id=group))["result"] == 3
    came = telegram.pending_updates[-1]["message"]
    assert isinstance(came, dict)
    assert [it["id"] for it in came["new_chat_members"]] == [2]
    telegram.leave(group, 2)
    assert (await call("getChatMemberCount", chat_id=group))["result"] == 2
    statuses = [(await call("getChatMember", chat_id=group, user_id=it))["result"] for it in (1, 2)]
    assert [it["status"] for it in statuses if isinstance(it, dict)] == ["creator", "left"]
    assert (await call("getChatMember", chat_id=group, user_id=99))["description"] == "Bad Request: user not found"


async def test_a_message_for_one_person_is_seen_by_them_alone(telegram: BotApi, call: Caller) -> None:
    group = telegram.add_group("Family", 2)
    telegram.say(group, "Hello", user_id=2)
    sent = await call("sendMessage", chat_id=group, text="Secret", ephemeral_message_parameters={"receiver_user_id": 1})
    assert isinstance(sent["result"], dict)
    its_id = sent["result"]["ephemeral_message_id"]
    assert (sent["result"]["message_id"], sent["result"]["receiver_user"]["id"]) == (0, 1)
    assert [it.text for it in telegram.seen_by(group, 1)] == ["", "Hello", "Secret"]
    assert [it.text for it in telegram.seen_by(group, 2)] == ["", "Hello"]
    its = {"chat_id": group, "receiver_user_id": 1, "ephemeral_message_id": its_id}
    assert (await call("editEphemeralMessageText", text="Changed", **its))["result"] is True
    assert telegram.seen_by(group, 1)[-1].text == "Changed"
    plain = await call("editMessageText", chat_id=group, message_id=its_id, text="Again")
    assert plain["description"] == "Bad Request: message to edit not found"
    assert (await call("deleteEphemeralMessage", **its))["result"] is True
    assert telegram.seen_by(group, 1)[-1].text == "Hello"


@pytest.mark.parametrize(
    ("where", "receiver", "reason"),
    [
        ("group", 3, "PARTICIPANT_ID_INVALID"),
        ("private", 1, "ephemeral messages can be sent to groups and supergroups only"),
    ],
)
async def test_it_is_refused_elsewhere(telegram: BotApi, call: Caller, where: str, receiver: int, reason: str) -> None:
    group = telegram.add_group("Family", 2)
    telegram.send_text("Hello")
    chat_id = group if where == "group" else 1
    parameters = {"receiver_user_id": receiver}
    answer = await call("sendMessage", chat_id=chat_id, text="Secret", ephemeral_message_parameters=parameters)
    assert answer["description"] == f"Bad Request: {reason}"


async def test_a_bot_that_left_can_write_no_more(telegram: BotApi, call: Caller) -> None:
    group = telegram.add_group("Family", 2)
    assert (await call("leaveChat", chat_id=group))["result"] is True
    left = telegram.pending_updates[-1]["my_chat_member"]
    assert isinstance(left, dict)
    assert left["from"]["is_bot"] is True
    refusal = await call("sendMessage", chat_id=group, text="Hello?")
    assert refusal["description"] == "Forbidden: bot is not a member of the supergroup chat"
    telegram.set_bot(group, "kicked")
    refusal = await call("sendMessage", chat_id=group, text="Hello?")
    assert refusal["description"] == "Forbidden: bot was kicked from the supergroup chat"


async def test_a_group_that_was_upgraded_names_its_new_id(telegram: BotApi, call: Caller) -> None:
    group = telegram.add_group("Family", 2, is_super=False)
    new_id = telegram.upgrade(group)
    refusal = await call("sendMessage", chat_id=group, text="Hello?")
    assert refusal["description"] == "Bad Request: group chat was upgraded to a supergroup chat"
    assert refusal["parameters"] == {"migrate_to_chat_id": new_id}
    assert (await call("sendMessage", chat_id=new_id, text="Hello"))["ok"] is True
