"""Documents, made ready to be read by models part by part."""

import asyncio
from dataclasses import replace

from bot.attachments.documents.process import DocumentReader
from bot.database import documents as stored
from bot.database.engine import Database
from bot.files import Files
from bot.values.attachments import Attachment


class Documents:
    """Makes documents ready: their bytes and their parts are stored."""

    def __init__(self, database: Database, files: Files, reader: DocumentReader) -> None:
        self._database = database
        self._files = files
        self._reader = reader

    async def made(self, attachment: Attachment, content: bytes) -> Attachment:
        """Read and store a document. Raises FileRefused."""
        parts = await self._reader.read(content, attachment.sent.name, attachment.sent.media_type)
        key = await asyncio.to_thread(self._files.put, content)
        async with self._database.transaction() as tx:
            await stored.store(tx, attachment.id, parts)
        return replace(attachment, key=key)
