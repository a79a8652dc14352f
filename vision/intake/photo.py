"""A photo as bytes: what it is, whether it may be decoded at all, what it carries beside the picture, and its pixels.

Nothing here trusts a photo. The header is read first, without a library and without decoding, because a few hundred
kilobytes of PNG can grow to more than a gigabyte of pixels. Only :func:`decode` needs OpenCV; it is meant for the
child process of :mod:`vision.intake.child`.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_BYTES = 16 * 1024 * 1024
MAX_PIXELS = 50_000_000
MIN_SIDE = 240
"""Shorter sides than this show no die and no figure."""

Format = Literal["jpeg", "png"]
Code = Literal["empty", "too_many_bytes", "heic", "other_format", "damaged", "too_many_pixels", "too_small"]

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
HEIC_BRANDS = frozenset({b"heic", b"heix", b"hevc", b"heim", b"heis", b"hevm", b"mif1", b"msf1", b"avif"})
# Chunks that the picture itself needs; what else there is says who made it, where and when.
PNG_PICTURE = frozenset({b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"})
# JFIF and Adobe segments say how colours are coded; every other application segment and comment is left out.
JPEG_PICTURE_APPS = frozenset({0xE0, 0xEE})
JPEG_SIZES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
ORIENTATION_TAG = 0x0112


class PhotoRefused(ValueError):
    """A photo that is not looked at: ``code`` says why, ``facts`` has the figures (bytes, width, height, limit)."""

    def __init__(self, code: Code, **facts: int) -> None:
        self.code: Code = code
        self.facts = facts
        told = ", ".join(f"{name} {value}" for name, value in facts.items())
        super().__init__(f"photo: {code.replace('_', ' ')}" + (f" ({told})" if told else ""))


@dataclass(frozen=True, slots=True)
class Header:
    """What a photo says of itself: format, stored width and height in pixels, and how to turn it (Exif, 1 to 8)."""

    format: Format
    width: int
    height: int
    orientation: int = 1


def inspect(data: bytes, *, max_bytes: int = MAX_BYTES, max_pixels: int = MAX_PIXELS) -> Header:
    """Return the header of a JPEG or PNG photo without decoding it; raises PhotoRefused for anything else."""
    if not data:
        raise PhotoRefused("empty")
    if len(data) > max_bytes:
        raise PhotoRefused("too_many_bytes", bytes=len(data), limit=max_bytes)
    header = _header(data)
    if header.width * header.height > max_pixels:
        raise PhotoRefused("too_many_pixels", width=header.width, height=header.height, limit=max_pixels)
    if min(header.width, header.height) < MIN_SIDE:
        raise PhotoRefused("too_small", width=header.width, height=header.height, limit=MIN_SIDE)
    return header


def without_details(data: bytes) -> bytes:
    """Return a photo without place, time, camera, thumbnail and whatever else it carries beside its pixels.

    How to turn it is kept, because the picture would lie on its side otherwise. The pixels are not coded again.
    Raises PhotoRefused like :func:`inspect`.
    """
    header = inspect(data)
    if header.format == "png":
        kept = [_png_chunk(kind, body) for kind, body in _png_chunks(data) if kind in PNG_PICTURE]
        if header.orientation != 1:
            kept.insert(1, _png_chunk(b"eXIf", _orientation_exif(header.orientation)))
        return PNG_SIGNATURE + b"".join(kept)
    turn = b""
    if header.orientation != 1:
        exif = b"Exif\0\0" + _orientation_exif(header.orientation)
        turn = b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif
    return b"\xff\xd8" + turn + b"".join(part for marker, part in _jpeg_parts(data) if _is_picture(marker))


def decode(data: bytes, *, at_most: int = 16_000_000) -> NDArray[np.uint8]:
    """Return the pixels of a photo, upright, as rows of blue, green and red bytes, of at most so many pixels.

    A larger photo is made smaller with its shape kept. Raises PhotoRefused like :func:`inspect`, and with the code
    ``damaged`` when OpenCV cannot read it.
    """
    import cv2
    import numpy as np

    header = inspect(data)
    pixels = header.width * header.height
    mode = cv2.IMREAD_REDUCED_COLOR_2 if pixels >= 4 * at_most else cv2.IMREAD_COLOR
    try:
        # Only the picture itself: what else a photo carries is not given to the decoder.
        stripped = np.frombuffer(without_details(data), np.uint8)
        image: Any = cv2.imdecode(stripped, mode | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error as error:
        raise PhotoRefused("damaged") from error
    if image is None:
        raise PhotoRefused("damaged")
    # A photo with a second, contradicting header shows it here at the latest.
    if image.shape[0] * image.shape[1] > MAX_PIXELS:
        raise PhotoRefused("too_many_pixels", width=image.shape[1], height=image.shape[0], limit=MAX_PIXELS)
    if image.shape[0] * image.shape[1] > at_most:
        scale = (at_most / (image.shape[0] * image.shape[1])) ** 0.5
        size = (max(1, int(image.shape[1] * scale)), max(1, int(image.shape[0] * scale)))
        image = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return upright(image, header.orientation)


def upright(image: NDArray[np.uint8], orientation: int) -> NDArray[np.uint8]:
    """Return pixels turned and mirrored as an Exif orientation of 1 to 8 asks; another number changes nothing."""
    import numpy as np

    if orientation in (5, 6, 7, 8):
        image = image.transpose(1, 0, 2)
    if orientation in (2, 3, 6, 7):
        image = image[:, ::-1]
    if orientation in (3, 4, 7, 8):
        image = image[::-1]
    return np.ascontiguousarray(image)


def _header(data: bytes) -> Header:
    if data.startswith(PNG_SIGNATURE):
        return _png_header(data)
    if data.startswith(b"\xff\xd8"):
        return _jpeg_header(data)
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS:
        raise PhotoRefused("heic")
    raise PhotoRefused("other_format")


def _png_header(data: bytes) -> Header:
    if len(data) < 33 or data[12:16] != b"IHDR":
        raise PhotoRefused("damaged")
    width, height = struct.unpack(">II", data[16:24])
    orientation = 1
    for kind, body in _png_chunks(data):
        if kind == b"eXIf":
            orientation = _orientation(body)
        if kind == b"IDAT":
            break
    return Header("png", width, height, orientation)


def _png_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(PNG_SIGNATURE)
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        yield kind, data[at + 8 : at + 8 + length]
        at += 12 + length


def _png_chunk(kind: bytes, body: bytes) -> bytes:
    from zlib import crc32

    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", crc32(kind + body))


def _jpeg_header(data: bytes) -> Header:
    width = height = 0
    orientation = 1
    for marker, part in _jpeg_parts(data):
        if marker == 0xE1 and part[4:10] == b"Exif\0\0":
            orientation = _orientation(part[10:])
        elif marker in JPEG_SIZES and len(part) >= 9:
            # The largest of all: a decoder may go by any of them.
            found_height, found_width = struct.unpack(">HH", part[5:9])
            width, height = max(width, found_width), max(height, found_height)
    if not width or not height:
        raise PhotoRefused("damaged")
    return Header("jpeg", width, height, orientation)


def _jpeg_parts(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield marker and bytes of each segment after the first, the coded picture with its own; ends at its end mark."""
    at = 2
    while at + 2 <= len(data):
        if data[at] != 0xFF:
            raise PhotoRefused("damaged")
        marker = data[at + 1]
        if marker == 0xFF:
            at += 1
            continue
        if marker == 0xD9:
            yield marker, data[at : at + 2]
            return
        if at + 4 > len(data):
            return
        end = at + 2 + max(2, int.from_bytes(data[at + 2 : at + 4], "big"))
        if marker == 0xDA:
            end = _coded_end(data, end)
        yield marker, data[at:end]
        at = end


def _coded_end(data: bytes, at: int) -> int:
    """Return where the coded picture that begins at a byte ends: at the next mark that is no part of it."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] in (0x00, 0xFF) or 0xD0 <= data[at + 1] <= 0xD7:
            at += 1 if data[at + 1] == 0xFF else 2
            continue
        return at


def _is_picture(marker: int) -> bool:
    if 0xE0 <= marker <= 0xEF:
        return marker in JPEG_PICTURE_APPS
    return marker != 0xFE


def _orientation(tiff: bytes) -> int:
    """Return the orientation that a TIFF block of details names, 1 when it names none that makes sense."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None or len(tiff) < 8:
        return 1
    at = struct.unpack(order + "I", tiff[4:8])[0]
    if at + 2 > len(tiff):
        return 1
    for index in range(struct.unpack(order + "H", tiff[at : at + 2])[0]):
        entry = tiff[at + 2 + 12 * index : at + 14 + 12 * index]
        if len(entry) < 12:
            break
        if struct.unpack(order + "H", entry[:2])[0] == ORIENTATION_TAG:
            value: int = struct.unpack(order + "H", entry[8:10])[0]
            return value if 1 <= value <= 8 else 1
    return 1


def _orientation_exif(orientation: int) -> bytes:
    entry = struct.pack("<HHIHH", ORIENTATION_TAG, 3, 1, orientation, 0)
    return struct.pack("<2sHIH", b"II", 42, 8, 1) + entry + struct.pack("<I", 0)
