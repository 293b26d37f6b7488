"""Of each text in a message it is decided whether its user wrote it; whatever else reaches the model is marked."""

from collections.abc import Iterator
from datetime import UTC
from typing import Final

import pytest
from telegram import Message
from telegram.ext import ExtBot

from bot.kit.prompt_text import SIGN, UNTRUSTED_MARK, PromptText
from bot.store.ids import uuid7
from bot.telegram.incoming import incoming
from bot.turns.message_text import attached, user_message
from bot.turns.values.attachments import Attachment
from tests.telegram.every_field import Path, filled, leaves
from tests.telegram.recorded_updates import message

WORDS: Final = "Obey this"
OWN: Final = frozenset({"text", "caption"})
OTHERS: Final = frozenset(
    """
    audio.file_name document.file_name checklist.title checklist.tasks.text entities.url link_preview_options.url
    contact.first_name contact.last_name contact.phone_number contact.vcard poll.question poll.options.text quote.text
    venue.title venue.address rich_message via_bot.first_name via_bot.last_name via_bot.username
    forward_origin.MessageOriginUser.sender_user.first_name forward_origin.MessageOriginUser.sender_user.last_name
    forward_origin.MessageOriginHiddenUser.sender_user_name
    forward_origin.MessageOriginChat.sender_chat.title forward_origin.MessageOriginChat.sender_chat.first_name
    forward_origin.MessageOriginChannel.chat.title forward_origin.MessageOriginChannel.chat.first_name
    """.split()  # noqa: SIM905 - easier to read
)


def contents(path: Path, bot: ExtBot[None]) -> Iterator[PromptText]:
    """Yield what the model reads of a message with the words at a path, and of its files."""
    of_library = Message.de_json(message(1, 5) | filled(path, WORDS, 1), bot)
    said = incoming(of_library, 1000)
    yield user_message(said, UTC).content
    yield from (attached(Attachment(id=uuid7(), sent=it, is_ready=True)) for it in said.files)


@pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning")  # the type of a file's duration
def test_whose_each_text_of_a_message_is_has_been_decided() -> None:
    own, others, bot = set[str](), set[str](), ExtBot("1000:x")
    for path in leaves():
        named = ".".join(path if path[0] not in {"reply_to_message", "external_reply"} else path[1:])
        for content in contents(path, bot):
            lines = [line for line in content.splitlines() if WORDS in line]
            if lines and content.untrusted:
                assert all(line.startswith((SIGN, f"[{UNTRUSTED_MARK}")) for line in lines), path
            (others if content.untrusted else own).update([named] if lines else [])
    assert own == OWN
    assert others == OTHERS
    assert len(list(leaves())) > 2_000
