"""What seats are called: by their place at first, by their kingdom once they have one, and never by a letter alone."""

from __future__ import annotations

from collections.abc import Callable

from accounts.models import Notice
from games.mail.letters import write_letter
from games.mail.relevance import look_up
from games.matches.models import Seat
from games.matches.selectors.story import story_lines
from games.matches.titles import seat_title
from tests.matches.conftest import sign_in
from tests.matches.wars import War

type WarOf = Callable[..., War]


def titles(war: War) -> dict[str, str]:
    return {seat.name: str(seat_title("molon_labe", seat)) for seat in Seat.objects.filter(match=war.pk)}


def test_seat_is_called_by_the_kingdom_it_took(war_of: WarOf) -> None:
    war = war_of(3, is_chosen=False)
    assert titles(war) == {"A": "First player", "B": "Second player", "C": "Third player"}
    war.file("take romans antium")
    assert titles(war) == {"A": "Romans", "B": "Second player", "C": "Third player"}
    war.pass_instant()
    (told,) = [line.text for line in story_lines(war.last_ply, None) if line.text.startswith("Time was up")]
    assert told == "Time was up for Barbarians: the default orders count."
    assert titles(war)["B"] == "Barbarians"


def test_pages_and_mails_say_the_kingdom(war_of: WarOf) -> None:
    war = war_of(3, is_chosen=False)
    for _ in range(3):
        war.file(war.game.write(war.game.default_orders(war.state, war.to_act) or ()))
    war.file("pass")
    reader = sign_in(war.people["B"])
    for path in ("", "history/", f"history/{war.match.ply - 1}/"):
        words = reader.get(f"/matches/{war.pk}/{path}").text
        name = "strong" if path in ("", "history/") else "h3"
        assert f"<{name}>Barbarians</{name}>" in words  # whose sheet it is
        assert "First player" not in words
        assert "<strong>A</strong>" not in words
    strip = reader.get(f"/matches/{war.pk}/").text
    assert f"Sarmatians: {war.people['B']}" in strip
    notice = Notice.objects.filter(person=war.people["B"], kind="orders").latest("pk")
    letter = write_letter(notice, "orders", look_up(notice))
    assert [player.side for player in letter.players] == ["Barbarians", "Sarmatians", "Greeks"]
    war.resign("A")
    assert any(line.text == "Barbarians resigned." for line in story_lines(war.last_ply, None))
