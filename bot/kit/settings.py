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
from bot.kit.setting_words import words
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

_WITH_RESPONSES = ("api.openai.com", "openai.azure.com", "cognitiveservices.azure.com", "services.ai.azure.com")
"""Domains of OpenAI's API and of Azure's."""
REMOVED = frozenset({"ALLOW_GROUPS", "SHARE_CHATS", "STREAMING", "TELEGRAM_API_FOLDER", "WEBHOOK_PORT", "WEBHOOK_URL"})
"""Settings of earlier versions."""
_PRICES = ("INPUT_PRICE", "CACHED_PRICE", "OUTPUT_PRICE")
_DEFAULT_PORT = 8124
_MANY_PORTS = 100


class Settings(BaseSettings):
    """All settings. Each has a default, and a docstring with its words (`setting_words`)."""

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, frozen=True)

    telegram_bot_token: Annotated[SecretStr, BeforeValidator(forms.token)] | None = None
    """Your bot's token from [@BotFather](https://t.me/BotFather). Open it in Telegram, send /newbot, and copy the
    token. Empty: practice mode.
    """
    telegram_allowed_user_ids: Annotated[frozenset[int], NoDecode, BeforeValidator(forms.user_ids)] = frozenset()
    """Owners, by numeric Telegram id, separated by commas, such as `123456,789`. Empty: the first person to open
    [the log's link](#several-people).
    """
    telegram_api_url: forms.Address = TELEGRAM_URL
    """Your own Bot API server, run without `--local`. Empty: `https://api.telegram.org`, Telegram's."""
    openai_api_key: forms.Key | None = None
    """API key for the model's server. Get one at platform.openai.com/api-keys, or set OPENAI_BASE_URL to your own
    server. Local servers usually need none.
    """
    openai_base_url: forms.Address | None = None
    """Any OpenAI-compatible server, such as `http://localhost:11434/v1` for Ollama. Empty: OpenAI."""
    openai_model: forms.Name = ""
    """[Name of the model](#choose-a-model) that answers. At OpenAI, gpt-6-luna is cheap, and gpt-6.1-terra is stronger
    at ten times the price. Empty: `gpt-6-luna` at OpenAI, or the only model of another server.
    """
    openai_api: Literal["auto", "responses", "chat"] = "auto"
    """[API](#choose-a-model) of the model's server. auto: Responses at OpenAI and Azure, otherwise Chat Completions.
    Keepsake learns what a server refuses.
    """
    openai_fallbacks: Annotated[tuple[FallbackModel, ...], NoDecode, BeforeValidator(forms.fallbacks)] = ()
    """[Models that answer when the first one fails](#fallback-models), in this order, separated by semicolons. Each is
    NAME (on the same server), NAME ADDRESS or NAME ADDRESS KEY. For example, gpt-6.1-terra; qwen3:8b
    http://localhost:11434/v1 names one on the same server and one at Ollama.
    """
    local_model_servers: Annotated[tuple[str, ...], NoDecode, BeforeValidator(forms.addresses)] = LOCAL_MODEL_SERVERS
    """Where the first start looks for Ollama, LM Studio and llama-server, in this order, separated by commas. Use
    addresses such as http://127.0.0.1:11434/v1 for Ollama. Empty: their usual ports on this machine.
    """
    database_url: Annotated[SecretStr, BeforeValidator(forms.postgresql)] | None = None
    """Your own PostgreSQL (15 or newer), such as `postgresql://user:password@host/name`. Empty: the embedded server."""
    data_dir: forms.Folder | None = None
    """Folder for all data, and for [mcp.json](tools.md#mcp-servers). Use an absolute path. Empty:
    `~/.local/share/keepsake`, or `/var/lib/keepsake` for root.
    """
    timezone: Annotated[ZoneInfo, BeforeValidator(forms.zone)] | None = None
    """Time zone for all times, such as `Europe/London`. Empty: this machine's."""
    conversation_idle_minutes: float = Field(240, gt=0, le=10_000_000)
    """Minutes of silence after which a new conversation starts, with your memories and the last turns."""
    context_tokens: int | None = Field(None, ge=LEAST_CONTEXT_TOKENS, le=100_000_000)
    """Largest prompt in tokens. Instructions and tools take about 1500. Older turns are summarised.
    Empty: 32000, or the model's limit if that is lower.
    """
    memory_tokens: int = Field(4_000, ge=100, le=1_000_000)
    """Tokens of a prompt for memories. If you have more, the most important ones are included, and the others are
    searched.
    """
    memory_limit: int | None = Field(None, ge=1, le=100_000_000)
    """Most memories to keep. Empty: no limit."""
    memory_capture: CaptureMode = CaptureMode.ASK
    """[When to store something new](guide.md#when-memories-are-stored). ask asks first, off only reads memories, and
    none doesn't read them either. /memory mode overrides this for one user.
    """
    memory_review: bool = True
    """Whether to review each conversation after it ends, and suggest up to 5 facts that were missed."""
    tool_limit: int = Field(20, ge=0, le=120)
    """Most tools per conversation, not counting those for memory and conversation search. The model can find the
    others.
    """
    history_turns: int | None = Field(None, ge=0, le=1_000_000)
    """Keep at least this many turns in the prompt, and fewer than twice as many, without summaries. Empty: as many as
    fit, with summaries.
    """
    review_model: forms.Name = ""
    """Another model on the same server for summaries and reviews, such as a cheaper one. Empty: the main model."""
    vision_model: forms.Name = ""
    """A model on the same server that describes pictures, if the main model can't see them."""
    search_language: str = "english"
    """Language whose word forms searches know, as PostgreSQL's text search names it, such as `german` or `simple`."""
    embedding_model: forms.Name = ""
    """[Embedding model](#search-by-meaning) for search: one on the same server, or `local` for one on this machine
    (install it with `make local`). Empty: search by words only.
    """
    attachment_mb: float = Field(20, gt=0, le=2_000)
    """Largest file to read, in megabytes. Telegram's limit for bots is 20."""
    attachment_days: float | None = Field(None, gt=0, le=1_000_000)
    """Days to keep files. Text that was read from them stays. Empty: as long as their conversation."""
    picture_side: int = Field(1_536, ge=64, le=8_192)
    """Longest side of a picture sent to the model, in pixels. Larger pictures are scaled down."""
    picture_kb: int = Field(1_000, ge=16, le=20_000)
    """Largest picture sent to the model, in kilobytes."""
    document_tokens: int = Field(6_000, ge=100, le=1_000_000)
    """Most tokens of documents in one message, at most a fifth of the prompt. The model reads the rest in parts."""
    transcription_base_url: forms.Address | None = None
    """OpenAI-compatible server for [transcriptions](#voice) (audio/transcriptions). Empty: the model's server."""
    transcription_api_key: forms.Key | None = None
    """API key for the transcription server. Empty: `OPENAI_API_KEY` on the model's server, otherwise none."""
    transcription_model: forms.Name = ""
    """[Transcription model](#voice). local is a small English one on this machine (install it with make voice), and a
    folder is another faster-whisper model. Empty: `gpt-transcribe` at OpenAI, `whisper-1` at `TRANSCRIPTION_BASE_URL`,
    otherwise none.
    """
    transcription_minutes: float = Field(60, gt=0, le=10_000)
    """Longest recording to transcribe, in minutes."""
    speech_base_url: forms.Address | None = None
    """OpenAI-compatible server for [spoken answers](#voice) (audio/speech). Empty: the model's server."""
    speech_api_key: forms.Key | None = None
    """API key for the speech server. Empty: `OPENAI_API_KEY` on the model's server, otherwise none."""
    speech_model: forms.Name = ""
    """[Speech model](#voice). Empty: `gpt-audio-1.5` at OpenAI, `tts-1` at `SPEECH_BASE_URL`, otherwise none."""
    speech_voice: forms.Name = "alloy"
    """Voice of the speech model."""
    speech_characters: int = Field(1_000, ge=1, le=4_096)
    """Longest answer to speak, in characters. Longer answers are text only."""
    searxng_url: forms.Address | None = None
    """SearXNG server for [web searches](#web-search), such as `http://localhost:8888`. Its settings.yml must allow the
    format json.
    """
    brave_api_key: forms.Key | None = None
    """API key for Brave Search, from api-dashboard.search.brave.com. Searches may cost money."""
    tavily_api_key: forms.Key | None = None
    """API key for Tavily, from app.tavily.com. Searches may cost money."""
    web_allowed_hosts: Annotated[frozenset[str], NoDecode, BeforeValidator(forms.hosts)] = frozenset()
    """Hosts in your own network whose pages owners may read, separated by commas, such as `nas.home,192.168.1.10:8080`.
    Empty: public pages only.
    """
    monthly_tokens: int | None = Field(None, gt=0)
    """Tokens per month, input and output. There is a warning at 80 %, and a stop at 100 %. Empty: no limit."""
    task_tokens: int = Field(100_000, gt=0)
    """Most tokens for each run of a task (/task), input and output."""
    api_port: int | None = Field(None, ge=0, le=65_535)
    """Port of the [API and the memory page](api.md), or 0 to close both. Empty: the first free one from 8124, on this
    machine only.
    """
    api_host: forms.Name = "127.0.0.1"
    """Address the API listens on. Any address but 127.0.0.1 needs a token first."""
    api_public_url: forms.Address | None = None
    """Public address of the API [behind a proxy](recipes/behind-a-proxy.md), such as `https://keepsake.example.org`.
    With HTTPS, Telegram can show the page as a Mini App.
    """
    mirror_dir: forms.Folder | None = None
    """Folder for a nightly [Markdown copy](#a-markdown-copy) of all memories and notes, for git or Obsidian. Use an
    absolute path, such as /home/me/vault/Keepsake. Changes there are not read back. Empty: no copy.
    """
    input_price: float | None = Field(None, ge=0)
    """Price of a million input tokens, in any currency. In dollars, it is 0.1 for gpt-6-luna, and 1 for gpt-6.1-terra.
    /usage shows the cost. Set all three prices, or none.
    """
    cached_price: float | None = Field(None, ge=0)
    """Price of a million cached input tokens. In dollars, it is 0.01 for gpt-6-luna."""
    output_price: float | None = Field(None, ge=0)
    """Price of a million output tokens. In dollars, it is 0.5 for gpt-6-luna, and 5 for gpt-6.1-terra."""
    system_prompt_file: Annotated[Path, AfterValidator(forms.expanded), AfterValidator(forms.readable)] | None = None
    """Text file in UTF-8 with your own instructions for the assistant. They follow Keepsake's."""
    model_first_chunk_seconds: float = Field(300, gt=0)
    """Seconds until an answer must begin. Large local models may need long."""
    model_chunk_seconds: float = Field(60, gt=0)
    """Seconds for each further piece of an answer."""
    log_format: Literal["console", "json"] = "console"
    """Format of the log."""

    @model_validator(mode="before")
    @classmethod
    def _bare(cls, values: Mapping[str, object]) -> Mapping[str, object]:
        """Strip spaces and quotes around values. An empty one is not set."""
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
            settings, wrong = cls._valid(env_file)
        except UnicodeDecodeError:
            raise StartError(f"{env_file} can't be read. Save it as a text file in UTF-8.") from None
        except OSError as error:
            why = (error.strerror or type(error).__name__).lower()
            raise StartError(f"{env_file} can't be read ({why}). Make it a text file that Keepsake may read.") from None
        if settings.telegram_bot_token and not settings.has_model and "OPENAI_BASE_URL" not in wrong:
            wrong.setdefault("OPENAI_API_KEY", "is missing: a bot in Telegram needs a model")
        if settings.mirror_dir and settings.mirror_dir.resolve().is_relative_to(settings.data_folder.resolve()):
            wrong["MIRROR_DIR"] = f"is inside Keepsake's data folder ({settings.data_folder})"
        missing = [name for name in _PRICES if getattr(settings, name.lower()) is None]
        if len(missing) < len(_PRICES):
            wrong = dict.fromkeys(missing, "is missing: costs need all three prices") | wrong
        return settings, {name: StartError(f"{name} {why}. {_explained(name)}") for name, why in wrong.items()}

    @classmethod
    def _valid(cls, env_file: Path) -> tuple[Self, dict[str, str]]:
        """Return the valid settings, with defaults for invalid ones, and what is wrong with these by name."""
        try:
            return cls(_env_file=env_file), {}  # type: ignore[call-arg] # pydantic-settings takes it from its source
        except ValidationError as error:
            wrong = _reasons(error)
            defaults = {name: cls.model_fields[name].default for name in map(str.lower, wrong)}
            return cls(_env_file=env_file, **defaults), wrong  # type: ignore[call-arg] # as above

    @classmethod
    def unknown_in(cls, env_file: Path = ENV_FILE) -> list[str]:
        """Return the names in the file that are no settings and never were, such as misspelled ones."""
        named = (name for name, _ in _assignments(env_file))
        return [it for it in named if it.lower() not in cls.model_fields and it.upper() not in REMOVED]

    @staticmethod
    def removed_in(env_file: Path = ENV_FILE) -> list[str]:
        """Return the settings of earlier versions that are set in the environment or in the file."""
        values = {**dict(_assignments(env_file)), **os.environ}
        return sorted(REMOVED.intersection(name.upper() for name, value in values.items() if value.strip()))

    @classmethod
    def _refuse_half_lines(cls, env_file: Path) -> None:
        """Raise StartError if the file names a setting without giving it a value, as in `NAME: value`."""
        for name in re.findall(r"^[ \t]*(?:export[ \t]+)?(\w+)\b(?![ \t]*=)", _read(env_file), re.MULTILINE):
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
        kept = [value for _, value in self if isinstance(value, SecretStr)]
        kept += [fallback.key for fallback in self.openai_fallbacks if fallback.key]
        return tuple(secret.get_secret_value() for secret in kept)


def _assignments(env_file: Path) -> list[tuple[str, str]]:
    """Return the names and values in a file."""
    return re.findall(r"^\s*(?:export\s+)?(\w+)\s*=(.*)", _read(env_file), re.MULTILINE)


def _read(env_file: Path) -> str:
    return env_file.read_text(encoding="utf-8-sig") if env_file.exists() else ""


def _reasons(error: ValidationError) -> dict[str, str]:
    """Return what is wrong with invalid settings by name, without secret values."""
    wrong: dict[str, str] = {}
    for each in error.errors(include_url=False, include_input=False):
        context: Mapping[str, object] = each.get("ctx", {})
        why = str(context.get("error", each["msg"].removeprefix("Input ")))
        wrong.setdefault(str(each["loc"][0]).upper(), why)
    return wrong


def _explained(name: str) -> str:
    return next(it.explained for it in words(Settings) if it.name == name)


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
