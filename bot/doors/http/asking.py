"""What the endpoints share: their services, pages of lists, the memory mode, entity tags, and answers given once."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Final
from urllib.parse import parse_qs

from fastapi import Depends, Header, Path, Query, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from bot.doors.http.access import Caller, Writing
from bot.doors.http.problems import Refused
from bot.doors.http.services import ApiServices
from bot.doors.store import api_requests
from bot.doors.store.api_requests import Answered
from bot.kit.capture_modes import READING, TURNED_OFF, WRITING
from bot.kit.language import t
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.store.owners import lock

PAGE: Final = 50
MOST: Final = 200
"""Most things of a page of a list."""
_FARTHEST: Final = 1_000_000
"""Most things of a list before a page."""
_MOST_OF_FORM: Final = 10_000
"""Most bytes of a form."""


async def _services(request: Request) -> ApiServices:  # else a thread would be asked
    services: ApiServices = request.app.state.services
    return services


Services = Annotated[ApiServices, Depends(_services)]
Skip = Annotated[int, Query(ge=0, le=_FARTHEST, description="`next` of the page before")]
Limit = Annotated[int, Query(ge=1, le=MOST)]
Next = Annotated[int | None, Field(description="`skip` of the next page, if there is one")]
ItsId = Annotated[str, Path(pattern="^[A-Za-z0-9]{8}$", description="Its id")]
IfMatch = Annotated[str | None, Header(description="The entity tag (ETag) that it must have; else 412", max_length=200)]
IdempotencyKey = Annotated[
    str | None,
    Header(description="A key of your choice: the same request with it is carried out once in a day", max_length=255),
]


def following(skip: int, limit: int, found: int) -> int | None:
    """Return where the next page begins, of which the first thing was looked for, too."""
    return skip + limit if found > limit and skip + limit <= _FARTHEST else None


async def check_reading(tx: Transaction, services: ApiServices, caller: Caller) -> None:
    """Raise Refused (403) if a program wants to read memories in a mode in which conversations may not."""
    if not caller.is_page and await services.mode(tx, caller.owner) not in READING:
        raise Refused(403, f"Nothing is shown: {TURNED_OFF}")


def etag(answer: BaseModel) -> str:
    """Return the entity tag of what an answer shows, which any change of it changes (RFC 9110, section 8.8.3)."""
    return f'"{sha256(answer.model_dump_json().encode()).hexdigest()[:20]}"'


def check(if_match: str | None, present: str) -> None:
    """Raise Refused (412) unless the present entity tag is among those that the caller knows.

    `If-Match` holds entity tags with commas between, or an asterisk (RFC 9110, section 13.1.1).
    """
    known = {it.strip() for it in if_match.split(",")} if if_match is not None else {"*"}
    if not known & {"*", present}:
        raise Refused(412, t("This changed after you read it. Read it again."), {"ETag": present})


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """What a change came to: the answer, what of it the entity tag is of, and where a new thing is found."""

    answer: BaseModel
    tagged: BaseModel
    location: str = ""
    changes: Sequence[object] = ()
    """What the owner is told of: `Done`, or what `ApiServices.post` takes instead of an act."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A request to change something of its caller's owner's."""

    request: Request
    services: ApiServices
    caller: Caller

    @property
    def owner(self) -> Owner:
        """Whose things are changed."""
        return self.caller.owner

    async def check_mode(self, tx: Transaction) -> None:
        """Raise Refused (403) if a program wants to change memories in a mode in which conversations may not."""
        if not self.caller.is_page and await self.services.mode(tx, self.owner) not in WRITING:
            raise Refused(403, f"Nothing was changed: {TURNED_OFF}")

    async def once(self, change: Callable[[Transaction], Awaitable[Made]], key: str | None = None) -> JSONResponse:
        """Make a change under the lock of its owner, and answer; with a key, the same request is done once a day."""
        asked = f"{self.request.method} {self.request.url.path}\n".encode() + await self.request.body()
        digest = sha256(asked).hexdigest()
        async with self.services.changing(self.owner) as tx:
            await lock(tx, self.owner)
            if key and (before := await api_requests.find(tx, self.owner, key)):
                if before.digest != digest:
                    raise Refused(422, "This idempotency key was used for another request.")
                return JSONResponse(before.body, before.status, {**before.headers, "Idempotency-Replayed": "true"})
            made = await change(tx)
            for it in made.changes:
                await self.services.tell(tx, self.caller, it)
            located = {"Location": made.location} if made.location else {}
            headers = {"ETag": etag(made.tagged), **located}
            body = made.answer.model_dump(mode="json")
            answered = Answered(digest=digest, status=201 if located else 200, body=body, headers=headers)
            if key:
                await api_requests.keep(tx, self.owner, key, answered)
        self.services.changed(self.owner)
        return JSONResponse(answered.body, answered.status, answered.headers)


async def _edit(request: Request, services: Services, caller: Writing) -> Edit:
    return Edit(request, services, caller)


Editing = Annotated[Edit, Depends(_edit)]


async def form(request: Request) -> Mapping[str, str]:
    """Return the first value of each field of a small form. Raises Refused (413)."""
    body = await request.body()
    if len(body) > _MOST_OF_FORM:
        raise Refused(413, f"At most {_MOST_OF_FORM:,} bytes fit into a form.")
    return {name: values[0] for name, values in parse_qs(body.decode(errors="replace")).items()}
