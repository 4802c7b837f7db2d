"""The interpreter under test: VOICETEST_CLIENT_PYTHON, else the one that runs the tests."""
import os

import harness

harness.PYTHON = os.environ.get("VOICETEST_CLIENT_PYTHON", harness.PYTHON)
