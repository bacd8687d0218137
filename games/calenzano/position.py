"""The position of a battle, the orders that change it, and what a player sees of it."""

from __future__ import annotations

from dataclasses import dataclass

SEATS = ("N", "S")
FOE = {"N": "S", "S": "N"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure on the board; ``is_ally`` is a Florentine, who belongs to N.

    ``did`` is what it has done in the present turn: ``move``, ``shot`` or nothing yet.
    ``has_fought`` says the same of melee, on either side.
    """

    side: str
    kind: str
    cell: str
    is_ally: bool = False
    did: str = ""
    has_fought: bool = False


@dataclass(frozen=True, slots=True)
class State:
    """The whole position; nothing in it is secret.

    ``phase`` is ``deploy``, ``arrival``, ``turn`` or ``over``; ``turn`` counts from 1, both
    seats together, ``active`` is the seat to act. Each phase that waits has a ``period`` of
    its own, parts of a turn share it.

    ``is_due``: the Florentines are to be placed before anything else happens. ``is_fresh``:
    they came in this turn of N. ``came`` is how many ever came.

    Pairs are of N and S. ``chance_of`` is the seat whose last chance this turn is, and
    ``gap`` the difference to be beaten. ``quiet`` counts turns without a loss, ``has_fallen``
    says that this one has brought some.

    ``parts`` counts the parts of this turn filed before. ``is_melee``: a fight was ordered in
    it; ``fray`` holds where those named in its fights stood, own figures and foes; ``deeds`` are
    the marks of what its parts have done so far: shape, cell, and where an arrow leads.

    ``how`` and ``winner`` are empty while the game goes on; a draw has no winner.
    """

    phase: str = "deploy"
    period: int = 0
    turn: int = 0
    active: str = ""
    figures: tuple[Figure, ...] = ()
    is_allied: bool = False
    is_due: bool = False
    is_fresh: bool = False
    came: int = 0
    losses: tuple[int, int] = (0, 0)
    is_closing: bool = False
    turns_left: tuple[int, int] = (0, 0)
    chance_of: str = ""
    gap: int = 0
    quiet: int = 0
    has_fallen: bool = False
    parts: int = 0
    is_melee: bool = False
    fray: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    deeds: tuple[tuple[str, str, str], ...] = ()
    alliance_die: str = "every"
    allies_wait: str = "off"
    closing_turns: int = 2
    how: str = ""
    winner: str = ""

    def army(self, seat: str) -> tuple[Figure, ...]:
        """The seat's figures on the board."""
        return tuple(figure for figure in self.figures if figure.side == seat)

    @property
    def are_allies_waiting(self) -> bool:
        """Whether the Florentines take no orders in this turn. RULES.md 3.1."""
        return self.allies_wait == "on" and self.active == "N" and (self.is_due or self.is_fresh)


@dataclass(frozen=True, slots=True)
class View(State):
    """What ``seat`` sees, None being a spectator."""

    seat: str | None = None


@dataclass(frozen=True, slots=True)
class Order:
    """One placement, one order of a turn, or the word that ends it.

    ``who`` and ``to`` depend on ``kind``:

    - ``deploy`` and ``florence``: a kind of figure, and its cell;
    - ``move`` and ``shot``: the figure's cell, and the cell it goes to or aims at;
    - ``cat``: the catapult's cell, and a direction for each die;
    - ``fight``: the cells of one's own figures, and those of the enemy's;
    - ``pass`` and ``done``: nothing.
    """

    kind: str
    who: tuple[str, ...] = ()
    to: tuple[str, ...] = ()

    @property
    def is_placement(self) -> bool:
        return self.kind in ("deploy", "florence")

    @property
    def is_last(self) -> bool:
        return self.kind in ("pass", "done")
