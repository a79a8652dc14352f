"""Orders read aloud: a key beside the order where the device asked for it and the browser has a voice, else nothing."""

import pytest

from tests.browser.conftest import Phone
from tests.browser.ready import own_turn

# A browser with one voice, which writes down what it would say.
VOICE = """
window.said = [];
Object.defineProperty(window, "SpeechSynthesisUtterance", { value: class { constructor(text) { this.text = text; } } });
Object.defineProperty(window, "speechSynthesis", { value: {
  speaking: false, getVoices: () => [{ lang: "LANG", default: true }], addEventListener() {},
  cancel() { this.speaking = false; }, speak(one) { window.said.push([one.text, one.lang]); this.speaking = true; },
} });
"""


def at_an_order(phone: Phone, voice: str = "", wanted: str = "on") -> None:
    if voice:
        script = VOICE.replace("LANG", voice)
        phone.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
    phone.open("/new")
    phone.driver.add_cookie({"name": "aloud", "value": wanted})
    own_turn(phone)
    phone.tap("Mentat", css="#main .key")
    phone.tap("End ")
    phone.tap("Roll for me")
    assert phone.find("main.order .kick.fh")


def said(phone: Phone) -> list[list[str]]:
    return list(phone.driver.execute_script("return window.said"))


@pytest.mark.browser
@pytest.mark.calm
def test_an_order_is_read_and_a_second_tap_is_silence(phone: Phone) -> None:
    at_an_order(phone, "en-GB")
    title = phone.title
    phone.touch(css="[data-aloud-key]")
    ((text, tongue),) = said(phone)
    assert text.startswith(title.rstrip(".:"))
    assert tongue == "en"
    phone.touch(css="[data-aloud-key]")
    assert len(said(phone)) == 1


@pytest.mark.browser
@pytest.mark.calm
@pytest.mark.parametrize(("voice", "wanted"), [("en-GB", "off"), ("fi-FI", "on"), ("", "on")])
def test_without_the_wish_or_a_voice_there_is_no_key(phone: Phone, voice: str, wanted: str) -> None:
    at_an_order(phone, voice, wanted)
    assert not phone.find("[data-aloud-key]")
    assert phone.errors() == []
