"""All changes of a tournament. Every function locks the event, checks, writes and posts its notices in one transaction.

Only the making of matches takes several, one for each match: stopped half way, the sweep or
whoever presses again goes on where it stopped.
"""

from games.tournaments.services.entries import (
    add_entry,
    ask_bye,
    disqualify,
    fill_from_waiting,
    leave_all,
    reinstate,
    sign_up,
    substitute,
    withdraw,
)
from games.tournaments.services.fixtures import adjudicate, forfeit, make_matches, undo_decision, undoable
from games.tournaments.services.pausing import pause, resume
from games.tournaments.services.previews import change_pairing
from games.tournaments.services.rounds import (
    annul_round,
    cancel,
    close_round,
    close_signup,
    end_round,
    extend_match,
    extend_round,
    finish,
    follow_round,
    open_signup,
    pair_round,
    publish_round,
    start,
    tell_all,
)
from games.tournaments.services.seeding import by_seed, set_seeds
from games.tournaments.services.sweeping import sweep

__all__ = [
    "add_entry",
    "adjudicate",
    "annul_round",
    "ask_bye",
    "by_seed",
    "cancel",
    "change_pairing",
    "close_round",
    "close_signup",
    "disqualify",
    "end_round",
    "extend_match",
    "extend_round",
    "fill_from_waiting",
    "finish",
    "follow_round",
    "forfeit",
    "leave_all",
    "make_matches",
    "open_signup",
    "pair_round",
    "pause",
    "publish_round",
    "reinstate",
    "resume",
    "set_seeds",
    "sign_up",
    "start",
    "substitute",
    "sweep",
    "tell_all",
    "undo_decision",
    "undoable",
    "withdraw",
]
