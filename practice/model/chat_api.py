"""The requests of Chat Completions, and its errors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.responses import JSONResponse, Response

Name = Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]{1,64}$")]
Object = dict[str, JsonValue]
REASONING = ("reasoning_content", "reasoning", "reasoning_details")
"""Fields of a message for what the model thought before it; OpenAI's own server has none of them."""


class Wire(BaseModel):
    """Part of a request; values are not converted, and unknown fields are errors."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class CacheBreakpoint(Wire):
    """Marks the end of a prefix that the prompt cache keeps."""

    mode: Literal["explicit"]
    ttl: Literal["30m", "12h"] | None = None


class ImageUrl(Wire):
    """A picture as a data URL, or at an address."""

    url: str
    detail: Literal["auto", "low", "high"] | None = None


class Part(Wire):
    """One part of a message's content."""

    type: Literal["text", "image_url"]
    text: str = ""
    image_url: ImageUrl | None = None
    prompt_cache_breakpoint: CacheBreakpoint | None = None


Content = str | Annotated[tuple[Part, ...], Field(min_length=1)]


class SystemMessage(Wire):
    """The model's instructions."""

    role: Literal["system", "developer"]
    content: Content


class UserMessage(Wire):
    """A message of the user."""

    role: Literal["user"]
    content: Content


class CalledFunction(Wire):
    """The function of a tool call; the arguments are the model's raw string, valid JSON or not."""

    name: Name
    arguments: str


class CallMessage(Wire):
    """One tool call of an assistant message."""

    id: Annotated[str, Field(min_length=1)]
    type: Literal["function"]
    function: CalledFunction


class AssistantMessage(Wire):
    """A message of the model: text, tool calls or both."""

    role: Literal["assistant"]
    content: Content | None = None
    tool_calls: Annotated[tuple[CallMessage, ...], Field(min_length=1)] | None = None
    reasoning_content: str | None = None
    """What the model thought before that, for servers that send it (DeepSeek, vLLM, llama-server)."""
    reasoning: str | None = None
    """The same of Ollama and OpenRouter."""
    reasoning_details: tuple[dict[str, JsonValue], ...] | None = None
    """The same of OpenRouter, as the model's provider sent it."""

    @property
    def thought(self) -> str:
        """The name of the field with reasoning; empty without one."""
        return next((it for it in REASONING if getattr(self, it) is not None), "")


class ToolMessage(Wire):
    """The result of one tool call."""

    role: Literal["tool"]
    content: Content
    tool_call_id: Annotated[str, Field(min_length=1)]


Message = Annotated[SystemMessage | UserMessage | AssistantMessage | ToolMessage, Field(discriminator="role")]


class Function(Wire):
    """A function the model may call."""

    name: Name
    description: str | None = None
    parameters: Object | None = None
    strict: bool | None = None


class Tool(Wire):
    """An offered tool."""

    type: Literal["function"]
    function: Function


class StreamOptions(Wire):
    """What a stream contains besides the answer."""

    include_usage: bool | None = None


class CacheOptions(Wire):
    """Whether the prompt cache adds a breakpoint at the newest message to the marked ones."""

    mode: Literal["implicit", "explicit"] | None = None
    ttl: Literal["30m"] | None = None


class ChatRequest(Wire):
    """The parameters of `POST /v1/chat/completions` that a chat needs, as OpenAI documents them."""

    model: str
    # The prompt begins with the tools, then come the messages: prefixes are compared in this order.
    tools: Annotated[tuple[Tool, ...], Field(min_length=1, max_length=128)] | None = None
    messages: Annotated[tuple[Message, ...], Field(min_length=1)]
    tool_choice: Literal["none", "auto", "required"] | None = None
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    prompt_cache_key: str | None = None
    prompt_cache_options: CacheOptions | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An HTTP error in OpenAI's form: `{"error": {"message", "type", "param", "code"}}`."""

    status: int
    message: str
    type: str = "invalid_request_error"
    code: str | None = None
    param: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """Return the error as an HTTP response."""
        error = {"message": self.message, "type": self.type, "param": self.param, "code": self.code}
        return JSONResponse({"error": error}, status_code=self.status, headers=self.headers)
