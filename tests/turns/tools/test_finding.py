from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from pydantic import BaseModel

from bot.kit.owner import Owner
from bot.kit.prompt_text import UNTRUSTED_MARK, own
from bot.model.values import ToolCall, ToolResult
from bot.store.engine import Database, Transaction
from bot.store.ids import uuid7
from bot.turns.store.tool_choices import choose
from bot.turns.tools.finding import chosen, finding_tools, fitting, unwrapped, usable
from bot.turns.tools.tool import Caller, Family, Outcome, Tool
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.origins import Source
from bot.turns.values.people import ToolChoice


class Nothing(BaseModel):
    """No arguments."""


async def done(_tx: Transaction, _caller: Caller, _arguments: Nothing) -> Outcome:
    """Do nothing."""
    return Outcome(own("Done."))


def family(name: str, purpose: str, *names: str, **more: Any) -> Family:
    """Return a family with tools of these names."""
    tools = [Tool(name=it, description=purpose, arguments=Nothing, run=done) for it in names]
    return Family(name=name, purpose=purpose, tools=tools, **more)


LAMPS = family("lamps", "Turn lamps on and off.", "lamp_on", "lamp_off")
MAIL = family("mail", "Handle e-mail.", "read_mail", "send_mail")
TRAINS = family("trains", "Find trains and their delays.", "find_train")
FAMILIES = [LAMPS, MAIL, TRAINS]


def test_as_many_are_chosen_as_there_is_room_for() -> None:
    assert sorted(chosen(FAMILIES, {}, "", 20)) == ["find_train", "lamp_off", "lamp_on", "read_mail", "send_mail"]
    assert chosen(FAMILIES, {}, "Hello", 0) == []


def test_what_is_asked_for_comes_before_what_was_used_and_after_what_is_pinned() -> None:
    now = datetime.now(UTC)
    used = {"lamps": ToolChoice("lamps", used_at=now - timedelta(1)), "mail": ToolChoice("mail", used_at=now)}
    assert chosen(FAMILIES, used, "Good morning", 2) == ["read_mail", "send_mail"]
    assert chosen(FAMILIES, used, "Is my train delayed?", 1) == ["find_train"]
    pinned = used | {"lamps": ToolChoice("lamps", is_pinned=True)}
    assert chosen(FAMILIES, pinned, "Is my train delayed?", 2) == ["lamp_off", "lamp_on"]


def test_an_address_asks_for_the_web() -> None:
    web = family("web", "Read web pages.", "fetch_page")
    assert chosen([*FAMILIES, web], {}, "HTTPS://example.com/trains", 1) == ["fetch_page"]
    assert chosen([*FAMILIES, web], {}, "Which train?", 1) == ["find_train"]


def test_what_is_off_or_lacks_something_cannot_be_used() -> None:
    lacking = family("news", "Read the news.", "read_news", lacks="Set NEWS_KEY.")
    system = family("memory", "Remember.", "add_to_memory", is_system=True)
    choices = {"mail": ToolChoice("mail", is_off=True)}
    assert usable([*FAMILIES, lacking, system], choices) == [LAMPS, TRAINS]


@pytest.fixture
def tools() -> ToolSet:
    """Families and the tools that find them."""
    several = ToolSet(FAMILIES)
    several.put(finding_tools(several))
    return several


async def found(database: Database, owner: Owner, tools: ToolSet, need: str) -> ToolResult:
    """Return the result of find_tools."""
    caller = Caller(owner, Source(conversation_id=uuid7(), turn_id=uuid7()))
    async with database.transaction() as tx:
        return await tools.run(tx, caller, ToolCall("1", "find_tools", f'{{"need": "{need}"}}'))


async def test_tools_are_found_by_what_is_needed(database: Database, owner: Owner, tools: ToolSet) -> None:
    mail = (await found(database, owner, tools, "send an e-mail")).content
    assert "- send_mail: Handle e-mail." in mail
    assert "lamp" not in mail
    nothing = (await found(database, owner, tools, "a taxi")).content
    assert nothing.startswith("There is no tool for that.")
    assert all(it.purpose in nothing for it in FAMILIES)


async def test_what_a_server_says_of_its_tools_is_marked_as_untrusted(
    database: Database, owner: Owner, tools: ToolSet
) -> None:
    tools.put(replace(family("post", "Post.", "send_letter"), is_foreign=True))
    letter = await found(database, owner, tools, "send a letter")
    assert letter.untrusted
    assert letter.content.startswith(f"[{UNTRUSTED_MARK}: what servers say of their tools]\n> Call them")
    assert (await found(database, owner, tools, "a taxi")).untrusted  # it names what there is
    assert not (await found(database, owner, tools, "lamp")).untrusted


async def test_what_its_owner_has_turned_off_is_not_found(database: Database, owner: Owner, tools: ToolSet) -> None:
    async with database.transaction() as tx:
        await choose(tx, owner, "mail", is_off=True)
    assert "send_mail" not in (await found(database, owner, tools, "send an e-mail")).content


def test_a_readable_call_of_use_tool_stands_for_another() -> None:
    for arguments in ('"{}"', "{}"):
        call = ToolCall("1", "use_tool", f'{{"name": "lamp_on", "arguments": {arguments}}}')
        assert unwrapped(call) == ToolCall("1", "lamp_on", "{}")
    for call in (ToolCall("1", "use_tool", "{"), ToolCall("1", "lamp_on", "{}")):
        assert unwrapped(call) is call


def test_a_family_of_ours_is_offered_whole_or_not_at_all() -> None:
    sizes = {"lamp_on": 10, "lamp_off": 60, "read_mail": 10, "send_mail": 10, "find_train": 10}
    names = ["lamp_on", "lamp_off", "read_mail", "send_mail", "find_train"]
    assert fitting(names, sizes, 35, FAMILIES) == ["read_mail", "send_mail", "find_train"]
    added = [replace(it, is_added=True) for it in FAMILIES]
    assert fitting(names, sizes, 35, added) == ["lamp_on", "read_mail", "send_mail"]
