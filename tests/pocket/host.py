"""A plain web host for a bundle: files below a path of their own, a network that can be cut, and what was asked for."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

PATH = "/games/arrakis/"
"""Where the bundle stands: not at the root of its host, as on most hosts that people have."""


class _Files(SimpleHTTPRequestHandler):
    def translate_path(self, path: str) -> str:
        inside = path.removeprefix(PATH.rstrip("/"))
        return super().translate_path(inside) if inside != path else super().translate_path("/nothing/here")

    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, _Server)
        server.host.asked.append(self.path)
        if server.host.refused and server.host.refused in self.path:
            self.close_connection = True
            return
        super().do_GET()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    host: "Host"


class Host:
    """A host whose folder can be replaced, as by an upload, and which can be switched off and on again."""

    def __init__(self, folder: Path) -> None:
        """Nothing is served before ``start``."""
        self.folder = folder
        self.asked: list[str] = []
        self.refused = ""
        """Whatever has this in its path is cut off."""
        self._port = 0
        self._server: _Server | None = None

    @property
    def url(self) -> str:
        """Where the bundle is."""
        return f"http://localhost:{self._port}{PATH}"

    def start(self) -> None:
        """Serves the folder; at the same address as before."""
        self._server = _Server(("localhost", self._port), partial(_Files, directory=str(self.folder)))
        self._server.host = self
        self._port = self._server.server_address[1]
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stop(self) -> None:
        """From now on nobody answers."""
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()
            self._server = None


@contextmanager
def hosted(folder: Path) -> Iterator[Host]:
    """A bundle on a host, for as long as the block lasts."""
    host = Host(folder)
    host.start()
    try:
        yield host
    finally:
        host.stop()
