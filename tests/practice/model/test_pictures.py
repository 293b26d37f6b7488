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


@pytest.mark.parametrize("colour", ["black", "white", "red", "green", "blue", "yellow", "orange", "purple", "brown"])
def test_size_and_colour_are_seen(colour: str) -> None:
    (seen,) = pictures.seen_in(request(url(photo(colour, (64, 40)))).messages)
    assert (seen.width, seen.height, seen.colour) == (64, 40, colour)


def test_the_rules_tell_what_they_see() -> None:
    asked = request(url(photo("red", (64, 40))), url(photo("blue", (20, 30), kind="PNG"), "image/png"))
    assert pictures.fault(asked) is None
    assert reply(asked).text.endswith(
        "I see a picture of 64 by 40 pixels, mostly red and a picture of 20 by 30 pixels, mostly blue."
    )


def test_a_picture_costs_its_patches_and_not_its_characters() -> None:
    large = url(photo("red", (1_280, 960)))
    assert len(large) > 4 * 1_300
    assert 1_200 <= prompt_tokens(request(large)) < 1_260


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ("https://example.org/a.jpg", "invalid_image_url"),
        (url(b"x", "text/plain"), "invalid_image_format"),
        ("data:image/jpeg;base64,%", "invalid_base64"),
        (url(b"no picture"), "image_parse_error"),
        (url(photo("red", (4, 4), kind="PNG"), "image/jpeg"), "image_parse_error"),
    ],
)
def test_what_is_no_picture_is_refused(given: str, code: str) -> None:
    fault = pictures.fault(request(given))
    assert fault
    assert (fault.status, fault.code, fault.param) == (400, code, "messages[0].content[1].image_url")


def test_pictures_are_the_users_only() -> None:
    fault = pictures.fault(request(url(photo("red", (4, 4))), role="system"))
    assert fault
    assert fault.message.endswith("this message with role 'system' contains an image URL.")


def test_a_model_that_can_not_see_says_so() -> None:
    fault = pictures.refused(request(url(photo("red", (4, 4)))))
    assert fault
    assert (fault.message, fault.param) == (
        "Invalid content type. image_url is only supported by certain models.",
        "messages.[0].content.[1].type",
    )
    assert pictures.refused(request()) is None
