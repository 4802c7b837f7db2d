import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "hazards"))
import early_clock  # noqa: E402,F401
sys.path.pop(0)
