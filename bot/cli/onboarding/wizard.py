"""The questions of the first start, in their order: the bot, and the models that answer."""

import asyncio
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Final

from bot.cli.onboarding import env_file, servers
from bot.cli.onboarding.servers import ANSWER_SECONDS, Server, calls_a_tool, counts_to_ten, explained, local_servers
from bot.kit import setting_forms as forms
from bot.kit.environment import check
from bot.kit.errors import KeyRefused, ModelError, QuotaExceeded, StartError, TelegramUnreachable, UnknownModel
from bot.kit.language import date
from bot.kit.settings import OPENAI_DEFAULT_MODEL, OPENAI_STRONGER_MODEL, OPENAI_URL, Settings, has_responses
from bot.kit.terminal import Terminal, ask_until_answered, number_in
from bot.model.dialect import Api
from bot.model.openai_model import OpenAIModel
from bot.telegram.check import account

_BOT_FATHER: Final = """\
  1. Open https://t.me/BotFather in Telegram, and send /newbot.
  2. Choose a name, and a username that ends in "bot".
  3. Copy the token it gives you, and paste it here."""
_LISTED_AT_ONCE: Final = 15
"""Most models listed; the others are found by a part of their name."""
_NOTES: Final = {
    OPENAI_DEFAULT_MODEL: "(cheap, and good enough for most)",
    OPENAI_STRONGER_MODEL: "(stronger, ten times the price)",
}
"""Notes beside OpenAI's models, which come first."""
_SOON: Final = timedelta(days=90)
"""Time before its shutdown in which a model is listed last."""
_TRY: Final = "Try it now, on a page on this machine. It needs no account."
_LIVE: Final = "Go live in Telegram, in about two minutes."


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenBot:
    """A bot whose token Telegram accepts, by its @name."""

    token: str = field(repr=False)
    name: str


def choose_bot(terminal: Terminal, api_url: str) -> ChosenBot:
    """Ask for a token until Telegram, at an address, accepts it."""
    terminal.title("Your bot")
    terminal.say(_BOT_FATHER)

    def ask() -> ChosenBot | None:
        token = terminal.ask("Token (it isn't shown)", is_secret=True)
        if why := forms.objection(forms.token, token):
            terminal.bad(f"That {why}. Copy it again from @BotFather.")
            return None
        try:
            with terminal.busy("Asking Telegram …"):
                found = asyncio.run(account(token, api_url))
        except StartError:
            terminal.bad("Telegram doesn't know this token. Copy it again from @BotFather.")
            return None
        except TelegramUnreachable:
            terminal.bad("Telegram can't be reached. Check your internet connection, then paste the token again.")
            return None
        terminal.good(f"This is {found.name}.")
        if found.webhook_host:
            terminal.bad(f"Another program at {found.webhook_host} receives its messages. Stop that program first.")
        return ChosenBot(token=token, name=found.name)

    return ask_until_answered(ask)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenModel:
    """A model that answered a question, and the one that answers if it fails, if any."""

    server: Server
    name: str
    fallback: "ChosenModel | None" = None


def choose_model(terminal: Terminal, settings: Settings) -> ChosenModel:
    """Ask for a server and a model until one answers; that of the settings, if any, is among them."""
    terminal.title("Your AI model")

    def ask() -> ChosenModel | None:
        server = ask_until_answered(lambda: choose_server(terminal, settings))
        name = _choose_name(terminal, server)
        return ChosenModel(server=server, name=name) if name and _is_accepted(terminal, server, name) else None

    chosen = ask_until_answered(ask)
    return replace(chosen, fallback=_choose_fallback(terminal, settings, chosen))


def _choose_fallback(terminal: Terminal, settings: Settings, chosen: ChosenModel) -> ChosenModel | None:
    """Ask for a model that answers if the chosen one fails, where another server on this machine has any."""
    with terminal.busy("Looking for models on this machine …"):
        found = asyncio.run(local_servers(settings.local_model_servers))
    others = [server for server in found if server.base_url != chosen.server.base_url]
    may = [(server, name) for server in others for name in server.models if server.calls_tools.get(name, True)]
    options = [(ChosenModel(server=it, name=name), f"{name} ({it.name} on this machine)") for it, name in may]
    while options:
        question = f"If {chosen.name} fails, let another model answer?"
        fallback = terminal.choose(question, [(None, "No"), *options[:_LISTED_AT_ONCE]])
        if fallback is None or _is_accepted(terminal, fallback.server, fallback.name):
            return fallback
    return None


def _choose_name(terminal: Terminal, server: Server) -> str | None:
    """Ask for one of a server's models; None to choose another server."""
    models = sorted(server.models, key=lambda it: _order(server, it))
    if not models:
        return terminal.ask("This server lists no models. Name of the model (Enter alone to go back)") or None
    shown = models
    while True:
        terminal.number([_label(server, it) for it in shown[:_LISTED_AT_ONCE]])
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


def _order(server: Server, name: str) -> tuple[bool, int, bool]:
    """Return a model's sort key: models with a note come first, and models that are soon shut down last."""
    ends = server.shutdown_dates.get(name)
    is_ending = ends is not None and ends <= (datetime.now(UTC) + _SOON).date()
    return is_ending, [*_NOTES, name].index(name), not server.calls_tools.get(name, False)


def _label(server: Server, name: str) -> str:
    calls = "✓ calls tools" if server.calls_tools.get(name) else ""
    ends = f"⏳ shut down on {date(server.shutdown_dates[name])}" if name in server.shutdown_dates else ""
    return "  ".join(filter(None, [name, _NOTES.get(name, ""), calls, ends]))


def _is_accepted(terminal: Terminal, server: Server, name: str) -> bool:
    """Ask a model two questions, and return whether to take it."""
    try:
        with terminal.busy(f"Asking {name} a question; the first answer may take a minute …"):
            seconds, calls = asyncio.run(_tested(server, name))
    except (ModelError, TimeoutError) as error:
        terminal.bad(explained(error))
        return False
    terminal.good(f"{name} answered in {seconds:.1f} s.")
    if calls:
        terminal.good("It calls tools, so it can remember.")
        return True
    terminal.bad("It doesn't call tools: it can chat, but not remember, search or set reminders by itself.")
    return terminal.choose("What now?", [(False, "Choose another model"), (True, "Take it anyway")])


async def _tested(server: Server, name: str) -> tuple[float, bool]:
    """Return how long a model's answer took in seconds, and whether it calls tools. Raises ModelError, TimeoutError."""
    model = OpenAIModel(
        name,
        api_key=server.key,
        base_url=server.base_url,
        at_openai=server.base_url is None,
        preferred=Api.RESPONSES if has_responses(server.base_url) else Api.CHAT,
        first_chunk_seconds=ANSWER_SECONDS,
        chunk_seconds=ANSWER_SECONDS,
    )
    try:
        began = time.monotonic()
        async with asyncio.timeout(ANSWER_SECONDS):
            await counts_to_ten(model)
        seconds = time.monotonic() - began
        async with asyncio.timeout(ANSWER_SECONDS):
            return seconds, await calls_a_tool(model)
    finally:
        await model.close()


def choose_server(terminal: Terminal, settings: Settings) -> Server | None:
    """Ask for a server; None to ask again."""
    with terminal.busy("Looking for models on this machine …"):
        found = asyncio.run(local_servers(settings.local_model_servers))
    openai = partial(_server_with_key, terminal, "OpenAI", None, "https://platform.openai.com/api-keys")
    openrouter = partial(_server_with_key, terminal, "OpenRouter", servers.OPENROUTER_URL, "https://openrouter.ai/keys")
    options: list[tuple[Callable[[], Server | None], str]] = [
        *((partial(_local_server, terminal, it), f"{it.name} on this machine ({_model_count(it)})") for it in found),
        (openai, "OpenAI (needs an API key)"),
        (openrouter, "OpenRouter, with models of many makers (needs an API key)"),
        (partial(_other_server, terminal), "Another server with an OpenAI-compatible API"),
        (lambda: None, "Look on this machine again"),
    ]
    if settings.has_model:
        url = settings.openai_base_url or OPENAI_URL
        as_set = partial(_server_at, terminal, url, [settings.openai_base_url], settings.api_key)
        options.insert(0, (as_set, f"The one that is set, at {url}"))
    return terminal.choose("Which one answers you?", options)()


def _local_server(terminal: Terminal, server: Server) -> Server | None:
    """Return a server on this machine, if it has models."""
    if server.models:
        return server
    terminal.bad(f"{server.name} has no models yet. Get one there first, such as with: ollama pull qwen3:8b")
    return None


def _server_with_key(terminal: Terminal, name: str, base_url: str | None, keys_url: str) -> Server | None:
    """Ask for a server's key until it is accepted; None to choose another server."""
    terminal.say(f"Make a key at {keys_url}. Press Enter alone to choose something else.")
    while key := terminal.ask("API key (it isn't shown)", is_secret=True):
        if why := forms.objection(forms.key, key):
            terminal.bad(f"That {why}.")
        elif server := _server_at(terminal, name, [base_url], key):
            return server
    return None


def _other_server(terminal: Terminal) -> Server | None:
    """Ask for the address and the key of a server; None to choose another one."""
    url = terminal.ask("Address, such as http://192.168.1.20:11434/v1").rstrip("/")
    if not url:
        return None
    if why := forms.objection(forms.address, url):
        terminal.bad(f"That {why}.")
        return None
    key = terminal.ask("API key (it isn't shown; press Enter if it needs none)", is_secret=True)
    if why := forms.objection(forms.key, key):
        terminal.bad(f"That {why}.")
        return None
    return _server_at(terminal, url, [url] if url.endswith("/v1") else [f"{url}/v1", url], key)


def _server_at(terminal: Terminal, name: str, addresses: Sequence[str | None], key: str) -> Server | None:
    """Return the server at the first address that lists its models."""
    failure = ""
    for base_url in addresses:
        try:
            with terminal.busy("Asking for its models …"):
                return asyncio.run(servers.server_at(name, base_url, key))
        except UnknownModel:
            failure = failure or "No server of models answers at this address. Most addresses end in /v1."
        except ModelError as error:
            failure = explained(error)
            if isinstance(error, KeyRefused | QuotaExceeded):
                break
    terminal.bad(failure)
    return None


def _model_count(server: Server) -> str:
    return {0: "no models yet", 1: "1 model"}.get(len(server.models), f"{len(server.models)} models")


def begin(settings: Settings, file: Path, terminal: Terminal) -> bool:
    """Ask whether to go live; if so, ask for what that needs and write it into a file. Return whether it was written.

    Raises StartError if it can't be written, or if a variable of the environment is in the way. Until then nothing is
    written.
    """
    terminal.title("Keepsake, a personal assistant that remembers")
    if not terminal.choose("Which one?", [(False, _TRY), (True, _LIVE)]):
        return False
    check(os.environ)
    bot = choose_bot(terminal, settings.telegram_api_url)
    model = choose_model(terminal, settings)
    while True:
        or_else = f", or {model.fallback.name} ({model.fallback.server.name}) if that fails" if model.fallback else ""
        terminal.title(f"{bot.name} answers with {model.name} ({model.server.name}){or_else}.")
        answer = terminal.choose(
            "Is that right?", [("", "Yes, start"), ("bot", "Choose another bot"), ("model", "Choose another model")]
        )
        if answer == "bot":
            bot = choose_bot(terminal, settings.telegram_api_url)
        elif answer == "model":
            model = choose_model(terminal, settings)
        else:
            break
    values = _env_values(bot, model)
    _write(file, values)
    terminal.good(f"Saved in {file}, which only you can read.")
    for name in sorted(name for name, value in values.items() if os.environ.get(name) not in {None, "", value}):
        terminal.bad(f"{name} is set in the environment, too, and that counts more. Unset it there.")
    return True


def _env_values(bot: ChosenBot, model: ChosenModel) -> Mapping[str, str]:
    return {
        "TELEGRAM_BOT_TOKEN": bot.token,
        "OPENAI_BASE_URL": model.server.base_url or "",
        "OPENAI_API_KEY": model.server.key,
        "OPENAI_MODEL": model.name,
        **({"OPENAI_FALLBACKS": f"{fallback.name} {fallback.server.base_url}"} if (fallback := model.fallback) else {}),
    }


def _write(file: Path, values: Mapping[str, str]) -> None:
    try:
        env_file.set_values(file, values)
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it isn't a text file"
        raise StartError(f"{file} can't be written ({why}). Nothing was changed.") from error
