"""What people do in groups, and what of it the bot gets (https://core.telegram.org/bots/features#privacy-mode)."""

from dataclasses import replace
from pathlib import Path

from practice.telegram.chats import YOU, chat, person
from practice.telegram.media import Content
from practice.telegram.messages import Command, Group, Message, User
from practice.telegram.texts import Formatted, formatted, formatted_caption
from practice.telegram.topics import TopicActions
from practice.telegram.updates import JsonObject

_FIRST_GROUP = -4_000_001
_FIRST_SUPERGROUP = -1_001_000_000_001
_NOTHING = Formatted("")
_RIGHTS = (
    *("can_manage_chat", "can_delete_messages", "can_manage_video_chats", "can_restrict_members"),
    *("can_promote_members", "can_change_info", "can_invite_users", "can_post_stories", "can_edit_stories"),
    *("can_delete_stories", "can_send_welcome_messages"),
)
"""What is always told of an administrator (Bot API, ChatMemberAdministrator)."""


def chat_member(user: JsonObject, status: str) -> JsonObject:
    """Return who is in a chat, or was (Bot API, ChatMember)."""
    about: JsonObject = {"user": user, "status": status}
    match status:
        case "creator":
            return {**about, "is_anonymous": False}
        case "administrator":
            return {**about, "can_be_edited": False, "is_anonymous": False, **dict.fromkeys(_RIGHTS, True)}
        case "kicked":
            return {**about, "until_date": 0}
    return about


class GroupActions(TopicActions):
    """The actions of people in groups.

    In privacy mode (`reads_all` is False) a bot that is no administrator gets commands for it, replies to it, what is
    sent via it in inline mode, and service messages. It gets a command that names no bot only if it wrote last of all
    bots. Mentions are no such message.
    """

    def __init__(self, bot: JsonObject, state: Path | None = None) -> None:
        super().__init__(bot, state)
        self.reads_all = False
        """Whether privacy mode is off at BotFather (Bot API, User.can_read_all_group_messages)."""
        self.commands_in_groups: dict[str, tuple[Command, ...]] = {}
        """The bot's commands in groups, by language."""
        self.knows_ephemeral = True
        """Whether parameters of ephemeral messages are known, which a server of an earlier release ignores."""

    def group(self, group_id: int) -> Group:
        """Return a group."""
        return self._groups[group_id]

    def add_group(
        self,
        title: str,
        *members: int,
        by: int = YOU,
        is_super: bool = True,
        is_forum: bool = False,
        bot_status: str = "member",
    ) -> int:
        """Create a group with some members as a user, who adds the bot, too; return its id."""
        first = _FIRST_SUPERGROUP if is_super else _FIRST_GROUP
        group = Group(
            id=min([first + 1, *(it for it in self._groups if (it <= _FIRST_SUPERGROUP) == is_super)]) - 1,
            title=title,
            creator=by,
            members=tuple(dict.fromkeys((by, *members))),
            is_super=is_super,
            is_forum=is_forum,
            bot_status="left",
        )
        for user_id in group.members:
            self._meet(user_id)
        self._save_group(group)
        self.set_bot(group.id, bot_status, by=by)
        return group.id

    def set_bot(self, group_id: int, status: str, *, by: int = YOU) -> None:
        """Add the bot to a group, promote it, or remove it ("left" or "kicked"), as a user."""
        before = self.group(group_id)
        after = replace(before, bot_status=status)
        self._save_group(after)
        self.updates.put(
            {
                "my_chat_member": {
                    "chat": chat(after),
                    "from": self.bot if by == self.bot["id"] else person(self._meet(by)),
                    "date": self._now,
                    "old_chat_member": chat_member(self.bot, before.bot_status),
                    "new_chat_member": chat_member(self.bot, status),
                }
            }
        )
        if after.has_bot and not before.has_bot:
            self._serve(after, by, {"new_chat_members": [self.bot]})
        self.announce()

    def join(self, group_id: int, user_id: int, *, by: int | None = None, noticed: bool = True) -> None:
        """Let a user join a group, by themselves or added by another; the bot may get no notice (Bot API, Message)."""
        group, newcomer = self.group(group_id), self._meet(user_id)
        after = replace(group, members=(*group.members, user_id))
        self._save_group(after)
        if noticed:
            self._serve(after, user_id if by is None else by, {"new_chat_members": [person(newcomer)]})
            self._member_changed(after, newcomer, "left", "member")
        self.announce()

    def leave(self, group_id: int, user_id: int) -> None:
        """Let a user leave a group."""
        group, leaver = self.group(group_id), self._users[user_id]
        after = replace(group, members=tuple(it for it in group.members if it != user_id))
        self._save_group(after)
        self._serve(after, user_id, {"left_chat_member": person(leaver)})
        self._member_changed(after, leaver, "member", "left")
        self.announce()

    def upgrade(self, group_id: int) -> int:
        """Turn a group into a supergroup, which has another id (Bot API, Message.migrate_to_chat_id); return that."""
        group = self.group(group_id)
        new_id = min([_FIRST_SUPERGROUP + 1, *(it for it in self._groups if it <= _FIRST_SUPERGROUP)]) - 1
        self._serve(group, group.creator, {"migrate_to_chat_id": new_id})
        self._save_group(replace(group, bot_status="left", migrated_to=new_id))
        self._save_group(upgraded := replace(group, id=new_id, is_super=True))
        self._serve(upgraded, group.creator, {"migrate_from_chat_id": group_id})
        self.announce()
        return new_id

    def say(
        self,
        group_id: int,
        text: str | Content,
        user_id: int = YOU,
        *,
        caption: str = "",
        reply_to: int | None = None,
        topic: int | None = None,
        extra: JsonObject | None = None,
    ) -> int:
        """Send a text or a file to a group as one of its people; return the message's id.

        `extra` are further fields of the Bot API's Message, such as `entities` with a text mention.
        """
        group, fields = self.group(group_id), dict(extra or {})
        if user_id not in group.members:
            raise ValueError(f"user {user_id} is not in this group")
        content = formatted(text) if isinstance(text, str) else formatted_caption(caption, ())
        if not isinstance(text, str):
            fields |= text.fields(self.files)
        message = self._add(group_id, content, reply_to, fields, from_bot=False, author=user_id, topic=topic or 0)
        if group.has_bot and self._is_seen(group, message):
            self.updates.put({"message": self.as_telegram(message)})
        self.announce()
        return message.message_id

    def edit_in_group(self, message_id: int, text: str) -> None:
        """Edit a text in a group as who wrote it."""
        message = self._reword(self._messages[message_id], formatted(text))
        if self._is_seen(self.group(message.user_id), message):
            self.updates.put({"edited_message": self.as_telegram(message)})
        self.announce()

    def seen_by(self, group_id: int, user_id: int) -> list[Message]:
        """Return what a person sees of a group."""
        return [it for it in self.messages(group_id) if it.receiver in {None, user_id}]

    def _is_seen(self, group: Group, message: Message) -> bool:
        """Tell whether the bot gets a person's message."""
        if self.reads_all or group.bot_status == "administrator" or message.extra.get("via_bot"):
            return True
        replied = self._messages.get(message.reply_to or 0)
        if replied and replied.from_bot:
            return True
        command = next((it for it in message.entities if it.type == "bot_command" and it.offset == 0), None)
        if command is None:
            return False
        _, _, named = message.text[: command.length].partition("@")
        has_spoken = any(it.from_bot and it.receiver is None for it in self.messages(group.id))
        return named.lower() == str(self.bot["username"]).lower() if named else has_spoken

    def _serve(self, group: Group, user_id: int, fields: JsonObject) -> None:
        """Put a service message into a group, which the bot gets in any case."""
        self._meet(user_id)
        message = self._add(group.id, _NOTHING, None, fields, from_bot=False, author=user_id)
        if group.has_bot:
            self.updates.put({"message": self.as_telegram(message)})

    def _member_changed(self, group: Group, user: User, old: str, new: str) -> None:
        """Tell an administrator of a person who came or left; it has to ask for these updates."""
        if group.bot_status == "administrator":
            self.updates.put(
                {
                    "chat_member": {
                        "chat": chat(group),
                        "from": person(user),
                        "date": self._now,
                        "old_chat_member": chat_member(person(user), old),
                        "new_chat_member": chat_member(person(user), new),
                    }
                }
            )
