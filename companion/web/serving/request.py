"""A request that was taken in, and how the app gets it: cheroot's own, with an eye on bodies and streams."""

from collections.abc import Callable
from typing import Any

from cheroot import wsgi
from cheroot.server import HTTPRequest

from companion.web.serving.streams import HAND_OVER, Source

TOO_LATE = "408 Request Timeout"


class Request(HTTPRequest):
    """A request of a device."""

    def parse_request(self) -> None:
        """Reads the head, which is there; a head that makes no sense is answered."""
        if self.conn.refusal:
            self.started_request = True
            self.simple_response(self.conn.refusal)
        else:
            super().parse_request()

    def send_headers(self) -> None:
        """Sends the head of the answer. What of a big body has not been read by now, nobody wants."""
        if getattr(self.rfile, "remaining", 0) > len(self.conn.rfile.buffer):
            self.close_connection = True
        super().send_headers()


class Gateway(wsgi.Gateway_10):
    """Hands requests to the app, with a way to say that the answer goes on as a stream."""

    def get_environ(self) -> dict[str, Any]:  # type: ignore[override]
        """Returns the WSGI environment."""
        self._source: Source | None = None
        return {**super().get_environ(), HAND_OVER: self._hand_over}  # type: ignore[no-untyped-call]

    def start_response(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], None]:
        """Begins the answer. The app cannot know that a body broke off because it took too long."""
        if self.req.conn.rfile.late:
            status = TOO_LATE
            self.req.close_connection = True
        if self._source is not None:
            # Nobody knows how long a stream gets.
            headers = [(name, value) for name, value in headers if name.lower() != "content-length"]
            self.req.close_connection = True
        begun: Callable[[bytes], None] = super().start_response(status, headers, exc_info)
        return begun

    def respond(self) -> None:
        """Lets the app answer; raises what it raises."""
        try:
            super().respond()
        except BaseException:
            if self._source is not None:
                self._source.close()
            raise
        if self._source is None:
            return
        if not self.req.status.startswith(b"200"):
            self._source.close()
        else:
            self.req.conn.source = self._source
            self.req.conn.chunked = self.req.chunked_write
            # The end of the answer is not here.
            self.req.chunked_write = False

    def _hand_over(self, source: Source) -> None:
        self._source = source
