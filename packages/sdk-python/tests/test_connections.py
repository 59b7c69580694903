"""What happens on real connections, where httpx decides which error a failure is."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from programs import MakeProgram

from rokad import RokadError

cut_off = b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"success":true,"da'
no_http = b"220 mail.example.in ESMTP\r\n"
nothing = b""
complete = b'HTTP/1.1 200 OK\r\nContent-Length: 25\r\n\r\n{"success":true,"data":1}'


class Server:
    """Answers each connection with the next of these bytes, and closes it."""

    def __init__(self) -> None:
        self.answers: list[bytes] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.listener.accept()
            except OSError:
                return
            with connection:
                connection.recv(65_536)
                connection.sendall(self.answers.pop(0))


@pytest.fixture
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.listener.close()


@pytest.mark.parametrize("broken", [cut_off, no_http, nothing])
def test_a_broken_answer_counts_as_none_and_the_request_is_repeated(
    program_with: MakeProgram, server: Server, broken: bytes
) -> None:
    server.answers = [broken, complete]
    program = program_with([], url=server.url, transport=None)
    assert program.call("get_wallet_balance")["data"] == 1
    server.answers = [broken]
    with pytest.raises(RokadError) as caught:
        program.call("test_webhook_endpoint", "e-1")
    assert caught.value.code == "NO_ANSWER"
    assert server.answers == []


def test_silence_ends_after_the_timeout(program_with: MakeProgram) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}"
        program = program_with([], url=url, transport=None, timeout_seconds=0.2, attempts=2)
        with pytest.raises(RokadError, match=r"No answer within 0\.2 s"):
            program.call("get_wallet_balance")
    assert len(program.pauses) == 1


def test_a_refused_connection_is_no_answer(program_with: MakeProgram) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    program = program_with([], url=f"http://127.0.0.1:{port}", transport=None, attempts=1)
    with pytest.raises(RokadError) as caught:
        program.call("get_wallet_balance")
    assert (caught.value.code, caught.value.status) == ("NO_ANSWER", None)
    assert caught.value.__cause__ is not None
