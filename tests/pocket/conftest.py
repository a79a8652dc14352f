"""A bundle on a host, and browsers at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import launch
from tests.conftest import session_folder
from tests.pocket.built import built
from tests.pocket.host import Host, hosted
from tests.pocket.visitor import Visitor


@pytest.fixture(scope="session")
def bundle_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle, made once for all processes of the tests."""
    return built(session_folder(tmp_path_factory) / "bundle")


@pytest.fixture
def host(bundle_folder: Path) -> Iterator[Host]:
    with hosted(bundle_folder) as found:
        yield found


@pytest.fixture
def newcomer(host: Host, tmp_path: Path) -> Iterator[Visitor]:
    """Somebody who was never here; what the browser asks for is written down in ``tmp_path``."""
    driver = launch(tmp_path / "profile", f"--log-net-log={tmp_path / 'net.json'}")
    yield Visitor(driver, host.url)
    if driver.service.process.poll() is None:
        driver.quit()


@pytest.fixture(scope="module")
def home(bundle_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Visitor, Host]]:
    """Somebody who has the app, and the host it came from; what one test does the next one finds."""
    folder = tmp_path_factory.mktemp("home")
    with hosted(bundle_folder) as host:
        driver = launch(folder / "profile")
        visitor = Visitor(driver, host.url)
        visitor.open()
        yield visitor, host
        driver.quit()
