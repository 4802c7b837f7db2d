"""What the adapters of frameworks stand on: versions, whole-numbered sound, functions that stand in for services."""
import subprocess
import sys

import pytest

from harness import CLIENT, ROOT, run

BOTS = ROOT / "Tests/Clients/Python/bots"


def python(code):
    return subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {str(CLIENT)!r}); import voicetest_app as voice\n{code}"],
                          capture_output=True, text=True)


def test_a_version_that_is_not_tested_is_told_and_goes_on():
    done = python("print(voice.adapt('adapter.py', 'pytest', ('0.1',)))")
    assert done.returncode == 0 and done.stdout.strip() == pytest.__version__
    assert done.stderr.startswith(f"adapter.py is tested with pytest 0.1; this is {pytest.__version__}.")


def test_a_version_that_is_tested_is_not_told():
    done = python(f"voice.adapt('adapter.py', 'pytest', ('{pytest.__version__.split('.')[0]}',))")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_framework_that_is_missing_is_told_with_what_installs_it():
    done = python("voice.adapt('adapter.py', 'no-such-framework', ('1.14',))")
    assert done.stderr.strip().endswith("adapter.py needs no-such-framework. Run pip install 'no-such-framework==1.14.*'.")


def test_a_stub_answers_in_pieces_and_the_longest_target_counts():
    one = run(BOTS / "stubbed.py")
    assert [(act["event"], act["fields"]) for _, kind, act in one.trace if kind == "emit"] == [
        ("answer", {"text": "LARGE", "at": .3}), ("answer", {"text": "other", "at": .3})]
    assert [(row["to"], [chunk["after"] for chunk in row["chunks"]]) for row in one.made] == [
        ("POST http://model.example/v1/ask", [1_600, 4_800]), ("POST http://model.example/v2/ask", [0])]


def test_a_rate_is_converted_alike_in_pieces_of_any_size():
    numpy = pytest.importorskip("numpy")
    sys.path.insert(0, str(CLIENT))
    from voicetest_app import Resampler
    for rate, target in ((24_000, 16_000), (16_000, 24_000), (44_100, 16_000), (8_000, 16_000)):
        tone = (8_000 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(rate) / rate)).astype(numpy.int16)[:, None]
        whole = Resampler(rate, target).take(tone, True)
        pieces = Resampler(rate, target)
        parts = [pieces.take(tone[at:at + 333]) for at in range(0, rate, 333)] + [pieces.take(tone[:0], True)]
        assert numpy.array_equal(whole, numpy.concatenate(parts)) and len(whole) == target
        wanted = 8_000 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(target) / target)
        error = (whole[:, 0] - wanted)[100:-100]
        assert numpy.sqrt((error ** 2).mean()) < 2          # 70 dB below the tone


def test_soxr_gives_one_sound():
    pytest.importorskip("soxr")
    runs = [run(BOTS / "converts.py") for _ in range(2)]
    sounds = [[act["pcm"] for _, kind, act in one.trace if kind == "play"] for one in runs]
    assert sounds[0] == sounds[1] and all(sounds)
