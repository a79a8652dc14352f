"""The print sheet: markers of the right number and size, a code that can be read, a PDF of two exact A4 pages."""

import re
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.board.geometry import MARKER
from vision.dice import mat
from vision.table import sheet
from vision.terms import MATS

ADDRESS = "http://192.168.178.21:8000/camera"
DPI = 100
MM = DPI / 25.4


def markers(image: sheet.Pixels) -> dict[int, NDArray[np.float64]]:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    return {int(n): np.asarray(ring, np.float64).reshape(4, 2) for n, ring in zip(np.ravel(ids), corners, strict=True)}


def test_the_first_page_has_the_six_cards_upright_and_40_mm_wide() -> None:
    found = markers(sheet.page(1, dpi=DPI))
    assert sorted(found) == [0, 1, 2, 3, 4, 5]
    for ring in found.values():
        assert np.linalg.norm(ring[1] - ring[0]) / MM == pytest.approx(MARKER, abs=0.5)
        assert ring[0][0] < ring[1][0]
        assert ring[0][1] < ring[3][1]


@pytest.mark.parametrize("colour", MATS)
def test_the_second_page_has_the_mat_in_its_size_and_colour(colour: str) -> None:
    page = sheet.page(2, dpi=DPI, colour=colour)
    assert sorted(markers(page)) == sorted(mat.MARKERS)
    coloured = np.argwhere((page == mat.COLOURS[colour]).all(axis=2))
    height, width = (coloured.max(axis=0) - coloured.min(axis=0) + 1) / MM
    assert (width, height) == (pytest.approx(mat.WIDTH, abs=0.6), pytest.approx(mat.HEIGHT, abs=0.6))


def test_the_code_on_the_page_is_the_address() -> None:
    page = sheet.page(1, address=ADDRESS, dpi=DPI)
    assert cv2.QRCodeDetector().detectAndDecode(page)[0] == ADDRESS
    assert cv2.QRCodeDetector().detectAndDecode(sheet.page(1, dpi=DPI))[0] == ""


def test_the_ruler_is_100_mm_long() -> None:
    page = sheet.page(2, dpi=254)
    rows = (page == sheet.INK).all(axis=2).sum(axis=1)
    assert rows.max() == 1000


def test_the_strips_have_their_greys_and_colours() -> None:
    page = sheet.page(1, dpi=DPI).reshape(-1, 3)
    for colour in (*((grey,) * 3 for grey in sheet.GREYS), *sheet.COLOURS):
        assert (page == colour).all(axis=1).sum() > 500


def test_captions_are_drawn_in_any_alphabet_and_change_nothing_else() -> None:
    bare = sheet.page(1, dpi=DPI)
    told = sheet.page(1, {"cards": "Карточки с метками", "card_0": "x" * 200}, dpi=DPI)
    assert not np.array_equal(bare, told)
    assert sorted(markers(told)) == [0, 1, 2, 3, 4, 5]


def test_the_pdf_has_two_a4_pages_with_the_pictures_in_them() -> None:
    data = sheet.pdf(address=ADDRESS, dpi=DPI)
    assert data == sheet.pdf(address=ADDRESS, dpi=DPI)
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page ") == 2
    assert data.count(b"/MediaBox [0 0 595.276 841.890]") == 2
    pages = 0
    for head, packed in re.findall(rb"<< (/Type /XObject[^>]*) >>\nstream\n(.*?)\nendstream", data, re.DOTALL):
        width, height = (int(n) for n in re.findall(rb"/(?:Width|Height) (\d+)", head))
        pages += 1
        pixels = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, width, 3)
        assert np.array_equal(pixels[..., ::-1], sheet.page(pages, None, ADDRESS, DPI))
    assert pages == 2


def test_the_table_of_the_pdf_points_at_its_objects() -> None:
    data = sheet.pdf(dpi=40)
    start = int(data.rsplit(b"startxref\n", 1)[1].split()[0])
    assert data[start:].startswith(b"xref")
    offsets = re.findall(rb"(\d{10}) 00000 n ", data[start:])
    assert len(offsets) == 8
    for number, offset in enumerate(offsets, start=1):
        assert data[int(offset) :].startswith(f"{number} 0 obj".encode())


def test_an_address_that_fits_no_code_and_a_third_page_are_errors() -> None:
    with pytest.raises(ValueError, match="address: too long"):
        sheet.code("x" * 5000)
    with pytest.raises(ValueError, match="page: 3"):
        sheet.page(3)


def test_the_job_writes_the_file_that_was_asked_for(tmp_path: Path) -> None:
    stages: list[str] = []
    answer = sheet.job({"file": str(tmp_path / "a.png"), "format": "png", "page": 2}, stages.append)
    assert (tmp_path / "a.png").stat().st_size == answer["bytes"] > 1000
    assert stages == ["drawing"]
    with pytest.raises(ValueError, match="format"):
        sheet.job({"file": str(tmp_path / "a.doc"), "format": "doc"}, stages.append)
    assert not (tmp_path / "a.doc").exists()
