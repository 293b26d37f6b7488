"""Every setting, read once from the environment and `.env`."""

import os
import re
from collections.abc import Mapping
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import StartError
from bot.values.memories import CaptureMode
from bot.values.text import clean

ENV_FILE = Path(".env")
OPENAI_URL = "https://api.openai.com/v1"
OPENAI_DEFAULT_MODEL = "gpt-5-mini"
DEFAULT_CONTEXT_TOKENS = 32_000
LEAST_CONTEXT_TOKENS = 3_000
"""Instructions and tools take about half of that."""
TELEGRAM_URL = "https://api.telegram.org"
PRACTICE_TOKEN = "1000:practice"  # noqa: S105 - opens nothing but the practice server
PRACTICE_USER = 1

_HOW = {
    "TELEGRAM_BOT_TOKEN": "open @BotFather in Telegram, send /newbot, and copy the token it gives you",
    "TELEGRAM_ALLOWED_USER_IDS": "list the numeric ids with commas, as in 123456,789; the bot tells anyone theirs",
    "TELEGRAM_API_URL": f"give an address such as {TELEGRAM_URL}, or leave it out",
    "OPENAI_API_KEY": "make one at platform.openai.com/api-keys, or set OPENAI_BASE_URL to a server of your own",
    "OPENAI_BASE_URL": "give an address such as http://localhost:11434/v1, or leave it out for OpenAI's own",
    "OPENAI_MODEL": "give the name of a model as its server knows it",
    "DATABASE_URL": "give one such as postgresql://user:password@host/name, or leave it out for the embedded server",
    "DATA_DIR": "give an absolute path, such as /var/lib/keepsake, or leave it out",
    "TIMEZONE": "give a name such as Europe/London, or leave it out for the machine's own",
    "CONVERSATION_IDLE_MINUTES": "give a number of minutes above 0, such as 240",
    "CONTEXT_TOKENS": f"give a number of tokens, {LEAST_CONTEXT_TOKENS} or more, such as 32000, or leave it out",
    "MEMORY_TOKENS": "give a number of tokens, 100 or more, such as 4000",
    "MEMORY_LIMIT": "give a number of memories, such as 10000, or leave it out for no limit",
    "MEMORY_CAPTURE": "say ask, auto, off or none",
    "MEMORY_REVIEW": "say true or false",
    "HISTORY_TURNS": "give a number of turns, such as 20, or leave it out for as many as fit",
    "REVIEW_MODEL": "give the name of a model as its server knows it, or leave it out",
    "EMBEDDING_MODEL": "give the name of an embedding model as its server knows it, or local, or leave it out",
    "VISION_MODEL": "give the name of a model that sees as its server knows it, or leave it out",
    "SEARCH_LANGUAGE": "give a language as PostgreSQL's full text search knows it, such as english or german",
    "ATTACHMENT_MB": "give a number of megabytes above 0, such as 20",
    "ATTACHMENT_DAYS": "give a number of days above 0, such as 30, or leave it out",
    "PICTURE_SIDE": "give a number of pixels from 64 to 8192, such as 1536",
    "PICTURE_KB": "give a number of kilobytes from 16 to 20000, such as 1000",
    "DOCUMENT_TOKENS": "give a number of tokens, 100 or more, such as 6000",
    "TRANSCRIPTION_BASE_URL": "give an address such as http://localhost:8000/v1, or leave it out",
    "TRANSCRIPTION_API_KEY": "copy the key for TRANSCRIPTION_BASE_URL, or leave it out if it needs none",
    "TRANSCRIPTION_MODEL": "give the name of a model as its server knows it, local, or a folder, or leave it out",
    "TRANSCRIPTION_MINUTES": "give a number of minutes above 0, such as 60",
    "SPEECH_BASE_URL": "give an address such as http://localhost:8880/v1, or leave it out",
    "SPEECH_API_KEY": "copy the key for SPEECH_BASE_URL, or leave it out if it needs none",
    "SPEECH_MODEL": "give the name of a speech model as its server knows it, or leave it out",
    "SPEECH_VOICE": "give the name of a voice as the speech model knows it, such as alloy",
    "SPEECH_CHARACTERS": "give a number of characters from 1 to 4096, such as 1000",
    "SEARXNG_URL": "give an address such as http://localhost:8888, or leave it out",
    "BRAVE_API_KEY": "make one at api-dashboard.search.brave.com, or leave it out",
    "TAVILY_API_KEY": "make one at app.tavily.com, or leave it out",
    "WEB_ALLOWED_HOSTS": "list hosts with commas, as in nas.home,192.168.1.10:8080, or leave it out",
    "MONTHLY_TOKENS": "give a number of tokens above 0, such as 5000000, or leave it out for no limit",
    "INPUT_PRICE": "give the price of a million tokens, such as 0.25, or leave all three prices out",
    "CACHED_PRICE": "give the price of a million tokens, such as 0.025, or leave all three prices out",
    "OUTPUT_PRICE": "give the price of a million tokens, such as 2, or leave all three prices out",
    "SYSTEM_PROMPT_FILE": "give the path of a text file in UTF-8, or leave it out",
    "MODEL_FIRST_CHUNK_SECONDS": "give a number of seconds above 0, such as 300",
    "MODEL_CHUNK_SECONDS": "give a number of seconds above 0, such as 60",
    "LOG_FORMAT": "say console or json",
}
_PRICES = ("INPUT_PRICE", "CACHED_PRICE", "OUTPUT_PRICE")


def _token(value: str) -> str:
    if not re.fullmatch(r"[0-9]{1,16}:[A-Za-z0-9_-]{3,}", value):
        raise ValueError("it isn't a valid token (expected 123456:ABC…)")
    return value


def _key(value: str) -> str:
    if not re.fullmatch(r"[!-~]*", value.strip()):
        raise ValueError("it holds a character that no key has, such as a space or an ellipsis")
    return value.strip()


def _name(value: str) -> str:
    if not value.strip().isprintable():
        raise ValueError("it goes over several lines, or holds what can't be seen")
    return value.strip()


def _user_ids(value: object) -> object:
    ids = [each.strip() for each in value.split(",") if each.strip()] if isinstance(value, str) else value
    if isinstance(ids, list) and not all(re.fullmatch(r"[0-9]{1,18}", each) for each in ids):
        raise ValueError("something in it is no numeric id")
    return ids


def _hosts(value: object) -> object:
    return [_host(each.strip()) for each in value.split(",") if each.strip()] if isinstance(value, str) else value


def _host(value: str) -> str:
    """Return a host in its usual form, IPv6 in brackets, perhaps with a port."""
    named = re.fullmatch(r"(\[[0-9a-f:.]+\]|[0-9a-f:.]+:[0-9a-f:.]*:[0-9a-f:.]*|[\w.-]+)(:[0-9]{1,5})?", value.lower())
    if not named:
        raise ValueError("something in it is no host such as nas.home or 192.168.1.10:8080")
    host = named[1].strip("[]").removesuffix(".")
    try:
        address = ip_address(host)
    except ValueError:
        return f"{host}{named[2] or ''}"
    return f"[{address}]{named[2] or ''}" if address.version == 6 else f"{address}{named[2] or ''}"  # noqa: PLR2004


def _address(value: str) -> str:
    try:
        parts = urlsplit(value)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable:
        raise ValueError("it is no address that begins with http:// or https://")  # but perhaps a key, so not shown
    return value.rstrip("/")


def _postgresql(value: str) -> str:
    scheme, _, rest = value.partition("://")
    if scheme not in {"postgres", "postgresql", "postgresql+psycopg"} or not rest:
        raise ValueError("it does not begin with postgresql://")
    return f"postgresql+psycopg://{rest}"


def _zone(value: object) -> object:
    if isinstance(value, str) and value not in available_timezones():
        raise ValueError(f"there is no time zone {value!r}")
    return value


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:
        raise ValueError(f"{str(path)!r} names a user that is not there") from None


def _absolute(path: Path) -> Path:
    if not path.is_absolute():
        raise ValueError(f"{str(path)!r} is no absolute path")
    return path


def _readable(path: Path) -> Path:
    try:
        path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"{str(path)!r} can't be read ({type(error).__name__})") from None
    return path


_Address = Annotated[str, AfterValidator(_address)]
_Name = Annotated[str, AfterValidator(_name)]


class Settings(BaseSettings):
    """All settings; each has a default."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, frozen=True)

    telegram_bot_token: Annotated[SecretStr, BeforeValidator(_token)] | None = None
    telegram_allowed_user_ids: Annotated[frozenset[int], NoDecode, BeforeValidator(_user_ids)] = frozenset()
    telegram_api_url: _Address = TELEGRAM_URL
    openai_api_key: Annotated[SecretStr, BeforeValidator(_key)] | None = None
    openai_base_url: _Address | None = None
    openai_model: _Name = ""
    database_url: Annotated[SecretStr, BeforeValidator(_postgresql)] | None = None
    data_dir: Annotated[Path, AfterValidator(_expanded), AfterValidator(_absolute)] | None = None
    timezone: Annotated[ZoneInfo, BeforeValidator(_zone)] | None = None
    conversation_idle_minutes: float = Field(240, gt=0, le=10_000_000)
    context_tokens: int | None = Field(None, ge=LEAST_CONTEXT_TOKENS, le=100_000_000)
    memory_tokens: int = Field(4_000, ge=100, le=1_000_000)
    memory_limit: int | None = Field(None, ge=1, le=100_000_000)
    memory_capture: CaptureMode = CaptureMode.ASK
    memory_review: bool = True
    tool_limit: int = Field(20, ge=0, le=120)
    history_turns: int | None = Field(None, ge=0, le=1_000_000)
    review_model: _Name = ""
    vision_model: _Name = ""
    search_language: str = "english"
    embedding_model: _Name = ""
    attachment_mb: float = Field(20, gt=0, le=2_000)
    attachment_days: float | None = Field(None, gt=0, le=1_000_000)
    picture_side: int = Field(1_536, ge=64, le=8_192)
    picture_kb: int = Field(1_000, ge=16, le=20_000)
    document_tokens: int = Field(6_000, ge=100, le=1_000_000)
    transcription_base_url: _Address | None = None
    transcription_api_key: Annotated[SecretStr, BeforeValidator(_key)] | None = None
    transcription_model: _Name = ""
    transcription_minutes: float = Field(60, gt=0, le=10_000)
    speech_base_url: _Address | None = None
    speech_api_key: Annotated[SecretStr, BeforeValidator(_key)] | None = None
    speech_model: _Name = ""
    speech_voice: _Name = "alloy"
    speech_characters: int = Field(1_000, ge=1, le=4_096)
    searxng_url: _Address | None = None
    brave_api_key: Annotated[SecretStr, BeforeValidator(_key)] | None = None
    tavily_api_key: Annotated[SecretStr, BeforeValidator(_key)] | None = None
    web_allowed_hosts: Annotated[frozenset[str], NoDecode, BeforeValidator(_hosts)] = frozenset()
    monthly_tokens: int | None = Field(None, gt=0)
    input_price: float | None = Field(None, ge=0)
    cached_price: float | None = Field(None, ge=0)
    output_price: float | None = Field(None, ge=0)
    system_prompt_file: Annotated[Path, AfterValidator(_expanded), AfterValidator(_readable)] | None = None
    model_first_chunk_seconds: float = Field(300, gt=0)
    model_chunk_seconds: float = Field(60, gt=0)
    log_format: Literal["console", "json"] = "console"

    @classmethod
    def load(cls, env_file: Path = ENV_FILE) -> Self:
        """Read the settings. Raises StartError with the wrong setting, the reason, and a remedy."""
        settings, wrong = cls.examined(env_file)
        for error in wrong.values():
            raise error
        return settings

    @classmethod
    def examined(cls, env_file: Path = ENV_FILE) -> tuple[Self, Mapping[str, StartError]]:
        """Return the valid settings, with defaults for invalid ones, and the errors by name.

        Raises StartError if the file can't be read.
        """
        try:
            cls._refuse_half_lines(env_file)
            settings, wrong = cls._right_ones(env_file)
        except UnicodeDecodeError:
            raise StartError(f"{env_file} can't be read, as it is no text: make it a text file in UTF-8.") from None
        except OSError as error:
            why = (error.strerror or "it fails").lower()
            raise StartError(f"{env_file} can't be read ({why}): make it a text file that I may read.") from None
        if settings.telegram_bot_token and not settings.has_model and "OPENAI_BASE_URL" not in wrong:
            wrong["OPENAI_API_KEY"] = StartError(
                "OPENAI_API_KEY is missing, and a bot with a TELEGRAM_BOT_TOKEN needs a model: "
                f"{_HOW['OPENAI_API_KEY']}."
            )
        missing = [name for name in _PRICES if getattr(settings, name.lower()) is None]
        if len(missing) < len(_PRICES):
            for name in missing:
                sentence = f"{name} is missing, and costs are told with all three prices only: {_HOW[name]}."
                wrong.setdefault(name, StartError(sentence))
        return settings, wrong

    @classmethod
    def _right_ones(cls, env_file: Path) -> tuple[Self, dict[str, StartError]]:
        try:
            return cls(_env_file=env_file), {}  # type: ignore[call-arg] # pydantic-settings takes it from its source
        except ValidationError as error:
            wrong = _start_errors(error)
            defaults = {name: cls.model_fields[name].default for name in map(str.lower, wrong)}
            return cls(_env_file=env_file, **defaults), wrong  # type: ignore[call-arg] # as above

    @classmethod
    def unknown_in(cls, env_file: Path = ENV_FILE) -> list[str]:
        """Return the names in the file that are no settings, such as misspelled ones."""
        named = re.findall(r"^\s*(?:export\s+)?(\w+)\s*=", _text_of(env_file), re.MULTILINE)
        return [name for name in named if name.lower() not in cls.model_fields]

    @classmethod
    def _refuse_half_lines(cls, env_file: Path) -> None:
        """Raise StartError if the file names a setting without giving it a value, as in `NAME: value`."""
        for name in re.findall(r"^[ \t]*(?:export[ \t]+)?(\w+)\b(?![ \t]*=)", _text_of(env_file), re.MULTILINE):
            if name.lower() in cls.model_fields:
                raise StartError(f"{env_file} can't be read: there is no = after {name}. Write {name}=<value>.")

    @property
    def practises(self) -> bool:
        """Whether a local server replaces Telegram, since no token is set."""
        return self.telegram_bot_token is None

    @property
    def token(self) -> str:
        """The bot's token."""
        return self.telegram_bot_token.get_secret_value() if self.telegram_bot_token else PRACTICE_TOKEN

    @property
    def bot_id(self) -> int:
        """The id of the bot that runs."""
        return int(self.token.partition(":")[0])

    @property
    def api_key(self) -> str:
        """The key for the model's server, or nothing."""
        return self.openai_api_key.get_secret_value() if self.openai_api_key else ""

    @property
    def transcription_key(self) -> str:
        """The key for transcriptions: that of the model's server, if they are made there."""
        if self.transcription_api_key:
            return self.transcription_api_key.get_secret_value()
        return "" if self.transcription_base_url else self.api_key

    @property
    def speech_key(self) -> str:
        """The key for speech: that of the model's server, if it speaks there."""
        if self.speech_api_key:
            return self.speech_api_key.get_secret_value()
        return "" if self.speech_base_url else self.api_key

    @property
    def has_model(self) -> bool:
        """Whether a model's server is set."""
        return bool(self.openai_api_key or self.openai_base_url)

    @property
    def at_openai(self) -> bool:
        """Whether the model is OpenAI's own."""
        return urlsplit(self.openai_base_url or OPENAI_URL).hostname == urlsplit(OPENAI_URL).hostname

    @property
    def idle_limit(self) -> timedelta:
        """Time after the last message at which a conversation ends."""
        return timedelta(minutes=self.conversation_idle_minutes)

    @property
    def data_folder(self) -> Path:
        """The folder of all data."""
        default = Path("/var/lib/keepsake") if os.geteuid() == 0 else Path.home() / ".local/share/keepsake"
        return self.data_dir or default

    @property
    def files_folder(self) -> Path:
        """The folder of the files that users sent to this bot."""
        return self.data_folder / "files" / str(self.bot_id)

    @property
    def own_instructions(self) -> str:
        """The owner's own instructions, or nothing."""
        return clean(self.system_prompt_file.read_text(encoding="utf-8")) if self.system_prompt_file else ""

    @property
    def secrets(self) -> tuple[str, ...]:
        """Values that must not be logged."""
        kept = (
            self.telegram_bot_token,
            self.openai_api_key,
            self.database_url,
            self.transcription_api_key,
            self.speech_api_key,
            self.brave_api_key,
            self.tavily_api_key,
        )
        return tuple(secret.get_secret_value() for secret in kept if secret)


def _text_of(env_file: Path) -> str:
    return env_file.read_text(encoding="utf-8-sig") if env_file.exists() else ""


def _start_errors(error: ValidationError) -> dict[str, StartError]:
    """Return the errors of invalid settings by name, without secret values."""
    wrong: dict[str, StartError] = {}
    for each in error.errors(include_url=False, include_input=False):
        name = str(each["loc"][0]).upper()
        context: Mapping[str, object] = each.get("ctx", {})
        why = str(context.get("error", each["msg"][:1].lower() + each["msg"][1:]))
        wrong.setdefault(name, StartError(f"{name} can't be used, as {why}: {_HOW[name]}."))
    return wrong


def on_this_machine(url: str) -> bool:
    """Tell whether an address is on this machine, so that no proxy is used."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
