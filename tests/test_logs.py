"""What is written to the log."""

import pytest
from django.test import Client


def test_strange_host_name_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    answer = Client(headers={"host": "elsewhere.example"}).get("/")
    assert answer.status_code == 400
    (line,) = caplog.text.splitlines()
    assert "elsewhere.example" in line
