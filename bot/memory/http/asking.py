"""What endpoints that change memories share."""

from typing import Annotated

from fastapi import Depends, Request

from bot.memory.operations import Memories


async def _memories(request: Request) -> Memories:  # else a thread would be asked
    memories: Memories = request.app.state.memories
    return memories


Operations = Annotated[Memories, Depends(_memories)]
