"""The pictures in a request, validated as OpenAI does, and what there is to see in them.

Only data URLs are taken (https://platform.openai.com/docs/guides/images): nothing is fetched.
"""

import binascii
import re
from base64 import b64decode
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

from PIL import Image

from practice.model.chat_api import ChatRequest, Message, Part, Refusal

_DATA_URL = re.compile(r"data:(?P<type>[\w/+.-]*);base64,(?P<data>.*)", re.DOTALL)
_FORMATS = {"image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WEBP"}
_LARGEST = 50_000_000
"""Most bytes of a request's pictures."""
_PATCH = 32
_MOST_PATCHES = 1_536
_SEEN_PIXELS = (32, 32)
_COLOURS = {
    "black": (0, 0, 0),
    "white": (255, 255, 255),
    "grey": (128, 128, 128),
    "red": (220, 30, 30),
    "orange": (255, 150, 20),
    "yellow": (250, 230, 40),
    "green": (30, 150, 50),
    "turquoise": (60, 210, 200),
    "blue": (30, 60, 220),
    "purple": (130, 40, 160),
    "pink": (255, 160, 190),
    "brown": (120, 70, 30),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture's size in pixels, and its most frequent colour."""

    width: int
    height: int
    colour: str

    @property
    def tokens(self) -> int:
        """What the picture costs: a token for each patch of 32 by 32 pixels."""
        return min(-(-self.width // _PATCH) * -(-self.height // _PATCH), _MOST_PATCHES)


class _UnseenError(ValueError):
    """A URL that is no picture; the arguments are the code and the message of OpenAI's error."""


def fault(request: ChatRequest) -> Refusal | None:
    """Return the error for the first picture that can't be seen, or None."""
    size = 0
    for number, at, part in _pictures(request):
        param, role = f"messages[{number}].content[{at}].image_url", request.messages[number].role
        if part.image_url is None:
            return Refusal(400, f"Missing required parameter: '{param}'.", param=param)
        if role != "user":
            text = "Image URLs are only allowed for messages with role 'user', but this message with role"
            message = f"Invalid 'messages[{number}]'. {text} '{role}' contains an image URL."
            return Refusal(400, message, code="invalid_value", param=f"messages[{number}]")
        size += len(part.image_url.url)
        if size > _LARGEST:
            return Refusal(400, "Total image size exceeds the limit.", code="image_content_too_large")
        try:
            seen(part.image_url.url)
        except _UnseenError as problem:
            code, text = problem.args
            return Refusal(400, text, code=code, param=param)
    return None


def _pictures(request: ChatRequest) -> Iterator[tuple[int, int, Part]]:
    """Yield the pictures of a request, with the numbers of their messages and their places in them."""
    for number, message in enumerate(request.messages):
        yield from ((number, at, part) for at, part in enumerate(_parts(message)) if part.type == "image_url")


def seen_in(messages: Sequence[Message]) -> list[Seen]:
    """Return what there is to see in messages, in order."""
    return [seen(part.image_url.url) for it in messages for part in _parts(it) if part.image_url]


def refused(request: ChatRequest) -> Refusal | None:
    """Return the error of a model that can't see, if there is a picture in the request."""
    text = "Invalid content type. image_url is only supported by certain models."
    refusals = (Refusal(400, text, param=f"messages.[{it}].content.[{at}].type") for it, at, _ in _pictures(request))
    return next(refusals, None)


@lru_cache(maxsize=64)
def seen(url: str) -> Seen:
    """Look at the picture in a data URL. Raises ValueError for anything else."""
    match = _DATA_URL.fullmatch(url)
    if not match:
        raise _UnseenError(
            "invalid_image_url", "Failed to download image: this server fetches nothing, send a data URL."
        )
    if match["type"] not in _FORMATS:
        raise _UnseenError("invalid_image_format", "Invalid MIME type. Only image types are supported.")
    try:
        content = b64decode(match["data"], validate=True)
    except binascii.Error:
        raise _UnseenError("invalid_base64", "Invalid base64 image_url.") from None
    try:
        with Image.open(BytesIO(content), formats=[_FORMATS[match["type"]]]) as picture:
            small = picture.convert("RGB").resize(_SEEN_PIXELS)
            return Seen(*picture.size, _most_frequent(small))
    except (OSError, SyntaxError, Image.DecompressionBombError):
        text = f"You uploaded an unsupported image. Please make sure your image is valid. ({match['type']})"
        raise _UnseenError("image_parse_error", text) from None


def _parts(message: Message) -> Iterator[Part]:
    yield from message.content if isinstance(message.content, tuple) else ()


def _most_frequent(picture: Image.Image) -> str:
    pixels = picture.tobytes()
    names = Counter(_name(*pixels[at : at + 3]) for at in range(0, len(pixels), 3))
    return names.most_common(1)[0][0]


def _name(*colour: int) -> str:
    return min(_COLOURS, key=lambda name: sum((a - b) ** 2 for a, b in zip(_COLOURS[name], colour, strict=True)))
