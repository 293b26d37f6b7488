"""The owner of memories and conversations."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Owner:
    """A user of a bot, by their Telegram ids."""

    bot_id: int
    user_id: int

    @property
    def columns(self) -> dict[str, int]:
        """The columns of a row that hold its owner, with their values."""
        return {"bot_id": self.bot_id, "user_id": self.user_id}
