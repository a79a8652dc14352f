"""TLS: the certificate, and what somebody is told who asks over plain HTTP."""

import re
import socket
import ssl

from cheroot.ssl.builtin import BuiltinSSLAdapter

HANDSHAKE = b"\x16"
"""How every TLS connection begins."""
ASKED = re.compile(rb"(?:GET|HEAD|POST) (/[!-~]*) HTTP/1\.[01]\r\n(?:.*\r\n)*?host: ([\w.:\[\]-]{1,255})\r\n", re.I)


class Adapter(BuiltinSSLAdapter):
    """TLS whose handshake is made bit by bit as it comes: one slow device must not keep others out."""

    def __init__(self, certificate: str, key: str) -> None:
        """Reads both files; raises OSError or ssl.SSLError."""
        super().__init__(certificate, key)
        self.context.minimum_version = ssl.TLSVersion.TLSv1_2

    def wrap(self, sock: socket.socket) -> tuple[ssl.SSLSocket, dict[str, str]]:
        """Returns the socket with TLS, its handshake still to be made, and what the app learns of it."""
        wrapped = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return wrapped, {"wsgi.url_scheme": "https", "HTTPS": "on"}


def first_byte(link: socket.socket) -> bytes:
    """Returns what a connection begins with and leaves it there, nothing at the end; raises OSError."""
    return socket.socket.recv(link, 1, socket.MSG_PEEK)


def to_https(head: bytes) -> bytes:
    """Returns the answer to a request over plain HTTP on a connection meant for TLS."""
    if found := ASKED.match(head):
        target = b"https://" + found[2] + found[1]
        answer = b"HTTP/1.1 308 Permanent Redirect\r\nLocation: " + target + b"\r\nCache-Control: no-store\r\n"
    else:
        answer = b"HTTP/1.1 400 Bad Request\r\n"
    return answer + b"Content-Length: 0\r\nConnection: close\r\n\r\n"
