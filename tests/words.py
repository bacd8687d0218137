"""What a reader finds on a page or in a letter, and whether any of it is English."""

import re
from html.parser import HTMLParser

from django.test import Client

# Latin letters that are no English: names, notations, what has no other spelling
PROPER = {
    "herald",
    "sha",
    "hmac",
    "javascript",
    "english",
    "utc",
    "pin",
    "testserver",
    "anna",
    "boris",
    "clara",
    "dmitri",
    "openskill",
}
# words of order notation that sentences quote
PROPER |= {"set", "def", "shot", "resign", "roll", "hold", "auto"}
PROPER |= {"deploy", "florence", "cat", "pass", "done", "more"}
# names on the map of Calenzano, which are Italian in every language
PROPER |= {"calenzano", "borgo", "chiusa", "settimello", "pontenuovo", "travalle"}
PROPER |= {"monti", "della", "calvana", "monte", "morello"}
# and its columns, one word where the map is a picture
PROPER |= {"abcdefghijklmnopqrstuvwx"}
# names that stay in Latin letters, and a key of the keyboard
PROPER |= {"molon", "labe", "studio", "ctrl"}
SPOKEN = ("aria-label", "title", "alt", "placeholder", "data-confirm")


class Words(HTMLParser):
    """Collects what is read or heard, without code, notation and the list of time zones."""

    UNREAD = frozenset(("script", "style", "code", "pre", "textarea"))

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        self.found += [named[name] for name in SPOKEN if name in named]
        if tag in self.UNREAD or (tag == "option" and "/" in named.get("value", "")):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.inside:
            self.inside.remove(tag)

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.found.append(data)


def english_in(page: str) -> list[str]:
    """The English words of a page or a text; notation, addresses and time zones are none."""
    words = Words()
    words.feed(page)
    text = re.sub(r"\S+@\S+|https?://\S+|[A-Z]\w+/[\w/]+", " ", " ".join(words.found))
    found = {word for word in re.findall(r"\b[A-Za-z]{3,}\b", text) if word.lower() not in PROPER}
    # a receipt's first figures may happen to be letters
    return sorted(word for word in found if not re.fullmatch("[a-f]{4}", word))


def read_russian(client: Client, address: str, status: int = 200) -> str:
    """The page that a browser set to Russian gets, which must hold no English."""
    answer = client.get(address, headers={"accept-language": "ru"})
    assert answer.status_code == status, address
    assert answer.headers["Content-Language"] == "ru"
    page = answer.content.decode()
    assert english_in(page) == [], address
    return page
