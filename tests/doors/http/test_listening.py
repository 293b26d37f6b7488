"""The socket that listens for the API."""

import socket

from bot.doors.http.listening import listening


def test_the_first_free_port_is_taken() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as passing:
        ports = [taken.getsockname()[1], passing.getsockname()[1]]
        passing.close()
        with listening("127.0.0.1", ports) as listener:
            assert listener.getsockname()[1] == ports[1]
