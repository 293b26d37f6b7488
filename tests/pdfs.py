"""PDFs, as small as can be."""

from collections.abc import Iterable, Sequence
from io import BytesIO

from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject


def pdf(pages: Iterable[Sequence[str]], *, titles: Sequence[str] = (), password: str | None = None) -> bytes:
    """Return a PDF with these lines on its pages, bookmarks to its first pages, and perhaps a password."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    fonts = DictionaryObject({NameObject("/F1"): writer._add_object(font)})  # noqa: SLF001 - as its own tests do
    for lines in pages:
        page = writer.add_blank_page(595, 842)
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        text = " ".join(f"({line}) Tj T*" for line in lines)
        stream = StreamObject()
        stream.set_data(f"BT /F1 11 Tf 14 TL 50 800 Td {text} ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream.flate_encode())  # noqa: SLF001 - as above
    for number, title in enumerate(titles):
        writer.add_outline_item(title=title, page_number=number)
    if password is not None:
        writer.encrypt(password, "owner", algorithm="AES-256")
    written = BytesIO()
    writer.write(written)
    return written.getvalue()
