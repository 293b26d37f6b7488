"""The commands that let a browser or a program in: the link to the page, tokens, and the sessions beside them."""

from bot.app.opening import owned
from bot.cli import say
from bot.doors.http.listening import with_running_port
from bot.doors.store import access_tokens
from bot.doors.values import NAME_MAX, Bearer, Scope, login_address
from bot.kit.errors import StartError
from bot.kit.settings import Settings
from bot.kit.text import one_line


async def open_page(settings: Settings, user: int | None) -> None:
    """Print a link that opens the page in a browser. The bot must run."""
    if not settings.api_ports:
        raise StartError("The page is closed. Set API_PORT=8124 in .env, and restart the bot.")
    if (url := with_running_port(settings).page_url) is None:
        raise StartError("The page opens when the bot starts. Start it first.")
    async with owned(settings, user) as (tx, owner):
        key = await access_tokens.add_link(tx, owner)
    say(f"Opens the page of user {owner.user_id}. Works once, for {access_tokens.LINK_VALID.seconds // 60} minutes:")
    say(login_address(url, key))


async def add_token(settings: Settings, name: str, user: int | None, *, read_only: bool) -> None:
    """Create a token for a program, and print it. Works while the bot runs."""
    name = one_line(name)
    if not 0 < len(name) <= NAME_MAX:
        raise StartError(f"A token's name has 1 to {NAME_MAX} characters.")
    scope = Scope.READ if read_only else Scope.WRITE
    async with owned(settings, user) as (tx, owner):
        token = await access_tokens.add(tx, owner, name, scope)
    if token is None:
        raise StartError(f"A token named {name} already exists. Revoke it first, or choose another name.")
    say(f"{name} may {'read' if read_only else 'read and change'} the data of user {owner.user_id}.")
    say("Copy the token now. It won't be shown again:")
    say(token)


async def list_tokens(settings: Settings, user: int | None) -> None:
    """List tokens and browser sessions with their last use. Works while the bot runs."""
    async with owned(settings, user) as (tx, owner):
        tokens = await access_tokens.of_owner(tx, owner)
    for it in tokens:
        used = f"used {it.used_at.astimezone(settings.timezone):%Y-%m-%d %H:%M}" if it.used_at else "never used"
        what = {
            Bearer.PAGE: "a browser",
            Bearer.MINI_APP: "a Mini App",
            Bearer.ASSISTANT: f"an assistant, {it.scope}",
        }.get(it.bearer, it.scope)
        say(f"{it.name}: {what}, created {it.created_at.astimezone(settings.timezone):%Y-%m-%d}, {used}")
    if not tokens:
        say("No tokens and no sessions.")


async def revoke_token(settings: Settings, name: str, user: int | None) -> None:
    """Revoke a token, or end a session. Works while the bot runs."""
    async with owned(settings, user) as (tx, owner):
        is_gone = await access_tokens.revoke(tx, owner, one_line(name))
    if not is_gone:
        raise StartError(f"There is no token named {one_line(name)}.")
    say(f"{one_line(name)} is revoked.")
