"""Updates of every kind of the Bot API 10.0, in the shapes that Telegram sends them in.

Whatever people wrote in them holds `WORDS`, so that it is found wherever it ends.
"""

from typing import Final, TypeAlias

Json: TypeAlias = dict[str, object]

WORDS: Final = "the quiet harbour"
DATE: Final = 1_795_000_000
GROUP: Final[Json] = {"id": -1_001_234_567_890, "title": WORDS, "type": "supergroup", "is_forum": True}
CHANNEL: Final[Json] = {"id": -1_009_876_543_210, "title": WORDS, "username": "harbour", "type": "channel"}
_BOT: Final[Json] = {"id": 1_000, "is_bot": True, "first_name": "Keepsake", "username": "keepsake_practice_bot"}
_OTHER_BOT: Final[Json] = {"id": 2_000, "is_bot": True, "first_name": "Another", "username": "another_bot"}
_ANNA: Final[Json] = {"id": 99, "is_bot": False, "first_name": "Anna", "last_name": WORDS, "is_premium": True}
_FILE: Final[Json] = {"file_id": "AgACAgIAAxkBAAIB", "file_unique_id": "AQADAgATqR", "file_size": 1_253}
_PHOTO: Final[Json] = {**_FILE, "width": 90, "height": 60}
_VIDEO: Final[Json] = {
    **_FILE,
    "width": 640,
    "height": 360,
    "duration": 7,
    "thumbnail": _PHOTO,
    "mime_type": "video/mp4",
}
_STICKER: Final[Json] = {
    **_FILE,
    "type": "regular",
    "width": 512,
    "height": 512,
    "is_animated": False,
    "is_video": False,
    "emoji": "⚓",
    "set_name": "Harbours",
}
_GIFT: Final[Json] = {"id": "5170145012310081615", "sticker": _STICKER, "star_count": 15}
_BOUND: Final[Json] = {"offset": 0, "length": 3}
_PRICE: Final[Json] = {"currency": "XTR", "amount": 50}
_TASK: Final[Json] = {"id": 1, "text": WORDS, "completed_by_user": _ANNA, "completion_date": DATE}
_OPTION: Final[Json] = {"text": WORDS, "voter_count": 1, "persistent_id": "b3B0aW9u"}
_POLL: Final[Json] = {
    "id": "5443356565656565656",
    "question": WORDS,
    "options": [_OPTION, {**_OPTION, "persistent_id": "c2Vjb25k", "added_by_user": _ANNA, "addition_date": DATE}],
    "total_voter_count": 1,
    "is_closed": False,
    "is_anonymous": False,
    "type": "quiz",
    "allows_multiple_answers": False,
    "allows_revoting": True,
    "members_only": False,
    "correct_option_ids": [0],
    "explanation": WORDS,
    "explanation_entities": [{"type": "italic", **_BOUND}],
    "open_period": 60,
}
_COLORS: Final[Json] = {"center_color": 1, "edge_color": 2, "symbol_color": 3, "text_color": 4}
_UNIQUE_GIFT: Final[Json] = {
    "gift_id": "6014591077976114307",
    "base_name": "Snow Globe",
    "name": "SnowGlobe-1",
    "number": 1,
    "model": {"name": "Harbour", "sticker": _STICKER, "rarity_per_mille": 5},
    "symbol": {"name": "Anchor", "sticker": _STICKER, "rarity_per_mille": 5},
    "backdrop": {"name": "Sea", "colors": _COLORS, "rarity_per_mille": 12},
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
    *(
        {"type": kind, **_BOUND}
        for kind in (
            *("mention", "hashtag", "cashtag", "bot_command", "url", "email", "phone_number", "bold", "italic"),
            *("underline", "strikethrough", "spoiler", "blockquote", "expandable_blockquote", "code", "pre"),
        )
    ),
    {"type": "pre", **_BOUND, "language": "python"},
    {"type": "text_link", **_BOUND, "url": "https://example.org/"},
    {"type": "text_mention", **_BOUND, "user": _ANNA},
    {"type": "custom_emoji", **_BOUND, "custom_emoji_id": "5368324170671202286"},
    {"type": "date_time", **_BOUND, "unix_time": DATE, "date_time_format": "wDT"},
    {"type": "a_kind_of_next_year", **_BOUND, "unheard_of": {"of": WORDS}},
    {"type": "bold", "offset": 2, "length": 100_000},
    {"type": "bold", "offset": -5, "length": -1},
)

TEXTS: Final[dict[str, Json]] = {
    **{f"entity {index}": {"text": f"abc {WORDS}", "entities": [entity]} for index, entity in enumerate(ENTITIES)},
    "every entity": {"text": f"abc {WORDS}", "entities": list(ENTITIES[:-2])},
    "forwarded from a user": {"forward_origin": {"type": "user", "sender_user": _ANNA, "date": DATE}},
    "forwarded from a hidden user": {
        "forward_origin": {"type": "hidden_user", "sender_user_name": WORDS, "date": DATE},
    },
    "forwarded from a chat": {
        "forward_origin": {"type": "chat", "sender_chat": GROUP, "author_signature": WORDS, "date": DATE},
    },
    "forwarded from a channel": {
        "forward_origin": {"type": "channel", "chat": CHANNEL, "message_id": 5, "date": DATE},
        "is_automatic_forward": True,
    },
    "a reply": {"reply_to_message": _reply()},
    "a reply to a message that is gone": {"reply_to_message": {"message_id": 7, "chat": private_chat(1), "date": 0}},
    "a reply with a quote": {
        "reply_to_message": _reply(),
        "quote": {"text": "quiet", "position": 4, "is_manual": True, "entities": [{"type": "bold", **_BOUND}]},
    },
    "a reply to another chat": {
        "external_reply": {
            "origin": {"type": "channel", "chat": CHANNEL, "message_id": 5, "date": DATE},
            "chat": CHANNEL,
            "message_id": 5,
            "photo": [_PHOTO],
        },
    },
    "a reply to a story": {"reply_to_story": {"chat": CHANNEL, "id": 3}},
    "a reply to a task": {"reply_to_message": _reply(), "reply_to_checklist_task_id": 1},
    "a reply to an option": {"reply_to_message": _reply(), "reply_to_poll_option_id": "b3B0aW9u"},
    "by way of a bot": {"via_bot": _OTHER_BOT},
    "by way of a business bot": {"sender_business_bot": _OTHER_BOT, "business_connection_id": "Kx8"},
    "in a topic": {"message_thread_id": 12, "is_topic_message": True},
    "in a topic of direct messages": {"direct_messages_topic": {"topic_id": 5, "user": _ANNA}},
    "with a link's preview": {"link_preview_options": {"url": "https://example.org/", "prefer_small_media": True}},
    "with an effect": {"effect_id": "5104841245755180586"},
    "with keys": {"reply_markup": {"inline_keyboard": [[{"text": WORDS, "url": "https://example.org/"}]]}},
    "paid": {"paid_star_count": 10, "is_paid_post": True},
    "suggested": {"suggested_post_info": {"state": "pending", "price": _PRICE, "send_date": DATE}},
    "protected and from offline": {"has_protected_content": True, "is_from_offline": True},
    "with the sender's title": {"sender_tag": WORDS, "sender_boost_count": 2, "author_signature": WORDS},
    "for a guest": {"guest_bot_caller_user": _ANNA, "guest_bot_caller_chat": GROUP, "guest_query_id": "77"},
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
    "live photo": {"live_photo": {**_FILE, "width": 90, "height": 60, "duration": 3, "photo": [_PHOTO]}},
    "video": {"video": {**_VIDEO, "cover": [_PHOTO], "start_timestamp": 2, "file_name": WORDS}},
    "animation": {
        "animation": {**_VIDEO, "file_name": WORDS},
        "document": {**_FILE, "file_name": WORDS, "mime_type": "video/mp4"},
    },
    "audio": {"audio": {**_FILE, "duration": 200, "performer": WORDS, "title": WORDS, "mime_type": "audio/mpeg"}},
    "voice": {"voice": {**_FILE, "duration": 4, "mime_type": "audio/ogg"}},
    "video note": {"video_note": {**_FILE, "length": 240, "duration": 4, "thumbnail": _PHOTO}},
    "document": {"document": {**_FILE, "file_name": WORDS, "mime_type": "application/pdf"}, "caption": WORDS},
    "sticker": {"sticker": {**_STICKER, "mask_position": {"point": "eyes", "x_shift": 0.5, "y_shift": -1, "scale": 2}}},
    "story": {"story": {"chat": CHANNEL, "id": 3}},
    "paid media": {
        "paid_media": {
            "star_count": 5,
            "paid_media": [
                {"type": "preview", "width": 90, "height": 60, "duration": 4},
                {"type": "photo", "photo": [_PHOTO]},
                {"type": "video", "video": _VIDEO},
            ],
        }
    },
    "contact": {"contact": {"phone_number": "+441234567890", "first_name": WORDS, "user_id": 99, "vcard": "BEGIN"}},
    "location": {"location": {"latitude": 48.137, "longitude": 11.575, "horizontal_accuracy": 12.5}},
    "live location": {
        "location": {"latitude": 48.137, "longitude": 11.575, "live_period": 900, "heading": 90},
        "edit_date": DATE,
    },
    "venue": {
        "venue": {"location": {"latitude": 48.137, "longitude": 11.575}, "title": WORDS, "address": WORDS},
        "location": {"latitude": 48.137, "longitude": 11.575},
    },
    "dice": {"dice": {"emoji": "🎲", "value": 6}},
    "game": {"game": {"title": WORDS, "description": WORDS, "photo": [_PHOTO], "animation": _VIDEO}},
    "poll": {"poll": _POLL},
    "option of a poll added": {
        "poll_option_added": {"option_persistent_id": "b3B0aW9u", "option_text": WORDS, "poll_message": _reply()}
    },
    "option of a poll deleted": {"poll_option_deleted": {"option_persistent_id": "b3B0aW9u", "option_text": WORDS}},
    "checklist": {"checklist": {"title": WORDS, "tasks": [_TASK], "others_can_add_tasks": True}},
    "tasks done": {"checklist_tasks_done": {"checklist_message": _reply(), "marked_as_done_task_ids": [1]}},
    "tasks added": {"checklist_tasks_added": {"tasks": [_TASK]}},
    "pinned": {"pinned_message": _reply()},
    "pinned, but gone": {"pinned_message": {"message_id": 7, "chat": private_chat(1), "date": 0}},
    "timer": {"message_auto_delete_timer_changed": {"message_auto_delete_time": 86_400}},
    "background": {
        "chat_background_set": {
            "type": {"type": "fill", "fill": {"type": "solid", "color": 255}, "dark_theme_dimming": 10}
        }
    },
    "may write": {"write_access_allowed": {"from_request": True, "web_app_name": WORDS}},
    "signed in": {"connected_website": "example.org"},
    "web app": {"web_app_data": {"data": WORDS, "button_text": WORDS}},
    "users shared": {"users_shared": {"request_id": 1, "users": [{"user_id": 99, "first_name": WORDS}]}},
    "chat shared": {"chat_shared": {"request_id": 2, "chat_id": -100_123, "title": WORDS}},
    "passport": {
        "passport_data": {
            "data": [{"type": "email", "email": WORDS, "hash": "aGFzaA=="}],
            "credentials": {"data": "ZGF0YQ==", "hash": "aGFzaA==", "secret": "c2VjcmV0"},
        }
    },
    "invoice": {
        "invoice": {
            "title": WORDS,
            "description": WORDS,
            "start_parameter": "pay",
            "currency": "XTR",
            "total_amount": 1,
        }
    },
    "payment": {
        "successful_payment": {
            "currency": "XTR",
            "total_amount": 1,
            "invoice_payload": WORDS,
            "telegram_payment_charge_id": "t",
            "provider_payment_charge_id": "p",
            "order_info": {"name": WORDS, "email": "you@example.org"},
        }
    },
    "refund": {
        "refunded_payment": {
            "currency": "XTR",
            "total_amount": 1,
            "invoice_payload": WORDS,
            "telegram_payment_charge_id": "t",
        }
    },
    "gift": {"gift": {"gift": _GIFT, "text": WORDS, "entities": [{"type": "bold", **_BOUND}], "is_private": True}},
    "unique gift": {"unique_gift": {"gift": _UNIQUE_GIFT, "origin": "upgrade", "transfer_star_count": 25}},
    "upgrade of a gift": {"gift_upgrade_sent": {"gift": _GIFT, "text": WORDS}},
    "giveaway": {"giveaway": {"chats": [CHANNEL], "winners_selection_date": DATE, "winner_count": 1}},
    "giveaway created": {"giveaway_created": {"prize_star_count": 500}},
    "winners": {
        "giveaway_winners": {
            "chat": CHANNEL,
            "giveaway_message_id": 5,
            "winners_selection_date": DATE,
            "winner_count": 1,
            "winners": [_ANNA],
        }
    },
    "giveaway completed": {"giveaway_completed": {"winner_count": 1, "unclaimed_prize_count": 0}},
    "boost added": {"boost_added": {"boost_count": 1}},
    "price of messages": {"paid_message_price_changed": {"paid_message_star_count": 5}},
    "price of direct messages": {"direct_message_price_changed": {"are_direct_messages_enabled": True}},
    "post suggested and approved": {"suggested_post_approved": {"price": _PRICE, "send_date": DATE}},
    "post suggested, approval failed": {"suggested_post_approval_failed": {"price": _PRICE}},
    "post suggested and declined": {"suggested_post_declined": {"comment": WORDS}},
    "post suggested and paid": {"suggested_post_paid": {"currency": "XTR", "star_amount": {"amount": 50}}},
    "post suggested and refunded": {"suggested_post_refunded": {"reason": "post_deleted"}},
    "proximity": {"proximity_alert_triggered": {"traveler": _ANNA, "watcher": user(1), "distance": 12}},
    "members came": {"new_chat_members": [_ANNA, _BOT]},
    "member left": {"left_chat_member": _ANNA},
    "owner left": {"chat_owner_left": {"new_owner": _ANNA}},
    "owner changed": {"chat_owner_changed": {"new_owner": _ANNA}},
    "title": {"new_chat_title": WORDS},
    "picture": {"new_chat_photo": [_PHOTO]},
    "no picture": {"delete_chat_photo": True},
    "group created": {"group_chat_created": True},
    "supergroup created": {"supergroup_chat_created": True, "migrate_from_chat_id": -5},
    "channel created": {"channel_chat_created": True},
    "moved": {"migrate_to_chat_id": -100_5},
    "topic created": {"forum_topic_created": {"name": WORDS, "icon_color": 7_322_096, "is_name_implicit": True}},
    "topic edited": {"forum_topic_edited": {"name": WORDS, "icon_custom_emoji_id": ""}},
    "topic closed": {"forum_topic_closed": {}},
    "topic opened": {"forum_topic_reopened": {}},
    "general topic hidden": {"general_forum_topic_hidden": {}},
    "general topic shown": {"general_forum_topic_unhidden": {}},
    "video chat planned": {"video_chat_scheduled": {"start_date": DATE}},
    "video chat": {"video_chat_started": {}},
    "video chat over": {"video_chat_ended": {"duration": 60}},
    "invited to a video chat": {"video_chat_participants_invited": {"users": [_ANNA]}},
    "a bot made": {"managed_bot_created": {"bot": _OTHER_BOT}},
    "content of next year": {"hologram": {**_FILE, "depth": 3, "caption": WORDS}},
    "nothing": {},
}
"""What a message can hold instead of a text."""


def _member(who: Json, status: str) -> Json:
    return {"user": who, "status": status}


def others(user_id: int, number: int) -> dict[str, Json]:
    """Return an update of every kind that is no message to the bot, as one person in their own chat causes it."""
    you, chat = user(user_id), private_chat(user_id)
    query: Json = {"id": "4382bfdwdsb323b2d9", "from": you}
    seen = {"chat": chat, "message_id": number, "date": DATE}
    text = message(user_id, number, text=WORDS)
    business: Json = {**text, "business_connection_id": "Kx8"}
    address = {
        "country_code": "GB",
        "state": "",
        "city": WORDS,
        "street_line1": "",
        "street_line2": "",
        "post_code": "",
    }
    kinds: dict[str, Json] = {
        "callback_query": {**query, "message": _reply(chat=chat), "chat_instance": "1", "data": WORDS},
        "inline_query": {**query, "query": WORDS, "offset": "", "chat_type": "sender"},
        "chosen_inline_result": {"result_id": "1", "from": you, "query": WORDS, "inline_message_id": "CAAA"},
        "shipping_query": {**query, "invoice_payload": WORDS, "shipping_address": address},
        "pre_checkout_query": {**query, "currency": "XTR", "total_amount": 1, "invoice_payload": WORDS},
        "poll_answer": {"poll_id": "5", "user": you, "option_ids": [0], "option_persistent_ids": ["b3B0aW9u"]},
        "my_chat_member": {
            "chat": chat,
            "from": you,
            "date": DATE,
            "old_chat_member": _member(_BOT, "member"),
            "new_chat_member": {**_member(_BOT, "kicked"), "until_date": 0},
        },
        "chat_member": {
            "chat": chat,
            "from": you,
            "date": DATE,
            "old_chat_member": _member(you, "left"),
            "new_chat_member": _member(you, "member"),
        },
        "message_reaction": {
            **seen,
            "user": you,
            "old_reaction": [],
            "new_reaction": [{"type": "emoji", "emoji": "👍"}, {"type": "custom_emoji", "custom_emoji_id": "53683"}],
        },
        "business_connection": {
            "id": "Kx8",
            "user": you,
            "user_chat_id": user_id,
            "date": DATE,
            "is_enabled": True,
            "rights": {"can_reply": True},
        },
        "business_message": business,
        "edited_business_message": {**business, "edit_date": DATE},
        "purchased_paid_media": {"from": you, "paid_media_payload": WORDS},
        "managed_bot": {"user": you, "bot": _OTHER_BOT},
        "guest_message": {**text, "guest_query_id": "77"},
        "telepathy_of_next_year": {**query, "thought": WORDS},
    }
    return {kind: {kind: event} for kind, event in kinds.items()}


def nobodys(user_id: int, number: int) -> dict[str, Json]:
    """Return updates that name no one, or that come from groups and channels a person is in."""
    you = user(user_id)
    post: Json = {"message_id": number, "sender_chat": CHANNEL, "chat": CHANNEL, "date": DATE, "text": WORDS}
    premium = {"source": "premium", "user": you}
    boost = {"boost_id": "b", "add_date": DATE, "expiration_date": DATE + 1, "source": premium}
    in_group = message(user_id, number, GROUP, text=WORDS)
    private = {"id": 77, "first_name": WORDS, "type": "private"}
    kinds: dict[str, Json] = {
        "message": in_group,
        "edited_message": {**in_group, "edit_date": DATE},
        "channel_post": post,
        "edited_channel_post": {**post, "edit_date": DATE},
        "poll": _POLL,
        "chat_join_request": {"chat": GROUP, "from": you, "user_chat_id": user_id, "date": DATE, "bio": WORDS},
        "chat_boost": {"chat": CHANNEL, "boost": boost},
        "removed_chat_boost": {"chat": CHANNEL, "boost_id": "b", "remove_date": DATE, "source": premium},
        "message_reaction_count": {"chat": CHANNEL, "message_id": number, "date": DATE, "reactions": []},
        "deleted_business_messages": {"business_connection_id": "Kx8", "chat": private, "message_ids": [number]},
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
