"""What a tool returned, in words for the model. Pure."""

import json
from collections.abc import Sequence
from typing import Final

from mcp_types import (
    AudioContent,
    BlobResourceContents,
    CallToolResult,
    ContentBlock,
    EmbeddedResource,
    ImageContent,
    ResourceLink,
    TextContent,
    TextResourceContents,
)

from bot.mcp_servers.calls import bounded
from bot.mcp_servers.schemas import shortened

_MOST_BLOCKS: Final = 50
_MOST_OF_A_NAME: Final = 200
_NOTHING: Final = "It returned nothing."


def words_of(result: CallToolResult) -> str:
    """Return a result as text of a bounded length, which says what is left out."""
    blocks = [*map(_block, result.content[:_MOST_BLOCKS])]
    if len(result.content) > _MOST_BLOCKS:
        blocks.append(f"[{len(result.content) - _MOST_BLOCKS:,} more parts are left out]")
    if not any(blocks) and result.structured_content is not None:
        blocks.append(json.dumps(result.structured_content, ensure_ascii=False))
    return bounded("\n".join(filter(None, blocks))) or _NOTHING


def _block(block: ContentBlock) -> str:
    match block:
        case TextContent():
            return block.text
        case ImageContent():
            return _unseen("an image", block.mime_type, block.data)
        case AudioContent():
            return _unseen("a recording", block.mime_type, block.data)
        case ResourceLink():
            return f"[a link to {shortened(block.name, _MOST_OF_A_NAME)}: {shortened(block.uri, _MOST_OF_A_NAME)}]"
        case EmbeddedResource():
            return _resource(block.resource)


def _resource(resource: TextResourceContents | BlobResourceContents) -> str:
    uri = shortened(resource.uri, _MOST_OF_A_NAME)
    if isinstance(resource, TextResourceContents):
        return f"[{uri}]\n{resource.text}"
    return _unseen(f"a file, {uri}", resource.mime_type, resource.blob)


def _unseen(what: str, media_type: str | None, base64: str | Sequence[str]) -> str:
    kind = f", {shortened(media_type, _MOST_OF_A_NAME)}" if media_type else ""
    return f"[{what}{kind}, {max(1, len(base64) * 3 // 4_000):,} kB, which can't be shown here]"
