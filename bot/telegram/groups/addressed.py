"""Which updates of a group are for the bot, on their JSON. Pure."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Raw: TypeAlias = Mapping[str, Any]

GROUP_TYPES: Final = frozenset({"group", "supergroup"})
"""Types of chats that are groups (Bot API, Chat)."""
ASK: Final = "ask"
"""The command before what is asked in a group: Telegram delivers it in privacy mode, too."""


@dataclass(frozen=True, slots=True)
class Addressee:
    """The bot, by its id and username. One that `hears_all` gets messages that are not for it."""

    bot_id: int
    username: str
    hears_all: bool = False


def is_for(message: Raw, bot: Addressee) -> bool:
    """Tell whether a group's message is for the bot: it names it, replies to it, or is a command for it.

    A command that names no bot is ours unless the bot hears all: otherwise Telegram delivers only those that are
    (https://core.telegram.org/bots/features#privacy-mode). What a memory or a note says that was posted via the bot in
    inline mode is not said to it.
    """
    via = message.get("via_bot")
    is_quoted = isinstance(via, dict) and via.get("id") == bot.bot_id
    return _replies(message, bot) or (not is_quoted and any(_addresses(it, bot) for it in _entities(message)))


def words_for(text: str, bot_name: str) -> str:
    """Return a group's text without the bot's name or the command `/ask` at its beginning."""
    first, _, rest = text.lstrip().partition(" ")
    named = first.rstrip(",:").lower()
    if named in {f"@{bot_name.lower()}", f"/{ASK}", f"/{ASK}@{bot_name.lower()}"} and rest.strip():
        return rest.lstrip()
    return text


def _replies(message: Raw, bot: Addressee) -> bool:
    """Tell whether a message replies to the bot; the first message of a topic is what all others in it reply to."""
    replied = message.get("reply_to_message")
    author = replied.get("from") if isinstance(replied, dict) else None
    return isinstance(author, dict) and author.get("id") == bot.bot_id and "forum_topic_created" not in (replied or {})


def _addresses(entity: tuple[Raw, str], bot: Addressee) -> bool:
    """Tell whether an entity, with its text, names the bot (Bot API, MessageEntity)."""
    its, text = entity
    match its.get("type"):
        case "mention":
            return text.lower() == f"@{bot.username.lower()}"
        case "text_mention":
            user = its.get("user")
            return isinstance(user, dict) and user.get("id") == bot.bot_id
        case "bot_command":
            _, _, named = text.partition("@")
            is_bare = not named and its.get("offset") == 0 and not bot.hears_all
            return is_bare or named.lower() == bot.username.lower()
    return False


def _entities(message: Raw) -> Iterator[tuple[Raw, str]]:
    """Yield the entities of a text or caption, each with its part of it; offsets are in UTF-16 units."""
    for text, entities in (("text", "entities"), ("caption", "caption_entities")):
        words, found = message.get(text), message.get(entities)
        if not isinstance(words, str) or not isinstance(found, list):
            continue
        units = words.encode("utf-16-le", "surrogatepass")
        for entity in found:
            if not isinstance(entity, dict):
                continue
            offset, length = entity.get("offset"), entity.get("length")
            if isinstance(offset, int) and isinstance(length, int):
                part = units[2 * max(offset, 0) : 2 * max(offset + length, 0)]
                yield entity, part.decode("utf-16-le", "replace")
