"""What every game of the registry must keep, shown by random play to the end."""

import contextlib
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.answers import NoAnswers
from games.chance import Draw, RandomChance, RecordedChance
from games.contract import AnyGame, BadOptions, Menu, Step
from games.drawing import SHAPES
from games.playing import playout, random_sheet, replay
from games.registry import GAMES, get_game

MAX_PLIES = 5000
MAX_ENTRIES = 40
"""So many of a menu's entries are checked one by one; some menus have over a thousand."""

every_game = pytest.mark.parametrize("game", [get_game(slug) for slug in GAMES], ids=GAMES)
some_games = settings(max_examples=6, deadline=None)
seeds = st.integers(0, 2**32)


@dataclass(frozen=True)
class Played:
    """A ply of a random game: what was given, what came of it."""

    state: object
    sheets: Mapping[str, Sequence[object]]
    draws: tuple[Draw, ...]
    step: Step[object]


def random_options(game: AnyGame, rng: random.Random) -> dict[str, str]:
    """Options that the game offers together."""
    seats = [seat.name for seat in game.about.seats[min(game.about.seats)]]
    while True:
        options = {option.name: rng.choice(option.choices).value for option in game.about.options}
        with contextlib.suppress(BadOptions):
            game.setup(seats, options, RandomChance(rng))
            return options


def random_plies(game: AnyGame, rng: random.Random) -> Iterator[Played]:
    """A random game from set-up to end; more than ``MAX_PLIES`` fail the test."""
    seats = [seat.name for seat in game.about.seats[rng.choice(sorted(game.about.seats))]]
    state = game.setup(seats, random_options(game, rng), RandomChance(rng)).state
    for _ in range(MAX_PLIES):
        if not (to_act := game.phase(state).to_act):
            return
        sheets = {seat: random_sheet(game, state, seat, rng) for seat in to_act}
        chance = RandomChance(rng)
        step = game.resolve(state, sheets, chance, NoAnswers())
        yield Played(state, sheets, tuple(chance.draws), step)
        state = step.state
    pytest.fail(f"no end after {MAX_PLIES} plies")


def some_plies(game: AnyGame, rng: random.Random) -> Iterator[Played]:
    """All plies of a short random game; of the hundreds of a long one the first, and every seventh after them."""
    return (played for n, played in enumerate(random_plies(game, rng)) if n < 40 or n % 7 == 0)


def encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


def drafts(sheet: Sequence[object]) -> Iterator[Sequence[object]]:
    """The sheet as it grew, the empty draft first."""
    for length in range(len(sheet) + 1):
        yield sheet[:length]


@every_game
def test_about_is_complete(game: AnyGame) -> None:
    about = game.about
    assert get_game(about.slug) is game
    for players, table in about.seats.items():
        names = [seat.name for seat in table]
        assert len(set(names)) == len({seat.tincture for seat in table}) == players
        game.setup(names, {}, RandomChance(random.Random(1)))
    assert about.clock.default in about.clock.lengths
    with pytest.raises(BadOptions):
        about.full_options({"no such option": "x"})


@every_game
@some_games
@given(seed=seeds)
def test_game_ends_with_a_rank_for_every_seat(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    last: Played | None = None
    for last in random_plies(game, rng):
        assert game.outcome(last.state) is None
    assert last is not None
    outcome = game.outcome(last.step.state)
    assert outcome is not None
    assert set(outcome.ranks) in [{seat.name for seat in table} for table in game.about.seats.values()]
    assert min(outcome.ranks.values()) == 1
    assert outcome.how
    assert str(outcome.sentence)


@every_game
@some_games
@given(seed=seeds)
def test_menu_offers_only_what_the_rules_accept(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    for played in some_plies(game, rng):
        for seat, sheet in played.sheets.items():
            for drafted in drafts(sheet):
                check_entries(game, played.state, seat, drafted, rng)


def check_entries(game: AnyGame, state: object, seat: str, drafted: Sequence[object], rng: random.Random) -> None:
    menu = game.legal_orders(state, seat, drafted)
    spaces = {space.name for space in game.draw(game.view(state, seat), drafted).spaces}
    for entry in rng.sample(menu.entries, min(len(menu.entries), MAX_ENTRIES)):
        assert entry.picks
        assert {pick.key for pick in entry.picks} <= set(menu.questions)
        assert {pick.space for pick in entry.picks if pick.space} <= spaces
        assert {pick.mark for pick in entry.picks if pick.mark} <= set(SHAPES)
        orders = [entry.order]
        if entry.number:
            assert entry.number in menu.questions
            assert entry.order == entry.numbered(1)
            orders.append(entry.numbered(entry.most))
            assert game.refusal(state, seat, entry.numbered(entry.most + 1), drafted) is not None
        for order in orders:
            assert game.refusal(state, seat, order, drafted) is None
    paths = [tuple((pick.key, pick.value) for pick in entry.picks) for entry in menu.entries]
    assert len(set(paths)) == len(paths), "two entries share their picks"


@every_game
@some_games
@given(seed=seeds)
def test_notation_is_read_back(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        for seat, sheet in played.sheets.items():
            for drafted in drafts(sheet):
                text = game.write(drafted)
                assert list(game.read(played.state, seat, text)) == drafted
                for form in (text.upper(), text.lower(), text.replace("\n", "\r\n"), f" {text}\n"):
                    assert list(game.read(played.state, seat, form)) == drafted


@every_game
@some_games
@given(seed=seeds)
def test_state_and_view_survive_json(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        for state in (played.state, played.step.state, *played.step.scenes):
            assert msgspec.json.decode(encoded(state), type=game.state_type) == state
            assert isinstance(state, game.state_type)
        for seat in (*played.sheets, None):
            view = game.view(played.state, seat)
            assert msgspec.json.decode(encoded(view), type=type(view)) == view


@every_game
@some_games
@given(seed=seeds)
def test_same_sheets_and_draws_give_the_same_step(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        chance = RecordedChance(played.draws)
        assert game.resolve(played.state, played.sheets, chance, NoAnswers()) == played.step
        assert chance.is_used_up()


@every_game
@some_games
@given(seed=seeds)
def test_log_replays_to_the_same_state(game: AnyGame, seed: int) -> None:
    rng = random.Random(seed)
    played = playout(game, rng.choice(sorted(game.about.seats)), random_options(game, rng), rng, MAX_PLIES)
    steps = replay(game, played.seats, played.options, played.log)
    assert len(steps) == played.plies + 1
    assert steps[-1].state == played.state
    assert played.outcome is not None


@every_game
@some_games
@given(seed=seeds)
def test_story_fits_its_scenes_and_board(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        seats = set(played.sheets)
        spaces = {space.name for space in game.draw(game.view(played.step.state, None)).spaces}
        for event in played.step.events:
            assert str(event.sentence)
            assert set(event.to) <= seats
            assert event.scene is None or 0 <= event.scene < len(played.step.scenes)
            for mark in event.marks:
                assert mark.shape in SHAPES
                assert {mark.at, mark.to} <= spaces | {""}


@every_game
@some_games
@given(seed=seeds)
def test_board_is_whole_for_everybody(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        for seat, sheet in [*played.sheets.items(), (None, ())]:
            board = game.draw(game.view(played.state, seat), sheet)
            names = [space.name for space in board.spaces]
            assert len(set(names)) == len(names)
            assert len({(space.row, space.column) for space in board.spaces}) == len(names)
            assert {piece.space for piece in board.pieces} <= set(names)
            assert {mark.shape for mark in board.marks} <= set(SHAPES)
            assert all(f'id="{piece.symbol}"' in game.art().sprite for piece in board.pieces)
            assert board.text.strip()


@every_game
@some_games
@given(seed=seeds)
def test_menu_depends_on_the_view_alone(game: AnyGame, seed: int) -> None:
    """The others' sheets are played in several ways; where a seat sees the same, it is offered the same."""
    rng = random.Random(seed)
    for played in some_plies(game, rng):
        for seat, sheet in played.sheets.items():
            seen: dict[bytes, Menu[object]] = {}
            for _ in range(3):
                others = {other: random_sheet(game, played.state, other, rng) for other in played.sheets}
                after = game.resolve(played.state, {**others, seat: sheet}, RandomChance(rng), NoAnswers()).state
                menu = game.legal_orders(after, seat)
                assert seen.setdefault(encoded(game.view(after, seat)), menu) == menu


@every_game
@some_games
@given(seed=seeds)
def test_default_orders_may_be_filed(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        for seat in played.sheets:
            orders = game.default_orders(played.state, seat)
            if orders is None:
                continue
            for number, order in enumerate(orders):
                assert game.refusal(played.state, seat, order, orders[:number]) is None
            assert game.legal_orders(played.state, seat, orders).may_file
            assert list(game.read(played.state, seat, game.write(orders))) == list(orders)


@every_game
@some_games
@given(seed=seeds)
def test_seat_that_leaves_plays_no_more(game: AnyGame, seed: int) -> None:
    for played in some_plies(game, random.Random(seed)):
        for seat in played.sheets:
            step = game.retire(played.state, seat, RandomChance(random.Random(seed)))
            to_act = game.phase(step.state).to_act
            assert seat not in to_act
            assert bool(to_act) == (game.outcome(step.state) is None)
            outcome = game.outcome(step.state)
            assert outcome is None or outcome.ranks[seat] > min(outcome.ranks.values())


@every_game
def test_states_orders_and_views_are_frozen_dataclasses(game: AnyGame) -> None:
    played = next(random_plies(game, random.Random(3)))
    order = next(iter(played.sheets.values()))[0]
    for value in (played.state, order, game.view(played.state, None)):
        assert is_dataclass(value)
        with pytest.raises(AttributeError):
            setattr(value, fields(value)[0].name, None)
