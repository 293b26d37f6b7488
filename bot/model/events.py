"""The events of a stream, out of the bytes that servers send: mostly, but not always, server-sent events. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its data, and its name where the server gave it one."""

    data: str
    name: str = ""

    @property
    def is_last(self) -> bool:
        """Whether it says that the stream is done."""
        return self.data.startswith("[DONE]")


class EventReader:
    """Reads server-sent events as the standard tells (https://html.spec.whatwg.org/multipage/server-sent-events.html).

    Beyond it, an event may end with the stream, `error: …` is an event called error (llama-server), and a line that
    begins no field is data: some servers answer with JSON, or with a web page, and no stream.
    """

    def __init__(self) -> None:
        self._unread = b""
        self._begun = False
        self._name = ""
        self._data: list[str] = []

    def feed(self, received: bytes) -> Iterator[Event]:
        """Yield the events that these bytes complete."""
        *lines, self._unread = _LINE_END.split(self._unread + received)
        if lines and not self._unread and received.endswith(b"\r"):
            self._unread = lines.pop() + b"\r"  # its line feed may be on the way
        yield from self._read(lines)

    def end(self) -> Iterator[Event]:
        """Yield the event that only the end of the stream completes."""
        yield from self._read([self._unread.removesuffix(b"\r"), b""])

    def _read(self, lines: list[bytes]) -> Iterator[Event]:
        for raw in lines:
            line = raw.decode(errors="replace")
            if not self._begun:
                self._begun, line = True, line.removeprefix("\ufeff")
            if line:
                self._take(line)
            elif self._data:
                yield Event("\n".join(self._data), self._name)
            if not line:
                self._name, self._data = "", []

    def _take(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        match name:
            case "data":
                self._data.append(value)
            case "event":
                self._name = value
            case "error":
                self._name = "error"
                self._data.append(value)
            case "" | "id" | "retry":
                pass
            case _:
                self._data.append(line)
