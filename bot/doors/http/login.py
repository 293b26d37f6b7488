"""Logging a browser in and out, by a link or by what Telegram tells a Mini App of who has opened it.

That is signed for the bot: https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app.
"""

import hmac
import json
from datetime import UTC, datetime, timedelta
from typing import Final
from urllib.parse import parse_qsl, urlsplit

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse
from pydantic import BaseModel, Field

from bot.doors.http.access import SESSION, Reading, address_of, check_own_page, count, session_of, speaking
from bot.doors.http.asking import Services, form
from bot.doors.http.html import SUBMIT, form_of, html
from bot.doors.http.limits import Rate
from bot.doors.http.models import shown
from bot.doors.http.problems import Refused, documented
from bot.doors.store import access_tokens
from bot.doors.values import Bearer
from bot.kit.language import mark, t
from bot.kit.owner import Owner

router = APIRouter(tags=["session"])

VALID: Final = timedelta(hours=1)
"""How long init data lets somebody in, which bounds what a stolen copy is good for."""
_SKEW: Final = timedelta(minutes=1)
"""How far Telegram's clock may be ahead of ours."""
_HASH: Final = "sha256"
_USED: Final = mark("This link was already used or has expired. Send {command} to your bot for a new one.")


class SessionResponse(BaseModel):
    """Who asks, and through what."""

    model_config = shown({"user_id": 123456, "through": "page", "language": "en"})

    user_id: int
    through: str
    language: str = Field(description="The language in which Keepsake speaks to this user, such as `de`")


class InitData(BaseModel):
    """What Telegram tells a Mini App."""

    model_config = shown({"init_data": "user=…&auth_date=…&hash=…"})

    init_data: str = Field(max_length=10_000, description="`tgWebAppData` of the page's address, decoded once")


class MiniAppSession(SessionResponse):
    """A session of the Mini App."""

    model_config = shown({"user_id": 123456, "through": "page", "language": "en", "token": "keepsake_…"})

    token: str


@router.get("/api/session", responses=documented())
async def get_session(services: Services, caller: Reading) -> SessionResponse:
    """Tell who asks: `page` is a browser, anything else a program's name."""
    return SessionResponse(
        user_id=caller.owner.user_id, through=caller.through, language=services.languages.of(caller.owner)
    )


@router.get("/login", include_in_schema=False, dependencies=[Depends(speaking)])
async def follow(key: str = "") -> HTMLResponse:
    """Return a page that spends the key of a link: previews of links only read it."""
    return html(_asking(key, t("Open Keepsake")), SUBMIT)


@router.post("/login", include_in_schema=False, dependencies=[Depends(speaking)])
async def log_in(request: Request, services: Services) -> Response:
    """Log a browser in with the key of a link; one that is logged in may follow it again.

    One in which somebody else is logged in is asked first: they may not know whose link it is.

    Raises Refused (403, 429).
    """
    check_own_page(request)
    said = await form(request)
    key, present = said.get("key", ""), await session_of(request)
    async with services.transaction() as tx:
        if (
            present
            and "instead" not in said
            and await access_tokens.owner_of_link(tx, key) not in {None, present.owner}
        ):
            there = t("Someone else is logged in here.")
            return html(f"<p>{there}</p>{_asking(key, t('Log in instead'), instead=True)}")
        owner = await access_tokens.spend_link(tx, key)
        allowed = owner if owner and services.lets_in(owner) else None
        token = await access_tokens.begin_session(tx, allowed) if allowed else ""
    if not token and present:
        return RedirectResponse("/", 303)
    if not token:
        count(services, Rate.WRONG, address_of(request))
        return html(f"<p>{t(_USED, command='<code>/memory open</code>')}</p>", status=403)
    answer = RedirectResponse("/", 303)
    is_secure = urlsplit(services.public_url or "").scheme == "https"
    seconds = round(access_tokens.UNUSED[Bearer.PAGE].total_seconds())
    answer.set_cookie(SESSION, token, max_age=seconds, secure=is_secure, httponly=True, samesite="strict")
    return answer


def _asking(key: str, label: str, *, instead: bool = False) -> str:
    fields = {"key": key} | ({"instead": "yes"} if instead else {})
    return form_of("/login", fields, f"<button>{label}</button>")


@router.post("/login/telegram", responses=documented())
async def log_in_from_telegram(request: Request, services: Services, told: InitData) -> MiniAppSession:
    """Log in as the one who has opened the Mini App.

    The token is for the page to keep, as long as it is open: Telegram's clients for browsers show it in a frame of
    another site, where cookies like ours are not sent.
    """
    key = services.mini_app_key
    user_id = user_of(told.init_data, key, datetime.now(UTC)) if key else None
    owner = Owner(services.bot_id, user_id or 0)
    if not services.lets_in(owner):
        count(services, Rate.WRONG, address_of(request))
        raise Refused(403, "This is not from Telegram, or too old. Close the page, and open it from the chat again.")
    async with services.transaction() as tx:
        token = await access_tokens.begin_session(tx, owner, Bearer.MINI_APP)
    language = services.languages.of(owner)
    return MiniAppSession(user_id=owner.user_id, through="page", language=language, token=token)


@router.post("/logout", status_code=204, responses=documented())
async def log_out(services: Services, caller: Reading) -> Response:
    """End the session of the page. A program's token can't be ended so."""
    if not caller.is_page:
        raise Refused(403, "This is a program's token. /api revoke in Telegram revokes it.")
    async with services.transaction() as tx:
        await access_tokens.revoke(tx, caller.owner, caller.name)
    answer = Response(status_code=204)
    answer.delete_cookie(SESSION, httponly=True, samesite="strict")
    return answer


def key_of(bot_token: str) -> bytes:
    """Return the key of a bot's signatures."""
    return hmac.digest(b"WebAppData", bot_token.encode(), _HASH)


def user_of(init_data: str, key: bytes, now: datetime) -> int | None:
    """Return the id of the user who has opened the Mini App; None if it is not signed so, or too old."""
    fields = dict(parse_qsl(init_data, keep_blank_values=True, errors="replace"))
    given = fields.pop("hash", "")
    if not hmac.compare_digest(signature(fields, key).encode(), given.encode(errors="replace")):
        return None
    try:
        at = datetime.fromtimestamp(int(fields["auth_date"]), UTC)
        user_id = json.loads(fields["user"])["id"]
    except (KeyError, ValueError, TypeError, OverflowError, OSError):
        return None  # it was opened where no user is told, such as from a keyboard
    return user_id if -_SKEW <= now - at <= VALID and isinstance(user_id, int) else None


def signature(fields: dict[str, str], key: bytes) -> str:
    """Return the signature of all fields but the hash itself."""
    checked = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    return hmac.digest(key, checked.encode(errors="replace"), _HASH).hex()
