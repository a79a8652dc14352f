"""Photos are told from other bytes by their header, lose what they tell about the person, and come out upright."""

import struct
from itertools import pairwise

import cv2
import numpy as np
import pytest

from tests.vision.photos import PLACE, bomb, jpeg, picture, png, turned_jpeg, turned_png
from vision.intake import photo
from vision.intake.photo import PhotoRefused, decode, inspect, without_details


@pytest.mark.parametrize("data, kind", [(jpeg(picture()), "jpeg"), (png(picture()), "png")])
def test_the_header_says_format_and_size(data: bytes, kind: str) -> None:
    header = inspect(data)
    assert (header.format, header.width, header.height, header.orientation) == (kind, 320, 240, 1)


def test_a_progressive_jpeg_is_read_through_all_its_scans() -> None:
    data = jpeg(picture(), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    assert without_details(data)[-2:] == b"\xff\xd9"
    expected = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    assert expected is not None
    assert np.array_equal(decode(data), expected)


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "empty"),
        (b"GIF89a" + bytes(40), "other_format"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "heic"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "other_format"),
        (jpeg(picture())[:60], "damaged"),
        (photo.PNG_SIGNATURE, "damaged"),
        (jpeg(picture(64, 64)), "too_small"),
    ],
)
def test_what_is_no_photo_is_refused_by_a_code(data: bytes, code: str) -> None:
    with pytest.raises(PhotoRefused) as refused:
        inspect(data)
    assert refused.value.code == code


def test_a_photo_over_16_megabytes_is_refused_with_both_figures() -> None:
    with pytest.raises(PhotoRefused) as refused:
        inspect(png(picture()) + bytes(photo.MAX_BYTES))
    assert refused.value.code == "too_many_bytes"
    assert refused.value.facts["limit"] == 16 * 1024 * 1024


@pytest.mark.slow
def test_a_small_file_of_a_huge_picture_is_refused_by_its_header_alone() -> None:
    data = bomb()
    assert len(data) < 1_000_000
    with pytest.raises(PhotoRefused) as refused:
        inspect(data)
    assert refused.value.facts == {"width": 14_000, "height": 14_000, "limit": photo.MAX_PIXELS}
    with pytest.raises(PhotoRefused):
        decode(data)


def test_a_second_larger_size_in_a_jpeg_counts() -> None:
    data = jpeg(picture())
    at = data.index(b"\xff\xc0")
    huge = data[at : at + 5] + struct.pack(">HH", 20_000, 20_000) + data[at + 9 : at + 19]
    with pytest.raises(PhotoRefused) as refused:
        inspect(data[:at] + data[at : at + 19] + huge + data[at + 19 :])
    assert refused.value.code == "too_many_pixels"


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("make", [turned_jpeg, turned_png])
def test_every_orientation_comes_out_as_opencv_turns_it(make: object, orientation: int) -> None:
    data = make(picture(), orientation)  # type: ignore[operator]
    assert inspect(data).orientation == orientation
    expected = cv2.imdecode(np.frombuffer(turned_jpeg(picture(), orientation), np.uint8), cv2.IMREAD_COLOR)
    assert expected is not None
    assert decode(data).shape == expected.shape
    assert np.abs(decode(data).astype(int) - expected).mean() < 2


@pytest.mark.parametrize("make", [turned_jpeg, turned_png])
def test_place_and_camera_are_taken_out_and_the_turn_stays(make: object) -> None:
    data = make(picture(), 6)  # type: ignore[operator]
    clean = without_details(data)
    assert PLACE in data
    assert PLACE not in clean
    assert inspect(clean).orientation == 6
    assert np.array_equal(decode(clean), decode(data))


def test_what_follows_the_end_of_a_jpeg_is_taken_out() -> None:
    assert PLACE not in without_details(jpeg(picture()) + turned_jpeg(picture(), 1))


def test_a_large_photo_is_made_smaller_with_its_shape_kept() -> None:
    image = decode(jpeg(picture(1600, 1200)), at_most=480_000)
    assert image.shape == (600, 800, 3)


def test_little_endian_details_are_read_too() -> None:
    assert inspect(turned_jpeg(picture(), 8, "<")).orientation == 8


@pytest.mark.slow
def test_mutated_headers_are_refused_or_read_but_nothing_else() -> None:
    random = np.random.default_rng(7)
    originals = [turned_jpeg(picture(), 6), turned_png(picture(), 3), jpeg(picture(), cv2.IMWRITE_JPEG_PROGRESSIVE, 1)]
    seen = set[str]()
    for turn in range(5_000):
        data = bytearray(originals[turn % 3])
        for _ in range(int(random.integers(1, 8))):
            data[int(random.integers(0, min(len(data), 700)))] = int(random.integers(0, 256))
        try:
            header = inspect(bytes(data))
            clean = without_details(bytes(data))
            assert inspect(clean).width == header.width
            seen.add("read")
        except PhotoRefused as refused:
            seen.add(refused.code)
    assert {"read", "damaged", "too_many_pixels", "other_format"} <= seen


def test_mutated_photos_decode_or_are_refused() -> None:
    random = np.random.default_rng(8)
    originals = [turned_jpeg(picture(), 6), turned_png(picture(), 3)]
    sizes = set[tuple[int, ...]]()
    for turn in range(400):
        data = bytearray(originals[turn % 2])
        for _ in range(int(random.integers(1, 30))):
            data[int(random.integers(2, len(data)))] = int(random.integers(0, 256))
        try:
            sizes.add(decode(bytes(data)).shape)
        except PhotoRefused:
            continue
    assert all(height * width <= photo.MAX_PIXELS for height, width, _ in sizes)
    assert len(sizes) >= 2


def test_orientations_differ() -> None:
    results = [decode(turned_jpeg(picture(), n)).tobytes() for n in range(1, 9)]
    assert all(one != other for one, other in pairwise(results))
