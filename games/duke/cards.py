"""The art of the game with a card for each tile: both faces, and in words what they allow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from games.drawing import Art, Card
from games.drawing import Face as Shown
from games.duke.data import FACES, Face
from games.duke.faces import COLOURS, SIDES, make_sprite, symbol_of
from games.duke.names import TILES
from games.words import Sentence, say

OWNED = {"light": say("light {tile}"), "dark": say("dark {tile}")}
UP = {"front": say("Front side"), "back": say("Back side")}

ICONS: Mapping[str, Sentence] = {
    "move": say("Moves: {ways}."),
    "jump": say("Jumps: {ways}."),
    "slide": say("Slides: {ways}."),
    "strike": say("Strikes: {ways}."),
    "command": say("Commands: {ways}."),
}
SLIDES = {
    (0, 1): say("forward"),
    (0, -1): say("backward"),
    (1, 0): say("to both sides"),
    (1, 1): say("diagonally forward"),
    (1, -1): say("diagonally backward"),
}
FORWARD, BACKWARD, ASIDE = say("{n} forward"), say("{n} backward"), say("{n} to either side")
DIAGONAL = say("{along} and {aside}")


def card_of(colour: str, kind: str) -> str:
    """Name of a tile's card."""
    return f"{colour}-{kind}"


def owned(colour: str, kind: str) -> Sentence:
    """The tile with its side: light Footman."""
    return say(OWNED[colour].text, tile=TILES[kind])


def face_words(face: Face) -> Sentence:
    """What a face allows, seen from its owner. Every face is the same to the left and to the right."""
    return _joined(" ", (say(ICONS[icon].text, ways=_ways(icon, squares)) for icon, squares in face.items()))


def _ways(icon: str, squares: tuple[tuple[int, int], ...]) -> Sentence:
    halves = dict.fromkeys((abs(dx), dy) for dx, dy in squares)
    return _joined(", ", (SLIDES[half] if icon == "slide" else _way(*half) for half in halves))


def _way(aside: int, along: int) -> Sentence:
    sideways = say(ASIDE.text, n=aside)
    if not along:
        return sideways
    straight = say((FORWARD if along > 0 else BACKWARD).text, n=abs(along))
    return say(DIAGONAL.text, along=straight, aside=sideways) if aside else straight


def _joined(between: str, parts: Iterable[Sentence]) -> Sentence:
    values = {f"part{n}": part for n, part in enumerate(parts)}
    return Sentence(between.join(f"{{{name}}}" for name in values), values)


def _card(colour: str, kind: str) -> Card:
    faces = tuple(
        Shown(symbol_of(colour, kind, side), UP[side], face_words(face))
        for side, face in zip(SIDES, FACES[kind], strict=True)
    )
    return Card(card_of(colour, kind), owned(colour, kind), faces)


ART = Art(
    sprite=make_sprite(),
    style="duke/board.css",
    cards=tuple(_card(colour, kind) for colour in COLOURS for kind in FACES),
    gallery=tuple(card_of("light", kind) for kind in FACES),
)
