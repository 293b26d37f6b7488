"""Why an operation on a note is refused."""

from collections.abc import Sequence

from bot.features.notes.values import TEXT_MAX
from bot.kit.errors import KeepsakeError
from bot.kit.language import Words, mark, number, t


class NoteRefused(KeepsakeError):
    """An operation on a note is refused."""

    says = mark("The note was not changed.")

    @property
    def not_undone(self) -> str:
        """Why a change was not undone."""
        return t("Not undone. {reason}", reason=str(self))


class NoSuchNote(NoteRefused):
    """No live note has this name or id."""

    says = mark("This note no longer exists.")
    status = 404

    def __init__(self, name: str = "", names: Sequence[str] = ()) -> None:
        """Take the name, and the names of notes that there are."""
        words: Words = (lambda: t("There is no note “{name}”.", name=name)) if name else ""
        super().__init__(words)
        self.names = names


class NoteTooLong(NoteRefused):
    """The note would be too long."""

    def __init__(self, name: str, characters: int) -> None:
        """Take the name, and the number of characters that it would have."""
        super().__init__(
            lambda: t(
                "“{name}” would have {characters} characters. A note takes at most {most}.",
                name=name,
                characters=number(characters),
                most=number(TEXT_MAX),
            )
        )


class SameNoteName(NoteRefused):
    """Another note has this name."""

    def __init__(self, name: str) -> None:
        super().__init__(lambda: t("There is already a note “{name}”.", name=name))


class NoSuchPassage(NoteRefused):
    """The note has no such passage. The model alone is told."""

    says = "The note doesn't have this passage."


class SeveralPassages(NoteRefused):
    """The note has the passage several times. The model alone is told."""

    def __init__(self, times: int) -> None:
        super().__init__(f"The note has this passage {times:,} times. Give more of the text around it.")


class NoSuchItem(NoteRefused):
    """The note's checklist has no such item."""

    says = mark("This item is no longer in the note.")

    def __init__(self, wanted: Sequence[str] = (), others: Sequence[str] = ()) -> None:
        """Take the wanted items, and the others that could be changed."""
        super().__init__()
        self.wanted = wanted
        self.others = others


class AmbiguousItem(NoteRefused):
    """Several items have these words. The model alone is told."""

    def __init__(self, wanted: str, items: Sequence[str]) -> None:
        super().__init__()
        self.wanted = wanted
        self.items = items


class NoteChangedSince(NoteRefused):
    """The note was changed after what is to be undone."""

    says = mark("This note has changed since then.")
