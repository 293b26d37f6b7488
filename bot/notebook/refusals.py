"""Why an operation on a note is refused; each message is a sentence that its user reads."""

from collections.abc import Sequence

from bot.errors import KeepsakeError
from bot.values.notes import TEXT_MAX


class NoteRefused(KeepsakeError):
    """The note stays as it is."""


class NoSuchNote(NoteRefused):
    """There is no such note."""

    def __init__(self, name: str = "", names: Sequence[str] = ()) -> None:
        """Take the name, and the names of notes that there are."""
        super().__init__(f"There is no note “{name}”." if name else "")
        self.names = names


class NoteTooLong(NoteRefused):
    """The note would be too long."""

    def __init__(self, name: str, characters: int) -> None:
        """Take the name, and the number of characters that it would have."""
        super().__init__(f"“{name}” would have {characters:,} characters; a note takes at most {TEXT_MAX:,}.")


class SameNoteName(NoteRefused):
    """Another note has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is another note “{name}”.")


class NoSuchPassage(NoteRefused):
    """The note doesn't have this passage."""


class SeveralPassages(NoteRefused):
    """The note has this passage several times."""

    def __init__(self, number: int) -> None:
        super().__init__(f"The note has this passage {number:,} times. Give more of the text around it.")


class NoSuchItem(NoteRefused):
    """The note has no such item any more."""

    def __init__(self, wanted: Sequence[str] = (), others: Sequence[str] = ()) -> None:
        """Take the wanted items, and the others that could be changed."""
        super().__init__()
        self.wanted = wanted
        self.others = others


class AmbiguousItem(NoteRefused):
    """Several items have these words."""

    def __init__(self, wanted: str, items: Sequence[str]) -> None:
        super().__init__()
        self.wanted = wanted
        self.items = items


class NoteChangedSince(NoteRefused):
    """This note was changed since."""
