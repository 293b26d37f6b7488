"""E-mails (RFC 5322)."""

from collections.abc import Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Final

from bot.features.files.documents.formats.web import markdown
from bot.features.files.documents.sections import Section, Unreadable
from bot.kit.language import mark
from bot.kit.text import one_line

_SHOWN: Final = ("From", "To", "Cc", "Date", "Subject")


def sections(content: bytes) -> Iterator[Section]:
    """Yield an e-mail: its header, its text, and the names of its attachments."""
    mail = message_from_bytes(content, policy=default)
    assert isinstance(mail, EmailMessage)  # noqa: S101 - the policy makes such ones
    header = [f"{name}: {one_line(str(mail[name]))}" for name in _SHOWN if mail[name]]
    body = _body(mail)
    if not header and not body:
        raise Unreadable(mark("it is damaged"))
    attached = [one_line(part.get_filename() or part.get_content_type()) for part in mail.iter_attachments()]
    end = [f"Attached, and not read: {', '.join(attached)}"] if attached else []
    text = "\n\n".join(filter(None, ["\n".join(header), body, *end]))
    yield Section(text=text, heading=one_line(str(mail["Subject"] or "")))


def _body(mail: EmailMessage) -> str:
    part = mail.get_body(("plain", "html"))
    if part is None:
        return ""
    text = part.get_content()
    return markdown(text) if part.get_content_subtype() == "html" else str(text).strip()
