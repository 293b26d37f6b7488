"""`/api`: who reads and writes what is the user's from outside of Telegram: programs with tokens, and browsers."""

from collections.abc import Sequence
from datetime import tzinfo
from functools import partial
from typing import Final

from bot.doors.store import access_tokens
from bot.doors.values import NAME_MAX, Bearer, Scope
from bot.feature import Feature, InChat
from bot.kit.language import date_time, mark, space, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.telegram.formatting import RichText, bold, code, compose, filled
from bot.telegram.help import Use, form
from bot.telegram.texts import Text

_HOLDERS: Final = {
    Bearer.PAGE: mark("{name} (a browser)"),
    Bearer.MINI_APP: mark("{name} (a Mini App)"),
    Bearer.ASSISTANT: mark("{name} (an assistant)"),
}
_MAY_READ: Final = mark("“{name}” can read your memories, notes, reminders, conversations and usage.")
_MAY_WRITE: Final = mark(
    "“{name}” can read your memories, notes, reminders, conversations and usage, and change memories, notes and "
    "reminders."
)
_READ_ONLY: Final = "read-only"
_FORMS: Final = ("/api token Calendar", "/api token Calendar read-only", "/api revoke Calendar")


async def answer(timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, *_: object) -> Sequence[Text]:
    """Make, revoke or list tokens, in the caller's transaction."""
    what, _sep, name = one_line(words).partition(" ")
    match what.casefold(), bool(name):
        case "token", True:
            return await _made(tx, owner, name)
        case "revoke", True:
            is_gone = await access_tokens.revoke(tx, owner, name)
            return compose(
                t("“{name}” no longer has access.", name=name)
                if is_gone
                else t("There is no token or session “{name}”. /api lists them.", name=name)
            )
        case "", False:
            return await _listed(timezone, tx, owner)
    return form(t("To make or revoke a token, send one of these:"), *_FORMS)


async def _made(tx: Transaction, owner: Owner, name: str) -> Sequence[Text]:
    scope = Scope.WRITE
    if name.casefold().endswith(f" {_READ_ONLY}"):
        scope, name = Scope.READ, name[: -len(_READ_ONLY)].strip()
    if len(name) > NAME_MAX:
        return compose(t("A token's name has at most {most} characters.", most=NAME_MAX))
    token = await access_tokens.add(tx, owner, name, scope)
    if token is None:
        return compose(
            t("There is already a token “{name}”.", name=name),
            space(),
            filled(t("To revoke it: {command}"), command=code(f"/api revoke {name}")),
        )
    may = t(_MAY_WRITE if scope is Scope.WRITE else _MAY_READ, name=name)
    copy = t("Copy it, then delete this message.")
    return compose(f"🔑 {may}\n\n", t("This is the only time I show its token:"), "\n", code(token), f"\n{copy}")


async def _listed(timezone: tzinfo | None, tx: Transaction, owner: Owner) -> Sequence[Text]:
    tokens = await access_tokens.of_owner(tx, owner)
    if not tokens:
        return compose(
            t("No program and no browser has access."),
            space(),
            filled(t("To add one: {command}"), command=code(_FORMS[0])),
        )
    pieces: list[str | RichText] = ["🔑 ", bold(t("Programs and browsers with access:")), "\n"]
    for it in tokens:
        name = t(_HOLDERS[it.bearer], name=it.name) if it.bearer in _HOLDERS else it.name
        used = t("never used")
        if it.used_at:
            used = t("last used {date}", date=date_time(it.used_at.astimezone(timezone)))
        pieces.append(f"\n• {name}: {t('reads') if it.scope is Scope.READ else t('reads and writes')}, {used}")
    revoke = code(f"/api revoke {tokens[0].name}")
    return compose(*pieces, "\n\n", filled(t("To revoke one: {command}"), command=revoke))


API = Feature(
    name="api",
    uses=[Use("api", mark("Let other programs read and write what I know"))],
    in_chat=lambda parts: InChat(lookups={"api": partial(answer, parts.timezone)}),
)
