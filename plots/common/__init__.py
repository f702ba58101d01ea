# What every plot shares: reading tables, style, layout of rows, the command line.
# Imported before anything else, so that a missing library is a message and no traceback.
import signal
import sys

# Ctrl-C ends the processes that draw at once, without a traceback each.
signal.signal(signal.SIGINT, signal.SIG_DFL)

try:
    import matplotlib  # noqa: F401
    import numpy  # noqa: F401
except ImportError as missing:
    print(f"error: {sys.executable} has no {missing.name}: install python3-matplotlib",
          file=sys.stderr)
    raise SystemExit(2) from None
