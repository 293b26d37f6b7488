"""The server of the model: one on this machine, or one elsewhere with a key."""

import asyncio
from collections.abc import Sequence
from enum import Enum, auto
from typing import Final

from bot.errors import KeyRefused, ModelError, QuotaExceeded, UnknownModel
from bot.onboarding import servers
from bot.onboarding.failures import sentence
from bot.onboarding.servers import Server
from bot.onboarding.terminal import Terminal
from bot.setting_forms import is_address, is_key
from bot.settings import OPENAI_URL, Settings


class _Elsewhere(Enum):
    OPENAI = auto()
    OPENROUTER = auto()
    OTHER = auto()
    AGAIN = auto()
    AS_SET = auto()


_LABELS: Final = (
    (_Elsewhere.OPENAI, "OpenAI (needs an API key)"),
    (_Elsewhere.OPENROUTER, "OpenRouter, with models of many makers (needs an API key)"),
    (_Elsewhere.OTHER, "Another server with an OpenAI-compatible API"),
    (_Elsewhere.AGAIN, "Look on this machine again"),
)


def choose_server(terminal: Terminal, settings: Settings) -> Server | None:
    """Ask for a server; None to ask again."""
    with terminal.busy("Looking for models on this machine …"):
        found = asyncio.run(servers.on_this_machine(settings.local_model_servers))
    here: list[tuple[Server | _Elsewhere, str]] = [(it, f"{it.name} on this machine ({_count(it)})") for it in found]
    url = settings.openai_base_url or OPENAI_URL
    as_set = [(_Elsewhere.AS_SET, f"The one that is set, at {url}")] if settings.has_model else []
    chosen = terminal.choose("Which one answers you?", [*as_set, *here, *_LABELS])
    match chosen:
        case Server(models=[]):
            terminal.bad(f"{chosen.name} has no models yet. Get one there first, such as with: ollama pull qwen3:8b")
        case Server():
            return chosen
        case _Elsewhere.OPENAI:
            return _with_key(terminal, "OpenAI", None, "Make a key at https://platform.openai.com/api-keys")
        case _Elsewhere.OPENROUTER:
            return _with_key(terminal, "OpenRouter", servers.OPENROUTER_URL, "Make a key at https://openrouter.ai/keys")
        case _Elsewhere.OTHER:
            return _other(terminal)
        case _Elsewhere.AS_SET:
            return _reached(terminal, url, [settings.openai_base_url], settings.api_key)
        case _Elsewhere.AGAIN:
            pass
    return None


def _with_key(terminal: Terminal, name: str, base_url: str | None, how: str) -> Server | None:
    """Ask for a server's key until it is accepted; None to choose another server."""
    terminal.say(f"{how}. Press Enter alone to choose something else.")
    while key := terminal.ask("API key (it isn't shown)", is_secret=True):
        if not is_key(key):
            terminal.bad("That isn't a key: it holds a space or another character that no key has.")
        elif server := _reached(terminal, name, [base_url], key):
            return server
    return None


def _other(terminal: Terminal) -> Server | None:
    """Ask for the address and the key of a server; None to choose another one."""
    url = terminal.ask("Address, such as http://192.168.1.20:11434/v1").rstrip("/")
    if not url:
        return None
    if not is_address(url):
        terminal.bad("That isn't an address: it begins with http:// or https://.")
        return None
    key = terminal.ask("API key (it isn't shown; press Enter if it needs none)", is_secret=True)
    if not is_key(key):
        terminal.bad("That isn't a key: it holds a space or another character that no key has.")
        return None
    return _reached(terminal, url, [url] if url.endswith("/v1") else [f"{url}/v1", url], key)


def _reached(terminal: Terminal, name: str, addresses: Sequence[str | None], key: str) -> Server | None:
    """Return the server at the first address that lists its models."""
    failure = ""
    for base_url in addresses:
        try:
            with terminal.busy("Asking for its models …"):
                return asyncio.run(servers.at(name, base_url, key))
        except UnknownModel:
            failure = failure or "No server of models answers at this address. Most addresses end in /v1."
        except ModelError as error:
            failure = sentence(error)
            if isinstance(error, KeyRefused | QuotaExceeded):
                break
    terminal.bad(failure)
    return None


def _count(server: Server) -> str:
    return {0: "no models yet", 1: "1 model"}.get(len(server.models), f"{len(server.models)} models")
