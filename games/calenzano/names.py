"""What armies, kinds, cells and directions are called, in each language."""

from __future__ import annotations

from collections.abc import Sequence

from games.calenzano.position import Figure
from games.words import Sentence, say

SIDES = {"N": say("Calenzano"), "S": say("Lucca")}

FIGURES = {
    ("N", "F"): say("Foot of Calenzano"),
    ("N", "P"): say("Pavise foot of Calenzano"),
    ("N", "K"): say("Rider of Calenzano"),
    ("N", "A"): say("Archer of Calenzano"),
    ("N", "B"): say("Crossbowman of Calenzano"),
    ("N", "C"): say("Catapult of Calenzano"),
    ("S", "F"): say("Foot of Lucca"),
    ("S", "P"): say("Pavise foot of Lucca"),
    ("S", "K"): say("Rider of Lucca"),
    ("S", "A"): say("Archer of Lucca"),
    ("S", "B"): say("Crossbowman of Lucca"),
    ("S", "C"): say("Catapult of Lucca"),
    ("ally", "F"): say("Foot of Florence"),
    ("ally", "K"): say("Rider of Florence"),
    ("ally", "B"): say("Crossbowman of Florence"),
}

KINDS = {
    "F": say("foot"),
    "P": say("pavise foot"),
    "K": say("cavalry"),
    "A": say("archers"),
    "B": say("crossbowmen"),
    "C": say("catapults"),
}

DIRECTIONS = {
    "N": say("north"),
    "NE": say("north-east"),
    "E": say("east"),
    "SE": say("south-east"),
    "S": say("south"),
    "SW": say("south-west"),
    "W": say("west"),
    "NW": say("north-west"),
}


def army_of(figure: Figure) -> str:
    """``N``, ``S`` or ``ally``."""
    return "ally" if figure.is_ally else figure.side


def name_of(figure: Figure) -> Sentence:
    """What the figure is called, without its cell."""
    return FIGURES[army_of(figure), figure.kind]


def on_cell(figure: Figure) -> Sentence:
    """The figure and where it stands."""
    return say("{who} {cell}", who=name_of(figure), cell=figure.cell)


def joined(sentences: Sequence[Sentence], glue: str = ", ") -> Sentence:
    """Several sentences in one, each still translated by itself."""
    text = glue.join(f"{{s{n}}}" for n in range(len(sentences)))
    return Sentence(text, {f"s{n}": sentence for n, sentence in enumerate(sentences)})
