"""The model sets reminders: it gives a time in words and as it understood it, and code compares both."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from bot.features.reminders.operations import Reminders
from bot.features.reminders.tools import reminder_tools
from bot.kit.errors import ActRefused
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.prompt_text import own
from bot.model.values import ToolCall, ToolResult
from bot.store.engine import Database
from bot.turns.store import conversations
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import Prepared, ToolSet
from bot.turns.values.acts import Consent
from bot.turns.values.conversations import SystemPrompt
from bot.turns.values.origins import Source

NOW = datetime(2026, 11, 24, 18, 20, 5, tzinfo=UTC)
"""19:20 in Berlin, on a Tuesday."""
family = reminder_tools(Reminders(ZoneInfo("Europe/Berlin"), clock=lambda: NOW))
tools = ToolSet([family])
SOURCE = Source(conversation_id=UUID(int=1), turn_id=UUID(int=2))
TOMORROW = {"text": "Call mom", "when": "tomorrow at 9", "at": "2026-11-25T09:00"}


async def call(database: Database, owner: Owner, tool: str, **arguments: object) -> ToolResult:
    """Call a tool in the owner's conversation, and return its result."""
    place = private_chat(owner)
    async with database.transaction() as tx:
        conversation = await conversations.open_in(tx, owner, place) or await conversations.start(
            tx, owner, place, system_prompt=SystemPrompt(own("")), tools=(), first_message_at=NOW
        )
        caller = Caller(owner, replace(SOURCE, conversation_id=conversation.id))
        return await tools.run(tx, caller, ToolCall("1", tool, json.dumps(arguments)))


async def undo(database: Database, owner: Owner, result: ToolResult) -> str:
    """Undo what a call did."""
    assert family.undo
    assert result.deed
    assert result.deed.undo
    async with database.transaction() as tx:
        return await family.undo(tx, owner, result.deed.undo)


def id_in(result: ToolResult) -> str:
    return result.content.partition("[id:")[2][:8]


async def test_a_reminder_is_set_with_a_receipt_and_undone(database: Database, owner: Owner) -> None:
    result = await call(database, owner, "set_reminder", **TOMORROW)
    assert result.content.startswith("Set [id:")
    assert result.deed
    assert result.deed.words == "⏰ Wed, 25 Nov 2026, 09:00 (Europe/Berlin): Call mom"
    assert not result.untrusted
    assert "Call mom" in (await call(database, owner, "list_reminders")).content
    assert await undo(database, owner, result) == "Undone."
    assert (await call(database, owner, "list_reminders")).content == "There are no reminders or tasks."
    with pytest.raises(ActRefused, match="changed since"):
        await undo(database, owner, result)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"at": "2026-11-26T09:00"}, "“tomorrow at 9” is Wednesday, 25 November 2026, 09:00, but the time given is"),
        ({"when": "at 9 this morning", "at": "2026-11-24T09:00"}, "has passed. It is now Tue, 24 Nov 2026, 19:20:05"),
        ({"repeat": "FREQ=DAILY"}, "means once, but the rule given is FREQ=DAILY"),
        ({"zone": "Mars/Olympus"}, "There is no time zone Mars/Olympus."),
        ({"nag_minutes": 1}, "repeat every 5 to 1,440 minutes"),
        ({"text": " "}, "A reminder needs a text."),
    ],
)
async def test_what_differs_or_has_passed_is_asked_back(
    database: Database, owner: Owner, given: dict[str, object], why: str
) -> None:
    result = await call(database, owner, "set_reminder", **{**TOMORROW, **given})
    assert result.content.startswith("Nothing was set.")
    assert why in result.content
    assert result.deed is None
    assert (await call(database, owner, "list_reminders")).content == "There are no reminders or tasks."


@pytest.mark.parametrize(
    ("given", "receipt"),
    [
        (
            {"when": "every weekday at 8", "at": "2026-11-25T08:00", "repeat": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"},
            (
                "⏰ Wed, 25 Nov 2026, 08:00 (Europe/Berlin), every weekday: Call mom"
                " (then Thu, 26 Nov, 08:00; Fri, 27 Nov, 08:00; Mon, 30 Nov, 08:00)"
            ),
        ),
        ({"when": "tomorrow at 9 in Tokyo", "zone": "Asia/Tokyo"}, "⏰ Wed, 25 Nov 2026, 09:00 (Asia/Tokyo): Call mom"),
        (
            {"nag_minutes": 5},
            "⏰ Wed, 25 Nov 2026, 09:00 (Europe/Berlin): Call mom, again every 5 minutes until done",
        ),
    ],
)
async def test_times_rules_and_zones_are_understood(
    database: Database, owner: Owner, given: dict[str, object], receipt: str
) -> None:
    result = await call(database, owner, "set_reminder", **{**TOMORROW, **given})
    assert result.deed, result.content
    assert result.deed.words == receipt


async def test_a_change_keeps_what_is_not_named_and_is_undone_to_what_it_was(database: Database, owner: Owner) -> None:
    set_ = await call(database, owner, "set_reminder", **TOMORROW)
    later = {"when": "tomorrow at 10", "at": "2026-11-25T10:00"}
    changed = await call(database, owner, "change_reminder", id=id_in(set_), **later)
    assert changed.deed
    assert changed.deed.words == "⏰ Wed, 25 Nov 2026, 10:00 (Europe/Berlin): Call mom"
    with pytest.raises(ActRefused):
        await undo(database, owner, set_)
    assert await undo(database, owner, changed) == "Undone. It rings next: Wed, 25 Nov 2026, 09:00."
    renamed = await call(database, owner, "change_reminder", id=id_in(set_), text="Call dad")
    assert renamed.deed
    assert renamed.deed.words == "⏰ Wed, 25 Nov 2026, 09:00 (Europe/Berlin): Call dad"
    same = await call(database, owner, "change_reminder", id=id_in(set_), text="Call dad")
    assert same.content == "Nothing was changed. That changes nothing."


async def test_a_cancelled_one_is_brought_back_by_its_undo(database: Database, owner: Owner) -> None:
    set_ = await call(database, owner, "set_reminder", **TOMORROW)
    cancelled = await call(database, owner, "change_reminder", id=f"[id:{id_in(set_)}]", cancel=True)
    assert cancelled.deed
    assert cancelled.deed.words == "⏰ Cancelled: Call mom"
    again = await call(database, owner, "change_reminder", id=id_in(set_), cancel=True)
    assert again.content == "Nothing was cancelled. This reminder is cancelled."
    assert await undo(database, owner, cancelled) == "Undone. It rings next: Wed, 25 Nov 2026, 09:00."


@pytest.mark.parametrize(
    ("change", "is_read"),
    [
        ({}, False),
        ({"cancel": False, "text": "", "when": ""}, False),
        ({"cancel": True, "text": "Call dad"}, False),
        ({"cancel": True, "nag_minutes": 10}, False),
        ({"cancel": True, "text": "", "when": "", "nag_minutes": 0}, True),
        ({"nag_minutes": 0}, True),
    ],
)
def test_a_call_changes_or_cancels(owner: Owner, change: dict[str, object], *, is_read: bool) -> None:
    given = json.dumps({"id": "abcdefgh", **change})
    prepared = tools.prepare(Caller(owner, SOURCE), ToolCall("1", "change_reminder", given))
    assert isinstance(prepared, Prepared) is is_read
    if isinstance(prepared, ToolResult):
        assert prepared.content == (
            "Nothing was done. Give what changes: text, when with at, nag_minutes; or else cancel alone."
        )


@pytest.mark.parametrize(
    ("asked", "consented"),
    [
        ("Cancel the reminder to call mom", Consent.AT_ONCE),
        ("Lösche die Erinnerung „Call mom“", Consent.AT_ONCE),
        ("取消提醒Call mom", Consent.AT_ONCE),
        ("Cancel the reminder to call dad", Consent.WAITS),
        ("Remind me to call mom", Consent.WAITS),
        ("Don't cancel the reminder to call mom", Consent.WAITS),
    ],
)
async def test_beside_words_of_others_one_whose_text_the_user_names_is_cancelled_at_once(
    database: Database, owner: Owner, asked: str, consented: Consent
) -> None:
    set_ = await call(database, owner, "set_reminder", **TOMORROW)
    caller = Caller(owner, SOURCE, holds_untrusted=True, own_words=asked)
    its_id = {"id": id_in(set_)}
    for tool, given, decided in (
        ("change_reminder", {**its_id, "cancel": True}, consented),
        ("cancel_reminder", its_id, consented),
        ("change_reminder", {**its_id, "text": "Pay"}, Consent.WAITS),
    ):
        prepared = tools.prepare(caller, ToolCall("1", tool, json.dumps(given)))
        assert isinstance(prepared, Prepared)
        async with database.transaction() as tx:
            prepared = await prepared.named(tx)
        assert prepared.consent() is decided


async def test_another_users_reminder_is_none(database: Database, owner: Owner) -> None:
    set_ = await call(database, owner, "set_reminder", **TOMORROW)
    other = Owner(owner.bot_id, 2)
    for change in ({"text": "x"}, {"cancel": True}):
        result = await call(database, other, "change_reminder", id=id_in(set_), **change)
        assert result.content.startswith("There is no reminder or task with this id.")
    assert (await call(database, other, "list_reminders")).content == "There are no reminders or tasks."


@pytest.mark.parametrize(
    ("tool", "given", "asks"),
    [
        ("set_reminder", TOMORROW, False),
        ("set_reminder", {**TOMORROW, "text": "Send the money"}, True),
        ("set_reminder", {**TOMORROW, "at": "2026-12-25T09:00"}, True),
        ("set_reminder", {**TOMORROW, "repeat": "FREQ=DAILY"}, True),
        ("set_reminder", {**TOMORROW, "zone": "Asia/Tokyo"}, True),
        ("set_reminder", {**TOMORROW, "nag_minutes": 5}, True),
        ("set_reminder", {**TOMORROW, "is_task": True}, False),
        ("set_reminder", {**TOMORROW, "is_task": True, "when": "mom", "repeat": "FREQ=HOURLY"}, True),
        ("set_task", TOMORROW, False),
        ("change_reminder", {"id": "abcdefgh", "text": "Call mom"}, True),
        ("change_reminder", {"id": "abcdefgh", "cancel": True}, True),
    ],
)
def test_with_untrusted_text_in_the_chat_only_what_the_user_said_is_done_at_once(
    owner: Owner, tool: str, given: dict[str, object], *, asks: bool
) -> None:
    caller = Caller(owner, SOURCE, holds_untrusted=True, own_words="Remind me tomorrow at 9 to call mom")
    prepared = tools.prepare(caller, ToolCall("1", tool, json.dumps(given)))
    assert isinstance(prepared, Prepared)
    assert (prepared.consent() is not Consent.AT_ONCE) is asks
    assert "Send the money" in prepared.deed.words or "money" not in json.dumps(given)


def test_what_waits_for_a_press_shows_whether_it_nags(owner: Owner) -> None:
    given = {"id": "abcdefgh", "text": "Call mom", "nag_minutes": 0}
    prepared = tools.prepare(Caller(owner, SOURCE), ToolCall("1", "change_reminder", json.dumps(given)))
    assert isinstance(prepared, Prepared)
    assert prepared.deed.words == "Change a reminder: [id:abcdefgh] Call mom, no longer repeated until done"
