"""Codes as the app makes them and as people type them."""

import pytest

from companion.store.codes import LENGTH, LETTERS, OWNER_LENGTH, grouped, new_code, typed


def test_a_code_has_at_least_forty_bits_and_no_letters_that_look_alike() -> None:
    assert len(LETTERS) == len(set(LETTERS)) == 32
    assert LENGTH * 5 >= 40
    assert OWNER_LENGTH * 5 >= 80
    assert not set("IO01") & set(LETTERS)
    assert len({new_code() for _ in range(200)}) == 200
    assert all(len(new_code(n)) == n and set(new_code(n)) <= set(LETTERS) for n in (LENGTH, OWNER_LENGTH))


@pytest.mark.parametrize(
    "text",
    [
        "K7QM2XRP",
        " k7qm 2xrp ",
        "K7QM-2XRP",
        "К7QМ-2ХРР".replace("Р", "R", 1),
        "k7qm–2xrp.",
        "http://192.168.1.7:8000/j/K7QM2XRP",
        "https://table.local/j/k7qm-2xrp/?lang=ru#top",
        "Ｋ７ＱＭ２ＸＲＰ",
    ],
)
def test_what_people_type_is_the_code_they_mean(text: str) -> None:
    assert typed(text) == "K7QM2XRP"


def test_a_code_is_shown_in_groups_and_typed_back() -> None:
    for code in (new_code(), new_code(OWNER_LENGTH)):
        assert typed(grouped(code)) == code
    assert grouped("K7QM2XRP") == "K7QM-2XRP"
    assert typed(" -- ") == ""
