"""Pictures of a prompt: the oldest leave it before words do, and what they showed stays in words."""

from collections import Counter
from collections.abc import Sequence
from typing import Final
from uuid import UUID

import structlog

from bot.kit.errors import ModelError
from bot.kit.files import Files
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.model.values import Message
from bot.store.engine import Database, Transaction
from bot.turns import budget
from bot.turns.allowance import Allowance
from bot.turns.budget import PICTURE_SHARE, PictureRoom, Prompt, pictures_in, shown_from
from bot.turns.chosen_models import ChosenModels
from bot.turns.files.pictures import Describer
from bot.turns.store import attachments as stored
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import usages
from bot.turns.store.attachments import Undescribed
from bot.turns.store.usages import Request
from bot.turns.values.conversations import FROM_THE_BEGINNING, UNTIL_THE_END, Conversation
from bot.turns.values.turns import UsagePurpose

_STAY: Final = 0.4
"""Share of the room whose pictures need no description yet: somewhat less than what stays when it is full."""
_LEFT: Final = 0.5
"""Share of the room that is filled once pictures have left, so that they leave in batches."""
_MOST_TRIES: Final = 3
"""Most attempts of a process at describing a message's pictures."""
_MOST_TOKENS: Final = 300
"""Most tokens of a picture's description."""

log = structlog.get_logger()


class PromptPictures:
    """Keeps the pictures of prompts within their room. The model describes them in the background before they leave.

    No answer waits for a description. A picture that left without one gets it later.
    """

    def __init__(
        self, database: Database, answering: ChosenModels, allowance: Allowance, files: Files, describer: Describer
    ) -> None:
        self._database = database
        self._answering = answering
        self._allowance = allowance
        self._files = files
        self._describer = describer
        self._tries = Counter[tuple[UUID, int]]()

    def is_full(self, prompt: Prompt, current: Sequence[Message]) -> bool:
        """Tell whether pictures are to leave a prompt, except those of the current turn."""
        pictures = pictures_in(prompt.messages)
        return len(pictures) > len(pictures_in(current)) and not self._room(prompt).holds(pictures)

    async def let_go(self, prompt: Prompt, turn_id: UUID) -> None:
        """Remove the pictures of the oldest turns before the running one from a prompt. Their words stay."""
        room = self._room(prompt).part(_LEFT)
        async with self._database.transaction() as tx:
            conversation = await stored_conversations.lock(tx, prompt.conversation.id)
            if conversation is None:
                return
            turns = budget.by_turn(await stored_turns.messages(tx, conversation))
            await stored_conversations.let_pictures_go(tx, conversation.id, shown_from(turns, turn_id, room))
        log.info("pictures left the prompt", conversation=str(conversation.id))

    def is_due(self, prompt: Prompt) -> bool:
        """Tell whether there may be pictures to describe: a prompt has lost some, or will soon."""
        return prompt.conversation.pictures_from is not None or self._is_begun(prompt)

    async def describe(self, owner: Owner, place: Place, prompt: Prompt) -> None:
        """Let the model describe the pictures that a chat's prompt has lost or will soon lose.

        What can't be described now is tried again later. Raises DatabaseUnavailable.
        """
        async with self._database.transaction() as tx:
            conversation = await stored_conversations.open_in(tx, owner, place)
            if conversation is None or conversation.id != prompt.conversation.id:
                return
            leaving = await self._leaving(tx, conversation, prompt)
        for message in leaving:
            are_here = all(self._files.has(picture.key) for picture in message.pictures)
            if not self._describer.can_see or not are_here or self._tries[_place(message)] == _MOST_TRIES:
                continue
            try:
                await self._describe(conversation, message)
            except ModelError as error:
                log.warning("pictures can't be described for now", chat=place.chat_id, error=type(error).__name__)
                return

    async def _leaving(self, tx: Transaction, conversation: Conversation, prompt: Prompt) -> list[Undescribed]:
        before = conversation.pictures_from or FROM_THE_BEGINNING
        if self._is_begun(prompt):
            turns = budget.by_turn(await stored_turns.messages(tx, conversation))
            before = max(before, shown_from(turns, UNTIL_THE_END, self._room(prompt).part(_STAY)))
        return await stored.undescribed(tx, conversation, before)

    async def _describe(self, conversation: Conversation, message: Undescribed) -> None:
        """Describe a message's pictures. Where they have left the prompt, the next request has the words instead."""
        await self._allowance.check(conversation.owner)
        self._tries[_place(message)] += 1
        words, usage = await self._describer.described(message.pictures, briefly=True)
        seen = budget.clipped(words.strip(), _MOST_TOKENS * len(message.pictures))
        async with self._database.transaction() as tx:
            now = await stored_conversations.lock(tx, conversation.id)
            if now is None:
                return
            owner, name = conversation.owner, self._describer.name
            cost = Request(owner=owner, turn_id=None, purpose=UsagePurpose.SUMMARY, model=name, usage=usage)
            await usages.add(tx, [cost])
            await stored.describe(tx, message, seen)
            if now.pictures_from and message.turn_id < now.pictures_from:
                await stored_conversations.change(tx, conversation.id)

    def _is_begun(self, prompt: Prompt) -> bool:
        pictures = pictures_in(prompt.messages)
        return bool(pictures) and not self._room(prompt).part(budget.BEGUN).holds(pictures)

    def _room(self, prompt: Prompt) -> PictureRoom:
        size, limit = prompt.size, self._answering.limit(prompt.conversation.owner)
        return PictureRoom(PICTURE_SHARE * (limit - size.fixed) / size.scale)


def _place(message: Undescribed) -> tuple[UUID, int]:
    return message.turn_id, message.position
