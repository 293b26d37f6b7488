"""Forms as clients send them: fields and files of a body in multipart/form-data (RFC 7578)."""

from dataclasses import dataclass
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import HTTP


@dataclass(frozen=True, slots=True)
class FormFile:
    """A file of a form: its name, its media type, and its bytes."""

    name: str
    media_type: str
    content: bytes


def read_form(body: bytes, content_type: str) -> tuple[dict[str, str], dict[str, FormFile]]:
    """Return the fields and files of a form; a file's bytes are those between two boundaries (RFC 2046).

    Raises UnicodeError for a field that is not in UTF-8.
    """
    values: dict[str, str] = {}
    files: dict[str, FormFile] = {}
    boundary = _head(f"Content-Type: {content_type}".encode()).get_boundary("")
    for part in (b"\r\n" + body).split(f"\r\n--{boundary}".encode())[1:-1]:
        above, _, content = part.partition(b"\r\n\r\n")
        head = _head(above.lstrip())
        name = head.get_param("name", header="content-disposition")
        if file_name := head.get_filename():
            files[str(name)] = FormFile(file_name, head.get_content_type(), content)
        else:
            values[str(name)] = content.decode()
    return values, files


def _head(lines: bytes) -> EmailMessage:
    return BytesParser(EmailMessage, policy=HTTP).parsebytes(lines, headersonly=True)
