"""Waiting for what other processes do, and where they may listen."""

import socket
import time
from collections.abc import Callable

PATIENCE = 60
"""Seconds after which something that should happen counts as not happening."""


def wait_until[T](what: Callable[[], T], seconds: float = PATIENCE) -> T:
    """Ask again and again until the answer is true, and give it back. Raises TimeoutError."""
    deadline = time.monotonic() + seconds
    while not (answer := what()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"not so within {seconds} s: {what}")
        time.sleep(0.05)
    return answer


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port
