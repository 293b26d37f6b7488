"""Telegram groups that a bot serves."""

from dataclasses import dataclass
from datetime import datetime

from bot.values.owner import Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """A group or supergroup, by its Telegram id, which is negative.

    It is an owner of its own, with its id as user id, so that its memories are nobody's else. The allowed person who
    added the bot manages them. While that person is alone with the bot, what is used there is theirs; `since` is when
    that changed last. The bot `reads_all` where it is an administrator.
    """

    bot_id: int
    chat_id: int
    manager_id: int
    title: str
    is_alone: bool
    since: datetime
    reads_all: bool = False

    @property
    def itself(self) -> Owner:
        """The group as an owner."""
        return Owner(self.bot_id, self.chat_id)

    @property
    def manager(self) -> Owner:
        """The person who manages it."""
        return Owner(self.bot_id, self.manager_id)

    @property
    def owner(self) -> Owner:
        """Whose memories and conversations are used there now."""
        return self.manager if self.is_alone else self.itself
