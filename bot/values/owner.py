"""Whose everything is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose memories and conversations: one user of one bot, by their Telegram ids."""

    bot_id: int
    user_id: int

    @property
    def columns(self) -> dict[str, int]:
        """The values of a row's columns that tell whose it is."""
        return {"bot_id": self.bot_id, "user_id": self.user_id}
