"""What ends a step of an app: samples of its thread in, the limit that is over out. No clock, no load, no process."""
import sys

import pytest

from harness import CLIENT

sys.path.insert(0, str(CLIENT))
import voicetest_app  # noqa: E402


def end(sample, most_sleeping=1):
    """The limit that looks every 100 ms find over, of a second unless said otherwise, and when; None where 20 s are too few."""
    start = 77_000      # a clock and a thread that began long ago
    step = voicetest_app.StepTime(1, most_sleeping, shifted(sample(0)), start)
    for tenths in range(1, 201):
        over = step.look(shifted(sample(tenths / 10)), start + tenths / 10)
        if over:
            return over, tenths
    return None


def shifted(sample):
    ran, ready, is_asleep = sample
    return 7_000 + ran, 9_000 + ready, is_asleep


@pytest.mark.parametrize("sample, found", [
    (lambda now: (now, 0, False), ("1 s of processor time", 10)),
    (lambda now: (0, 0, True), ("1 s of waiting", 10)),
    (lambda now: (.75 * now, 0, True), ("1 s of processor time", 14)),
    (lambda now: (64 * now, 0, True), ("1 s of processor time", 10)),
    (lambda now: (now / 5, now * 4 / 5, True), ("1 s of processor time", 50))],
    ids=["computes", "sleeps", "computes more than it sleeps", "has many threads in one count", "has a fifth of a processor"])
def test_ends_an_app_that(sample, found):
    over, tenths = end(sample)
    assert over == found[0] and tenths - found[1] in (0, 1)     # tenths are no whole sums


def test_counts_nothing_of_an_app_that_is_ready_and_has_no_processor_up_to_ten_times_the_limit():
    assert end(lambda now: (0, 0, False)) == ("10 s of real time", 100)
    # The system adds the time of a wait for a processor when it is over.
    over, tenths = end(lambda now: (0, 0, False) if now < 5 else (0, 5, True))
    assert over == "1 s of waiting" and tenths in (60, 61)


def test_has_a_limit_of_its_own_for_sleep():
    assert end(lambda now: (0, 0, True), most_sleeping=3)[0] == "3 s of waiting"


def test_reads_what_linux_says_of_a_thread():
    stat = b"12 (a) S (b) R 1 12 12 0 -1 4194304 90 0 0 0 250 31 8 9 20 0 1 0 50357 16961536\n"
    assert voicetest_app.thread_time(stat, b"2810000000 1500000 32\n") == (2.81, .0015, False)
    states = [voicetest_app.thread_time(stat.replace(b") R", b") " + state), b"0 0 0\n")[2] for state in (b"S", b"D", b"T")]
    assert states == [True, False, False]
