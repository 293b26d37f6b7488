"""What a message replies to: what is stored of it, with its author."""

from dataclasses import replace
from typing import Final

from bot.database import references
from bot.database.engine import Transaction
from bot.values.conversations import Conversation
from bot.values.incoming import IncomingMessage, Quote, Speaker

_MOST_CHARACTERS: Final = 20_000
"""Most characters of a message that is replied to."""


async def with_reference(tx: Transaction, conversation: Conversation, message: IncomingMessage) -> IncomingMessage:
    """Return a message with all that it replies to says, and with the author of what it quotes.

    Keepsake's messages may repeat untrusted text, as an answer to it or as a command's result; then they are untrusted.
    """
    quote = message.attribution.quote
    if quote is None:
        return message
    if quote.message_id is not None and quote.speaker is Speaker.KEEPSAKE:
        quote = await _answer(tx, conversation, quote, quote.message_id)
    elif quote.message_id is not None and not any(file.quoted for file in message.files):
        quote = await _message(tx, conversation, quote, quote.message_id)
    says_nothing = quote.whole and not quote.text and not any(file.quoted for file in message.files)
    return replace(message, attribution=replace(message.attribution, quote=None if says_nothing else quote))


async def _answer(tx: Transaction, conversation: Conversation, quote: Quote, message_id: int) -> Quote:
    found = await references.answer(tx, conversation.owner, conversation.place.chat_id, message_id)
    if found is None or found.untrusted:
        quote = replace(quote, speaker=Speaker.OTHER, name="Keepsake")
    return replace(quote, turn_id=found.turn_id, text=_text(quote, found.text)) if found else quote


async def _message(tx: Transaction, conversation: Conversation, quote: Quote, message_id: int) -> Quote:
    found = await references.message(tx, conversation, message_id)
    return replace(quote, turn_id=found.turn_id, text=_text(quote, found.text)) if found else quote


def _text(quote: Quote, stored: str) -> str:
    """Return the text of a quote, or the stored one of a message that is replied to as a whole."""
    text = stored if quote.whole and stored else quote.text
    return text if len(text) <= _MOST_CHARACTERS else f"{text[:_MOST_CHARACTERS]} …"
