"""Files by Telegram's ids (Bot API, File)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from practice.telegram.records import Records
from practice.telegram.updates import JsonObject

_KIND = "file"
_ID = re.compile(r"practice-file-([0-9]{1,18})(?:-[0-9]{1,18})?")
_PATH = re.compile(r"[a-z_]+/file_([0-9]{1,18})(?:\.\w+)?")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file with the path at which bots download it."""

    number: int
    path: str
    content: bytes


class Files:
    """The files of all messages.

    A file has one unique id, and another file id in each message that holds it: bots can rely on the former only.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._paths: dict[int, str] = {}
        self._next_number = 1

    def load(self) -> None:
        """Load the paths from the records."""
        self._paths = dict(self._records.all(_KIND)) | self._paths
        self._next_number = max(self._paths, default=0) + 1

    def keep(self, content: bytes, folder: str, name: str = "") -> JsonObject:
        """Store a file, and return the fields that describe it."""
        number = self._next_number
        self._next_number += 1
        self._paths[number] = f"{folder}/file_{number}{PurePosixPath(name).suffix}"
        self._records.put_file(number, content)
        self._records.put(_KIND, number, self._paths[number])
        unique_id = f"practice-{number}"
        return {"file_id": f"practice-file-{number}", "file_unique_id": unique_id, "file_size": len(content)}

    def by_id(self, file_id: object) -> StoredFile | None:
        """Return a file by a file id, or None."""
        return self._found(_ID.fullmatch(str(file_id)))

    def by_path(self, path: str) -> StoredFile | None:
        """Return a file by the path at which bots download it, or None."""
        found = self._found(_PATH.fullmatch(path))
        return found if found and found.path == path else None

    def remove(self, number: int) -> None:
        """Remove a file."""
        self._paths.pop(number, None)
        self._records.remove(_KIND, number)
        self._records.remove_file(number)

    def _found(self, match: re.Match[str] | None) -> StoredFile | None:
        number = int(match[1]) if match else 0
        content = self._records.file(number)
        return None if content is None else StoredFile(number, self._paths[number], content)


def numbers(fields: object) -> Iterator[int]:
    """Yield the numbers of all files in a message's fields."""
    for file_id in _ids(fields):
        if match := _ID.fullmatch(file_id):
            yield int(match[1])


def renewed(fields: JsonObject, message_id: int) -> JsonObject:
    """Return a message's fields for another message, with file ids of its own."""
    return {name: _renewed(name, value, message_id) for name, value in fields.items()}


def _renewed(name: str, value: object, message_id: int) -> object:
    if isinstance(value, dict):
        return renewed(value, message_id)
    if isinstance(value, list):
        return [_renewed("", it, message_id) for it in value]
    if name == "file_id" and (match := _ID.fullmatch(str(value))):
        return f"practice-file-{match[1]}-{message_id}"
    return value


def _ids(fields: object) -> Iterator[str]:
    if isinstance(fields, dict):
        if isinstance(file_id := fields.get("file_id"), str):
            yield file_id
        fields = list(fields.values())
    if isinstance(fields, list | tuple):
        for it in fields:
            yield from _ids(it)
