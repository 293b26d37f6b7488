"""The second step: the model that answers."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final

from bot.errors import ModelError
from bot.model.openai_chat import OpenAIModel
from bot.model.questions import ANSWER_SECONDS, calls_a_tool, speaks
from bot.onboarding.failures import sentence
from bot.onboarding.server_step import choose_server
from bot.onboarding.servers import Server
from bot.onboarding.terminal import Terminal, asked, number_in
from bot.settings import OPENAI_DEFAULT_MODEL, Settings

_LISTED_AT_ONCE: Final = 15
"""Most models listed; the others are found by a part of their name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenModel:
    """A model that answered a question."""

    server: Server
    name: str


def choose_model(terminal: Terminal, settings: Settings) -> ChosenModel:
    """Ask for a server and a model until one answers; that of the settings, if any, is among them."""
    terminal.title("Your AI model")

    def ask() -> ChosenModel | None:
        server = asked(lambda: choose_server(terminal, settings))
        name = _name(terminal, server)
        return ChosenModel(server=server, name=name) if name and _is_chosen(terminal, server, name) else None

    return asked(ask)


def _name(terminal: Terminal, server: Server) -> str | None:
    """Ask for one of a server's models; None to choose another server."""
    models = sorted(server.models, key=lambda it: (it != OPENAI_DEFAULT_MODEL, not server.calls_tools.get(it, False)))
    if not models:
        return terminal.ask("This server lists no models. Name of the model (Enter alone to go back)") or None
    shown = models
    while True:
        terminal.number(
            [f"{it}  ✓ calls tools" if server.calls_tools.get(it) else it for it in shown[:_LISTED_AT_ONCE]]
        )
        if len(shown) > _LISTED_AT_ONCE:
            terminal.say(f"  … and {len(shown) - _LISTED_AT_ONCE} more. Type a part of a name to find it.")
        answer = terminal.ask("Which model? Number or name, 0 to go back", "1")
        if answer == "0":
            return None
        if answer in models:
            return answer
        if (number := number_in(answer, min(len(shown), _LISTED_AT_ONCE))) is not None:
            return shown[number - 1]
        if similar := [it for it in models if answer.casefold() in it.casefold()]:
            shown = similar
        else:
            terminal.bad(f"There is no model “{answer}” here.")


def _is_chosen(terminal: Terminal, server: Server, name: str) -> bool:
    """Ask a model two questions, and return whether it is the one."""
    try:
        with terminal.busy(f"Asking {name} a question; the first answer may take a minute …"):
            seconds, calls = asyncio.run(_questioned(server, name))
    except (ModelError, TimeoutError) as error:
        terminal.bad(sentence(error))
        return False
    terminal.good(f"{name} answered in {seconds:.1f} s.")
    if calls:
        terminal.good("It calls tools, so it can remember.")
        return True
    terminal.bad("It doesn't call tools: it can chat, but not remember, search or set reminders by itself.")
    return terminal.choose("What now?", [(False, "Choose another model"), (True, "Take it anyway")])


async def _questioned(server: Server, name: str) -> tuple[float, bool]:
    """Return how long a model's answer took in seconds, and whether it calls tools. Raises ModelError, TimeoutError."""
    model = OpenAIModel(
        name,
        api_key=server.key,
        base_url=server.base_url,
        at_openai=server.base_url is None,
        first_chunk_seconds=ANSWER_SECONDS,
        chunk_seconds=ANSWER_SECONDS,
    )
    try:
        began = time.monotonic()
        async with asyncio.timeout(ANSWER_SECONDS):
            await speaks(model)
        seconds = time.monotonic() - began
        async with asyncio.timeout(ANSWER_SECONDS):
            return seconds, await calls_a_tool(model)
    finally:
        await model.close()
