"""What the model reads is the same, byte for byte, whatever language its user speaks."""

import re
from collections.abc import Sequence

import pytest

from practice.telegram.bot_api import BotApi
from tests.pressing import pressed
from tests.process import Script, call

PAST = {"when": "1 March 2020", "at": "2020-03-01T09:00"}
WEEKLY = {"when": "every monday at 9", "at": "2036-12-01T09:00", "repeat": "FREQ=WEEKLY;BYDAY=MO"}
CALLS = (
    call("set_reminder", text="water the plants", when="1 December 2036 at 9", at="2036-12-01T09:00"),
    call("set_reminder", text="too late", **PAST),
    call("set_reminder", text="never", when="soon", at="2036-12-02T09:00", repeat="FREQ=SECONDLY"),
    call("set_reminder", text="often", when="x", at="2036-12-01T09:00", nag_minutes=1),
    call("list_reminders"),
    call("add_to_memory", content="The user's sister is Zoe", category="person"),
    call("add_to_memory", content="The user's sister is Zoe", category="person"),
    call("change_note", name="Shopping", text="- [ ] milk\n- [ ] bread"),
    call("change_note", name="Shopping", tick=["milk"]),
    call("read_note", name="Recipes"),
    call("find_notes"),
    call("fetch_page", url="http://127.0.0.1:1/"),
    call("react", emoji="no emoji"),
)
_ID = re.compile(r"(\bid:|Stored as \[id:|memory restore )[A-Za-z0-9]{8}\b")
_CALL = re.compile(r'(id":\s*)"call_[^"]*"')
_TIME = re.compile(r"\[\w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d\]|It is now \w{3}, [^.]*\.")


async def conversation(telegram: BotApi, model: Script, user_id: int) -> Sequence[str]:
    """Talk with the bot, and return what the model was sent, without ids and times."""
    before = len(model.requests)
    model.then(*CALLS[:7], "Enough!")
    answer = await telegram.bot_message("Enough!", user_id=user_id, after=telegram.send_text("Begin", user_id))
    await pressed(telegram, answer, "2036")
    model.then(*CALLS[7:], "Done!")
    await telegram.bot_message("Done!", user_id=user_id, after=telegram.send_text("Go on", user_id))
    await telegram.bot_message("Echo: And now?", user_id=user_id, after=telegram.send_text("And now?", user_id))
    sent = [request.sent("tools") + request.prompt for request in model.requests[before:]]
    return [_CALL.sub(r"\1", _TIME.sub("[time]", _ID.sub(r"\1[id]", it))) for it in sent]


def differing(one: str, other: str) -> str:
    """Return the surroundings of the first character in which two texts differ; empty if they don't."""
    at = next((at for at, (its, another) in enumerate(zip(one, other, strict=False)) if its != another), 0)
    return "" if one == other else f"{one[at - 40 : at + 40]} | {other[at - 40 : at + 40]}"


@pytest.mark.usefixtures("bot")
async def test_the_model_reads_the_same_of_two_users_who_speak_different_languages(
    telegram: BotApi, model: Script
) -> None:
    in_english = await conversation(telegram, model, 1)
    telegram.speak("ar", 2)
    in_another = await conversation(telegram, model, 2)
    assert len(in_english) == len(in_another) == len(CALLS) + 3
    for one, other in zip(in_english, in_another, strict=True):
        assert differing(one, other) == ""
