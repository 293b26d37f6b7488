"""Arguments of the notebook tools."""

from typing import Annotated, Final, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from bot.values.notes import Appending, NoteName, NoteText, Renaming, Replacing, Ticking, WantedNote, Writing

_MOST_ITEMS: Final = 50

_Words: TypeAlias = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]
_Item: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=500, strip_whitespace=True)]


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="ignore")


class FindNotes(_Arguments):
    """Arguments of find_notes."""

    words: _Words = Field("", description="A few words; without them, all notes are listed")


class ReadNote(_Arguments):
    """Arguments of read_note."""

    name: NoteName
    part: int = Field(1, description="Of a long one; the first by default")


class WriteNote(_Arguments):
    """Arguments of write_note."""

    name: NoteName
    text: NoteText

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Writing(name=self.name, text=self.text)


class AppendToNote(_Arguments):
    """Arguments of append_to_note."""

    name: NoteName
    text: NoteText

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Appending(name=self.name, text=self.text)


class EditNote(_Arguments):
    """Arguments of edit_note."""

    name: NoteName
    passage: NoteText = Field(description="As it is there, and only once")
    new_text: NoteText = Field(description="Empty to remove the passage")

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Replacing(name=self.name, passage=self.passage, text=self.new_text)


class TickInNote(_Arguments):
    """Arguments of tick_in_note."""

    name: NoteName
    items: list[_Item] = Field(min_length=1, max_length=_MOST_ITEMS)
    done: bool = Field(default=True, description="False to untick")

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Ticking(name=self.name, items=tuple(self.items), done=self.done)


class RenameNote(_Arguments):
    """Arguments of rename_note."""

    name: NoteName
    new_name: NoteName

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Renaming(name=self.name, new_name=self.new_name)


Change: TypeAlias = WriteNote | AppendToNote | EditNote | TickInNote | RenameNote
