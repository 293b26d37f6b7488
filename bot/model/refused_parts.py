"""What servers refuse: learned from their errors, and known until it is asked anew."""

import asyncio
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import openai

from bot.kit.errors import PicturesRefused, ToolsRefused
from bot.model.dialect import Api, Caching, Dialect, Part, RefusedPart
from bot.model.failures import messages_of
from bot.model.values import Effort

_FIELDS: Final = {
    Api.CHAT: (Part.STREAM_OPTIONS, Part.STREAM, Part.TOOL_CHOICE),
    Api.RESPONSES: (Part.STREAM, Part.TOOL_CHOICE, Part.STORE, Part.INCLUDE),
}
"""Fields of a body that can be left out."""
_OTHER_API: Final = {
    Api.CHAT: re.compile(r"/v1/responses|\bresponses api\b|only supported in (?:the )?responses"),
    Api.RESPONSES: re.compile(r"chat/completions|\bchat completions api\b"),
}
"""How a refusal names the API to use instead."""
_EFFORT: Final = re.compile(r"reasoning[_.]?effort|\breasoning\b.{0,40}not supported|does not support thinking")
_VALUES: Final = re.compile(r"(?:supported values are|must be one of|expected one of|allowed values)\W([^.]*)")
_NOT_TAKEN_BACK: Final = re.compile(r"messages.*\breasoning(_content|_details)?\b")
_WANTED: Final = re.compile(r"reasoning_content.*(passed back|missing)", re.DOTALL)
_ITEMS: Final = re.compile(
    r"\bitem '?(?:with id '?)?(?:fc|rs|msg)_|\breasoning item\b|invalid_encrypted_content"
    r"|encrypted[_ ]content`? .*(?:could not be verified|was not issued)"
)
_NO_ENCRYPTED: Final = re.compile(r"encrypted content is not supported|reasoning\.encrypted_content")
"""Of a model that does not reason, and of vLLM where reasoning is sent back."""
_ROLE: Final = re.compile(
    r"role.{0,40}(?:not support|unsupported|not allowed|unknown).{0,20}|(?:not support|unsupported).{0,30}'?system'?"
)
_VERIFIED: Final = re.compile(r"verified to stream|does(?: not|n't) support streaming|streaming is not supported")
_MOST_TOKENS: Final = re.compile(
    r"at most (\d+)|maximum (?:allowed )?(?:number of )?output tokens\D{0,60}(\d+)"
    r"|\[\d+, ?(\d+)\]|afford (\d+)|> (\d+),"
)


class Refusals:
    """The refusals that count. `news` is set when one is added or taken back, until `take` returns those."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], dict[Part, RefusedPart]] = {}
        self._unsaved: list[RefusedPart] = []
        self.news = asyncio.Event()

    def refused_by(self, server: str, model: str) -> Mapping[Part, str]:
        """Return the parts that a model's server refuses, with their details."""
        known = self._known.get((server, model), {})
        return {part: it.detail for part, it in known.items() if it.counts}

    def load(self, refusals: Iterable[RefusedPart]) -> None:
        """Add refusals that were learned before."""
        for it in refusals:
            self._known.setdefault((it.server, it.model), {}).setdefault(it.part, it)

    def add(self, refusal: RefusedPart) -> None:
        """Add a refusal; it takes the place of the one before."""
        self._known.setdefault((refusal.server, refusal.model), {})[refusal.part] = refusal
        self._unsaved.append(refusal)
        self.news.set()

    def take(self) -> list[RefusedPart]:
        """Return what was added since the last call."""
        unsaved, self._unsaved = self._unsaved, []
        self.news.clear()
        return unsaved


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a refused request held that not every server takes."""

    dialect: Dialect
    tools: bool
    pictures: bool
    effort: bool
    reasoning: bool
    """Whether it sent reasoning back."""
    calls: bool
    """Whether it held calls of earlier steps."""


def learned(failure: Exception, asked: Asked) -> tuple[Part, str] | None:
    """Return the part that a failed request was refused for, with its detail; None if it failed for another reason."""
    error = failure.__cause__
    if isinstance(failure, ToolsRefused):
        return (Part.TOOLS, "") if asked.tools else None
    if isinstance(failure, PicturesRefused):
        return (Part.PICTURES, "") if asked.pictures else None
    if getattr(error, "status_code", None) not in {400, 402, 404, 405, 422, 501} or not isinstance(
        error, openai.APIStatusError
    ):
        return None
    words = messages_of(error)
    return next(filter(None, (rule(error, words, asked) for rule in _RULES)), None)


def refuses_items(failure: Exception) -> bool:
    """Tell whether a server refuses the items that it is sent back: one without another, or not its own."""
    return _ITEMS.search(messages_of(failure.__cause__)) is not None


def _api(error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn that the model is not served in the API, or not with tools."""
    api, takes = asked.dialect.api, asked.dialect.takes
    is_no_path = error.status_code in {404, 405, 501} and "model" not in words
    if takes(Part(api.other)) and (_OTHER_API[api].search(words) or is_no_path):
        return Part(api), ""
    if asked.tools and "tools with reasoning_effort are not supported" in words and takes(Part.EFFORT_WITH_TOOLS):
        return Part.EFFORT_WITH_TOOLS, ""
    return None


def _caching(_error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn the prompt-cache fields that are taken.

    OpenAI's messages are "Unsupported parameter: 'prompt_cache_options' is not supported with this model." and
    "messages[0].content[0].prompt_cache_breakpoint is not supported on this model".
    """
    level = asked.dialect.caching
    return (Part.CACHING, Caching(level - 1).name) if level and "prompt_cache_" in words else None


def _answer_limit(_error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn the most tokens that an answer may be limited to, or that no limit of that name is taken."""
    limit = asked.dialect.answer_limit(None)
    if limit is None:
        return None
    name, sent = limit
    if str(sent) in words.replace(",", ""):
        found = _MOST_TOKENS.search(words.replace(",", ""))
        most = int(next(filter(None, found.groups()))) if found else 0
        return name, str(most) if 0 < most < sent else ""
    return (name, "") if re.search(rf"\b{name}\b", words) else None


def _reasoning(_error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn whether reasoning is taken back, or wanted.

    The messages are DeepSeek's "The `reasoning_content` in the thinking mode must be passed back to the API.", Kimi's
    "thinking is enabled but reasoning_content is missing in assistant tool call message at index 3", OpenAI's "Unknown
    parameter: 'messages[2].reasoning_content'." and Groq's "'messages.2' : for 'role:assistant' the following must be
    satisfied[('messages.2' : property 'reasoning' is unsupported)]".
    """
    if asked.calls and _WANTED.search(words):
        return Part.NO_REASONING, ""
    return (Part.REASONING, "") if asked.reasoning and _NOT_TAKEN_BACK.search(words) else None


def _encrypted(_error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn that a server takes no encrypted reasoning back, or that a model has none to include."""
    if asked.dialect.api is not Api.RESPONSES or not _NO_ENCRYPTED.search(words):
        return None
    return Part.REASONING if asked.reasoning else Part.INCLUDE, ""


def _effort(error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn which efforts are taken.

    The messages are OpenAI's "Unsupported parameter: 'reasoning_effort' is not supported with this model.",
    "Unsupported value: 'none' is not supported with the 'gpt-6-astra' model. Supported values are: 'low', 'medium',
    'high', and 'max'.", Groq's "`reasoning_effort` is not supported with this model", and Ollama's ""llama3.2" does not
    support thinking".
    """
    if not asked.effort:
        return None
    values = _VALUES.search(words)
    listed = " ".join(it for it in Effort if values and re.search(rf"\b{it}\b", values[1]))
    is_named = _EFFORT.search(words) or "effort" in _param(error)
    return (Part.EFFORT, listed) if is_named or listed else None


def _system(_error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn the role of instructions: OpenAI's first reasoning models, and templates such as Gemma's."""
    role = asked.dialect.system_role
    if role == "user" or "role" not in words or not _ROLE.search(words):
        return None
    return Part.SYSTEM, "developer" if role == "system" and "developer" in words else "user"


def _field(error: openai.APIStatusError, words: str, asked: Asked) -> tuple[Part, str] | None:
    """Learn a field that is not taken: by OpenAI's `param`, the place in FastAPI's `detail`, or in quotes."""
    if asked.dialect.takes(Part.STREAM) and _VERIFIED.search(words):
        return Part.STREAM, ""
    for name in filter(asked.dialect.takes, _FIELDS[asked.dialect.api]):
        before = r"['\"`]|(?:parameter|argument|field|property|input)s?(?: supplied)?:? |\bbody\W+"
        named = rf"(?:{before}){name}\b"
        if _param(error) == name or re.search(named, words):
            return name, ""
    return None


_RULES: Final = (_api, _caching, _answer_limit, _reasoning, _encrypted, _effort, _system, _field)


def _param(error: openai.APIStatusError) -> str:
    return str(error.param or "")
