"""What sides, tiles and terrain are called. Every name may open a sentence, in each language."""

from __future__ import annotations

from collections.abc import Sequence

from games.words import Sentence, say

SIDES = {"1": say("Light"), "2": say("Dark")}

TILES = {
    "duke": say("Duke"),
    "footman": say("Footman"),
    "pikeman": say("Pikeman"),
    "wizard": say("Wizard"),
    "seer": say("Seer"),
    "priest": say("Priest"),
    "marshall": say("Marshall"),
    "knight": say("Knight"),
    "ranger": say("Ranger"),
    "general": say("General"),
    "champion": say("Champion"),
    "bowman": say("Bowman"),
}

TERRAIN = {"mountain": say("Mountain"), "fortress": say("Fortress")}


def on(kind: str, square: str) -> Sentence:
    """A tile with its square, as in “the Bowman on d4”."""
    return say("{tile} on {square}", tile=TILES[kind], square=square)


def listed(items: Sequence[str]) -> str:
    """Squares in a row, divided by commas."""
    return ", ".join(items)
