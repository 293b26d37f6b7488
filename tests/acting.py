"""The bot in the test's own process, with a tool that acts outside."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from pydantic import BaseModel
from sqlalchemy import func, select

from bot.app.chat import polling
from bot.app.core import tool_set, turn_services
from bot.kit.errors import ActRefused
from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.store.engine import Database, Transaction
from bot.telegram.polling import TelegramPolling
from bot.turns.store.telegram_tables import TelegramMessage
from bot.turns.tools.tool import Caller, Family, Outcome, Tool
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import Deed, Risk
from tests.talking import talking_to


class Letter(BaseModel):
    """What is sent."""

    to: str
    text: str


class Shelf(BaseModel):
    """What is put on a shelf."""

    thing: str


@dataclass
class Post:
    """What the tool sent: into a world that no transaction can take back."""

    sent: list[str] = field(default_factory=list)
    taken_down: list[str] = field(default_factory=list)
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    may_end: asyncio.Event | None = None
    """When a call ends, if not at once."""
    fails: bool = False
    can_be_undone: bool = False
    """Whether a letter can be called back."""

    async def send(self, _: Caller, letter: Letter) -> Outcome:
        """Send a letter."""
        self.sent.append(letter.text)
        self.begun.set()
        if self.may_end:
            await self.may_end.wait()
        if self.fails:
            raise RuntimeError("the post office burns")
        undo = {"thing": letter.text} if self.can_be_undone else None
        return Outcome(own(f"Sent to {letter.to}."), deed=Deed(lambda: f"📮 Sent to {letter.to}: {letter.text}", undo))

    async def put(self, _tx: Transaction, _: Caller, shelf: Shelf) -> Outcome:
        """Put a thing on the shelf."""
        return Outcome(
            own(f"Put {shelf.thing} up."), deed=Deed(lambda: f"📚 Put up: {shelf.thing}", undo={"thing": shelf.thing})
        )

    async def take_down(self, _tx: Transaction, _: Owner, undo: object) -> str:
        """Undo that, unless the thing is stuck."""
        assert isinstance(undo, dict)
        if undo["thing"] == "glue":
            raise ActRefused("It is stuck.")
        self.taken_down.append(undo["thing"])
        return "Taken down."

    @property
    def family(self) -> Family:
        """The tools, in every conversation."""
        send = Tool(
            name="send_letter",
            description="Send a letter.",
            arguments=Letter,
            acts=self.send,
            risk=Risk.SENDS,
            tells=lambda it: f"A letter to {it.to}: {it.text}",
        )
        put = Tool(name="put_up", description="Put up.", arguments=Shelf, run=self.put, risk=Risk.WRITES)
        return Family(name="post", purpose="sends letters", tools=[send, put], is_system=True, undo=self.take_down)


@dataclass
class ActingBot:
    """A bot with the tools of a post office, which can be ended and begun again."""

    settings: Settings
    database: Database
    models: Models
    post: Post
    change: Callable[[ToolSet], None] = lambda _: None
    _telegram: TelegramPolling | None = None

    async def start(self, *, after_death: bool = False) -> None:
        """Start it."""
        tools = tool_set(self.settings)
        tools.put(self.post.family)
        self.change(tools)
        services = turn_services(self.settings, self.settings.bot_id, self.database, self.models, tools)
        self._telegram = polling(self.settings, services, self.models, tools)
        await self._telegram.start(after_death=after_death)

    async def delivered(self) -> None:
        """Wait until it is noted of every message that it was sent."""
        await delivered(self.database)

    async def end(self) -> None:
        """End it at once, whatever runs."""
        if self._telegram:
            await self._telegram.stop()
        self._telegram = None


async def delivered(database: Database) -> None:
    """Wait until it is noted of every message that it was sent, which the database tells nobody."""
    waiting = select(func.count()).select_from(TelegramMessage).where(TelegramMessage.state == "waiting")
    async with asyncio.timeout(60):
        while True:
            async with database.transaction() as tx:
                if not await tx.connection.scalar(waiting):
                    return
            await asyncio.sleep(0.02)


@asynccontextmanager
async def acting_bot(settings: dict[str, str], database: Database, model_url: str) -> AsyncIterator[ActingBot]:
    """Yield a running bot."""
    read = {name.lower(): value for name, value in settings.items()}
    read["telegram_allowed_user_ids"] = "1,2"
    async with talking_to(model_url) as adapter:
        parsed = Settings.model_validate({**read, "memory_review": False})
        bot = ActingBot(parsed, database, Models(adapter, adapter), Post())
        await bot.start()
        try:
            yield bot
        finally:
            await bot.end()
