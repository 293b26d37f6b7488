"""The process that reads one document. It has little memory and time, and no secrets that one could get at."""

import json
import os
import resource
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from types import FrameType
from typing import Final

from bot.kit.language import mark
from bot.kit.text import clean
from bot.turns.files.documents.kinds import OF_A_PAGE, reader
from bot.turns.files.documents.sections import CHARACTERS, LEFT_OUT, Section, Unreadable, parts

_OUT_OF_MEMORY: Final = 2
"""The code of libxml2's error (xmlParserErrors, XML_ERR_NO_MEMORY)."""
_NO_MEMORY: Final = mark("it takes too much memory to read")


class OutOfTime(BaseException):
    """The time to read is over. No library takes it for an error of its own."""


def main() -> None:
    """Read a document: a line of JSON with its name, its media type and its address, then its content."""
    _limit()
    about = json.loads(sys.stdin.buffer.readline())
    result = read(sys.stdin.buffer.read(), about["name"], about["media_type"], about["address"])
    sys.stdout.buffer.write(json.dumps(result).encode())


def read(content: bytes, name: str, media_type: str, address: str = "", *, seconds: float = 18) -> Mapping[str, object]:
    """Return a document's parts, those that were read in time, or the problem with it."""
    try:
        return _read(content, name, media_type, address, seconds)
    except Unreadable as why:
        return {"problem": OF_A_PAGE.get(str(why), str(why)) if address else str(why)}
    except OutOfTime:
        return {"problem": mark("it takes too long to read")}
    except RecursionError:
        return {"problem": mark("it is nested too deeply")}
    except MemoryError:
        return {"problem": _NO_MEMORY}
    except Exception as error:  # noqa: BLE001 - whatever a library raises for a damaged file
        is_memory = getattr(error, "code", None) == _OUT_OF_MEMORY
        return {"problem": _NO_MEMORY if is_memory else mark("it is damaged"), "error": type(error).__name__}


def _read(content: bytes, name: str, media_type: str, address: str, seconds: float) -> Mapping[str, object]:
    def out_of_time(_signal: int, _frame: FrameType | None) -> None:
        raise OutOfTime

    signal.signal(signal.SIGALRM, out_of_time)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1)  # and each second, as a library may swallow the alarm
    found: list[Section] = []
    is_whole = False
    try:
        is_whole = _collect(reader(content, name, media_type, address)(content), found)
    except (OutOfTime, MemoryError):
        if not found:
            raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    if not found:
        raise Unreadable(mark("it holds no text"))
    if not is_whole:
        found.append(Section(text=LEFT_OUT))
    return {"parts": [asdict(part) for part in parts(found)]}


def _collect(sections: Iterable[Section], found: list[Section]) -> bool:
    """Keep the sections with text that fit; return whether these are all."""
    room = CHARACTERS
    for section in sections:
        text = clean(section.text).strip()
        if text:
            found.append(replace(section, text=text[:room], heading=clean(section.heading)))
        room -= len(text) + 50  # for what is kept besides it
        if room < 0:
            return False
    return True


def _limit() -> None:
    with suppress(OSError):
        os.nice(5)
    for what, most in (
        (resource.RLIMIT_AS, 512 * 1024 * 1024),
        (resource.RLIMIT_CPU, 28),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # macOS knows no limit of memory
            resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    main()
