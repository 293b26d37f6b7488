"""Parser of streamed answers: server-sent events and what servers send instead. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r(?=.)", re.DOTALL)
"""Line ends. A trailing carriage return waits for the next byte, which may be a line feed."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event: its data, and its name if the server gave one."""

    data: str
    name: str = ""

    @property
    def is_last(self) -> bool:
        """Whether this event ends the stream."""
        return self.data.startswith("[DONE]")


class EventReader:
    """Reads server-sent events by the standard (https://html.spec.whatwg.org/multipage/server-sent-events.html).

    Also accepted: an event that ends with the stream, `error: …` as an event named error (llama-server), and a line
    without a field name as data, since some servers answer with plain JSON or a web page.
    """

    def __init__(self) -> None:
        self._unread = b""
        self._name = ""
        self._data: list[str] = []

    def feed(self, received: bytes) -> Iterator[Event]:
        """Yield the events completed by these bytes."""
        *lines, self._unread = _LINE_END.split(self._unread + received)
        for line in lines:
            if line:
                self._take(line.decode(errors="replace").removeprefix("\ufeff"))
                continue
            if self._data:
                yield Event("\n".join(self._data), self._name)
            self._name, self._data = "", []

    def end(self) -> Iterator[Event]:
        """Yield the event completed by the end of the stream."""
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
