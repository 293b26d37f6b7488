"""What the next request to the model holds."""

from typing import Literal, Self

from fastapi import APIRouter
from pydantic import BaseModel, Field

from bot.doors.http.access import Reading
from bot.doors.http.asking import Services, check_reading
from bot.doors.http.models import ValueResponse, shown
from bot.doors.http.problems import Refused, documented
from bot.turns.preflight import NextPrompt, PartName

router = APIRouter(prefix="/api", tags=["prompt"])


class PromptPartResponse(ValueResponse):
    """A part of the prompt; each message is one."""

    name: PartName
    role: Literal["user", "assistant", "tool", ""] = Field(description="Whose message it is, if it is one")
    text: str
    tokens: int = Field(description="Estimated")
    is_cached: bool = Field(description="Whether the last request began with it, so that a cache may serve it")


class PromptResponse(BaseModel):
    """What the next request would hold, without the next message. That of a private chat is not shown."""

    model_config = shown(
        {
            "parts": [
                {
                    "name": "memories",
                    "role": "",
                    "text": "# Your Memory\n\n- [id:i9j0k1l2] Alec is the user's boss\n",
                    "tokens": 16,
                    "is_cached": True,
                }
            ],
            "tokens": 16,
            "cached_tokens": 16,
            "is_private": False,
        }
    )

    parts: list[PromptPartResponse]
    tokens: int
    cached_tokens: int
    is_private: bool

    @classmethod
    def of(cls, ahead: NextPrompt) -> Self:
        """Return a prompt as it is answered."""
        shown = [] if ahead.is_private else ahead.parts
        return cls(
            parts=[PromptPartResponse.of(it) for it in shown],
            tokens=sum(it.tokens for it in shown),
            cached_tokens=sum(it.tokens for it in shown if it.is_cached),
            is_private=ahead.is_private,
        )


@router.get("/prompt", responses=documented())
async def get_prompt(caller: Reading, services: Services) -> PromptResponse:
    """Return what the next request to the model would hold, and what of it the model's server may have cached."""
    if services.next_prompt is None:
        raise Refused(503, "No bot answers here.")
    async with services.transaction() as tx:
        await check_reading(tx, services, caller)
        return PromptResponse.of(await services.next_prompt(tx, caller.owner))
