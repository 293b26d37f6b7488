"""The ports of practice mode; `scenarios/test_practice_mode.py` runs it as a process."""

from bot.cli.practising import PRACTICE_PORT, chat_ports


def test_the_chat_page_leaves_the_port_of_the_api_free() -> None:
    assert chat_ports(None)[:2] == [PRACTICE_PORT, PRACTICE_PORT + 1]
    assert chat_ports(PRACTICE_PORT + 1)[:2] == [PRACTICE_PORT, PRACTICE_PORT + 2]
