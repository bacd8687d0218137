"""Addresses of lobby, matches and their history."""

from django.urls import path

from games.matches.views import absence, lobby, replay, table

urlpatterns = [
    path("", lobby.home, name="home"),
    path("lobby/", lobby.lobby, name="lobby"),
    path("matches/", lobby.my_matches, name="my_matches"),
    path("watch/", lobby.watch, name="watch"),
    path("games/<slug:slug>/", lobby.rules, name="rules"),
    path("games/<slug:slug>/new/", lobby.new_match, name="new_match"),
    path("join/<slug:token>/", lobby.invitation, name="invitation"),
    path("matches/<int:match_id>/", table.match, name="match"),
    path("matches/<int:match_id>/news/", table.news, name="match_news"),
    path("matches/<int:match_id>/join/", lobby.join, name="join_match"),
    path("matches/<int:match_id>/leave/", lobby.leave, name="leave_match"),
    path("matches/<int:match_id>/cancel/", lobby.cancel, name="cancel_match"),
    path("matches/<int:match_id>/invite/", lobby.invite, name="invite"),
    path("matches/<int:match_id>/orders/", table.file_orders, name="file_orders"),
    path("matches/<int:match_id>/compose/", table.compose, name="compose"),
    path("matches/<int:match_id>/chat/", table.chat, name="chat"),
    path("matches/<int:match_id>/notes/", table.notes, name="notes"),
    path("matches/<int:match_id>/standing/", table.standing, name="standing"),
    path("matches/<int:match_id>/vote/", absence.open_vote, name="open_vote"),
    path("matches/<int:match_id>/vote/support/", absence.support_vote, name="support_vote"),
    path("matches/<int:match_id>/vote/drop/", absence.drop_vote, name="drop_vote"),
    path("matches/<int:match_id>/back/", absence.come_back, name="come_back"),
    path("matches/<int:match_id>/take-over/", absence.take_over, name="take_over"),
    path("matches/<int:match_id>/resign/", table.resign, name="resign"),
    path("matches/<int:match_id>/draw/", table.offer_draw, name="offer_draw"),
    path("matches/<int:match_id>/draw/decline/", table.decline_draw, name="decline_draw"),
    path("matches/<int:match_id>/rematch/", table.rematch, name="rematch"),
    path("matches/<int:match_id>/history/", replay.history, name="history"),
    path("matches/<int:match_id>/history/<int:number>/", replay.ply, name="ply"),
    path("matches/<int:match_id>/record.txt", replay.record, name="record"),
    path("matches/<int:match_id>/proof/", replay.proof, name="proof"),
    path("matches/<int:match_id>/proof.json", replay.proof_json, name="proof_json"),
]
