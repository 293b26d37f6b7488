"""The practice model sees the size and colour of pictures; what is no picture is refused in OpenAI's words."""

import base64
import json

import pytest

from practice.model import pictures
from practice.model.chat_api import ChatRequest
from practice.model.prompt_cache import prompt_tokens
from practice.model.rules import reply
from practice.model.validation import parse
from tests.pictures import photo


def url(content: bytes, media_type: str = "image/jpeg") -> str:
    """Return a data URL."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"


def request(*urls: str, role: str = "user") -> ChatRequest:
    """Return a request with pictures."""
    parts = [{"type": "image_url", "image_url": {"url": it}} for it in urls]
    message = {"role": role, "content": [{"type": "text", "text": "What is this?"}, *parts]}
    asked = parse(json.dumps({"model": "practice", "messages": [message]}).encode())
    assert isinstance(asked, ChatRequest)
    return asked


def test_the_rules_tell_what_they_see() -> None:
    asked = request(url(photo("red", (64, 40))), url(photo("blue", (20, 30), kind="PNG"), "image/png"))
    assert pictures.fault(asked) is None
    assert reply(asked).text.endswith(
        "I see a picture of 64 by 40 pixels, mostly red and a picture of 20 by 30 pixels, mostly blue."
    )
    assert 1_200 <= prompt_tokens(request(url(photo("red", (1_280, 960))))) < 1_260  # its patches, not its characters


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("https://example.org/a.jpg", "invalid_image_url"),
        (url(b"no picture"), "image_parse_error"),
        (url(photo("red", (4, 4), kind="PNG"), "image/jpeg"), "image_parse_error"),
    ],
)
def test_what_is_no_picture_is_refused(given: str, code: str) -> None:
    fault = pictures.fault(request(given))
    assert fault
    assert (fault.status, fault.code, fault.param) == (400, code, "messages[0].content[1].image_url")
    assert pictures.fault(request(url(photo("red", (4, 4))), role="system"))
