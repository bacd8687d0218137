"""How sheets are checked and carried out: RULES.md 2 to 7 and 10."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.chance import ScriptedChance
from games.contract import Illegal
from games.molon_labe import GAME
from games.molon_labe.atlas import MAIN_CITIES
from games.molon_labe.position import General, Order, State
from games.molon_labe.tests.field import Lists, at, play, read, told, war


def refused(state: State, text: str) -> str:
    with pytest.raises(Illegal) as caught:
        read(state, text)
    return str(caught.value)


def chosen(*texts: str, seats: str = "AB") -> State:
    """After the choices of the first seats."""
    state = GAME.setup(seats, {}, ScriptedChance()).state
    for text in texts:
        sheet = read(state, text)
        state = GAME.resolve(state, {state.active: sheet}, ScriptedChance(1, 6, 2, 4), Lists()).state
    return state


def test_2_2_kingdoms_are_taken_in_the_order_of_the_seats() -> None:
    state = chosen("take romans antium")
    assert (state.phase, state.active, state.floors) == ("pick", "B", {"roma": 3, "capua": 3, "tarentum": 3})
    assert [at(state, f"R{n}") for n in (1, 2, 3, 4)] == ["roma 1", "capua 1", "tarentum 1", "antium 1"]
    assert refused(state, "take romans luceria") == (
        "Romans: already chosen. Free are: Barbarians, Sarmatians, Greeks, Carthaginians, Eastern Kingdom."
    )


def test_2_3_general_4_may_begin_in_a_city_of_another_kingdom_if_nobody_holds_it() -> None:
    state = chosen("take barbarians patavium")  # a Roman city, one passage from Noreia
    assert at(state, "B4") == "patavium 1"
    held = replace(chosen("take barbarians patavium"), generals=(General("barbarians", 4, "antium"),))
    assert refused(held, "take romans antium") == "Antium is held by another: Barbarian general 4."


def test_3_2_the_first_seat_begins_with_four_dice() -> None:
    state = chosen("take romans antium", "take carthaginians hippo")
    assert (state.phase, state.season, state.active, state.dice) == ("turn", 0, "A", (6, 4, 2, 1))


def test_3_1_turns_go_round_and_seasons_follow() -> None:
    first = play(war(), "pass").state
    assert (first.active, first.season, first.dice, first.turns) == ("B", 0, (3, 3, 2, 1), 1)
    second = play(first, "pass").state
    assert (second.active, second.season, second.turns) == ("A", 1, 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("g1 raze 6", "Roman general 1 stands in Roma; there is no enemy tower with a floor left."),
        ("g4 raze 4", "A floor is razed with a 5 or a 6, not with a 4."),
        ("g2 raze 6", "Roman general 2 stands in Leptis Magna; there is no enemy tower with a floor left."),
        ("g3 raze 6", "Roman general 3 is off the map. Bring it back first, with a 5 or a 6, from 264 B.C. Aestus on."),
        ("g3-roma 6", "Roman general 3 is off the map. Bring it back first, with a 5 or a 6, from 264 B.C. Aestus on."),
        ("g4 back roma 6", "Roman general 4 is on the map, in Carthago."),
        ("g3 back roma 4", "A general returns with a 5 or a 6, not with a 4."),
        ("g4 raze 5", "No die of yours shows 5. Left are 6 4 2 1."),
    ],
)
def test_4_what_an_action_lacks_is_told(text: str, reason: str) -> None:
    state = war(R2="leptis", R3="off(1)", R4="carthago", C1="hadrumetum", C2="charax", floors={"leptis": 0})
    assert refused(state, text) == reason


def test_4_2_a_plain_main_city_of_nobody_has_no_tower() -> None:
    assert refused(war(R4="athenae"), "g4 raze 6") == (
        "Roman general 4 stands in Athenae; there is no enemy tower with a floor left."
    )


def test_4_2_the_tower_of_a_seat_that_left_is_still_an_enemys() -> None:
    state = war("RCG", R4="carthago", C1="hadrumetum")
    state = GAME.retire(state, "B", ScriptedChance()).state
    after = play(state, "g4 raze 6").state
    assert (after.floors["carthago"], dict(after.player("A").taken)) == (2, {"carthaginians": 1})


def test_4_3_return_only_where_a_floor_is_left_and_no_own_general() -> None:
    state = war(season=2, R1="off(1)", R2="off(1) 3", floors={"roma": 0})
    assert refused(state, "g1 back roma 6") == "Roman general 1 cannot return to Roma. Free for it now: Capua."
    assert refused(state, "g1 back tarentum 6") == "Roman general 1 cannot return to Tarentum. Free for it now: Capua."
    assert refused(state, "g1 back carthago 6") == "Roman general 1 cannot return to Carthago. Free for it now: Capua."
    after = play(state, "g2 back capua 6").state
    assert at(after, "R2") == "capua 3"
    assert refused(after, "g1 back capua 4") == "A general returns with a 5 or a 6, not with a 4."


def test_4_3_without_any_floor_every_own_main_city_will_do() -> None:
    state = war(season=2, R1="off(1)", floors={"roma": 0, "capua": 0, "tarentum": 0})
    assert at(play(state, "g1 back roma 6").state, "R1") == "roma 1"
    full = war(dice=(6, 6, 2, 1), season=2, R1="off(1)", R4="roma", floors={"capua": 0, "tarentum": 0})
    assert refused(full, "g1 back roma 6") == "None of your main cities is free for Roman general 1 now."
    assert at(play(full, "g4-antium 2; g1 back roma 6").state, "R1") == "roma 1"


def test_4_3_an_enemy_at_home_means_battle() -> None:
    after = play(war(season=2, R1="off(1)", C4="roma"), "g1 back roma 6; done", 3, 3).state
    assert (at(after, "R1"), at(after, "C4")) == ("roma 2", "off(3) 1")  # 1+3+1 against 1+3


def test_4_5_parts_are_carried_out_at_once_and_leave_the_turn_open() -> None:
    part = play(war(), "g4-caralis 2; more").state
    assert (part.active, part.dice, part.acted, part.parts) == ("A", (6, 4, 1), (4,), 1)
    assert refused(part, "g4-panormus 4") == "Roman general 4 has had its action this turn. Each general acts once."
    assert refused(part, "g1-antium 2") == "No die of yours shows 2. Left are 6 4 1."
    after = play(part, "g1-antium 1; done").state
    assert (at(after, "R1"), after.active, after.parts, after.acted) == ("antium 1", "B", 0, ())
    for end in ("pass", "done"):
        assert play(part, end).state == play(part, "done").state


def test_4_5_done_alone_ends_a_turn_like_pass() -> None:
    assert play(war(), "done").state == play(war(), "pass").state


def test_4_5_whoever_was_stopped_in_a_part_may_act_upon_it_in_the_next() -> None:
    """General 1 goes on where general 4 was stopped, through the enemy who is busy by now."""
    lists = Lists()
    part = play(war(dice=(6, 4, 4, 2), C4="caralis"), "g4-tyrrhenum-caralis-africum-carthago 4; more", lists=lists)
    assert (at(part.state, "R4"), part.state.dice) == ("caralis 1", (6, 4, 2))
    after = play(part.state, "g1-antium-tyrrhenum-caralis-africum-carthago 6; done", 6, 1, 6, 1, lists=lists).state
    assert [at(after, name) for name in ("R1", "R4", "C1", "C4")] == ["carthago 2", "caralis 2", "off(1) 1", "off(1) 1"]
    assert [word for _seat, _purpose, word in lists.asked] == ["stop"]


def test_4_5_battles_wait_for_the_end_of_the_turn() -> None:
    part = play(war(C4="caralis"), "g4-caralis 2").state
    assert (at(part, "R4"), at(part, "C4")) == ("caralis 1", "caralis 1")
    after = play(part, "pass", 5, 1).state
    assert (at(after, "R4"), at(after, "C4")) == ("caralis 2", "off(1) 1")


def test_4_4_a_later_part_uses_what_a_skipped_order_left() -> None:
    state = war(C4="caralis")
    part = play(state, "g4-tyrrhenum-caralis-africum-carthago 4; g1-caralis 6").state
    assert at(play(part, "g1-antium 6").state, "R1") == "antium 1"


def test_4_4_orders_that_hang_on_a_skipped_one_are_skipped_too() -> None:
    state = war(dice=(6, 4, 4, 2), C4="caralis")
    step = play(state, "g4-tyrrhenum-caralis-africum-carthago 4; g1-caralis 6; g2-roma 2")
    assert [at(step.state, name) for name in ("R4", "R1", "R2")] == ["caralis 1", "roma 1", "capua 1"]
    assert step.state.dice == (6, 4, 2)
    assert told(step)[-1] == (
        "“g2-roma 2” has become impossible; its die stays unused. "
        "Roman general 1 stands in Roma; a city holds one general of yours."
    )


def test_4_7_list_entries_change_nothing_in_the_position() -> None:
    assert play(war(), "go all; g4-caralis 2").state == play(war(), "g4-caralis 2").state


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("g4-capua 6", "Roman general 2 stands in Capua; a city holds one general of yours."),
        ("g4-roma-volsinii-ancona 2", "This way costs 3 points, and the die gives 2."),
        ("g4-antium-tyrrhenum-caralis 4", "The way begins after the general's own city: leave Antium out."),
        ("g4-tyrrhenum-carthago 6", "No passage joins Mare Tyrrhenum and Carthago."),
        ("g4-roma-tyrrhenum-caralis 6", "No passage joins Roma and Mare Tyrrhenum."),
        ("g4-caralis-africum 6", "Mare Africum is at sea, and a move ends in a city."),
        ("g4-carthago 2", "Carthago costs 4 points at least, and the die gives 2."),
        ("g4-gelonus 6", "Gelonus is out of reach: it is more than six passages away."),
    ],
)
def test_5_what_a_move_lacks_is_told(text: str, reason: str) -> None:
    assert refused(war(), text) == reason


def test_5_1_a_written_way_over_the_sea_is_closed_in_winter() -> None:
    assert refused(war(season=7), "g4-tyrrhenum-caralis 6") == (
        "In winter the sea is closed, so from Antium to Mare Tyrrhenum there is no way."
    )


def test_5_2_staying_costs_nothing_and_uses_its_die() -> None:
    after = play(war(season=3, dice=(1, 1, 1, 1)), "g4-antium 1").state
    assert (at(after, "R4"), after.dice, after.acted) == ("antium 1", (1, 1, 1), (4,))
    assert at(play(war(), "g4-roma-antium 2").state, "R4") == "antium 1"


def test_5_3_a_busy_enemy_stops_nobody() -> None:
    lists = Lists()
    state = war(dice=(6, 4, 4, 2), C4="caralis")
    step = play(state, "g4-caralis 2; g1-antium-tyrrhenum-caralis-africum-carthago 6", lists=lists)
    assert [at(step.state, name) for name in ("R4", "R1")] == ["caralis 1", "carthago 1"]
    assert lists.asked == []


def test_5_3_every_enemy_on_the_way_is_asked_in_turn() -> None:
    lists = Lists(B="go all", C="g4 stop romans")
    state = war("RCG", C4="caralis", C1="hadrumetum", G4="carthago")
    way = "g4-tyrrhenum-caralis-africum-carthago-hadrumetum 6"
    step = play(state, way, lists=lists)
    assert at(step.state, "R4") == "carthago 1"
    assert lists.asked == [
        ("B", "carthaginians g4 to romans g4 in caralis", "go"),
        ("C", "greeks g4 to romans g4 in carthago", "stop"),
    ]
    assert told(step)[1:] == [
        "Carthaginian general 4 in Caralis says “You may go!” – Roman general 4 passes.",
        "Greek general 4 in Carthago says “Stop!” – Roman general 4 stays there.",
        "Roman general 4 goes from Antium to Carthago.",
    ]
    assert [(mark.at, mark.to) for mark in step.events[-1].marks] == [
        ("antium", "tyrrhenum"), ("tyrrhenum", "caralis"), ("caralis", "africum"), ("africum", "carthago"),
    ]  # fmt: skip


def test_5_3_an_enemy_entered_twice_is_asked_twice() -> None:
    lists = Lists(B="go all")
    step = play(war(C4="caralis"), "g4-tyrrhenum-caralis-africum-caralis-tyrrhenum-antium 6", lists=lists)
    assert at(step.state, "R4") == "antium 1"
    assert [word for _seat, _purpose, word in lists.asked] == ["go", "go"]


def test_5_3_a_stop_with_points_left_ends_the_move_all_the_same() -> None:
    step = play(war(C4="caralis"), "g4-tyrrhenum-caralis-africum-carthago 6")
    assert (at(step.state, "R4"), step.state.dice, step.state.acted) == ("caralis 1", (4, 2, 1), (4,))


def test_5_5_a_way_may_visit_a_node_twice() -> None:
    state = war(R1="gades", C3="siga")
    assert at(play(state, "g4-roma-antium-roma 4").state, "R4") == "roma 1"


def test_5_6_the_list_of_the_general_entered_counts() -> None:
    """General 4 stops everybody but Romans, general 1 lets everybody but Romans through."""
    lists = Lists(B="go all; g4 stop; g4 go romans; g1 stop romans")
    state = war("RCG", C4="caralis", C1="hadrumetum", C2="carthago")
    way = "g4-tyrrhenum-caralis-africum-carthago-hadrumetum 6"
    assert at(play(state, way, lists=lists).state, "R4") == "hadrumetum 1"
    assert lists.asked == [
        ("B", "carthaginians g4 to romans g4 in caralis", "go"),
        ("B", "carthaginians g2 to romans g4 in carthago", "go"),
    ]


def test_5_3_where_a_move_ends_nobody_is_asked() -> None:
    lists = Lists(B="go all")
    after = play(war(C4="caralis"), "g4-caralis 2; done", 5, 1, lists=lists).state
    assert (at(after, "R4"), lists.asked) == ("caralis 2", [])


def test_5_4_the_servers_way_avoids_busy_enemies_too() -> None:
    state = war(dice=(6, 4, 4, 2), C1="hadrumetum", C4="caralis")
    drafted = read(state, "g4-caralis 2")
    with pytest.raises(Illegal, match=r"^No way of 4 points|costs 5 points"):
        GAME.read(state, "A", "g2-carthago 4", drafted)


def test_6_1_cities_come_in_the_order_of_the_alphabet() -> None:
    state = war(dice=(6, 4, 2, 1), C4="caralis", C1="volsinii", C2="brundisium")
    step = play(state, "g4-caralis 2; g1-volsinii 1; g3-brundisium 6; done", 6, 1, 6, 1, 1, 6)
    assert [line for line in told(step) if line.startswith("Battle")] == [
        "Battle in Brundisium: Roman general 3 against Carthaginian general 2.",
        "Battle in Caralis: Roman general 4 against Carthaginian general 4.",
        "Battle in Volsinii: Roman general 1 against Carthaginian general 1.",
    ]
    assert [at(step.state, name) for name in ("R3", "R4", "R1", "C1")] == [
        "brundisium 2", "caralis 2", "off(1) 1", "volsinii 2",
    ]  # fmt: skip


@pytest.mark.parametrize(("floors", "after"), [(3, ("carthago 2", "off(1) 1")), (0, ("off(1) 1", "carthago 2"))])
def test_6_2_only_a_tower_with_a_floor_helps(floors: int, after: tuple[str, str]) -> None:
    state = war(R4="hippo", C4="caralis", floors={"carthago": floors})
    # 1+4 against 1+3+1 is equal, then 1+1 against 1+2+1; without a tower 1+4 against 1+3 wins at once
    end = play(state, "g4-carthago 6; done", 4, 3, 1, 2).state
    assert (at(end, "C1"), at(end, "R4")) == after


def test_6_2_anothers_tower_helps_nobody() -> None:
    state = war("RCG", R4="carthago", G4="hadrumetum", C1="off(1)", active="C")
    end = play(state, "g4-carthago 1; done", 3, 2).state  # 1+3 against 1+2
    assert (at(end, "G4"), at(end, "R4")) == ("carthago 2", "off(1) 1")


def test_7_1_level_1_is_the_lowest() -> None:
    end = play(war(R4="antium 4", C4="caralis"), "g4-caralis 2; done", 1, 6, 1, 1).state  # 5 v 7
    assert (at(end, "R4"), at(end, "C4")) == ("off(1) 3", "caralis 2")


def test_10_1_each_choice_has_its_own_share() -> None:
    phases = [GAME.phase(chosen(*texts, seats="ABC")) for texts in ((), ("take romans antium",))]
    assert [(phase.period, phase.share, phase.to_act, phase.sealed) for phase in phases] == [
        (0, 1 / 3, ("A",), False),
        (1, 1 / 3, ("B",), False),
    ]


def test_10_1_turns_of_a_season_share_its_period() -> None:
    state = war("RCG")
    shares = []
    for _ in range(4):
        phase = GAME.phase(state)
        shares.append((phase.period, round(phase.share, 3), phase.to_act))
        part = GAME.phase(play(state, f"g1-{MAIN_CITIES[state.kingdom][0]} {state.dice[0]}").state)
        assert (part.period, part.share, part.to_act) == (phase.period, phase.share, phase.to_act)
        state = play(state, "pass").state
    assert shares == [(3, 0.333, ("A",)), (3, 0.667, ("B",)), (3, 1.0, ("C",)), (4, 0.333, ("A",))]


@pytest.mark.parametrize(
    ("active", "leaver", "shares"),
    [
        # the first of four leaves before, in and after its turn
        ("A", "D", [1 / 3, 2 / 3, 1]),
        ("B", "A", [2 / 4, 3 / 4, 1]),
        ("B", "D", [2 / 3, 1]),
        ("C", "A", [3 / 4, 1]),
        ("B", "B", [2 / 3, 1]),
    ],
)
def test_10_1_who_leaves_shortens_nobodys_time(active: str, leaver: str, shares: list[float]) -> None:
    state = war("RCGE", active=active)
    before = GAME.phase(state).share
    state = GAME.retire(state, leaver, ScriptedChance(1, 2, 3, 4)).state
    assert GAME.phase(state).share >= before
    found = []
    while state.season == 0:
        found.append(GAME.phase(state).share)
        state = play(state, "pass").state
    assert found == shares
    playing = [player.seat for player in state.playing]
    assert (GAME.phase(state).share, GAME.phase(state).to_act) == (1 / 3, (playing[0],))


def test_10_2_defaults_stand_in_for_what_is_missing() -> None:
    state = GAME.setup("AB", {}, ScriptedChance()).state
    assert GAME.default_orders(state, "A") == [Order("take", 4, ("alcimoennis",), kingdom="barbarians")]
    assert GAME.default_orders(state, "B") is None
    state = chosen("take barbarians lutetia")
    assert GAME.default_orders(state, "B") == [Order("take", 4, ("azagarium",), kingdom="sarmatians")]
    assert GAME.default_orders(war(), "A") == [Order("pass")]
    assert GAME.default_orders(play(war(), "g4-caralis 2").state, "A") == [Order("done")]


def test_story_marks_where_each_thing_happens() -> None:
    """So that a replay under a lens shows the place."""
    state = war(dice=(6, 6, 4, 1), season=1, C4="caralis", C1="hadrumetum", R1="gades", R2="off(1)", C3="siga")
    text = "g4-tyrrhenum-caralis-africum-carthago 4; g1 raze 6; g2 back capua 6; g3-tarentum 1"
    step = play(state, text, lists=Lists(B="go all"))
    told_at = [(str(event.sentence), [mark.to or mark.at for mark in event.marks]) for event in step.events[1:]]
    assert told_at == [
        ("Carthaginian general 4 in Caralis says “You may go!” – Roman general 4 passes.", ["caralis"]),
        ("Roman general 4 goes from Antium to Carthago.", ["tyrrhenum", "caralis", "africum", "carthago"]),
        ("Roman general 1 razes a floor in Gades and leaves the map. Floors left there: 2.", ["gades"]),
        ("Roman general 2 returns to Capua.", ["capua"]),
        ("Roman general 3 stays in Tarentum.", ["tarentum"]),
    ]


def test_story_shows_each_position_on_the_way() -> None:
    step = play(war(C4="caralis"), "g4-caralis 2; done", 5, 1)
    assert told(step) == [
        "264 B.C. Veris: The Romans",
        "Roman general 4 goes from Antium to Caralis.",
        "Battle in Caralis: Roman general 4 against Carthaginian general 4.",
        "Roman general 4: level 1, die 5. Total: 6.",
        "Carthaginian general 4: level 1, die 1. Total: 2.",
        "Roman general 4 wins and now has level 2. Carthaginian general 4 leaves the map and now has level 1.",
        "The Carthaginians roll 3 3 2 1.",
    ]
    assert [event.scene for event in step.events] == [0, 1, 1, 1, 1, 2, 3]
    assert [at(scene, "C4") for scene in step.scenes] == ["caralis 1", "caralis 1", "off(1) 1", "off(1) 1"]
