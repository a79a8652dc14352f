"""What is printed once for the camera: marker cards, grey and colour strip, a code of the set-up page, the dice mat.

Two A4 pages; they are cut out along the thin lines. Sizes on paper are exact when the page is printed at 100 %, which
the ruler shows. This package has no words: captions come in as ``words`` with the keys of ``WORDS``; without them the
sheet shows numbers only.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board.geometry import CARD, MARKER
from vision.dice import mat
from vision.terms import MATS

Pixels = NDArray[np.uint8]
PAGE = (210.0, 297.0)
"""Width and height of a page in mm."""
PAGES = 2
DPI = 300
CARD_GAP = 8.0
MARKERS = 6
WORDS = ("cards", "scale", "card_0", "card_1", "card_2", "card_3", "card_4", "card_5", "strip", "address", "mat")
"""Captions by key: the heading of the cards, what the ruler is for, where each card goes, strip, code, dice mat."""

GREYS = (10, 45, 80, 115, 150, 185, 220, 250)
COLOURS = (
    (52, 40, 190),
    (40, 140, 230),
    (60, 200, 235),
    (80, 160, 60),
    (180, 120, 40),
    (140, 60, 110),
    (150, 190, 220),
)
"""Steps of the strips; colours are blue, green, red."""

INK = (30, 30, 30)
LINE = (170, 170, 170)


class _Sheet:
    """A white page on which places are given in mm."""

    def __init__(self, dpi: int) -> None:
        self.scale = dpi / 25.4
        self.image = np.full((self.at(PAGE[1]), self.at(PAGE[0]), 3), 255, np.uint8)

    def at(self, mm: float) -> int:
        return round(mm * self.scale)

    def fill(self, x: float, y: float, width: float, height: float, colour: tuple[int, int, int]) -> None:
        self.image[self.at(y) : self.at(y + height), self.at(x) : self.at(x + width)] = colour

    def frame(self, x: float, y: float, width: float, height: float) -> None:
        corner, opposite = (self.at(x), self.at(y)), (self.at(x + width), self.at(y + height))
        cv2.rectangle(self.image, corner, opposite, LINE, max(1, round(self.scale * 0.15)))

    def paste(self, x: float, y: float, width: float, height: float, picture: Pixels) -> None:
        x0, y0, x1, y1 = self.at(x), self.at(y), self.at(x + width), self.at(y + height)
        fitted = cv2.resize(picture, (x1 - x0, y1 - y0), interpolation=cv2.INTER_NEAREST)
        self.image[y0:y1, x0:x1] = fitted if fitted.ndim == 3 else fitted[..., None]

    def text(self, x: float, y: float, words: str, size: float = 3.6, width: float | None = None) -> None:
        """Writes a line with its foot at ``y``; it becomes smaller when it would be wider than ``width``."""
        if not words:
            return
        face = cv2.FontFace("sans")
        pixels = self.at(size)
        while width is not None and pixels > self.at(1.8) and self._wide(words, face, pixels) > self.at(width):
            pixels -= 1
        cv2.putText(self.image, words, (self.at(x), self.at(y)), INK, face, pixels, 400)

    def _wide(self, words: str, face: Any, pixels: int) -> int:
        size = (self.image.shape[1], self.image.shape[0])
        return int(cv2.getTextSize(size, words, (0, 0), face, pixels, 400)[2])


def page(
    number: int,
    words: Mapping[str, str] | None = None,
    address: str | None = None,
    dpi: int = DPI,
    colour: str = MATS[0],
) -> Pixels:
    """Return a page (1: cards and strips, 2: dice mat of a colour) as rows of blue, green, red.

    Raises ValueError for another page or colour.
    """
    if colour not in MATS:
        raise ValueError(f"mat: {colour!r} is not {' or '.join(MATS)}")
    if number not in (1, 2):
        raise ValueError(f"page: {number} is not 1 or 2")
    sheet = _Sheet(dpi)
    told = dict.fromkeys(WORDS, "") | dict(words or {})
    if number == 2:
        left = (PAGE[0] - mat.WIDTH) / 2
        sheet.paste(left, 30, mat.WIDTH, mat.HEIGHT, mat.draw(sheet.scale, colour))
        sheet.frame(left, 30, mat.WIDTH, mat.HEIGHT)
        sheet.text(left, 24, told["mat"], 4.2, mat.WIDTH)
        _ruler(sheet, left, 165, told["scale"])
        return sheet.image
    left = (PAGE[0] - 3 * CARD - 2 * CARD_GAP) / 2
    sheet.text(left, 20, told["cards"], 4.8, PAGE[0] - 2 * left)
    for marker in range(MARKERS):
        x = left + marker % 3 * (CARD + CARD_GAP)
        y = 30 + marker // 3 * (CARD + 14)
        _card(sheet, marker, x, y)
        sheet.text(x, y + CARD + 6, f"{marker}  {told[f'card_{marker}']}".strip(), 3.4, CARD)
    _ruler(sheet, left, 168, told["scale"])
    _strips(sheet, left, 184, told["strip"])
    if address:
        sheet.paste(left, 236, 40, 40, code(address))
        sheet.text(left + 46, 254, told["address"], 4.2, 120)
        sheet.text(left + 46, 262, address, 3.6, 120)
    return sheet.image


def code(address: str) -> Pixels:
    """Return the QR code of an address, one pixel a module, with its quiet rim; raises ValueError when too long."""
    encoder = cv2.QRCodeEncoder.create()
    try:
        bare = np.asarray(encoder.encode(address), np.uint8)
    except cv2.error as error:
        raise ValueError("address: too long for a code") from error
    if bare.size < 2:
        raise ValueError("address: too long for a code")
    dark = np.argwhere(bare < 128)
    (top, left), (bottom, right) = dark.min(0), dark.max(0)
    return np.pad(bare[top : bottom + 1, left : right + 1], 4, constant_values=255)


def png(
    number: int,
    words: Mapping[str, str] | None = None,
    address: str | None = None,
    dpi: int = DPI,
    colour: str = MATS[0],
) -> bytes:
    """Return a page as a PNG file."""
    return cv2.imencode(".png", page(number, words, address, dpi, colour))[1].tobytes()


def pdf(
    words: Mapping[str, str] | None = None, address: str | None = None, dpi: int = DPI, colour: str = MATS[0]
) -> bytes:
    """Return all pages as one PDF file; the same words, address and colour of the mat give the same bytes."""
    points = [side / 25.4 * 72 for side in PAGE]
    box = f"[0 0 {points[0]:.3f} {points[1]:.3f}]"
    pages = [3 + 3 * n for n in range(PAGES)]
    kids = " ".join(f"{number} 0 R" for number in pages)
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", f"<< /Type /Pages /Count {PAGES} /Kids [{kids}] >>".encode()]
    for n, first in enumerate(pages):
        image = page(n + 1, words, address, dpi, colour)
        drawn = f"q {points[0]:.3f} 0 0 {points[1]:.3f} 0 0 cm /P Do Q".encode()
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox {box} /Contents {first + 1} 0 R "
            f"/Resources << /XObject << /P {first + 2} 0 R >> >> >>".encode(),
            _stream("", drawn),
            _stream(
                f"/Type /XObject /Subtype /Image /Width {image.shape[1]} /Height {image.shape[0]} "
                "/ColorSpace /DeviceRGB /BitsPerComponent 8",
                image[..., ::-1].tobytes(),
            ),
        ]
    return _pdf_file(objects)


def job(request: dict[str, Any], progress: Callable[[str], None]) -> dict[str, Any]:
    """Write the sheet into ``file``: ``format`` pdf, or png of ``page``; ``words``, ``address`` and ``mat`` (a colour
    of ``terms.MATS``) may be left out.

    Returns ``{"bytes": n}``. Raises ValueError for another format, page or colour.
    """
    progress("drawing")
    wanted: Literal["pdf", "png"] = request.get("format", "pdf")
    if wanted not in ("pdf", "png"):
        raise ValueError(f"format: {wanted!r} is not pdf or png")
    words, address, colour = request.get("words"), request.get("address"), request.get("mat", MATS[0])
    if wanted == "pdf":
        data = pdf(words, address, colour=colour)
    else:
        data = png(int(request.get("page", 1)), words, address, colour=colour)
    Path(request["file"]).write_bytes(data)
    return {"bytes": len(data)}


def _card(sheet: _Sheet, marker: int, x: float, y: float) -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    rim = (CARD - MARKER) / 2
    sheet.paste(x + rim, y + rim, MARKER, MARKER, np.asarray(dictionary.generateImageMarker(marker, 60), np.uint8))
    sheet.frame(x, y, CARD, CARD)


def _ruler(sheet: _Sheet, x: float, y: float, words: str) -> None:
    sheet.fill(x, y, 100, 0.5, INK)
    for mark in range(11):
        sheet.fill(x + mark * 10 - 0.15, y - (3 if mark % 5 == 0 else 1.8), 0.3, 3 if mark % 5 == 0 else 1.8, INK)
    sheet.text(x, y + 6, words, 3.4, 160)


def _strips(sheet: _Sheet, x: float, y: float, words: str) -> None:
    sheet.text(x, y - 1, words, 3.4, 160)
    for n, grey in enumerate(GREYS):
        sheet.fill(x + 2 + n * 20, y + 2, 20, 14, (grey, grey, grey))
    for n, colour in enumerate(COLOURS):
        sheet.fill(x + 2 + n * 160 / len(COLOURS), y + 18, 160 / len(COLOURS), 14, colour)
    sheet.frame(x, y, 164, 34)


def _stream(facts: str, data: bytes) -> bytes:
    packed = zlib.compress(data, 6)
    head = f"<< {facts} /Filter /FlateDecode /Length {len(packed)} >>\nstream\n".encode()
    return head + packed + b"\nendstream"


def _pdf_file(objects: list[bytes]) -> bytes:
    out = bytearray(b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n")
    starts = []
    for number, each in enumerate(objects, start=1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode() + each + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{start:010d} 00000 n \n".encode() for start in starts)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)
