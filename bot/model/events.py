"""Parser of streamed answers: server-sent events and what servers send instead. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_LINE_END = re.compile(rb"\r\n|\n|\r(?=.)", re.DOTALL)
"""Line ends. A trailing carriage return waits for the next byte, which may be a line feed."""
_MOST_BYTES: Final = 4_000_000
"""Most bytes of an event."""


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

    Also accepted: an event that ends with the stream, `error: …` as an event named error (llama-server), a line
    without a field name as data, since some servers answer with plain JSON or a web page, and events of one JSON object
    each without an empty line between them.
    """

    def __init__(self) -> None:
        self._unread: list[bytes] = []
        self._bytes = 0
        self._name = ""
        self._data: list[str] = []

    def feed(self, received: bytes) -> Iterator[Event]:
        """Yield the events completed by these bytes. Raises ValueError for an event without end."""
        self._bytes += len(received)
        if self._bytes > _MOST_BYTES:
            raise ValueError
        self._unread.append(received)
        if not (b"\n" in received or b"\r" in b"".join(self._unread[-2:])):
            return
        *lines, rest = _LINE_END.split(b"".join(self._unread))
        self._unread = [rest]
        for line in lines:
            text = line.decode(errors="replace").removeprefix("\ufeff")
            if not text or self._begins_another(text):
                yield from self._event()
            if text:
                self._take(text)

    def _event(self) -> Iterator[Event]:
        if self._data:
            yield Event("\n".join(self._data), self._name)
        self._name, self._data, self._bytes = "", [], 0

    def _begins_another(self, line: str) -> bool:
        """Tell whether a line begins an object, or is the end, after a line that is a whole object."""
        before = self._data[-1] if self._data else ""
        begun = line.removeprefix("data:").lstrip()
        return before.startswith("{") and before.endswith("}") and begun.startswith(("{", "[DONE]"))

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
