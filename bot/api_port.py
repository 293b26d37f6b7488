"""The port of a running bot's API, for other processes: it may be the first free one."""

from contextlib import suppress
from typing import Final

from bot import private_files
from bot.settings import Settings

_FILE: Final = "api.port"


def store(settings: Settings) -> None:
    """Store the port that the API has."""
    with suppress(OSError):  # a full disk; commands can't find the page then
        private_files.store(settings.data_folder / _FILE, str(settings.api_port))


def as_running(settings: Settings) -> Settings:
    """Return settings that let the API have any port with the one that it has, or had when the bot last ran."""
    if settings.api_port is not None or not settings.api_ports:
        return settings
    try:
        port = int((settings.data_folder / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return settings
    return settings.model_copy(update={"api_port": port})
