"""Embeddings of texts."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Vector: TypeAlias = Sequence[float]
"""An embedding; vectors of similar texts have similar directions."""


@dataclass(frozen=True, slots=True)
class Embedding:
    """The vector of a query, and the name of its model."""

    model: str
    vector: Vector = field(repr=False)
