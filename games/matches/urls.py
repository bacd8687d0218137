"""Addresses of lobby, matches and their history."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter

from games.matches.views import absence, lobby, replay, table


class Number(IntConverter):
    """A number that every database can look up; a longer one leads nowhere."""

    regex = "[0-9]{1,18}"


register_converter(Number, "number")

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("matches/", lobby.my_matches, name="my_matches"),
    path("watch/", lobby.watch, name="watch"),
    path("games/<slug:slug>/", lobby.rules, name="rules"),
    path("games/<slug:slug>/new/", lobby.new_match, name="new_match"),
    path("join/<slug:token>/", lobby.invitation, name="invitation"),
    path("matches/<number:match_id>/", table.match, name="match"),
    path("matches/<number:match_id>/news/", table.news, name="match_news"),
    path("matches/<number:match_id>/join/", lobby.join, name="join_match"),
    path("matches/<number:match_id>/leave/", lobby.leave, name="leave_match"),
    path("matches/<number:match_id>/cancel/", lobby.cancel, name="cancel_match"),
    path("matches/<number:match_id>/invite/", lobby.invite, name="invite"),
    path("matches/<number:match_id>/orders/", table.file_orders, name="file_orders"),
    path("matches/<number:match_id>/compose/", table.compose, name="compose"),
    path("matches/<number:match_id>/chat/", table.chat, name="chat"),
    path("matches/<number:match_id>/notes/", table.notes, name="notes"),
    path("matches/<number:match_id>/standing/", table.standing, name="standing"),
    path("matches/<number:match_id>/vote/", absence.open_vote, name="open_vote"),
    path("matches/<number:match_id>/vote/support/", absence.support_vote, name="support_vote"),
    path("matches/<number:match_id>/vote/drop/", absence.drop_vote, name="drop_vote"),
    path("matches/<number:match_id>/back/", absence.come_back, name="come_back"),
    path("matches/<number:match_id>/take-over/", absence.take_over, name="take_over"),
    path("matches/<number:match_id>/resign/", table.resign, name="resign"),
    path("matches/<number:match_id>/draw/", table.offer_draw, name="offer_draw"),
    path("matches/<number:match_id>/draw/decline/", table.decline_draw, name="decline_draw"),
    path("matches/<number:match_id>/rematch/", table.rematch, name="rematch"),
    path("matches/<number:match_id>/history/", replay.history, name="history"),
    path("matches/<number:match_id>/history/<number:number>/", replay.ply, name="ply"),
    path("matches/<number:match_id>/record.txt", replay.record, name="record"),
    path("matches/<number:match_id>/proof/", replay.proof, name="proof"),
    path("matches/<number:match_id>/proof.json", replay.proof_json, name="proof_json"),
]
