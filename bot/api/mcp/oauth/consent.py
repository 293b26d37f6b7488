"""The page on which an owner lets an assistant in, or doesn't."""

import json
from html import escape
from http import HTTPStatus
from typing import Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse

from bot.api.access import SESSION, check_own_page, reader
from bot.api.asking import Services, form
from bot.api.html import SUBMIT, form_of, html
from bot.api.languages import speaking
from bot.api.mcp.oauth.endpoints import issuer_of
from bot.api.mcp.oauth.requests import CONSENT, Asked
from bot.api.problems import Refused
from bot.language import mark, t
from bot.program import called
from bot.values.access import Scope

router = APIRouter(include_in_schema=False, dependencies=[Depends(speaking)])

_LABELS: Final = {Scope.WRITE: mark("Read and change"), Scope.READ: mark("Read only")}
_GONE: Final = mark("This request was already answered or has expired. Connect the assistant again.")
_LOG_IN: Final = mark(
    "Send {command} to your bot and open its link in this browser, or open the link that {program} prints. "
    "Then continue here."
)
_ACCESS: Final = mark(
    "It will see your memories, notes, reminders and past conversations. Telegram shows what it changes, "
    "with an Undo button. To end its access, send {command}."
)


@router.get(CONSENT)
async def ask(services: Services, request: str = "") -> HTMLResponse:
    """Return a page that asks again by itself: a browser that comes from another site sends no session at first."""
    if not services.oauth.asked(request):
        return _gone()
    return html(_going_on(request, t("Continue")), SUBMIT)


@router.post(CONSENT)
async def decide(request: Request, services: Services) -> HTMLResponse:
    """Ask the owner, and take the decision to the assistant. Raises Refused (403, 429)."""
    check_own_page(request, services)
    said = await form(request)
    request_id, decision = said.get("request", ""), said.get("decision", "")
    try:
        caller = await reader(request, None, request.cookies.get(SESSION))
    except Refused as refused:
        if refused.status_code != HTTPStatus.UNAUTHORIZED:
            raise
        how = t(_LOG_IN, command="<code>/memory open</code>", program=f"<code>{called()} open</code>")
        log_in = f"<h1>{t('Log in first')}</h1><p>{how}</p>"
        return html(log_in + _going_on(request_id, t("I am logged in")), status=401)
    if not (asked := services.oauth.asked(request_id)):
        return _gone()
    if not decision:
        return html(_question(asked, request_id))
    issuer = issuer_of(request, services)
    if decision not in asked.scopes:
        services.oauth.decline(request_id)
        return _goes_on(asked, asked.answer(error="access_denied", iss=issuer))
    code = services.oauth.allow(request_id, caller.owner, Scope(decision))
    return _goes_on(asked, asked.answer(code=code, iss=issuer))


def _gone() -> HTMLResponse:
    return html(f"<p>{t(_GONE)}</p>", status=404)


def _going_on(request_id: str, label: str) -> str:
    return form_of(CONSENT, {"request": request_id}, f"<button>{label}</button>")


def _question(asked: Asked, request_id: str) -> str:
    labels = [*((it.value, t(_LABELS[it])) for it in asked.scopes), ("no", t("No"))]
    buttons = (f'<button name="decision" value="{value}">{label}</button>' for value, label in labels)
    title = t("Let {assistant} in?", assistant=_name(asked))
    receiver = t("Your answer goes to {receiver}.", receiver=f"<b><bdi>{escape(asked.receiver)}</bdi></b>")
    return (
        f"<h1>{title}</h1><p>{t(_ACCESS, command='<code>/api revoke</code>')}</p>"
        f"<p>{receiver} {t('The assistant chose its name itself.')}</p>"
        + form_of(CONSENT, {"request": request_id}, *buttons)
    )


def _name(asked: Asked) -> str:
    return f"<bdi>{escape(asked.name)}</bdi>"


def _goes_on(asked: Asked, to: str) -> HTMLResponse:
    """Return a page that goes to an address: browsers don't let a form do so that this policy is for."""
    link = f'<p><a href="{escape(to)}">{t("Go back to {assistant}", assistant=_name(asked))}</a></p>'
    return html(link, f"location.replace({json.dumps(to).replace('<', chr(92) + 'u003c')});")
