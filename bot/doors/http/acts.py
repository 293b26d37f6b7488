"""The acts that programs and assistants share with the model, each a route made of its declaration: `/api/acts/…`."""

from collections.abc import Awaitable, Callable, Iterable
from typing import Annotated, Any, TypeAlias

from fastapi import APIRouter, Query
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from bot.doors.http.access import Caller, Reading
from bot.doors.http.asking import Editing, IdempotencyKey, Made, Services
from bot.doors.http.problems import documented
from bot.doors.http.services import ApiServices
from bot.kit.capture_modes import TURNED_OFF
from bot.kit.errors import ActRefused
from bot.kit.prompt_text import own
from bot.kit.vectors import Embedding
from bot.kit.zones import set_zone
from bot.store.engine import Transaction
from bot.turns.tools.tool import Caller as ToolCaller
from bot.turns.tools.tool import Family, Outcome, Tool
from bot.turns.values.acts import Done, Risk

Endpoint: TypeAlias = Callable[..., Awaitable[Any]]


class ActResponse(BaseModel):
    """What came of an act: in words as an assistant reads them, the receipt that Telegram shows, and as data."""

    words: str
    receipt: str
    data: dict[str, Any]

    @classmethod
    def of(cls, outcome: Outcome) -> "ActResponse":
        """Return an outcome. Raises the error of one that did nothing, which is answered as a problem."""
        if outcome.refused:
            raise outcome.refused
        return cls(words=outcome.words, receipt=outcome.deed.words if outcome.deed else "", data=dict(outcome.data))


def acts_router(families: Iterable[Family]) -> APIRouter:
    """Return a route for each tool of these families."""
    router = APIRouter(prefix="/api/acts", tags=["acts"])
    for family in families:
        for tool in family.tools:
            router.add_api_route(
                f"/{tool.name}",
                _reading(family, tool) if tool.risk is Risk.READS else _changing(family, tool),
                methods=["GET" if tool.risk is Risk.READS else "POST"],
                name=f"act_{tool.name}",
                description=tool.description,
                response_model=ActResponse,
                responses=documented(404, 409),
            )
    return router


def _reading(family: Family, tool: Tool[Any]) -> Endpoint:
    arguments = tool.arguments

    async def read(  # each tool has arguments of its own, which FastAPI reads from the annotation
        caller: Reading,
        services: Services,
        asked: Annotated[arguments, Query()],  # type: ignore[valid-type] # as said
    ) -> ActResponse:
        embedding = await embedded(services, tool, asked)
        async with services.transaction() as tx:
            return ActResponse.of(await performed(tx, services, caller, family, tool, asked, embedding))

    return read


def _changing(family: Family, tool: Tool[Any]) -> Endpoint:
    arguments = tool.arguments

    async def change(
        edit: Editing,
        asked: arguments,  # type: ignore[valid-type] # as above
        idempotency_key: IdempotencyKey = None,
    ) -> JSONResponse:
        async def done(tx: Transaction) -> Made:
            answer = ActResponse.of(await performed(tx, edit.services, edit.caller, family, tool, asked))
            return Made(answer=answer, tagged=answer)

        return await edit.once(done, idempotency_key)

    return change


async def embedded(services: ApiServices, tool: Tool[Any], asked: BaseModel) -> Embedding | None:
    """Return the embedding of a call's text, if there are both."""
    text = tool.embedded_text(asked)
    return await services.embedding_of(text) if text else None


async def performed(
    tx: Transaction,
    services: ApiServices,
    caller: Caller,
    family: Family,
    tool: Tool[Any],
    asked: BaseModel,
    embedding: Embedding | None = None,
) -> Outcome:
    """Do what a program or an assistant asks for, record it and tell its owner, in the caller's transaction.

    Whoever lets one in has consented to what it does; the model's calls would wait for a button. Raises
    KeepsakeError.
    """
    assert tool.run  # noqa: S101 - none of these acts elsewhere
    if await services.mode(tx, caller.owner) not in tool.offered_in:
        refused = ActRefused(f"Nothing was done: {TURNED_OFF}")
        return Outcome(own(str(refused)), refused=refused)
    set_zone(services.languages.zone(caller.owner))
    program = ToolCaller(caller.owner, turn=None, through=caller.through, embedding=embedding)
    outcome = await tool.run(tx, program, asked)
    if outcome.deed:
        await services.tell(tx, caller, Done(family.name, tool.name, outcome.deed))
    return outcome
