"""Updates of the kinds that differ for a bot, in the shapes that Telegram sends them in (Bot API 10.0).

Whatever people wrote in them holds `WORDS`, so that it is found wherever it ends.
"""

from typing import Final, TypeAlias

Json: TypeAlias = dict[str, object]

WORDS: Final = "the quiet harbour"
DATE: Final = 1_795_000_000
GROUP: Final[Json] = {"id": -1_001_234_567_890, "title": WORDS, "type": "supergroup", "is_forum": True}
CHANNEL: Final[Json] = {"id": -1_009_876_543_210, "title": WORDS, "username": "harbour", "type": "channel"}
_BOT: Final[Json] = {"id": 1_000, "is_bot": True, "first_name": "Keepsake", "username": "keepsake_practice_bot"}
_ANNA: Final[Json] = {"id": 99, "is_bot": False, "first_name": "Anna", "last_name": WORDS, "is_premium": True}
_FILE: Final[Json] = {"file_id": "AgACAgIAAxkBAAIB", "file_unique_id": "AQADAgATqR", "file_size": 1_253}
_PHOTO: Final[Json] = {**_FILE, "width": 90, "height": 60}
_BOUND: Final[Json] = {"offset": 0, "length": 3}
_POLL: Final[Json] = {
    "id": "5443356565656565656",
    "question": WORDS,
    "options": [{"text": WORDS, "voter_count": 1, "persistent_id": "b3B0aW9u", "added_by_user": _ANNA}],
    "total_voter_count": 1,
    **dict.fromkeys(("is_closed", "is_anonymous", "allows_multiple_answers", "allows_revoting", "members_only"), False),
    "type": "quiz",
    "correct_option_ids": [0],
    "explanation": WORDS,
}


def user(user_id: int) -> Json:
    """Return a person as Telegram describes them."""
    return {"id": user_id, "is_bot": False, "first_name": "You", "username": f"user{user_id}", "language_code": "en"}


def private_chat(user_id: int) -> Json:
    """Return the private chat with a person."""
    return {"id": user_id, "first_name": "You", "username": f"user{user_id}", "type": "private"}


def message(user_id: int, number: int, chat: Json | None = None, **content: object) -> Json:
    """Return a message of a person, in the chat with them or in another."""
    about = {"message_id": number, "from": user(user_id), "chat": chat or private_chat(user_id), "date": DATE}
    return {**about, **content}


def _reply(**fields: object) -> Json:
    return {"message_id": 7, "from": _BOT, "chat": private_chat(1), "date": DATE, "text": WORDS, **fields}


ENTITIES: Final[tuple[Json, ...]] = (
    *({"type": kind, **_BOUND} for kind in ("mention", "bot_command", "url", "bold", "blockquote", "code")),
    {"type": "pre", **_BOUND, "language": "python"},
    {"type": "text_link", **_BOUND, "url": "https://example.org/"},
    {"type": "text_mention", **_BOUND, "user": _ANNA},
    {"type": "custom_emoji", **_BOUND, "custom_emoji_id": "5368324170671202286"},
    {"type": "date_time", **_BOUND, "unix_time": DATE, "date_time_format": "wDT"},
    {"type": "a_kind_of_next_year", **_BOUND, "unheard_of": {"of": WORDS}},
    {"type": "bold", "offset": 2, "length": 100_000},
)

TEXTS: Final[dict[str, Json]] = {
    "an entity too long": {"text": f"abc {WORDS}", "entities": [ENTITIES[-1]]},
    "every entity": {"text": f"abc {WORDS}", "entities": list(ENTITIES[:-1])},
    "a reply to a message that is gone": {"reply_to_message": {"message_id": 7, "chat": private_chat(1), "date": 0}},
    "in a topic": {"message_thread_id": 12, "is_topic_message": True},
    "with what does not exist yet": {"field_of_next_year": {"nested": [WORDS, None, 1.5, {"deeper": []}]}},
}
"""Fields that can accompany a text; without one, a text is added."""

CONTENTS: Final[dict[str, Json]] = {
    "photo": {"photo": [_PHOTO, {**_PHOTO, "width": 320, "height": 213}], "caption": WORDS, "has_media_spoiler": True},
    "photo of an album": {
        "photo": [_PHOTO],
        "media_group_id": "13",
        "caption": f"/help {WORDS}",
        "caption_entities": [{"type": "bot_command", "offset": 0, "length": 5}],
        "show_caption_above_media": True,
    },
    "voice": {"voice": {**_FILE, "duration": 4, "mime_type": "audio/ogg"}},
    "story": {"story": {"chat": CHANNEL, "id": 3}},
    "contact": {"contact": {"phone_number": "+441234567890", "first_name": WORDS, "user_id": 99, "vcard": "BEGIN"}},
    "poll": {"poll": _POLL},
    "pinned": {"pinned_message": _reply()},
    "pinned, but gone": {"pinned_message": {"message_id": 7, "chat": private_chat(1), "date": 0}},
    "timer": {"message_auto_delete_timer_changed": {"message_auto_delete_time": 86_400}},
    "users shared": {"users_shared": {"request_id": 1, "users": [{"user_id": 99, "first_name": WORDS}]}},
    "topic edited": {"forum_topic_edited": {"name": WORDS, "icon_custom_emoji_id": ""}},
    "content of next year": {"hologram": {**_FILE, "depth": 3, "caption": WORDS}},
    "nothing": {},
}
"""What a message can hold instead of a text."""


def _member(who: Json, status: str) -> Json:
    return {"user": who, "status": status}


def others(user_id: int, number: int) -> dict[str, Json]:
    """Return updates of the kinds that are no message to the bot, as one person in their own chat causes them."""
    you, chat = user(user_id), private_chat(user_id)
    query: Json = {"id": "4382bfdwdsb323b2d9", "from": you}
    seen = {"chat": chat, "message_id": number, "date": DATE}
    text = message(user_id, number, text=WORDS)
    business: Json = {**text, "business_connection_id": "Kx8"}
    kinds: dict[str, Json] = {
        "callback_query": {**query, "message": _reply(chat=chat), "chat_instance": "1", "data": WORDS},
        "inline_query": {**query, "query": WORDS, "offset": "", "chat_type": "sender"},
        "my_chat_member": {
            "chat": chat,
            "from": you,
            "date": DATE,
            "old_chat_member": _member(_BOT, "member"),
            "new_chat_member": {**_member(_BOT, "kicked"), "until_date": 0},
        },
        "message_reaction": {
            **seen,
            "user": you,
            "old_reaction": [],
            "new_reaction": [{"type": "emoji", "emoji": "👍"}, {"type": "custom_emoji", "custom_emoji_id": "53683"}],
        },
        "business_message": business,
        "telepathy_of_next_year": {**query, "thought": WORDS},
    }
    return {kind: {kind: event} for kind, event in kinds.items()}


def nobodys(user_id: int, number: int) -> dict[str, Json]:
    """Return updates that name no one, or that come from groups and channels a person is in."""
    you = user(user_id)
    post: Json = {"message_id": number, "sender_chat": CHANNEL, "chat": CHANNEL, "date": DATE, "text": WORDS}
    in_group = message(user_id, number, GROUP, text=WORDS)
    kinds: dict[str, Json] = {
        "message": in_group,
        "channel_post": post,
        "poll": _POLL,
        "callback_query": {
            "id": "4",
            "from": you,
            "message": {**post, "text": WORDS},
            "chat_instance": "1",
            "data": WORDS,
        },
        "unheard_of": {"from": None, "text": WORDS},
    }
    return {kind: {kind: event} for kind, event in kinds.items()}
