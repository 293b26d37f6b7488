"""Why an operation on memories is refused."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from pydantic_core import to_jsonable_python

from bot.kit.errors import KeepsakeError
from bot.kit.language import mark
from bot.memory.values import Memory

_NAMED: Final = (
    *("id", "category", "subject", "content", "version"),
    *("created_at", "updated_at", "pinned", "deleted_at"),
)
"""What programs are told of the memories in the way, as in answers about one."""


class UnreadableFile(KeepsakeError):
    """A file holds no memories in a known format."""

    says = mark("I can't read any memories in this file.")


class NoSuchImport(KeepsakeError):
    """An import or its offer is gone."""

    says = mark("This import no longer exists.")


class MemoryRefused(KeepsakeError):
    """An operation on a memory is refused."""

    says = mark("The memory was not changed.")
    memories: Sequence[Memory] = ()
    """Those in the way."""

    @property
    def members(self) -> Mapping[str, Any]:
        """The memories in the way, if there are any."""
        named = [to_jsonable_python({name: getattr(it, name) for name in _NAMED}) for it in self.memories]
        return {"memories": named} if named else {}


class NoSuchMemory(MemoryRefused):
    """No memory has this id."""

    says = mark("There is no memory with this id.")
    status = 404


class MemoryDeleted(MemoryRefused):
    """The memory is deleted."""

    says = mark("This memory is deleted.")
    status = 404


class SameMemory(MemoryRefused):
    """Another live memory has this text."""

    says = mark("Another memory already says this.")

    def __init__(self, memory: Memory) -> None:
        super().__init__()
        self.memory, self.memories = memory, [memory]


class NothingChanges(MemoryRefused):
    """The change would leave the memory as it is."""

    says = mark("The memory already says this.")


class AlreadyProposed(MemoryRefused):
    """This was proposed before, and not undone."""

    says = "The user was already asked about this. It waits for their button, unless it was undone."


class SimilarMemories(MemoryRefused):
    """A new memory is like others, or is about their subject."""

    says = mark("There are already memories about this.")

    def __init__(self, memories: Sequence[Memory], *, of_subject: bool, others: int = 0) -> None:
        """Take the similar memories; `others` counts those about the subject that are left out."""
        super().__init__()
        self.memories = memories
        self.of_subject = of_subject
        self.others = others


class UnrelatedText(MemoryRefused):
    """A new text shares nothing with the memory."""

    says = mark("The new text has nothing in common with the memory.")

    def __init__(self, memory: Memory, content: str) -> None:
        super().__init__()
        self.memory = memory
        self.content = content


class PoorlyWorded(MemoryRefused):
    """A new memory holds several facts, or is in the first person. The model alone is told, in English."""

    says = "The memory should be worded differently."


class StoreFull(MemoryRefused):
    """The limit on memories is reached."""

    says = mark("There is no room for more memories.")


class ChangedSince(MemoryRefused):
    """The memory was changed after what is to be undone."""

    says = mark("This memory has changed since then.")
    status = 412
