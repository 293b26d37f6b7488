"""The events of a stream, out of the bytes that servers send: mostly, but not always, server-sent events. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r(?=.)", re.DOTALL)
"""A carriage return ends a line once it is known that no line feed follows."""


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
    """Reads server-sent events by the standard (https://html.spec.whatwg.org/multipage/server-sent-events.html).

    Beyond it, an event may end with the stream, `error: …` is an event called error (llama-server), and a line that
    begins no field is data: some servers answer with JSON, or with a web page, and no stream.
    """

    def __init__(self) -> None:
        self._unread = b""
        self._name = ""
        self._data: list[str] = []

    def feed(self, received: bytes) -> Iterator[Event]:
        """Yield the events that these bytes complete."""
        *lines, self._unread = _LINE_END.split(self._unread + received)
        for line in lines:
            if line:
                self._take(line.decode(errors="replace").removeprefix("\ufeff"))
                continue
            if self._data:
                yield Event("\n".join(self._data), self._name)
            self._name, self._data = "", []

    def end(self) -> Iterator[Event]:
        """Yield the event that only the end of the stream completes."""
        return self.feed(b"\n\n")

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
