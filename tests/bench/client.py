"""Players at their pages, over HTTP: they file sheets and ask for news until they see what came of it."""

import gzip
import http.client
import re
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol
from urllib.parse import urlencode

TOKEN = "b" * 32
AT_ONCE = 2


@dataclass(frozen=True)
class Answer:
    """``wire`` is the bytes that crossed it: status line, headers and body."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    wire: int

    @property
    def text(self) -> str:
        body = gzip.decompress(self.body) if self.headers.get("Content-Encoding") == "gzip" else self.body
        return body.decode()


class Browser:
    """One connection kept open, used by one thread."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)

    def ask(self, method: str, address: str, session: str = "", form: dict[str, Any] | None = None) -> Answer:
        """Raises RuntimeError for an answer that is neither 200 nor 204."""
        headers = {
            "Accept-Encoding": "gzip",
            "Cookie": f"herald_session={session}; herald_csrf={TOKEN}",
            "HX-Request": "true",
        }
        body = None
        if form is not None:
            body = urlencode(form)
            headers |= {"Content-Type": "application/x-www-form-urlencoded", "X-CSRFToken": TOKEN}
        self._connection.request(method, address, body, headers)
        response = self._connection.getresponse()
        content = response.read()
        wire = len(f"HTTP/1.1 {response.status} {response.reason}\r\n\r\n") + len(content)
        wire += sum(len(name) + len(value) + 4 for name, value in response.headers.items())
        if response.status not in (200, 204):
            raise RuntimeError(f"{method} {address}: {response.status}")
        return Answer(response.status, response.headers, content, wire)

    def page(self, address: str, session: str) -> Answer:
        """A whole page, not a part."""
        headers = {"Accept-Encoding": "gzip", "Cookie": f"herald_session={session}"}
        self._connection.request("GET", address, headers=headers)
        response = self._connection.getresponse()
        content = response.read()
        return Answer(response.status, response.headers, content, len(content))


@dataclass
class Tally:
    """What one or more threads saw: numbers of things, and samples (seconds or bytes) by name."""

    counts: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    samples: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def add(self, other: "Tally") -> None:
        for name, count in other.counts.items():
            self.counts[name] += count
        for name, values in other.samples.items():
            self.samples[name] += values


class Playing(Protocol):
    """A match under way. ``ready_at``: when the next thing is to be done."""

    ready_at: float

    @property
    def is_over(self) -> bool: ...
    def go_on(self, browser: Browser, tally: Tally, pace: float) -> None: ...


class Play:
    """One match being played by its plan. ``ready_at``: when the next thing is to be done."""

    def __init__(self, plan: dict[str, Any]) -> None:
        self._address = f"/matches/{plan['id']}/"
        self._sessions: dict[str, str] = plan["cookies"]
        self._plies: list[dict[str, str]] = plan["plies"]
        self._ply = 1
        self._news = dict.fromkeys(self._sessions, 0)
        self._filed_at = 0.0
        self.ready_at = 0.0

    @property
    def is_over(self) -> bool:
        return self._ply > len(self._plies)

    def go_on(self, browser: Browser, tally: Tally, pace: float) -> None:
        """File both sheets of a ply or, once they are filed, look for the reveal every ``pace`` seconds."""
        first, second = self._sessions
        if not self._filed_at:
            self._file(browser, tally, first)
            self._filed_at = time.monotonic()
            self._file(browser, tally, second)
        elif self._look(browser, tally, first):
            tally.samples["seen"].append(time.monotonic() - self._filed_at)
            self._look(browser, tally, second)
            tally.counts["moves"] += 2
            self._ply, self._filed_at, self.ready_at = self._ply + 1, 0.0, 0.0
            return
        self.ready_at = time.monotonic() + pace

    def _file(self, browser: Browser, tally: Tally, seat: str) -> None:
        begun = time.monotonic()
        form = {"ply": self._ply, "orders": self._plies[self._ply - 1][seat]}
        answer = browser.ask("POST", f"{self._address}orders/", self._sessions[seat], form)
        tally.samples["filed"].append(time.monotonic() - begun)
        tally.samples["filed_wire_bytes"].append(answer.wire)
        self._news[seat] = int(answer.headers["Herald-News"])

    def _look(self, browser: Browser, tally: Tally, seat: str) -> bool:
        """Ask for news as the page does; whether the ply has been revealed."""
        values = urlencode({"n": self._news[seat], "ply": self._ply, "said": 0})
        answer = browser.ask("GET", f"{self._address}news/?{values}", self._sessions[seat])
        if answer.status == 204:
            tally.counts["idle_looks"] += 1
            return False
        self._news[seat] = int(answer.headers["Herald-News"])
        is_revealed = f'name="ply" value="{self._ply + 1}"' in answer.text
        if is_revealed:
            tally.samples["news_bytes"].append(len(answer.body))
            tally.samples["news_wire_bytes"].append(answer.wire)
        return is_revealed


def together(threads: int, port: int, work: Callable[[int, Browser], Tally]) -> Tally:
    """The work of several threads, each with a connection of its own. Raises what a thread raised."""
    whole, troubles = Tally(), []
    tallies: list[Tally] = []

    def run(number: int) -> None:
        try:
            tallies.append(work(number, Browser(port)))
        except BaseException as trouble:  # noqa: BLE001  it is raised again where it is seen
            troubles.append(trouble)

    running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if troubles:
        raise troubles[0]
    for tally in tallies:
        whole.add(tally)
    return whole


def play(port: int, plays: Sequence[Playing], seconds: float, threads: int, pace: float) -> Tally:
    """Play the matches for some seconds, each thread a few at a time of its share of them."""
    end = time.monotonic() + seconds

    def work(number: int, browser: Browser) -> Tally:
        tally, mine = Tally(), plays[number::threads]
        while time.monotonic() < end and (running := [one for one in mine if not one.is_over]):
            one = min(running[:AT_ONCE], key=lambda one: one.ready_at)
            time.sleep(max(0.0, min(one.ready_at, end) - time.monotonic()))
            one.go_on(browser, tally, pace)
        return tally

    return together(threads, port, work)


def repeat(port: int, seconds: float, threads: int, act: Callable[[Browser], Answer]) -> Tally:
    """The same act again and again, counted as ``acts``; bytes of its last answer."""
    end = time.monotonic() + seconds

    def work(number: int, browser: Browser) -> Tally:
        tally = Tally()
        while time.monotonic() < end:
            answer = act(browser)
            tally.samples["wire_bytes"].append(answer.wire)
            tally.counts["acts"] += 1
        return tally

    return together(threads, port, work)


def page_weights(port: int, address: str, session: str) -> dict[str, int]:
    """Compressed bytes of a match page, its scripts and its style sheets; fonts and icons are not asked for."""
    browser = Browser(port)
    page = browser.page(address, session)
    links = re.findall(r'<script[^>]+src="([^"]+)"|<link rel="stylesheet" href="([^"]+)"', page.text)
    weights = {"html": len(page.body)}
    for script, style in links:
        weights["script" if script else "style"] = weights.get("script" if script else "style", 0) + len(
            browser.page(script or style, "").body
        )
    return weights
