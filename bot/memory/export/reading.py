"""Reads an export, and refuses any other file before anything is changed."""

from pathlib import Path
from typing import Final

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from bot.errors import StartError
from bot.memory.export.document import FORMAT, VERSION, Export

_SHOWN: Final = 5
"""Most mistakes listed."""


class _Kind(BaseModel):
    """What a file says it is."""

    format: str
    version: int


def read(file: Path) -> Export:
    """Read a file that `/export` or `python -m bot export` wrote. Raises StartError with what is wrong with it."""
    try:
        content = file.read_bytes()
    except OSError as error:
        raise StartError(f"{file} can't be read ({error.strerror}).") from None
    try:
        return Export.model_validate_json(content)
    except ValidationError as error:
        raise StartError(f"{_objection(file, content, error)}\nNothing was changed.") from None


def _objection(file: Path, content: bytes, error: ValidationError) -> str:
    try:
        kind = _Kind.model_validate_json(content)
    except ValidationError:
        return f"{file} is no export of Keepsake, or it was cut short or damaged."
    if kind.format != FORMAT:
        return f"{file} is no export of Keepsake."
    if not 1 <= kind.version <= VERSION:
        return (
            f"{file} was made by another Keepsake (its version is {kind.version}, and this one reads up to {VERSION})."
        )
    mistakes = error.errors(include_url=False, include_input=False)
    shown = "\n".join(f"- {_place(mistake)}: {mistake['msg']}" for mistake in mistakes[:_SHOWN])
    more = f"\nand {len(mistakes) - _SHOWN} more" if len(mistakes) > _SHOWN else ""
    return f"{file} can't be imported, as it was changed or damaged:\n{shown}{more}"


def _place(mistake: ErrorDetails) -> str:
    """Return where a mistake is, as in conversations[3].turns[0].state."""
    place = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in mistake["loc"])
    return place.removeprefix(".") or "the whole"
