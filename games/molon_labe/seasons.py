"""Whose turn it is: choice of kingdoms, turns, seasons, and seats that leave. RULES.md 2, 3 and 8."""

from __future__ import annotations

from dataclasses import replace

from games.chance import Chance
from games.contract import Step
from games.molon_labe import ending, story
from games.molon_labe.actions import dice_text
from games.molon_labe.atlas import MAIN_CITIES
from games.molon_labe.position import FLOORS, General, Order, Player, State
from games.molon_labe.telling import Telling

DICE = 4


def choose(state: State, order: Order, chance: Chance) -> Step[State]:
    """The seat to act takes its kingdom; after the last choice the first turn begins. RULES.md 2."""
    telling = Telling(state)
    kingdom, mains = order.kingdom, MAIN_CITIES[order.kingdom]
    telling.state = replace(
        state,
        players=_with(state, replace(state.player(state.active), kingdom=kingdom)),
        generals=(
            *state.generals,
            *(General(kingdom, number, city) for number, city in enumerate((*mains, order.to), start=1)),
        ),
        floors={**state.floors, **dict.fromkeys(mains, FLOORS)},
    )
    telling.tell(story.chosen(kingdom, order.to))
    _next_choice(telling, chance)
    return telling.step()


def end_turn(telling: Telling, chance: Chance) -> None:
    """The turn of the seat to act is over: the next seat's dice, or the end of the season. RULES.md 3."""
    state = telling.state = replace(telling.state, dice=(), acted=(), parts=0, turns=telling.state.turns + 1)
    _next_turn(telling, waiting(state)[1:], chance)


def waiting(state: State) -> tuple[Player, ...]:
    """The seat to act and those that follow it in this season."""
    seats = [player.seat for player in state.players]
    return tuple(player for player in state.players[seats.index(state.active) :] if not player.has_left)


def retire(state: State, seat: str, chance: Chance) -> Step[State]:
    """The seat leaves: its generals go, its towers stay. RULES.md 8.5."""
    player = state.player(seat)
    if state.phase == "over" or player.has_left:
        return Step(state)
    telling = Telling(state)
    was_waiting = waiting(state)[1:]
    telling.state = state = replace(
        state,
        players=_with(state, replace(player, has_left=True)),
        generals=tuple(general for general in state.generals if general.kingdom != player.kingdom),
    )
    if player.kingdom:
        telling.tell(story.left(player.kingdom))
    if len(state.playing) == 1:
        _end(telling, "retired")
    elif seat == state.active and state.phase == "pick":
        _next_choice(telling, chance)
    elif seat == state.active:
        telling.state = replace(state, dice=(), acted=(), parts=0)
        _next_turn(telling, was_waiting, chance)
    return telling.step()


def _with(state: State, player: Player) -> tuple[Player, ...]:
    return tuple(player if other.seat == player.seat else other for other in state.players)


def _next_choice(telling: Telling, chance: Chance) -> None:
    undecided = [player for player in telling.state.playing if not player.kingdom]
    if undecided:
        telling.state = replace(telling.state, active=undecided[0].seat)
        return
    telling.state = replace(telling.state, phase="turn")
    telling.tell(story.season(telling.state.season), heading=True)
    _begin_turn(telling, telling.state.playing[0], chance)


def _next_turn(telling: Telling, following: tuple[Player, ...], chance: Chance) -> None:
    if following:
        _begin_turn(telling, following[0], chance)
        return
    state = telling.state
    if how := ending.how_it_ends(state):
        for standing in ending.standings(state):
            telling.tell(story.standing(standing))
        _end(telling, how)
        return
    telling.tell(story.season_over(state.season))
    telling.state = replace(state, season=state.season + 1, turns=0)
    telling.tell(story.season(telling.state.season), heading=True)
    _begin_turn(telling, state.playing[0], chance)


def _begin_turn(telling: Telling, player: Player, chance: Chance) -> None:
    """The server rolls for the next seat, so that the position always waits for a person. RULES.md 3.2."""
    thrown = [chance.pick(6, f"die of {player.kingdom}") for _ in range(DICE)]
    dice = tuple(sorted(thrown, reverse=True))
    telling.state = replace(telling.state, active=player.seat, dice=dice)
    telling.tell(story.rolled(player.kingdom, dice_text(dice)))


def _end(telling: Telling, how: str) -> None:
    telling.state = replace(telling.state, phase="over", how=how, dice=(), acted=(), parts=0)
    telling.tell(ending.sentence(telling.state))
