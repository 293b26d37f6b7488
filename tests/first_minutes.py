"""The first minutes of a newcomer, walked at a terminal, and how long each part takes."""

import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from practice.model.server import ChatRequest, ModelServer, Reply, ToolCall
from practice.telegram.bot_api import BotApi
from tests.chat_page import Page
from tests.forks import environment
from tests.typist import Typist, typist

NEWCOMER = 4_001
MODEL = "qwen3:8b"
INSTALL_SECONDS = 600  # on a busy machine with a slow network


@dataclass
class Walk:
    """The parts of a walk with their seconds, in their order."""

    parts: dict[str, float] = field(default_factory=dict)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Time a part."""
        began = time.monotonic()
        yield
        self.parts[name] = time.monotonic() - began

    @property
    def seconds(self) -> float:
        """Of the whole."""
        return sum(self.parts.values())

    def __str__(self) -> str:
        return "\n".join(
            f"{seconds:7.2f} s  {name}" for name, seconds in [*self.parts.items(), ("together", self.seconds)]
        )


def settings(data_dir: Path, **others: str) -> dict[str, str]:
    """Return the environment of an empty machine, with a data folder of its own."""
    return environment(DATA_DIR=str(data_dir), TERM="xterm-256color", **others)


def small_model(*others: str, calls_tools: bool = True, api_key: str | None = None) -> ModelServer:
    """Return a server like a fresh Ollama, with one model that chats, and perhaps others."""

    def reply(request: ChatRequest) -> Reply:
        if calls_tools and [tool.function.name for tool in request.tools or ()] == ["note"]:
            return Reply(calls=(ToolCall(name="note", arguments='{"word": "keepsake"}'),))
        return Reply(text="Good to see you.")

    return ModelServer(reply, models=("nomic-embed-text", *others, MODEL), api_key=api_key)


async def first_fact(command: Sequence[str], folder: Path, data_dir: Path) -> Walk:
    """Start in practice mode, tell a fact, and let it be recalled in a new conversation."""
    walk = Walk()
    async with typist(command, folder, settings(data_dir)) as person:
        await begin(person, walk)
        with walk.part("start in practice mode, until the chat page is there"):
            person.types("")
            await person.sees("Chat here: ")
            await person.sees("\n")
        (url,) = re.findall(r"Chat here: (http://\S+)", person.screen)
        page = Page(url)
        with walk.part("a fact is told and remembered"):
            await page.say("Remember that Alec is my boss")
            await page.seen(lambda texts: any("Remembered:" in text for text in texts))
        with walk.part("it is recalled in a new conversation"):
            await page.say("/new")
            await page.say("Who is Alec?")
            await page.seen(lambda texts: "your boss" in texts[-1] and "Remembered:" not in texts[-1])
        await page.close()
    return walk


async def begin(person: Typist, walk: Walk) -> None:
    """Wait for the first question; `make run` installs everything before it."""
    with walk.part("until the first question"):
        await person.sees("Which one?", within=INSTALL_SECONDS)


async def live(person: Typist, walk: Walk, telegram: BotApi, token: str) -> None:
    """Go live with a model on this machine, become the owner, and get an answer."""
    await begin(person, walk)
    with walk.part("the token is asked for and accepted"):
        person.types("2")
        await person.answers_unseen("Token", token)
        await person.sees("This is @")
    with walk.part("the model is found, chosen and tried"):
        await person.answers("Which one answers you?", "")
        await person.answers("Which model?", "")
        await person.sees("It calls tools")
        await person.answers("Is that right?", "")
    with walk.part("the bot starts and shows its link"):
        await person.sees("Whoever opens it first is the owner")
    link = re.findall(r"https://t\.me/\w+\?start=(\S+)", person.screen)[-1]
    with walk.part("the link is opened, and the bot answers"):
        telegram.send_text(f"/start {link}", user_id=NEWCOMER)
        await telegram.bot_message("You are now the owner", user_id=NEWCOMER)
        telegram.send_text("Hello there", user_id=NEWCOMER)
        await telegram.bot_message("Good to see you.", user_id=NEWCOMER)


async def paired_bot(
    command: Sequence[str], folder: Path, data_dir: Path, telegram: BotApi, urls: tuple[str, str], token: str
) -> Walk:
    """Walk from an empty `.env` to a paired bot; `urls` are those of the Bot API and of the model's server."""
    walk = Walk()
    there = {"TELEGRAM_API_URL": urls[0], "LOCAL_MODEL_SERVERS": f"{urls[1]}/v1"}
    async with typist(command, folder, settings(data_dir, **there)) as person:
        await live(person, walk, telegram, token)
    return walk
