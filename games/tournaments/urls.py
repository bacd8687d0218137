"""Addresses of tournaments."""

from django.urls import path

from games.tournaments import views

urlpatterns = [
    path("events/", views.event_list, name="events"),
    path("events/<int:event_id>/", views.event_page, name="event"),
    path("events/<int:event_id>/invitation/<slug:invitation>/", views.event_page, name="event_invitation"),
    path("events/<int:event_id>/join/", views.join, name="event_join"),
    path("events/<int:event_id>/leave/", views.leave, name="event_leave"),
    path("events/<int:event_id>/bye/", views.bye, name="event_bye"),
    path("events/<int:event_id>/calendar.ics", views.calendar, name="event_calendar"),
    path("events/<int:event_id>/results.csv", views.results_csv, name="event_csv"),
    path("events/<int:event_id>/results.json", views.results_json, name="event_json"),
    path("events/<int:event_id>/report.txt", views.report, name="event_report"),
]
