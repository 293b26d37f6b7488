"""How a model's server is asked: in which API, and without what it is known to refuse. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Final

from bot.model.values import Effort

NEVER: Final = datetime.fromtimestamp(0, UTC)
"""The time of a refusal that does not count."""
ANSWER_TOKENS: Final = 30_000
"""Most tokens of an answer, its reasoning included. No model's context is that size, so a refusal that has this number
is about it."""


class Part(StrEnum):
    """A part of a request that a server may refuse for a model."""

    CHAT = "chat"
    RESPONSES = "responses"
    TOOLS = "tools"
    PICTURES = "pictures"
    EFFORT = "effort"
    """The detail lists the efforts that are taken; empty if none is."""
    EFFORT_WITH_TOOLS = "effort with tools"
    """Tools are taken only with the effort none."""
    REASONING = "reasoning"
    """What the model thought before calls is not taken back."""
    NO_REASONING = "calls without reasoning"
    """Calls are taken only with the reasoning before them: DeepSeek, Kimi."""
    CACHING = "caching"
    """The detail is the level that is taken."""
    SYSTEM = "system role"
    """The detail is the role that is taken in its place: developer or user."""
    STREAM = "stream"
    STREAM_OPTIONS = "stream_options"
    TOOL_CHOICE = "tool_choice"
    STORE = "store"
    INCLUDE = "include"
    MAX_TOKENS = "max_tokens"
    """The detail of this one and the next two is the largest number that is taken; empty if none is."""
    MAX_COMPLETION_TOKENS = "max_completion_tokens"
    MAX_OUTPUT_TOKENS = "max_output_tokens"

    @property
    def lasts(self) -> timedelta:
        """How long a refusal counts. Tools and pictures come with another model behind the same name."""
        return timedelta(hours=1) if self in {Part.TOOLS, Part.PICTURES} else timedelta(days=7)


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedPart:
    """A part that a server refused for a model at a time, with the detail that the part says it has."""

    server: str
    model: str
    part: Part
    detail: str = ""
    at: datetime = field(default_factory=lambda: datetime.now(UTC))

    @property
    def counts(self) -> bool:
        """Whether it still counts; if not, the part is asked for anew."""
        return datetime.now(UTC) < self.at + self.part.lasts


class Api(StrEnum):
    """The API of a request."""

    CHAT = "chat"
    """Chat Completions (https://platform.openai.com/docs/api-reference/chat), which every server has."""
    RESPONSES = "responses"
    """Responses (https://platform.openai.com/docs/api-reference/responses), which OpenAI's newer models need."""

    @property
    def other(self) -> "Api":
        """The other one."""
        return Api.RESPONSES if self is Api.CHAT else Api.CHAT


class Caching(IntEnum):
    """Cumulative prompt-cache fields at OpenAI (https://developers.openai.com/api/docs/guides/prompt-caching)."""

    NOTHING = 0
    KEY = 1
    """A key shared by requests that are likely to have the same prefix."""
    BREAKPOINTS = 2
    """The ends of shared prefixes, which OpenAI's models from GPT-5.6 on require for caching."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What a model at a server is asked with, by what it has `refused`, and in the `preferred` API unless that is."""

    model: str
    server: str = ""
    preferred: Api = Api.CHAT
    at_openai: bool = False
    most_caching: Caching = Caching.NOTHING
    refused: Mapping[Part, str] = field(default_factory=dict)

    def takes(self, part: Part) -> bool:
        """Tell whether a part is not known to be refused."""
        return part not in self.refused

    @property
    def api(self) -> Api:
        """The API."""
        other = self.preferred.other
        return other if not self.takes(Part(self.preferred)) and self.takes(Part(other)) else self.preferred

    @property
    def caching(self) -> Caching:
        """The prompt-cache fields."""
        taken = self.refused.get(Part.CACHING)
        return self.most_caching if taken is None else min(self.most_caching, Caching[taken])

    @property
    def efforts(self) -> tuple[Effort, ...]:
        """The efforts that the model may take, as far as is known; empty if it has none."""
        listed = self.refused.get(Part.EFFORT)
        return tuple(Effort) if listed is None else tuple(it for it in Effort if it in listed.split())

    @property
    def system_role(self) -> str:
        """The role of the instructions; where it is `user`, they come before the first message's text."""
        return self.refused.get(Part.SYSTEM, "system")

    @property
    def named(self) -> tuple[object, ...]:
        """What the form of a message depends on."""
        parts = (Part.PICTURES, Part.REASONING, Part.NO_REASONING)
        return (self.model, self.server, self.api, *map(self.takes, parts))

    def effort(self, wanted: Effort | None, *, with_tools: bool) -> Effort | None:
        """Return the effort to ask for: the one taken that is nearest to the wanted one; None for no field."""
        if with_tools and self.api is Api.CHAT and not self.takes(Part.EFFORT_WITH_TOOLS):
            return Effort.NONE
        if wanted is None or not self.efforts:
            return None
        order = list(Effort)
        return min(self.efforts, key=lambda it: abs(order.index(it) - order.index(wanted)))

    def answer_limit(self, effort: Effort | None) -> tuple[Part, int] | None:
        """Return the field that limits an answer, and its tokens; None where no such field is taken."""
        if effort in {Effort.HIGH, Effort.XHIGH, Effort.MAX}:  # its reasoning may be longer
            return None
        if self.api is Api.RESPONSES:
            names: Collection[Part] = [Part.MAX_OUTPUT_TOKENS]
        elif self.at_openai:
            names = [Part.MAX_COMPLETION_TOKENS]
        else:
            names = [Part.MAX_TOKENS, Part.MAX_COMPLETION_TOKENS]
        for name in names:
            taken = self.refused.get(name, str(ANSWER_TOKENS))
            if taken:
                return name, int(taken)
        return None
