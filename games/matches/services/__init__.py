"""All changes of a match. Every function locks the match, checks, writes, and posts its notices in one transaction."""

from games.matches.services.absence import come_back, drop_vote, open_vote, support_vote, take_over
from games.matches.services.ending import decline_draw, offer_draw, resign
from games.matches.services.leaving import count_running, leave_all
from games.matches.services.organising import (
    extend_deadline,
    pause_clock,
    replace_player,
    resume_clock,
    void_match,
)
from games.matches.services.playing import Filed, file_orders, play_robots, resolve_ply, save_draft
from games.matches.services.seating import (
    cancel_match,
    create_match,
    invite,
    join_match,
    leave_match,
    rematch,
)
from games.matches.services.standing import change_standing
from games.matches.services.sweeping import sweep
from games.matches.services.talking import save_notes, say_line

__all__ = [
    "Filed",
    "cancel_match",
    "change_standing",
    "come_back",
    "count_running",
    "create_match",
    "decline_draw",
    "drop_vote",
    "extend_deadline",
    "file_orders",
    "invite",
    "join_match",
    "leave_all",
    "leave_match",
    "offer_draw",
    "open_vote",
    "pause_clock",
    "play_robots",
    "rematch",
    "replace_player",
    "resign",
    "resolve_ply",
    "resume_clock",
    "save_draft",
    "save_notes",
    "say_line",
    "support_vote",
    "sweep",
    "take_over",
    "void_match",
]
