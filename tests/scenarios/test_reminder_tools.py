"""The model sets a reminder: its receipt stands below the answer, with Undo; what differs is asked back."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from practice.telegram.bot_api import BotApi
from tests.pressing import pressed
from tests.process import Script, call
from tests.striking import marked

LONDON = ZoneInfo("Europe/London")


def tomorrow(hour: int) -> datetime:
    """Return an hour of tomorrow by the user's clock."""
    day = datetime.now(LONDON).date() + timedelta(days=1)
    return datetime(day.year, day.month, day.day, hour, tzinfo=LONDON)


@pytest.mark.usefixtures("bot")
async def test_the_model_sets_a_reminder_only_at_the_time_that_the_user_said(telegram: BotApi, model: Script) -> None:
    at = tomorrow(9)
    wanted = {"text": "Call mom", "when": "tomorrow at 9", "at": f"{at:%Y-%m-%dT%H:%M}"}
    wrong = wanted | {"at": f"{at + timedelta(days=1):%Y-%m-%dT%H:%M}"}
    model.then(call("set_reminder", **wrong), "Do you mean tomorrow?")
    answer = await telegram.bot_message("Do you mean", after=telegram.send_text("Remind me to call mom tomorrow at 9"))
    assert answer.text == "Do you mean tomorrow?"
    result = model.heard
    assert result.startswith("Nothing was set. “tomorrow at 9” is ")
    model.then(call("set_reminder", **wanted), "I'll remind you.")
    answer = await telegram.bot_message("I'll remind you.", after=telegram.send_text("Yes"))
    receipt = f"⏰ {at:%a}, {at.day} {at:%b %Y}, 09:00 (Europe/London): Call mom"
    assert answer.text == f"I'll remind you.\n\n{receipt}"
    undone = await pressed(telegram, answer, "Undo")
    assert marked(undone) == f"I'll remind you.\n\n~{receipt}~"
    assert await telegram.bot_message("There are no reminders or tasks.", after=telegram.send_text("/reminders"))
