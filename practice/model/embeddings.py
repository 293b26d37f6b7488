"""Pure: the requests and answers of the Embeddings API, and a stand-in for an embedding model.

https://platform.openai.com/docs/api-reference/embeddings
"""

import math
import re
from collections.abc import Sequence
from typing import Final, Literal
from zlib import crc32

from pydantic import BaseModel, ConfigDict, ValidationError

from practice.model.chat_api import Refusal
from practice.model.validation import malformed

DIMENSIONS: Final = 64
_STEM: Final = 4
"""Number of leading letters in which two forms of a word agree."""


class EmbeddingRequest(BaseModel):
    """A request for the embeddings of one or several texts."""

    model_config = ConfigDict(extra="ignore", strict=True)

    model: str
    input: str | list[str]
    encoding_format: Literal["float"] = "float"

    @property
    def texts(self) -> Sequence[str]:
        """All the texts."""
        return [self.input] if isinstance(self.input, str) else self.input


def parse(body: bytes) -> EmbeddingRequest | Refusal:
    """Parse a request's body; a Refusal (400) describes an error."""
    try:
        return EmbeddingRequest.model_validate_json(body)
    except ValidationError as error:
        return malformed(error)


def of_words(text: str) -> Sequence[float]:
    """Return a vector of length 1 that depends only on the words of the text."""
    vector = [0.0] * DIMENSIONS
    for word in re.findall(r"\w+", text.casefold()):
        vector[crc32(word[:_STEM].encode()) % DIMENSIONS] += 1
    length = math.hypot(*vector) or 1.0
    return [number / length for number in vector]


def answer(asked: EmbeddingRequest, vectors: Sequence[Sequence[float]]) -> dict[str, object]:
    """Return the answer's body."""
    data = [{"object": "embedding", "index": index, "embedding": list(it)} for index, it in enumerate(vectors)]
    tokens = sum(len(text.split()) for text in asked.texts)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "data": data, "model": asked.model, "usage": usage}
