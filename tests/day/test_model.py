"""The model of the day names what it answers, and a prompt that begins otherwise is found."""

import json

from practice.model.chat_api import ChatRequest
from practice.model.server import Received
from tests.day.model import ANSWERED, Prefix, reply, tag

SYSTEM = {"role": "system", "content": "You are Keepsake."}


def said(number: int, words: str = "How are you?") -> dict[str, str]:
    """Return a message of the user."""
    return {"role": "user", "content": f"[Sat 29 Mar 2025, 07:00]\n{words}\n{tag(number)}"}


def answered(number: int) -> dict[str, str]:
    """Return an answer."""
    return {"role": "assistant", "content": f"Fine.\n\n(for {number:04})"}


def received(*messages: dict[str, str]) -> Received:
    """Return a request with these messages after the system's."""
    body = json.dumps({"model": "practice", "messages": [SYSTEM, *messages]}).encode()
    return Received(body, ChatRequest.model_validate_json(body), {})


def test_an_answer_names_all_messages_of_its_turn_and_no_others() -> None:
    answer = reply(received(said(1), answered(1), said(2), said(3)).request)
    assert ANSWERED.findall(answer.content) == ["0002 0003"]


def test_requests_continue_the_one_before_them() -> None:
    prefix = Prefix(list)
    prefix.look(received(said(1)))
    prefix.look(received(said(1), answered(1), said(2)))
    assert (prefix.begun, prefix.continued, prefix.problems) == (1, 1, [])


def test_a_request_that_changes_what_was_said_is_a_problem() -> None:
    prefix = Prefix(list)
    prefix.look(received(said(1), answered(1), said(2)))
    prefix.look(received(said(1), {"role": "assistant", "content": "Better."}, said(3)))
    (problem,) = prefix.problems
    assert "Better." in problem


def test_a_turn_that_was_taken_back_leaves_what_came_before_it() -> None:
    prefix = Prefix(lambda: [2])
    prefix.look(received(said(1), answered(1), said(2)))
    prefix.look(received(said(1), answered(1), said(3)))
    assert (prefix.revised, prefix.problems) == (1, [])
    prefix.look(received(said(1), said(4)))
    assert len(prefix.problems) == 1
