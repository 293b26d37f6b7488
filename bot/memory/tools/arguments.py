"""Arguments of the memory tools, and the changes that they want."""

import re
from collections.abc import Mapping
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BeforeValidator, Field, ValidationError
from pydantic.json_schema import SkipJsonSchema

from bot.kit.text import clean
from bot.memory.refusals import NoSuchMemory
from bot.memory.values import Addition, Forgetting, MemoryCategory, MemoryContent, MemorySubject, MemoryUpdate, Wanted
from bot.model.values import ToolCall
from bot.turns.tools.tool import ANY_CASE, Query, ToolArguments, argument_error

_ID: Final = re.compile(r"[A-Za-z0-9]{8}")


def _id_shaped(value: str) -> str:
    """Refuse a value that can't be an id, since results repeat ids and must not repeat a memory's text."""
    if not _ID.fullmatch(value):
        raise argument_error(str(NoSuchMemory()))
    return value


def _trimmed_id(value: object) -> object:
    return clean(value).strip(" []").removeprefix("id:") if isinstance(value, str) else value


def _id_or_none(value: object) -> object:
    """Replace a value that can't be an id by None: small models fill in every argument."""
    trimmed = _trimmed_id(value)
    return trimmed if isinstance(trimmed, str) and _ID.fullmatch(trimmed) else ""


MemoryId: TypeAlias = Annotated[str, AfterValidator(_id_shaped), BeforeValidator(_trimmed_id)]
Subject: TypeAlias = Annotated[MemorySubject, BeforeValidator(lambda value: "" if value is None else value)]
Category: TypeAlias = Annotated[Literal["context", "person", "preference", "project"], ANY_CASE]


class AddToMemory(ToolArguments):
    """Arguments of add_to_memory."""

    content: MemoryContent
    category: Category = Field(description="context: facts about the user; preference: what they like")
    subject: Subject = Field("", description="The name of the person or project")
    user_asked: bool = Field(default=False, description="False if it is your idea")
    is_new: bool = Field(default=False, description="True only if refused as like another")
    replaces: SkipJsonSchema[Annotated[str, BeforeValidator(_id_or_none)]] = ""
    """The id of a memory to change instead. Conversations that began without `update_memory` were told of it."""

    @property
    def wanted(self) -> Addition | MemoryUpdate:
        """The wanted change."""
        if self.replaces:
            return MemoryUpdate(memory_id=self.replaces, content=self.content, subject=self.subject)
        category = MemoryCategory(self.category)
        return Addition(content=self.content, category=category, subject=self.subject, is_new=self.is_new)


class UpdateMemory(ToolArguments):
    """Arguments of update_memory."""

    memory_id: MemoryId
    content: MemoryContent = Field(description="Its whole new text")
    subject: Subject = Field("", description="Only if it changes")

    @property
    def wanted(self) -> MemoryUpdate:
        """The wanted change."""
        return MemoryUpdate(memory_id=self.memory_id, content=self.content, subject=self.subject)


class ForgetMemory(ToolArguments):
    """Arguments of forget_memory."""

    memory_id: MemoryId

    @property
    def wanted(self) -> Forgetting:
        """The wanted change."""
        return Forgetting(memory_id=self.memory_id)


class SearchMemory(ToolArguments):
    """Arguments of search_memory."""

    query: Query
    category: Annotated[Literal["", "context", "person", "preference", "project"], ANY_CASE] = ""


_CHANGES: Final[Mapping[str, type[AddToMemory | UpdateMemory | ForgetMemory]]] = {
    "add_to_memory": AddToMemory,
    "update_memory": UpdateMemory,
    "forget_memory": ForgetMemory,
}


def wanted_of_call(call: ToolCall) -> Wanted | None:
    """Return the change of memories that a call wants; None if it wants none or is invalid."""
    arguments = _CHANGES.get(call.name)
    try:
        return arguments.model_validate_json(call.arguments).wanted if arguments else None
    except ValidationError:
        return None
