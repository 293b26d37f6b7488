"""The requests of the Responses API, and their translation into those of Chat Completions."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Annotated, Literal

from pydantic import Field

from practice.model import chat_api
from practice.model.chat_api import CacheBreakpoint, CacheOptions, ChatRequest, Name, Object, Wire


class ContentPart(Wire):
    """One part of a message's content."""

    type: Literal["input_text", "output_text", "input_image"]
    text: str = ""
    image_url: str | None = None
    detail: Literal["auto", "low", "high"] | None = None
    annotations: tuple[Object, ...] | None = None
    prompt_cache_breakpoint: CacheBreakpoint | None = None

    @property
    def as_part(self) -> chat_api.Part:
        """The same part in Chat Completions."""
        if self.image_url is not None:
            url = chat_api.ImageUrl(url=self.image_url, detail=self.detail)
            return chat_api.Part(type="image_url", image_url=url)
        mark = self.prompt_cache_breakpoint
        return chat_api.Part(type="text", text=self.text, prompt_cache_breakpoint=mark)


class MessageItem(Wire):
    """A message; one of the model's that has an id came from this server."""

    type: Literal["message"] = "message"
    role: Literal["system", "developer", "user", "assistant"]
    content: str | Annotated[tuple[ContentPart, ...], Field(min_length=1)]
    id: str | None = None
    phase: Literal["commentary", "final_answer"] | None = None

    @property
    def as_content(self) -> chat_api.Content:
        """Its content in Chat Completions."""
        return self.content if isinstance(self.content, str) else tuple(part.as_part for part in self.content)


class CallItem(Wire):
    """A call of a function."""

    type: Literal["function_call"]
    call_id: Annotated[str, Field(min_length=1)]
    name: Name
    arguments: str
    id: str | None = None


class OutputItem(Wire):
    """The result of a call."""

    type: Literal["function_call_output"]
    call_id: Annotated[str, Field(min_length=1)]
    output: str
    id: str | None = None


class ReasoningItem(Wire):
    """What the model thought, encrypted by the server."""

    type: Literal["reasoning"]
    id: str
    summary: tuple[Object, ...]
    encrypted_content: str | None = None
    content: tuple[Object, ...] | None = None


Item = MessageItem | CallItem | OutputItem | ReasoningItem


class Function(Wire):
    """A function the model may call, in the flat form of this API."""

    type: Literal["function"]
    name: Name
    parameters: Object | None = None
    strict: bool | None = None
    description: str | None = None


class Reasoning(Wire):
    """How long the model is to think."""

    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = None


class ResponsesRequest(Wire):
    """The parameters of `POST /v1/responses` that a chat needs, as OpenAI documents them."""

    model: str
    tools: Annotated[tuple[Function, ...], Field(max_length=128)] | None = None
    input: Annotated[tuple[Item, ...], Field(min_length=1)]
    tool_choice: Literal["none", "auto", "required"] | None = None
    stream: bool | None = None
    store: bool | None = None
    include: tuple[Literal["reasoning.encrypted_content"], ...] | None = None
    reasoning: Reasoning | None = None
    max_output_tokens: Annotated[int, Field(ge=16)] | None = None
    prompt_cache_key: str | None = None
    prompt_cache_options: CacheOptions | None = None

    @property
    def as_chat(self) -> ChatRequest:
        """The same request to Chat Completions, without reasoning."""
        return ChatRequest(
            model=self.model,
            tools=tuple(map(_as_tool, self.tools)) if self.tools else None,
            messages=tuple(_messages(self.input)),
            tool_choice=self.tool_choice,
            stream=self.stream,
            prompt_cache_key=self.prompt_cache_key,
            prompt_cache_options=self.prompt_cache_options,
            reasoning_effort=self.reasoning.effort if self.reasoning else None,
            max_completion_tokens=self.max_output_tokens,
        )


def _as_tool(function: Function) -> chat_api.Tool:
    its = chat_api.Function(name=function.name, description=function.description, parameters=function.parameters)
    return chat_api.Tool(type="function", function=its)


def _messages(items: Iterable[Item]) -> Iterator[chat_api.Message]:
    """Yield the messages of items; the words and the calls of one step are one."""
    for is_step, group in groupby(items, _is_the_models):
        if is_step:
            yield from _steps(group)
        else:
            yield from map(_message, group)


def _is_the_models(item: Item) -> bool:
    return isinstance(item, CallItem | ReasoningItem) or (isinstance(item, MessageItem) and item.role == "assistant")


def _steps(items: Iterable[Item]) -> Iterator[chat_api.Message]:
    """Yield the model's messages of items without results between them; words begin a new one."""
    steps: list[tuple[chat_api.Content | None, list[chat_api.CallMessage]]] = []
    for item in items:
        if isinstance(item, MessageItem):
            steps.append((item.as_content, []))
        elif isinstance(item, CallItem):
            its = chat_api.CalledFunction(name=item.name, arguments=item.arguments)
            steps = steps or [(None, [])]
            steps[-1][1].append(chat_api.CallMessage(id=item.call_id, type="function", function=its))
    for content, calls in steps:
        yield chat_api.AssistantMessage(role="assistant", content=content, tool_calls=tuple(calls) or None)


def _message(item: Item) -> chat_api.Message:
    match item:
        case MessageItem(role="user"):
            return chat_api.UserMessage(role="user", content=item.as_content)
        case MessageItem():
            return chat_api.SystemMessage(role="system", content=item.as_content)
        case OutputItem():
            return chat_api.ToolMessage(role="tool", content=item.output, tool_call_id=item.call_id)
    raise TypeError(item)
