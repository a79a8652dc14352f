"""Photos as bytes for tests: small, turned, with what a phone writes into them, and one that must not be decoded."""

import struct
import zlib
from functools import cache

import cv2
import numpy as np

from vision.intake import photo

PLACE = b"GPS 41.40338 2.17403"


def picture(width: int = 320, height: int = 240) -> np.ndarray:
    """A picture whose corners differ: the upper left one is red, the upper right one green, the rest grey."""
    image = np.full((height, width, 3), 128, np.uint8)
    image[: height // 2, : width // 2] = (0, 0, 255)
    image[: height // 2, width // 2 :] = (0, 255, 0)
    return image


def jpeg(image: np.ndarray, *options: int) -> bytes:
    return cv2.imencode(".jpg", image, list(options))[1].tobytes()


def png(image: np.ndarray) -> bytes:
    return cv2.imencode(".png", image)[1].tobytes()


def exif(orientation: int, order: str = ">") -> bytes:
    """A block of details as phones write it: how to turn the photo, and where it was taken."""
    mark = b"MM" if order == ">" else b"II"
    entries = [(0x010F, 2, 4, b"me\0\0"), (0x0112, 3, 1, struct.pack(order + "HH", orientation, 0))]
    listed = b"".join(struct.pack(order + "HHI", tag, kind, n) + value for tag, kind, n, value in entries)
    return mark + struct.pack(order + "HI", 42, 8) + struct.pack(order + "H", len(entries)) + listed + PLACE


def turned_jpeg(image: np.ndarray, orientation: int, order: str = ">") -> bytes:
    plain = jpeg(image)
    body = b"Exif\0\0" + exif(orientation, order)
    return plain[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + plain[2:]


def turned_png(image: np.ndarray, orientation: int) -> bytes:
    plain = png(image)
    body = exif(orientation)
    chunk = struct.pack(">I", len(body)) + b"eXIf" + body + struct.pack(">I", zlib.crc32(b"eXIf" + body))
    return plain[:33] + chunk + plain[33:]


@cache
def bomb(side: int = 14_000) -> bytes:
    """A small PNG of a very large black picture."""
    rows = zlib.compressobj(9)
    row = bytes(1 + 3 * side)
    packed = b"".join(rows.compress(row) for _ in range(side)) + rows.flush()
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", packed), (b"IEND", b"")]
    return photo.PNG_SIGNATURE + b"".join(photo._png_chunk(kind, body) for kind, body in chunks)
