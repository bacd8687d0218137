"""Waiting for what other processes do, and where they may listen."""

import os
import random
import socket
import time
from collections.abc import Callable
from contextlib import suppress

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


# below those that the kernel lends to clients; each process tries them in an order of its own, none twice
_ports = iter(random.Random(os.getpid()).sample(range(10_000, 32_000), 22_000))


def free_port() -> int:
    """A port that nobody listens on, and that this process gives out once. Raises RuntimeError if there is none."""
    for port in _ports:
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("no port is free")
