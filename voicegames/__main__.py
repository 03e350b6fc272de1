"""``python -m voicegames``."""

import sys

from voicegames.cli import main

sys.exit(main())
