"""The socket that listens for the API."""

import asyncio
import socket
from collections.abc import Sequence

from bot.errors import StartError


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
