"""The socket that listens for the API, and its port for other processes: it may be the first free one."""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from bot.kit import private_files
from bot.kit.errors import StartError
from bot.kit.settings import Settings

_PORT_FILE: Final = "api.port"


async def asked(listener: socket.socket) -> None:
    """Wait until somebody connects to a socket; the connection stays to be accepted."""
    loop, connects = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(listener, connects.set)
    try:
        await connects.wait()
    finally:
        loop.remove_reader(listener)


def listening(host: str, ports: Sequence[int]) -> socket.socket:
    """Return a socket that listens at the first free one of some ports. Raises StartError if none is."""
    family, reason = socket.AF_INET6 if ":" in host else socket.AF_INET, ""
    for port in ports:
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # named: Nagle's algorithm is off
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, port))
            listener.listen()  # another one that is only bound may have the same port
        except OSError as error:
            listener.close()
            reason = error.strerror or str(error)
        else:
            return listener
    raise StartError(f"The API can't be opened at {host}, port {ports[0]} (API_PORT): {reason}.")


def store_port(settings: Settings) -> None:
    """Store the port that the API has."""
    with suppress(OSError):  # a full disk; commands can't find the page then
        private_files.store(settings.data_folder / _PORT_FILE, str(settings.api_port))


def with_running_port(settings: Settings) -> Settings:
    """Return settings that let the API have any port with the one that it has, or had when the bot last ran."""
    if settings.api_port is not None or not settings.api_ports:
        return settings
    try:
        port = int((settings.data_folder / _PORT_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return settings
    return settings.model_copy(update={"api_port": port})
