"""Games with one order a ply, over HTTP: who is to move files one of the orders on the page, the other looks."""

import random
import re
from collections import defaultdict
from statistics import median
from typing import Any
from urllib.parse import urlencode

from tests.bench.client import AT_ONCE, Answer, Browser, Tally, page_weights, play, repeat
from tests.bench.installation import Installation

ORDER, NUMBER = re.compile(r"<kbd>([^<]+)</kbd>"), re.compile(r'name="(n|ply|trays|layers)" value="(\w+)"')


def session_of(player: dict[str, str]) -> str:
    """The key in a player's cookies, the first of them."""
    return str(re.findall(r"=(\w+)", player["cookie"])[0])


class Turns:
    """One match, played at random. ``row`` is a line of the plan that ``manage.py bench_plan`` makes."""

    def __init__(self, row: dict[str, Any], rng: random.Random) -> None:
        self._page, self._news, self._filing = row["play"], row["state"].partition("?")[0], row["move"]
        self._sessions = [session_of(player) for player in row["players"]]
        self._mover, self._rng = row["first"], rng
        self._shown: list[dict[str, str]] = [{}, {}]
        self._offered: list[str] = []
        self.ready_at = 0.0

    @property
    def is_over(self) -> bool:
        return not self._offered

    def open(self, browser: Browser) -> None:
        """Both have the page before them."""
        for seat in (1 - self._mover, self._mover):
            self._take_in(seat, browser.page(self._page, self._sessions[seat]))

    def go_on(self, browser: Browser, tally: Tally, pace: float) -> None:
        """One order and the news of it."""
        mover, other = self._mover, 1 - self._mover
        form = {"orders": self._rng.choice(self._offered), **self._shown[mover]}
        filed = browser.ask("POST", self._filing, self._sessions[mover], form)
        self._take_in(mover, filed)
        news = browser.ask("GET", f"{self._news}?{urlencode(self._shown[other])}", self._sessions[other])
        self._take_in(other, news)
        tally.counts["moves"] += 1
        for name, answer in (("filed", filed), ("news", news)):
            tally.samples[f"{name}_bytes"].append(len(answer.body))
            tally.samples[f"{name}_wire_bytes"].append(answer.wire)

    def _take_in(self, seat: int, answer: Answer) -> None:
        """Show what came: a part that is not sent stays as it was."""
        text = answer.text
        self._shown[seat] |= {"said": "0", **dict(NUMBER.findall(text))}
        if offered := ORDER.findall(text):
            self._mover, self._offered = seat, offered
        elif seat == self._mover:
            self._offered = []


def measure(herald: Installation, game: str, seconds: float, rounds: int, threads: int) -> dict[str, Any]:
    """Drive the floor and the game in turn; figures by name, times in milliseconds, bytes compressed."""
    rng = random.Random(1)
    quiet, *rows = herald.plan["turns"][game]["matches"]
    plays = [Turns(row, rng) for row in rows]
    browser = Browser(herald.port)
    for one in plays:
        one.open(browser)
    figures: dict[str, list[float]] = defaultdict(list)

    def floor(browser: Browser) -> Answer:
        browser.ask("POST", "/floor/insert", form={"text": "c2-c4"})
        return browser.ask("GET", "/floor/empty")

    play(herald.port, plays[: threads * AT_ONCE], seconds / 5, threads, 0)
    for _ in range(rounds):
        for name, act in (("floor", floor), ("move", None)):
            begun = herald.cpu()
            if act:
                done = repeat(herald.port, seconds / 3, threads, act).counts["acts"]
            else:
                tally = play(herald.port, plays, seconds, threads, 0)
                done = tally.counts["moves"]
                figures["moves_per_second"].append(done / seconds)
                for sample, values in tally.samples.items():
                    figures[sample] += values
            figures[f"{name}_cpu_ms"].append((herald.cpu() - begun) * 1000 / done)
    result: dict[str, Any] = {name: round(median(values), 3) for name, values in figures.items()}
    result["news_bytes_most"] = max(figures["news_bytes"])
    result["moves"] = len(figures["news_bytes"])
    result["move_to_floor"] = round(result["move_cpu_ms"] / result["floor_cpu_ms"], 2)
    result["page_bytes"] = page_weights(herald.port, quiet["play"], session_of(quiet["players"][0]))
    result["page_weight"] = sum(result["page_bytes"].values())
    result["queries"] = herald.plan["turns"][game]["queries"]
    return result
