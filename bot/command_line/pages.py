"""The command that opens the page in a browser."""

from bot import api_port
from bot.command_line import say
from bot.database import login_links
from bot.errors import StartError
from bot.opening import owner_of, up_to_date_database
from bot.settings import Settings
from bot.values.access import login_address


async def open_(settings: Settings, user: int | None) -> None:
    """Print a link that opens the page in a browser. The bot must run."""
    if not settings.api_ports:
        raise StartError("The page is closed. Set API_PORT=8124 in .env, and restart the bot.")
    if (url := api_port.as_running(settings).page_url) is None:
        raise StartError("The page opens when the bot starts. Start it first.")
    async with up_to_date_database(settings) as database, database.transaction() as tx:
        owner = await owner_of(tx, settings, user)
        key = await login_links.add(tx, owner)
    say(f"Opens the page of user {owner.user_id}. Works once, for {login_links.VALID.seconds // 60} minutes:")
    say(login_address(url, key))
