"""``python -m tilerules.cli``."""

import sys

from tilerules.cli.program import main

sys.exit(main())
