"""Chromium offers to install the app from a table that serves it over TLS with a certificate of its own."""

import base64
import hashlib
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from selenium.webdriver.support.wait import WebDriverWait

from companion.web import Config, create_app
from companion.web.addresses import Reach
from companion.web.certificate import Certificate, certificate
from companion.web.live.routes import hub_of
from companion.web.seats import TABLE
from companion.web.serve import make_server
from tests.browser.chromium import PATIENCE, Chromium, launch

pytestmark = pytest.mark.browser

NAME = "table.local"
"""Not the serving computer, whose pages browsers trust without a certificate."""
ACTIVE = """
const [done] = arguments;
navigator.serviceWorker.ready.then((found) => done([isSecureContext, new URL(found.scope).hostname]));
"""
OFFERED = "return document.querySelector('[data-install-now]')?.checkVisibility() ?? false"


@pytest.fixture
def made(tmp_path: Path) -> Certificate:
    return certificate(tmp_path, [NAME, "127.0.0.1"])


@pytest.fixture
def address(tmp_path: Path, made: Certificate) -> Iterator[str]:
    app = create_app(Config(data_folder=tmp_path, certificate=made, reach=Reach(names=(NAME,))))
    server = make_server(app, socket.create_server(("127.0.0.1", 0)), made)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield f"https://{NAME}:{server.port}/"
    hub_of(app).close()
    server.close()
    thread.join(5)
    app.extensions[TABLE].log._database.close()


@pytest.fixture
def device(tmp_path: Path, made: Certificate) -> Iterator[Chromium]:
    """A browser that trusts the key of the table as a phone does whose owner installed its authority."""
    key = x509.load_pem_x509_certificate(made.chain.read_bytes()).public_key()
    print_of_key = hashlib.sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    trusted = f"--ignore-certificate-errors-spki-list={base64.b64encode(print_of_key).decode()}"
    driver = launch(tmp_path / "profile", trusted, f"--host-resolver-rules=MAP {NAME} 127.0.0.1")
    yield driver
    driver.quit()


def test_the_browser_finds_nothing_against_installing_and_prompts(device: Chromium, address: str) -> None:
    device.get(address)
    assert device.execute_async_script(ACTIVE) == [True, NAME]
    assert device.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"] == []
    # The page shows its button once the browser has sent its prompt (beforeinstallprompt).
    WebDriverWait(device, PATIENCE).until(lambda driver: driver.execute_script(OFFERED))
