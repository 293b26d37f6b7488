"""Asks a model with a conversation's prompt, and counts each answer's cost, also that of one that breaks off."""

from dataclasses import replace
from uuid import UUID

import structlog

from bot.kit.errors import DatabaseUnavailable
from bot.kit.usage import Usage
from bot.model.openai_model import OpenAIModel
from bot.model.seam import NO_CALLBACKS, Answer, Callbacks, PictureSize
from bot.model.tokens import text_tokens
from bot.model.values import Effort
from bot.store.engine import Database
from bot.turns import budget
from bot.turns.budget import Prompt
from bot.turns.prompt import model_request
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import usages
from bot.turns.store.usages import Request
from bot.turns.values.conversations import Conversation
from bot.turns.values.turns import UsagePurpose

log = structlog.get_logger()


async def ask(
    database: Database,
    model: OpenAIModel,
    prompt: Prompt,
    purpose: UsagePurpose,
    *,
    turn_id: UUID | None = None,
    may_call: bool = True,
    effort: Effort | None = None,
    pictures: PictureSize = PictureSize.WHOLE,
    callbacks: Callbacks = NO_CALLBACKS,
) -> tuple[Answer, Request]:
    """Ask a model; return its answer and its cost, for the caller to store together. Raises ModelError.

    The cost of an answer that is interrupted or fails is stored at once, if the database is available.
    """
    conversation, broken = prompt.conversation, list[Answer]()

    def cost(answer: Answer) -> Request:
        usage = _counted(answer, prompt)
        return Request(owner=conversation.owner, turn_id=turn_id, purpose=purpose, model=model.name, usage=usage)

    try:
        request = model_request(conversation, prompt.messages, may_call=may_call)
        request = replace(request, effort=effort, pictures=pictures, made=prompt.made)
        answer = await model.answer(request, replace(callbacks, on_broken=broken.append))
    finally:
        for it in broken:
            callbacks.on_broken(it)
            try:
                await store_cost(database, conversation, cost(it))
            except DatabaseUnavailable:  # must not replace the error that interrupted the answer
                log.warning("cost of an interrupted answer not stored", conversation=str(conversation.id))
    return answer, cost(answer)


async def store_cost(database: Database, conversation: Conversation, cost: Request) -> None:
    """Store an answer's cost, unless its conversation was erased meanwhile."""
    async with database.transaction() as tx:
        if await stored_conversations.find(tx, conversation.id):
            await usages.add(tx, [cost])


def _counted(answer: Answer, prompt: Prompt) -> Usage:
    """Return an answer's cost, estimated if the server didn't count."""
    usage = answer.usage
    if usage.input_tokens or usage.output_tokens:
        return usage
    output = budget.tokens([answer.message]) + text_tokens(answer.reasoning)
    return replace(usage, input_tokens=prompt.size.total, output_tokens=output, is_estimated=True)
