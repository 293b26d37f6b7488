"""What texts mean: asked for at once where somebody waits, and in the background for all that is stored."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import structlog

from bot.database.engine import Database, Transaction
from bot.database.search.vectors import MOST_DIMENSIONS, Vectors
from bot.errors import ContentRefused, ContextTooLong, ModelError
from bot.messages import Meaning, Vector
from bot.model.embeddings import Embedder

AWAITED_SECONDS: Final = 0.3
"""Whoever looks for something waits so long for what it means, and then looks for its words alone."""
AT_ONCE: Final = 16
"""So many texts are read in one go."""
_MOST_CHARACTERS: Final = 2_000
_SHORTEST: Final = 100
"""A text that a model refuses is cut in half, down to so many characters."""
_AGAIN_SECONDS: Final = 2.0
_LONGEST_WAIT_SECONDS: Final = 300.0

log = structlog.get_logger()


class Meanings:
    """Tells what is looked for means, as soon as vectors of the same model are kept; without a model, nothing.

    `dimensions` says how many numbers such a vector has, and is None until then.
    """

    def __init__(self, embedder: Embedder | None) -> None:
        self.embedder = embedder
        self.dimensions: int | None = None
        self._waiting: set[asyncio.Future[object]] = set()
        self._stored = asyncio.Event()

    async def of(self, text: str) -> Meaning | None:
        """Return what a text means, if that is known in time."""
        if self.embedder is None or self.dimensions is None or not text.strip():
            return None
        asked = asyncio.ensure_future(self.embedder.of_query(text[:_MOST_CHARACTERS]))
        try:
            done, _ = await asyncio.wait({asked}, timeout=AWAITED_SECONDS)
        finally:
            asked.cancel()
        if not done:
            log.info("what is looked for is taken by its words alone: the embedding model is slow")
            return None
        try:
            vector = asked.result()
        except ModelError as error:
            log.warning("what is looked for is taken by its words alone", error=type(error).__name__)
            return None
        if len(vector) != self.dimensions:
            self.begin_anew()
            return None
        return Meaning(self.embedder.name, vector)

    def begin_anew(self) -> None:
        """Let it be found out how long vectors are: the model is another one by now, if by the same name."""
        log.warning("the embedding model's vectors have another length")
        self.dimensions = None
        self.stored()

    def stored(self) -> None:
        """Tell that something was stored whose meaning is not known yet."""
        self._stored.set()

    async def wait_for_more(self, seconds: float) -> None:
        """Wait until something was stored since the last time, but not longer than this."""
        try:
            async with asyncio.timeout(seconds):
                await self._stored.wait()
        except TimeoutError:
            return
        self._stored.clear()


@asynccontextmanager
async def embedded(database: Database, meanings: Meanings) -> AsyncIterator[None]:
    """Learn what all that is stored means while the block runs."""
    embedding = asyncio.create_task(Embedding(database, Vectors(), meanings).run())
    try:
        yield
    finally:
        embedding.cancel()
        await asyncio.gather(embedding, return_exceptions=True)


class Embedding:
    """Asks the model for the meaning of all that is stored, in batches, and goes on where it was interrupted.

    After each batch it rests as long as that took, `rests` times, so that it is in nobody's way. Every so many seconds
    it looks for what another process has stored, as `python -m bot memory import` does.
    """

    def __init__(
        self, database: Database, vectors: Vectors, meanings: Meanings, *, rests: float = 1.0, looks_each: float = 60.0
    ) -> None:
        self._database = database
        self._vectors = vectors
        self._meanings = meanings
        self._rests = rests
        self._looks_each = looks_each

    async def run(self) -> None:
        """Work until cancelled; without a model, only note that there is none."""
        embedder = self._meanings.embedder
        if embedder is None:
            await self._database.insist(self._vectors.end, reason="no embedding model")
            return
        wait = _AGAIN_SECONDS
        while True:
            try:
                if not await self.catch_up(embedder):
                    return
                wait = _AGAIN_SECONDS
                await self._meanings.wait_for_more(self._looks_each)
            except ModelError as error:
                log.warning("the embedding model can't be asked", error=type(error).__name__, again_in=wait)
                await asyncio.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT_SECONDS)
            except Exception:  # whatever it is, it keeps nobody from being answered
                log.exception("what is stored can't be embedded")
                await asyncio.sleep(_LONGEST_WAIT_SECONDS)

    async def catch_up(self, embedder: Embedder) -> bool:
        """Embed all that is stored; False if the database can't keep it. Raises ModelError."""
        if self._meanings.dimensions is None and not await self._begin(embedder):
            return False
        more = True
        while more:
            began = monotonic()
            more = await self._embed_memories(embedder) or await self._embed_messages(embedder)
            await asyncio.sleep(self._rests * (monotonic() - began))
        return True

    async def _begin(self, embedder: Embedder) -> bool:
        """See to it that vectors of this model are kept from now on; False if the database can't."""
        if not await self._database.insist(self._vectors.is_possible, single=False, reason="pgvector"):
            log.warning("the database has no pgvector: what is stored is found by its words alone")
            return False
        dimensions = len(await embedder.of_query("What do you remember?"))
        if dimensions > MOST_DIMENSIONS:
            log.warning("the embedding model's vectors are too long to be searched", dimensions=dimensions)
            return False
        await self._database.insist(
            lambda tx: self._vectors.begin(tx, embedder.name, dimensions), single=False, reason="the embedding model"
        )
        self._meanings.dimensions = dimensions
        return True

    async def _embed_memories(self, embedder: Embedder) -> bool:
        """Embed some memories; tell whether there were any."""
        pending = await self._database.insist(
            lambda tx: self._vectors.pending_memories(tx, AT_ONCE), reason="the meaning of memories"
        )
        if pending:
            vectors = await self._read(embedder, [memory.content for memory in pending])
            meant = dict(zip(pending, vectors, strict=True))

            async def put(tx: Transaction) -> None:
                await self._vectors.put_memories(tx, meant)

            await self._database.insist(put, single=False, reason="the meaning of memories")
        return bool(pending)

    async def _embed_messages(self, embedder: Embedder) -> bool:
        """Embed some messages, alone and with what was said before; tell whether there were any."""
        pending = await self._database.insist(
            lambda tx: self._vectors.pending_messages(tx, AT_ONCE), reason="the meaning of messages"
        )
        if pending:
            texts = [text for message in pending for text in (message.words, message.with_before)]
            vectors = await self._read(embedder, texts)
            meant = dict(zip(pending, zip(vectors[::2], vectors[1::2], strict=True), strict=True))

            async def put(tx: Transaction) -> None:
                await self._vectors.put_messages(tx, meant)

            await self._database.insist(put, single=False, reason="the meaning of messages")
        return bool(pending)

    async def _read(self, embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
        """Return what texts mean. Raises ModelError, but not for a text that the model refuses."""
        vectors = await self._taken(embedder, texts)
        if any(len(vector) != self._meanings.dimensions for vector in vectors):
            self._meanings.begin_anew()
            raise ModelError
        return vectors

    async def _taken(self, embedder: Embedder, texts: Sequence[str]) -> list[Vector]:
        """Have texts read, each by itself and its beginning alone where the model refuses more.

        What it refuses altogether gets a direction that no text has, so that nothing else waits for it.
        """
        try:
            return await embedder.of_texts(texts)
        except (ContextTooLong, ContentRefused):
            if len(texts) > 1:
                return [vector for text in texts for vector in await self._taken(embedder, [text])]
            (text,) = texts
            if len(text) > _SHORTEST:
                return await self._taken(embedder, [text[: len(text) // 2]])
            log.warning("a text is found by its words alone: the embedding model refuses it")
            return [[1.0, *[0.0] * ((self._meanings.dimensions or 1) - 1)]]
