"""The administration's pages of matches, as tests read them."""

import re

from django.test import Client

from games.matches.models import Match

LIST = "/admin/matches/match/"


def page_of(match: Match) -> str:
    return f"{LIST}{match.pk}/change/"


def text_of(client: Client, path: str) -> str:
    answer = client.get(path)
    assert answer.status_code == 200, path
    return answer.text


def cells(page: str) -> dict[str, str]:
    """The first row of a list: column to text."""
    row = page.partition("<tbody>")[2].partition("</tr>")[0]
    found = re.findall(r'<t[dh] class="field-(\w+)[^>]*>(.*?)</t[dh]>', row)
    return {name: re.sub(r"<[^>]+>", "", value) for name, value in found}
