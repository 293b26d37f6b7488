"""Who was let in is a guest: the host's servers and network are for owners, whatever a conversation began with."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.calls import WAITS
from bot.turns.store import people, tool_choices
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from practice.web.site import Site
from tests.features.mcp_client.hosting import hostile, listed
from tests.pressing import asked, current, pressed
from tests.process import BotProcess, Script, call
from tests.scenarios.test_mcp import started

OWNER, GUEST, FORMER = 1, 2, 3
"""An owner, a person who was let in, and one who was an owner when their conversation began."""
SERVERS: Final = ("acts", "allowed", "reads", "shared", "zoo")
HOSTS: Final = {"acts__call", "allowed__call", "reads__call"}
"""What an owner is offered of the host's; zoo__call is left to be found."""
REFUSED: Final = "Nothing was done. Only owners of this assistant may use this tool"
_CALLED: Final = 'called with {"text": "boats"}'
FOR_OWNERS: Final = {
    **dict.fromkeys(("allowed for good", "reads", "for people", "found"), _CALLED),
    **dict.fromkeys(("page", "kept page"), "sails at 7:40"),
    "to be found": "- zoo__call",
    "acts": WAITS,
}
FOR_FORMER: Final = {
    **dict.fromkeys(("allowed for good", "reads", "found", "acts"), REFUSED),
    **dict.fromkeys(("page", "kept page"), "This address is inside a private network"),
    "for people": _CALLED,
    "to be found": "There is no tool for that",
}
FOR_GUESTS: Final = {**FOR_FORMER, **dict.fromkeys(("allowed for good", "reads", "acts"), "There is no such tool here")}


class Household:
    """A bot with servers of the host, and a web inside the network."""

    def __init__(self, telegram: BotApi, model: Script, url: str) -> None:
        self.telegram = telegram
        self.model = model
        self.url = url

    async def result(self, user_id: int, tool: str, **arguments: object) -> str:
        """Return what a call comes to in a turn of a person, who names the page in it."""
        self.model.then(call(tool, **arguments), "That was it.")
        await asked(self.telegram, f"Call it about {self.url}/ferry", "That was it.", user_id=user_id)
        return str(self.model.requests[-1].request.messages[-1].content)

    @property
    def tools(self) -> Mapping[str, tuple[str, Mapping[str, object]]]:
        """A call of each tool of the host; a read page is kept for its links. What is allowed for good comes first."""
        page, text = f"{self.url}/ferry", {"text": "boats"}
        return {
            "allowed for good": ("allowed__call", text),
            "reads": ("reads__call", text),
            "for people": ("shared__tool_00", text),
            "to be found": ("find_tools", {"need": "zoo"}),
            "found": ("use_tool", {"name": "zoo__call", "arguments": json.dumps(text)}),
            "page": ("fetch_page", {"url": page}),
            "kept page": ("fetch_page", {"url": page, "links": True}),
            "acts": ("acts__call", text),
        }

    async def allows_one_and_lets_one_wait(self, user_id: int) -> Message:
        """Allow a tool for good and let a call of another wait; return the message that asks about this."""
        await self.result(user_id, "allowed__call", text="at first")
        question = await self.telegram.bot_message("allowed: call", user_id=user_id)
        self.model.then("It was posted.")
        await pressed(self.telegram, question, "Always allow")
        await self.telegram.bot_message("It was posted.", user_id=user_id)
        await self.result(user_id, "acts__call", text="later")
        return await self.telegram.bot_message("acts: call", user_id=user_id)

    async def offered(self, user_id: int) -> set[str]:
        """Begin a conversation; return the names of the tools that its model is offered."""
        await asked(self.telegram, "/new", "new conversation", user_id=user_id)
        await asked(self.telegram, "Hi", "Echo: Hi", user_id=user_id)
        return {tool.function.name for tool in self.model.requests[-1].request.tools or ()}


async def let_in(database: Database, user_id: int) -> None:
    """Let a person in by a link of the owner."""
    async with database.transaction() as tx:
        code = await people.invite(tx, Owner(1000, OWNER))
        assert await people.admit(tx, Owner(1000, user_id), "Ben", code)


async def test_a_guest_uses_nothing_of_the_hosts_whoever_they_were_when_the_conversation_began(
    telegram: BotApi,
    model: Script,
    settings: dict[str, str],
    bot_process: BotProcess,
    database: Database,
    tmp_path: Path,
) -> None:
    post = tmp_path / "post"
    how = dict.fromkeys(SERVERS, "works") | dict.fromkeys(("acts", "allowed"), "posts") | {"shared": "forty"}
    listed(settings, **{it: hostile(way, str(post), trusted=True, people=it == "shared") for it, way in how.items()})
    async with serve(Site().app) as url:
        home = Household(telegram, model, url)
        bot_process.settings |= {"WEB_ALLOWED_HOSTS": url.removeprefix("http://"), "TOOL_LIMIT": "11"}
        bot_process.settings["TELEGRAM_ALLOWED_USER_IDS"] = f"{OWNER},{FORMER}"
        await let_in(database, GUEST)
        await started(bot_process, *SERVERS)
        assert [await home.offered(it) & HOSTS for it in (OWNER, GUEST, FORMER)] == [HOSTS, set(), HOSTS]
        waiting = {it: await home.allows_one_and_lets_one_wait(it) for it in (OWNER, FORMER)}
        async with database.transaction() as tx:
            (allowed,) = [it for it in await tool_choices.choices(tx, Owner(1000, OWNER)) if "#" in it]
            await tool_choices.choose(tx, Owner(1000, GUEST), allowed, is_allowed=True)
        await bot_process.stop()
        bot_process.settings["TELEGRAM_ALLOWED_USER_IDS"] = str(OWNER)
        await let_in(database, FORMER)
        await bot_process.start()
        assert await home.offered(OWNER) >= HOSTS
        for user_id, expected in ((OWNER, FOR_OWNERS), (GUEST, FOR_GUESTS), (FORMER, FOR_FORMER)):
            for name, (tool, arguments) in home.tools.items():
                result = await home.result(user_id, tool, **arguments)
                assert expected[name] in result, (user_id, name)
            shown = await asked(telegram, "/tools", "My tools", user_id=user_id)
            seen = {it for it in SERVERS if f"• {it} (MCP)" in shown.text}
            assert seen == (set(SERVERS) if user_id == OWNER else {"shared"})
        model.then("It was not done.")
        await pressed(telegram, waiting[FORMER], "Do it")
        await telegram.bot_message("It was not done.", user_id=FORMER)
        assert REFUSED in model.heard
        await telegram.wait_for(lambda: current(telegram, waiting[FORMER]).text.startswith("✖️ Not done:"))
        assert await home.offered(FORMER) & HOSTS == set()
        model.then("It was done.")
        await pressed(telegram, waiting[OWNER], "Do it")
        await telegram.bot_message("It was done.", user_id=OWNER)
    assert post.read_text().splitlines() == [f'{{"text": "{it}"}}' for it in ("at first",) * 2 + ("boats", "later")]
