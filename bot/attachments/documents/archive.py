"""Archives, which many documents are: opened only if what they hold fits the limits."""

from io import BytesIO
from zipfile import BadZipFile, ZipFile

from bot.attachments.documents.limits import MEMBERS, UNPACKED_BYTES
from bot.attachments.documents.sections import Unreadable
from bot.language import mark

_IS_ENCRYPTED = 0x1


def opened(content: bytes) -> ZipFile:
    """Open an archive. Raises Unreadable for one that is damaged, encrypted, or would unpack to more than the limits.

    What its directory says of sizes is binding: nothing is unpacked beyond it.
    """
    try:
        archive = ZipFile(BytesIO(content))
    except (BadZipFile, NotImplementedError, ValueError) as error:  # the last two: of a version or at a place unknown
        raise Unreadable(mark("it is damaged")) from error
    members = archive.infolist()
    if len(members) > MEMBERS:
        raise Unreadable(mark("it holds too many files"))
    if sum(member.file_size for member in members) > UNPACKED_BYTES:
        raise Unreadable(mark("it is too large when unpacked"))
    if any(member.flag_bits & _IS_ENCRYPTED for member in members):
        raise Unreadable(mark("it is password-protected (send me a copy without a password)"))
    return archive
