"""Every setting, read once from the environment and `.env`."""

import os
import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated, Literal, Self
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.kit import setting_forms as forms
from bot.kit.capture_modes import CaptureMode
from bot.kit.errors import StartError
from bot.kit.program import is_clone
from bot.kit.setting_forms import FallbackModel
from bot.kit.text import clean
from bot.kit.usage import Prices

OPENAI_URL = "https://api.openai.com/v1"
OPENAI_DEFAULT_MODEL = "gpt-6-luna"
OPENAI_STRONGER_MODEL = "gpt-6.1-terra"
"""Ten times the price."""
DEFAULT_CONTEXT_TOKENS = 32_000
LEAST_CONTEXT_TOKENS = 3_000
"""Instructions and tools take about half of that."""
TELEGRAM_URL = "https://api.telegram.org"
PRACTICE_TOKEN = "1000:practice"  # noqa: S105 - opens nothing but the practice server
PRACTICE_USER = 1
LOCAL_MODEL_SERVERS = ("http://127.0.0.1:11434/v1", "http://127.0.0.1:1234/v1", "http://127.0.0.1:8080/v1")
"""Where Ollama, LM Studio and llama-server listen unless they are set otherwise."""


def _default_folder() -> Path:
    return Path("/var/lib/keepsake") if os.geteuid() == 0 else Path.home() / ".local/share/keepsake"


ENV_FILE = (
    Path(".env") if is_clone() else Path(forms.bare(os.environ.get("DATA_DIR", "")) or _default_folder()) / ".env"
)
"""File of the settings. An installed wheel has it in the data folder: any other folder's may be another program's."""

_HOW = {
    "TELEGRAM_BOT_TOKEN": "Open @BotFather in Telegram, send /newbot, and copy the token it gives you",
    "TELEGRAM_ALLOWED_USER_IDS": "Use numeric ids with commas between them, such as 123456,789",
    "TELEGRAM_API_URL": f"Use an address such as {TELEGRAM_URL}, or leave it empty",
    "OPENAI_API_KEY": "Get one at platform.openai.com/api-keys, or set OPENAI_BASE_URL to your own server",
    "OPENAI_BASE_URL": "Use an address such as http://localhost:11434/v1, or leave it empty for OpenAI",
    "LOCAL_MODEL_SERVERS": "Use addresses with commas between them, such as http://127.0.0.1:11434/v1",
    "OPENAI_MODEL": f"Use the name of a model on its server, such as {OPENAI_DEFAULT_MODEL} at OpenAI",
    "OPENAI_API": "Use auto, responses or chat",
    "OPENAI_FALLBACKS": (
        "Use NAME, NAME ADDRESS or NAME ADDRESS KEY, with semicolons between models, such as "
        "gpt-6.1-terra; qwen3:8b http://localhost:11434/v1, or leave it empty"
    ),
    "DATABASE_URL": "Use an address such as postgresql://user:password@host/name, or leave it empty",
    "DATA_DIR": "Use an absolute path, such as /var/lib/keepsake, or leave it empty",
    "TIMEZONE": "Use a name such as Europe/London, or leave it empty for this machine's time zone",
    "CONVERSATION_IDLE_MINUTES": "Use a number of minutes above 0, such as 240",
    "CONTEXT_TOKENS": f"Use a number of tokens, {LEAST_CONTEXT_TOKENS} or more, such as 32000, or leave it empty",
    "MEMORY_TOKENS": "Use a number of tokens, 100 or more, such as 4000",
    "MEMORY_LIMIT": "Use a number of memories, such as 10000, or leave it empty for no limit",
    "MEMORY_CAPTURE": "Use ask, auto, off or none",
    "MEMORY_REVIEW": "Use true or false",
    "TOOL_LIMIT": "Use a number of tools from 0 to 120, such as 20",
    "HISTORY_TURNS": "Use a number of turns, such as 20, or leave it empty to keep as many as fit",
    "REVIEW_MODEL": "Use the name of a model on its server, or leave it empty",
    "EMBEDDING_MODEL": "Use the name of an embedding model on its server, or local, or leave it empty",
    "VISION_MODEL": "Use the name of a model that can see pictures, on its server, or leave it empty",
    "SEARCH_LANGUAGE": "Use a language of PostgreSQL's full-text search, such as english or german",
    "ATTACHMENT_MB": "Use a number of megabytes above 0, such as 20",
    "ATTACHMENT_DAYS": "Use a number of days above 0, such as 30, or leave it empty",
    "PICTURE_SIDE": "Use a number of pixels from 64 to 8192, such as 1536",
    "PICTURE_KB": "Use a number of kilobytes from 16 to 20000, such as 1000",
    "DOCUMENT_TOKENS": "Use a number of tokens, 100 or more, such as 6000",
    "TRANSCRIPTION_BASE_URL": "Use an address such as http://localhost:8000/v1, or leave it empty",
    "TRANSCRIPTION_API_KEY": "Copy the key for TRANSCRIPTION_BASE_URL if it needs one",
    "TRANSCRIPTION_MODEL": "Use the name of a model on its server, or local, or a folder, or leave it empty",
    "TRANSCRIPTION_MINUTES": "Use a number of minutes above 0, such as 60",
    "SPEECH_BASE_URL": "Use an address such as http://localhost:8880/v1, or leave it empty",
    "SPEECH_API_KEY": "Copy the key for SPEECH_BASE_URL if it needs one",
    "SPEECH_MODEL": "Use the name of a speech model on its server, or leave it empty",
    "SPEECH_VOICE": "Use a voice of the speech model, such as alloy",
    "SPEECH_CHARACTERS": "Use a number of characters from 1 to 4096, such as 1000",
    "SEARXNG_URL": "Use an address such as http://localhost:8888, or leave it empty",
    "BRAVE_API_KEY": "Get one at api-dashboard.search.brave.com, or leave it empty",
    "TAVILY_API_KEY": "Get one at app.tavily.com, or leave it empty",
    "WEB_ALLOWED_HOSTS": "Use hosts with commas between them, such as nas.home,192.168.1.10:8080, or leave it empty",
    "MONTHLY_TOKENS": "Use a number of tokens above 0, such as 5000000, or leave it empty for no limit",
    "TASK_TOKENS": "Use a number of tokens above 0, such as 100000",
    "API_PORT": "Use a free port such as 8124, or 0 to keep the API closed, or leave it empty",
    "API_HOST": "Use an address of this machine, such as 127.0.0.1",
    "API_PUBLIC_URL": "Use the public address of the API behind your proxy, such as https://keepsake.example.org",
    "MIRROR_DIR": "Use the absolute path of a folder, such as /home/me/vault/Keepsake, or leave it empty",
    "INPUT_PRICE": "Use the price of a million tokens, such as 0.1, or leave all three prices empty",
    "CACHED_PRICE": "Use the price of a million tokens, such as 0.01, or leave all three prices empty",
    "OUTPUT_PRICE": "Use the price of a million tokens, such as 0.5, or leave all three prices empty",
    "SYSTEM_PROMPT_FILE": "Use the path of a text file in UTF-8, or leave it empty",
    "MODEL_FIRST_CHUNK_SECONDS": "Use a number of seconds above 0, such as 300",
    "MODEL_CHUNK_SECONDS": "Use a number of seconds above 0, such as 60",
    "LOG_FORMAT": "Use console or json",
}
_WITH_RESPONSES = ("api.openai.com", "openai.azure.com", "cognitiveservices.azure.com", "services.ai.azure.com")
"""Domains of OpenAI's API and of Azure's."""
REMOVED = frozenset({"ALLOW_GROUPS", "SHARE_CHATS", "STREAMING", "TELEGRAM_API_FOLDER", "WEBHOOK_PORT", "WEBHOOK_URL"})
"""Settings of earlier versions."""
_PRICES = ("INPUT_PRICE", "CACHED_PRICE", "OUTPUT_PRICE")
_DEFAULT_PORT = 8124
_MANY_PORTS = 100


class Settings(BaseSettings):
    """All settings; each has a default."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, frozen=True)

    telegram_bot_token: Annotated[SecretStr, BeforeValidator(forms.token)] | None = None
    telegram_allowed_user_ids: Annotated[frozenset[int], NoDecode, BeforeValidator(forms.user_ids)] = frozenset()
    telegram_api_url: forms.Address = TELEGRAM_URL
    openai_api_key: Annotated[SecretStr, BeforeValidator(forms.key)] | None = None
    openai_base_url: forms.Address | None = None
    openai_model: forms.Name = ""
    openai_api: Literal["auto", "responses", "chat"] = "auto"
    openai_fallbacks: Annotated[tuple[FallbackModel, ...], NoDecode, BeforeValidator(forms.fallbacks)] = ()
    local_model_servers: Annotated[tuple[str, ...], NoDecode, BeforeValidator(forms.addresses)] = LOCAL_MODEL_SERVERS
    database_url: Annotated[SecretStr, BeforeValidator(forms.postgresql)] | None = None
    data_dir: Annotated[Path, AfterValidator(forms.expanded), AfterValidator(forms.absolute)] | None = None
    timezone: Annotated[ZoneInfo, BeforeValidator(forms.zone)] | None = None
    conversation_idle_minutes: float = Field(240, gt=0, le=10_000_000)
    context_tokens: int | None = Field(None, ge=LEAST_CONTEXT_TOKENS, le=100_000_000)
    memory_tokens: int = Field(4_000, ge=100, le=1_000_000)
    memory_limit: int | None = Field(None, ge=1, le=100_000_000)
    memory_capture: CaptureMode = CaptureMode.ASK
    memory_review: bool = True
    tool_limit: int = Field(20, ge=0, le=120)
    history_turns: int | None = Field(None, ge=0, le=1_000_000)
    review_model: forms.Name = ""
    vision_model: forms.Name = ""
    search_language: str = "english"
    embedding_model: forms.Name = ""
    attachment_mb: float = Field(20, gt=0, le=2_000)
    attachment_days: float | None = Field(None, gt=0, le=1_000_000)
    picture_side: int = Field(1_536, ge=64, le=8_192)
    picture_kb: int = Field(1_000, ge=16, le=20_000)
    document_tokens: int = Field(6_000, ge=100, le=1_000_000)
    transcription_base_url: forms.Address | None = None
    transcription_api_key: Annotated[SecretStr, BeforeValidator(forms.key)] | None = None
    transcription_model: forms.Name = ""
    transcription_minutes: float = Field(60, gt=0, le=10_000)
    speech_base_url: forms.Address | None = None
    speech_api_key: Annotated[SecretStr, BeforeValidator(forms.key)] | None = None
    speech_model: forms.Name = ""
    speech_voice: forms.Name = "alloy"
    speech_characters: int = Field(1_000, ge=1, le=4_096)
    searxng_url: forms.Address | None = None
    brave_api_key: Annotated[SecretStr, BeforeValidator(forms.key)] | None = None
    tavily_api_key: Annotated[SecretStr, BeforeValidator(forms.key)] | None = None
    web_allowed_hosts: Annotated[frozenset[str], NoDecode, BeforeValidator(forms.hosts)] = frozenset()
    monthly_tokens: int | None = Field(None, gt=0)
    task_tokens: int = Field(100_000, gt=0)
    api_port: int | None = Field(None, ge=0, le=65_535)
    api_host: forms.Name = "127.0.0.1"
    api_public_url: forms.Address | None = None
    mirror_dir: Annotated[Path, AfterValidator(forms.expanded), AfterValidator(forms.absolute)] | None = None
    input_price: float | None = Field(None, ge=0)
    cached_price: float | None = Field(None, ge=0)
    output_price: float | None = Field(None, ge=0)
    system_prompt_file: Annotated[Path, AfterValidator(forms.expanded), AfterValidator(forms.readable)] | None = None
    model_first_chunk_seconds: float = Field(300, gt=0)
    model_chunk_seconds: float = Field(60, gt=0)
    log_format: Literal["console", "json"] = "console"

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, values: Mapping[str, object]) -> Mapping[str, object]:
        """Take off what stands around a value; one of nothing else is not set."""
        taken = {name: forms.bare(value) if isinstance(value, str) else value for name, value in values.items()}
        return {name: value for name, value in taken.items() if value != ""}

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
            raise StartError(f"{env_file} can't be read. Save it as a text file in UTF-8.") from None
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            raise StartError(f"{env_file} can't be read ({why}). Make it a text file that Keepsake may read.") from None
        if settings.telegram_bot_token and not settings.has_model and "OPENAI_BASE_URL" not in wrong:
            wrong["OPENAI_API_KEY"] = StartError(
                f"OPENAI_API_KEY is missing: a bot in Telegram needs a model. {_HOW['OPENAI_API_KEY']}."
            )
        if settings.mirror_dir and settings.mirror_dir.resolve().is_relative_to(settings.data_folder.resolve()):
            sentence = f"MIRROR_DIR is inside Keepsake's data folder ({settings.data_folder})."
            wrong["MIRROR_DIR"] = StartError(f"{sentence} {_HOW['MIRROR_DIR']}.")
        missing = [name for name in _PRICES if getattr(settings, name.lower()) is None]
        if len(missing) < len(_PRICES):
            for name in missing:
                sentence = f"{name} is missing: costs need all three prices. {_HOW[name]}."
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
        """Return the names in the file that are no settings and never were, such as misspelled ones."""
        named = (name for name, _ in _lines_of(env_file))
        return [it for it in named if it.lower() not in cls.model_fields and it.upper() not in REMOVED]

    @staticmethod
    def removed_in(env_file: Path = ENV_FILE) -> list[str]:
        """Return the settings of earlier versions that are set in the environment or in the file."""
        values = {**dict(_lines_of(env_file)), **os.environ}
        return sorted(REMOVED.intersection(name.upper() for name, value in values.items() if value.strip()))

    @classmethod
    def _refuse_half_lines(cls, env_file: Path) -> None:
        """Raise StartError if the file names a setting without giving it a value, as in `NAME: value`."""
        for name in re.findall(r"^[ \t]*(?:export[ \t]+)?(\w+)\b(?![ \t]*=)", _text_of(env_file), re.MULTILINE):
            if name.lower() in cls.model_fields:
                raise StartError(f"{env_file} can't be read: the = after {name} is missing. Write {name}=<value>.")

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
    def has_search(self) -> bool:
        """Whether a server that searches the web is set."""
        return bool(self.searxng_url or self.brave_api_key or self.tavily_api_key)

    @property
    def page_url(self) -> str | None:
        """The address of the page in a browser, or None if it is not open or its port isn't chosen yet."""
        return self.api_url and (self.api_public_url or self.api_url)

    @property
    def api_url(self) -> str | None:
        """The address of the API on this machine, or None if it is not open or its port isn't chosen yet."""
        if not self.api_port:
            return None
        host = "127.0.0.1" if self.api_host in {"0.0.0.0", "::", "localhost"} else self._api_host  # noqa: S104 - all
        return f"http://{host}:{self.api_port}"

    @property
    def api_ports(self) -> Sequence[int]:
        """The ports that the API may have, the preferred one first; none if it is to stay closed."""
        if self.api_port is not None:
            return [self.api_port] if self.api_port else []
        return range(_DEFAULT_PORT, _DEFAULT_PORT + _MANY_PORTS) if self.api_is_local else []

    @property
    def api_is_local(self) -> bool:
        """Whether the API is opened to this machine only."""
        return on_this_machine(f"http://{self._api_host}")

    @property
    def _api_host(self) -> str:
        """The API's host, as addresses have it."""
        return f"[{self.api_host}]" if ":" in self.api_host else self.api_host

    @property
    def mini_app_url(self) -> str | None:
        """The address of the page as a Mini App, or None if Telegram can't show it: it takes HTTPS."""
        return self.page_url if self.page_url and self.page_url.startswith("https://") else None

    @property
    def has_model(self) -> bool:
        """Whether a model's server is set."""
        return bool(self.openai_api_key or self.openai_base_url)

    @property
    def at_openai(self) -> bool:
        """Whether the model is OpenAI's own."""
        return urlsplit(self.openai_base_url or OPENAI_URL).hostname == urlsplit(OPENAI_URL).hostname

    @property
    def speaks_responses(self) -> bool:
        """Whether the model's server is asked through the Responses API first, otherwise through Chat Completions."""
        if self.openai_api != "auto":
            return self.openai_api == "responses"
        return has_responses(self.openai_base_url)

    @property
    def asks_elsewhere(self) -> bool:
        """Whether a server is asked that is not on this machine, so that proxies and certificates count."""
        urls = [self.transcription_base_url, self.speech_base_url, self.searxng_url]
        urls += [it.base_url for it in self.openai_fallbacks]
        urls += [None if self.practises else self.telegram_api_url]
        urls += [(self.openai_base_url or OPENAI_URL) if self.has_model else None]
        searches = self.brave_api_key or self.tavily_api_key
        return bool(searches) or not all(on_this_machine(url) for url in urls if url)

    @property
    def idle_limit(self) -> timedelta:
        """Time after the last message at which a conversation ends."""
        return timedelta(minutes=self.conversation_idle_minutes)

    @property
    def data_folder(self) -> Path:
        """The folder of all data."""
        return self.data_dir or _default_folder()

    @property
    def files_folder(self) -> Path:
        """The folder of the files that users sent to this bot."""
        return self.data_folder / "files" / str(self.bot_id)

    @property
    def own_instructions(self) -> str:
        """The owner's own instructions, or nothing."""
        return clean(self.system_prompt_file.read_text(encoding="utf-8")) if self.system_prompt_file else ""

    @property
    def prices(self) -> Prices | None:
        """Prices of tokens, if all are set."""
        fresh, cached, output = self.input_price, self.cached_price, self.output_price
        if fresh is None or cached is None or output is None:
            return None
        return Prices(fresh=fresh, cached=cached, output=output)

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
        fallbacks = (fallback.key for fallback in self.openai_fallbacks)
        return tuple(secret.get_secret_value() for secret in (*kept, *fallbacks) if secret)


def _lines_of(env_file: Path) -> list[tuple[str, str]]:
    """Return the names and values in a file."""
    return re.findall(r"^\s*(?:export\s+)?(\w+)\s*=(.*)", _text_of(env_file), re.MULTILINE)


def _text_of(env_file: Path) -> str:
    return env_file.read_text(encoding="utf-8-sig") if env_file.exists() else ""


def _start_errors(error: ValidationError) -> dict[str, StartError]:
    """Return the errors of invalid settings by name, without secret values."""
    wrong: dict[str, StartError] = {}
    for each in error.errors(include_url=False, include_input=False):
        name = str(each["loc"][0]).upper()
        context: Mapping[str, object] = each.get("ctx", {})
        why = str(context.get("error", each["msg"].removeprefix("Input ")))
        wrong.setdefault(name, StartError(f"{name} {why}. {_HOW[name]}."))
    return wrong


def on_this_machine(url: str) -> bool:
    """Tell whether an address is on this machine, so that no proxy is used."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")


def has_responses(url: str | None) -> bool:
    """Tell whether a model's server, by default OpenAI's, is known to have the Responses API: OpenAI's or Azure's."""
    host = urlsplit(url or OPENAI_URL).hostname or ""
    return any(host == it or host.endswith(f".{it}") for it in _WITH_RESPONSES)
