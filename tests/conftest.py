"""Shared fixtures: one PostgreSQL for the run, a database for each worker, and the practice servers."""

import gc
import json
import os
import shutil
import signal
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from uuid import uuid4

import hypothesis
import pytest
from hypothesis.configuration import set_hypothesis_home_dir

from bot.app import features  # noqa: F401 - its tables refer to each other
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.store.embedded import EmbeddedServer
from bot.store.engine import Database
from bot.store.migrate import upgrade
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.values.conversations import SystemPrompt
from bot.turns.values.origins import Source
from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.databases import SharedDatabase, administration, at, create, drop
from tests.process import BotProcess, Script

FOLDER = "KEEPSAKE_TEST_FOLDER"
TEMPLATE = "template_keepsake"
TOKEN = "1000:tests"
MODEL_KEY = "sk-tests"
SCRIPTED = "scripted"
WAITING = {
    *("test_lost_connections.py", "test_outages.py", "test_dead_letters.py", "test_private.py"),
    *("test_stopping.py", "test_flood.py", "test_outbox.py", "test_bot_lock.py"),
    *("test_poisoning.py", "test_meaning.py", "test_two_copies.py", "test_long_answers.py"),
    *("test_reasoning.py", "test_fallbacks.py", "test_rate_limits.py"),
}
"""These files mostly wait. They come first: one worker takes them in turn, while the others compute."""
SHORTEST_PRIVATE = 8
"""Characters; shorter texts of a chat can be in a log by chance."""

set_hypothesis_home_dir(Path(__file__).parent.parent / "build" / "hypothesis")
hypothesis.settings.register_profile(
    "keepsake",
    max_examples=16,
    stateful_step_count=15,
    derandomize=True,
    database=None,
    print_blob=True,
    deadline=None,  # speed is never asserted, nor how long examples take to make
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.register_profile(
    "thorough", hypothesis.settings.get_profile("keepsake"), max_examples=2_000, derandomize=False
)
hypothesis.settings.load_profile("keepsake")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take the name of a model: the tests then go through a server that serves it as OpenAI does. Take a seed."""
    parser.addoption("--plays", default=SCRIPTED, help="the model that the practice server plays (%(default)s)")
    parser.addoption("--seed", type=int, default=1, help="which updates `make soak` sends (%(default)s)")


def pytest_configure(config: pytest.Config) -> None:
    """Create the folder shared by all workers of a run, accessible to the user of root's database server.

    A run in the background of a script ignores two signals, and so would the processes that it starts.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)
    if not hasattr(config, "workerinput"):
        folder = Path(tempfile.mkdtemp(prefix="keepsake-tests-"))
        folder.chmod(0o711)
        os.environ[FOLDER] = str(folder)


def pytest_collection_finish() -> None:
    """Exclude imported objects from garbage collection, and collect rarely."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Run twice as many workers as there are processors: tests often wait for another process."""
    return 2 * (os.cpu_count() or 1)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that mostly wait. The others stay in order: one browser does for those that need one."""
    items.sort(key=lambda item: item.path.name not in WAITING)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder once every worker has left."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(FOLDER), ignore_errors=True)


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """The address of a PostgreSQL that holds the template database; the run's last worker stops it."""
    settings = {
        "autovacuum": "off",
        "fsync": "off",
        "synchronous_commit": "off",
        "full_page_writes": "off",
        "max_connections": "200",
    }
    server = EmbeddedServer(Path(os.environ[FOLDER]) / "data", owner=True, settings=settings)
    url = server.start()
    with administration(url) as connection:
        connection.execute("SELECT pg_advisory_lock(1)")
        if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [TEMPLATE]).fetchone():
            create(url, TEMPLATE, "template1")
            upgrade(at(url, TEMPLATE))
    yield url
    server.stop()


@contextmanager
def new_database(server_url: str, template: str) -> Iterator[str]:
    """Yield the address of a new copy of a database; drop it at the end."""
    name = f"test_{uuid4().hex}"
    create(server_url, name, template)
    yield at(server_url, name)
    drop(server_url, name)


@pytest.fixture(scope="session")
def shared_database(server_url: str) -> Iterator[SharedDatabase]:
    """The migrated database that this worker's tests take turns with."""
    database = SharedDatabase(server_url, f"shared_{uuid4().hex}", TEMPLATE)
    yield database
    database.drop()


@pytest.fixture
def database_url(shared_database: SharedDatabase) -> str:
    """The address of an empty migrated database."""
    shared_database.empty()
    return shared_database.url


@pytest.fixture
def empty_url(server_url: str) -> Iterator[str]:
    """The address of a separate database without tables."""
    with new_database(server_url, "template1") as url:
        yield url


@contextmanager
def data_folder() -> Iterator[Path]:
    """Yield a path for a data folder that root's database server can access; remove it at the end."""
    parent = Path(tempfile.mkdtemp(prefix="keepsake-data-"))
    parent.chmod(0o711)
    try:
        yield parent / "data"
    finally:
        shutil.rmtree(parent)


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data folder."""
    with data_folder() as folder:
        yield folder


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A database of the test's own."""
    database = Database(database_url)
    yield database
    await database.close()


@pytest.fixture
def owner() -> Owner:
    """The user of the tests."""
    return Owner(bot_id=1000, user_id=1)


@pytest.fixture
def telegram() -> BotApi:
    """A Bot API server, to be served at `telegram_url`."""
    return BotApi(TOKEN)


@pytest.fixture
async def telegram_url(telegram: BotApi) -> AsyncIterator[str]:
    """The address of the Bot API server."""
    async with serve(telegram.app) as url:
        yield url


@pytest.fixture
def plays(request: pytest.FixtureRequest) -> str:
    """The name of the model that the server plays; a test may be parametrized with others."""
    named: str = getattr(request, "param", request.config.getoption("--plays"))
    return named


@pytest.fixture
async def model(plays: str) -> AsyncIterator[Script]:
    """A model server that answers as the test scripts it."""
    script = Script()
    server = ModelServer(script.reply, api_key=MODEL_KEY)
    server.play(plays)
    async with serve(server.app) as url:
        script.server, script.url = server, f"{url}/v1"
        yield script


@pytest.fixture
def settings(telegram_url: str, model: Script, database_url: str, tmp_path: Path) -> dict[str, str]:
    """The settings of a bot that talks to the practice servers of the test."""
    return {
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "TELEGRAM_ALLOWED_USER_IDS": "1,2",
        "TELEGRAM_API_URL": telegram_url,
        "OPENAI_API_KEY": MODEL_KEY,
        "OPENAI_BASE_URL": model.url,
        "DATABASE_URL": database_url,
        "DATA_DIR": str(tmp_path / "data"),
        "TIMEZONE": "Europe/London",
        "API_PORT": "0",
    }


@pytest.fixture
async def bot_process(tmp_path: Path, settings: dict[str, str], telegram: BotApi) -> AsyncIterator[BotProcess]:
    """The bot, ready to start. At the end its log must contain no secret and no message text."""
    process = BotProcess(tmp_path, settings)
    yield process
    await process.stop()
    log = "\n".join(spelled_out(line) for line in process.log)
    lines = [line for user_id in (1, 2, 4242) for it in telegram.messages(user_id) for line in it.text.splitlines()]
    told = [text for text in (TOKEN, MODEL_KEY, *lines) if len(text) >= SHORTEST_PRIVATE and text in log]
    assert told == [], log


def spelled_out(line: str) -> str:
    """Return a line of the log without JSON escapes."""
    try:
        return "\n".join(str(value) for value in json.loads(line).values())
    except ValueError:
        return line


@pytest.fixture
async def bot(bot_process: BotProcess) -> BotProcess:
    """The bot, running."""
    await bot_process.start()
    return bot_process


@pytest.fixture
async def source(database: Database, owner: Owner) -> Source:
    """A turn of a conversation, whose words are indexed in English."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        conversation = await stored_conversations.start(
            tx, owner, Place(1), system_prompt=SystemPrompt(own("")), tools=(), first_message_at=datetime.now(UTC)
        )
        turn = await stored_turns.begin(tx, conversation.id)
    return Source(conversation_id=conversation.id, turn_id=turn.id)
