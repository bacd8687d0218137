"""What a position is worth to whoever is to move, as the practice player sees it; a Footman is about 80."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from games.duke.data import KINDS
from games.duke.engine import Engine, Side
from games.duke.geometry import BESIDE, HOME, SIZE, numbers
from games.duke.tables import Stand

WORTH = {
    "duke": 100,
    "footman": 80,
    "pikeman": 85,
    "wizard": 165,
    "seer": 165,
    "priest": 155,
    "marshall": 180,
    "knight": 140,
    "ranger": 170,
    "general": 180,
    "champion": 175,
    "bowman": 135,
}
"""Of a tile on the board. The Duke counts only where it may be lost."""

IN_BAG = 0.6
"""Part of its worth that a tile has before it is drawn."""

MOBILITY = 4
"""For each square that a tile can reach now."""

CENTRE = 3
REFUGE, SIEGE = 12, 8
"""For each safe square of a Duke, and for each square at its side that the enemy reaches."""

POINT, SHOT = 300, 40
"""For a point, and for a tile that could score the next one."""

CARRIED, STEP = 250, 45
"""For the enemy flag in own hands, and for each rank or square on its way."""

ARRIVED, MARCH = 200, 12
"""For a Pikeman on the far edge of a Dark Rider, and for each rank on the way."""

RUNNERS = 3
"""With no more Pikemen than this the far edge is worth nothing."""


@cache
def worth(stand: Stand) -> int:
    """What a tile is worth where it stands: more towards the middle of the board."""
    file, rank = stand.square % SIZE, stand.square // SIZE
    return WORTH[stand.kind] + CENTRE * (min(file, SIZE - 1 - file) + min(rank, SIZE - 1 - rank))


def by_worth(bag: Sequence[int]) -> list[int]:
    """The tiles of a bag, given as a count for each kind, as numbers of kinds from the least to the best."""
    ranked = sorted(range(len(KINDS)), key=lambda number: WORTH[KINDS[number]])
    return [number for number in ranked for _one in range(bag[number])]


def sample(bag: Sequence[int], size: int) -> list[int]:
    """At most ``size`` tiles, as numbers of kinds, that stand for what a draw may bring: evenly from bad to good."""
    ranked = by_worth(bag)
    size = min(size, len(ranked))
    return [ranked[(2 * n + 1) * len(ranked) // (2 * size)] for n in range(size)]


@lru_cache(8192)
def middling(bag: tuple[int, ...]) -> int:
    """The kind that a draw brings when looking further ahead: neither good luck nor bad."""
    return sample(bag, 1)[0]


@lru_cache(8192)
def reserve(bag: tuple[int, ...]) -> int:
    """What the tiles still to be drawn are worth."""
    return int(IN_BAG * sum(count * WORTH[kind] for count, kind in zip(bag, KINDS, strict=True)))


def army(side: Side, occupied: int) -> tuple[int, int]:
    """The worth of a side's tiles and of their freedom, and the squares they reach."""
    total, reached, free = 0, 0, ~side.mask
    for stand in side.tiles.values():
        here = stand.reach[occupied & stand.relevant] | stand.strikes
        reached |= here
        total += worth(stand) + MOBILITY * (here & free).bit_count()
    return total, reached


def duel(engine: Engine) -> int:
    """Where the Duke is what is fought for."""
    me, foe = engine.me, engine.foe
    occupied = me.mask | foe.mask
    mine, my_reach = army(me, occupied)
    theirs, their_reach = army(foe, occupied)
    mine += reserve(tuple(me.bag)) + _shelter(me, occupied, their_reach)
    theirs += reserve(tuple(foe.bag)) + _shelter(foe, occupied, my_reach)
    return mine - theirs


def _shelter(side: Side, occupied: int, attacked: int) -> int:
    duke = side.duke
    if duke is None:
        return 0
    safe = duke.reach[occupied & duke.relevant] & ~side.mask & ~attacked
    return REFUGE * min(safe.bit_count(), 3) - SIEGE * (BESIDE[duke.square] & attacked).bit_count()


def muster(engine: Engine) -> int:
    """Tiles alone, where Dukes may be lost: without one nothing is drawn any more."""
    me, foe = engine.me, engine.foe
    occupied = me.mask | foe.mask
    mine, theirs = army(me, occupied)[0], army(foe, occupied)[0]
    if me.duke:
        mine += reserve(tuple(me.bag))
    if foe.duke:
        theirs += reserve(tuple(foe.bag))
    return mine - theirs


def shots(side: Side, occupied: int, flag: int) -> int:
    """What is promised by tiles that could come to stand beside the enemy's flag. RULES.md 8.2."""
    if flag < 0:
        return 0
    ring = BESIDE[flag]
    total = 0
    for stand in side.tiles.values():
        if not ring & stand.bit and stand.reach[occupied & stand.relevant] & ring & ~side.mask:
            total += SHOT
    return total


def errand(side: Side, flag: int) -> int:
    """How far the flag has come that the side must bring home, or how near its tiles are. RULES.md 8.3."""
    if flag < 0:
        return 0
    ranks = flag // SIZE if side.seat == 0 else SIZE - 1 - flag // SIZE
    if side.mask >> flag & 1:
        return CARRIED - STEP * ranks
    return -STEP * (ranks + min((_distance(stand.square, flag) for stand in side.tiles.values()), default=SIZE)) // 2


def _distance(one: int, other: int) -> int:
    return max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE))


def chase(pikemen: Side, knight: Side) -> int:
    """A Dark Rider, as seat 1 sees it. RULES.md 8.4."""
    total = 2 * ARRIVED * len(pikemen.tiles)
    if len(pikemen.tiles) > RUNNERS:
        total += ARRIVED * (pikemen.mask & HOME[1]).bit_count()
        total += sum(MARCH * (square // SIZE) for square in numbers(pikemen.mask))
    return total - army(knight, pikemen.mask | knight.mask)[0]
