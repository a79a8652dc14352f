"""Keeps the certificate of a running server right: it is made anew before it ends and when the addresses change."""

import logging
import ssl
from collections.abc import Callable
from threading import Event, Thread

from flask import Flask

from companion.web.certificate import Certificate
from companion.web.server import Adapter, Server

LOOK_SECONDS = 20.0

logger = logging.getLogger(__name__)


class Renewal:
    """Looks every ``LOOK_SECONDS`` whether the certificate is still the right one, and takes the new one into use.

    Connections that are open go on with the old one; new ones get the new one.
    """

    def __init__(self, app: Flask, server: Server, found: Certificate, make: Callable[[], Certificate]) -> None:
        """``found`` is in use; ``make`` returns the right one, made anew if need be, and raises ValueError."""
        self._app = app
        self._server = server
        self._found = found
        self._make = make
        self._stopped = Event()
        self._thread = Thread(target=self._run, name="certificate", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def stop(self) -> None:
        """Ends looking."""
        self._stopped.set()

    def look(self) -> bool:
        """Takes another certificate into use when there is one; tells whether that was so."""
        found = self._make()
        if found == self._found:
            return False
        adapter = self._server.ssl_adapter
        if not isinstance(adapter, Adapter):
            raise TypeError("a server without TLS has no certificate to renew")
        adapter.context.load_cert_chain(found.chain)
        self._app.config["CERTIFICATE"] = self._found = found
        logger.warning("the certificate was made anew; its SHA-256 fingerprint is %s", found.of_server)
        return True

    def _run(self) -> None:
        while not self._stopped.wait(LOOK_SECONDS):
            try:
                self.look()
            except (OSError, ValueError, ssl.SSLError) as problem:
                logger.warning("the certificate could not be made anew: %s", problem)
