"""What requests and answers of several routes hold."""

from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, StringConstraints

from bot.kit.text import trimmed

EXAMPLE_TIME: Final = "2026-11-25T09:00:00Z"

Query = Annotated[str, StringConstraints(max_length=200), BeforeValidator(trimmed)]
"""Words to look for."""


def shown(*examples: dict[str, Any]) -> ConfigDict:
    """Return what has the API's description show examples of a model."""
    return ConfigDict(json_schema_extra={"examples": [*examples]})


class ValueResponse(BaseModel):
    """An answer that has the fields of a value."""

    @classmethod
    def of(cls, value: object) -> Self:
        """Return a value as it is answered."""
        return cls.model_validate(value, from_attributes=True)
