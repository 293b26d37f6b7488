"""What is looked for, as a model writes it."""

from typing import Annotated, TypeAlias

from pydantic import BeforeValidator, StringConstraints

from bot.values import clean

Query: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500),
    BeforeValidator(lambda value: clean(value).strip() if isinstance(value, str) else value),
]
