"""What kings, units and obstacles are called. Every name may open a sentence, in each language."""

from __future__ import annotations

from games.words import say

KINGS = {"P": say("King Pistachio"), "R": say("King Raspberry")}

UNIT_NAMES = {"C": say("Cavalry"), "A": say("Artillery"), "I": say("Infantry")}

FIGURES = {
    ("P", "C"): say("Pistachio cavalry"),
    ("P", "A"): say("Pistachio artillery"),
    ("P", "I"): say("Pistachio infantry"),
    ("R", "C"): say("Raspberry cavalry"),
    ("R", "A"): say("Raspberry artillery"),
    ("R", "I"): say("Raspberry infantry"),
}

OBSTACLE_NAMES = {"B": say("Barricade"), "X": say("Crossbowmen"), "T": say("Mortar"), "M": say("Mine")}
