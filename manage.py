#!/usr/bin/env python
"""Herald's management commands."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        print(f"herald: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:  # as a shell counts it
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
