"""`.env`, changed without losing anything that is in it."""

import re
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from typing import Final

from dotenv.parser import parse_stream

from bot.kit import private_files

_QUOTE: Final = "'"
_PLAIN: Final = re.compile(r"[A-Za-z0-9_./:@%+,=-]*")
"""Values that mean the same with and without quotes, also to a shell and to systemd."""
_LINE: Final = re.compile(r"^(?=.*\S)", re.MULTILINE)
_REST: Final = re.compile(
    r"""\s*=[^\S\r\n]*(?:'(?:\\'|[^'])*'|"(?:\\"|[^"])*"|[^\r\n]*?)(?P<comment>[^\S\r\n]+\#[^\r\n]*)?[^\S\r\n]*(?P<end>\r\n|\n|\r)?"""
)
"""What follows a setting's name (https://github.com/theskumar/python-dotenv#file-format)."""


def set_values(file: Path, values: Mapping[str, str]) -> None:
    """Set values in a file that only we can read from then on; it is replaced at once or not at all. Raises OSError."""
    there = file.resolve()  # a link stays one
    text = there.read_bytes().decode("utf-8-sig") if there.exists() else ""
    private_files.store(there, updated(text, values))


def updated(text: str, values: Mapping[str, str]) -> str:
    """Return a file's text with values set, where the names are set already, else at the end.

    A name with an empty value is commented out. Comments, order, other names and line ends stay.
    """
    parts = list(parse_stream(StringIO(text, newline="")))
    end = "\r\n" if "\r\n" in text else "\n"
    last = {binding.key: number for number, binding in enumerate(parts) if binding.key}
    lines = [binding.original.string for binding in parts]
    for name, value in values.items():
        if not value:
            for number, binding in enumerate(parts):
                if binding.key == name and binding.value:
                    lines[number] = _LINE.sub("# ", lines[number])
        elif name in last:
            lines[last[name]] = _set(lines[last[name]], name, value, end)
        else:
            if lines and not lines[-1].endswith(("\n", "\r")):
                lines[-1] += end
            lines.append(f"{name}={_quoted(value)}{end}")
    return "".join(lines)


def _set(original: str, name: str, value: str, end: str) -> str:
    """Return a setting's lines with another value; what is around it stays: blank lines, `export`, a comment."""
    before, _, rest = original.partition(name)
    found = _REST.fullmatch(rest)
    comment, line_end = (found["comment"] or "", found["end"] or end) if found else ("", end)
    return f"{before.rstrip(_QUOTE)}{name}={_quoted(value)}{comment}{line_end}"


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
