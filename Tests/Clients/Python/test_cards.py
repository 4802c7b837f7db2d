"""Bots that open a sound card, in public shapes, unmodified: recorded, replayed without their clouds, one trace in all steps."""
import array
import json
import sys

import pytest

import harness
from harness import BLOCK, RATE, ROOT, run

HERE = ROOT / "Tests/Clients/Python/cards"
sys.path.insert(0, str(HERE))
sys.path.insert(0, str(harness.CLIENT))
import cloud  # noqa: E402
import voicetest_child_commands as commands  # noqa: E402

STEPS = {16_000: (1, 400), 48_000: (7,)}
LOUD = array.array("h", [3_000, 3_000, -3_000, -3_000] * (BLOCK // 4)).tobytes()


def spoken(*spans):
    """The caller's sound: loud from and until these seconds."""
    return {at: LOUD for start, end in spans for at in range(round(start * 50) * BLOCK, round(end * 50) * BLOCK, BLOCK)}


SOUNDS = spoken((1.5, 2.5), (6, 8))


@pytest.fixture(scope="module")
def address():
    server = cloud.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def played(one):
    """Seconds of each sound that is samples, by its number."""
    found = {}
    for line in one.lines:
        if line["kind"] == "play" and "pcm" in line:
            found[line["id"]] = found.get(line["id"], 0) + len(line["pcm"]) * 3 // 4 / 2 / RATE
    return [round(seconds, 1) for seconds in found.values()]


def texts(one):
    return [act["text"] for _, kind, act in one.trace if kind == "play" and "text" in act]


@pytest.mark.parametrize("rate", [16_000, 48_000])
@pytest.mark.parametrize("name, says", [
    ("threads", "heard word"), ("recognition", ""), ("callback", "voicetest\n"), ("streams", ""),
    ("recorder", "heard word")])
def test_a_bot_is_recorded_and_then_replayed_without_its_clouds(address, name, says, rate):
    options = {"arguments": [address, str(rate)], "sounds": SOUNDS, "limit": 30}
    recorded = run(HERE / f"{name}.py", **options)
    assert (recorded.escapes, recorded.end) == ([], {"kind": "ended"}), recorded.printed
    assert recorded.printed.startswith(says) and recorded.ready["hears"] == "audio"
    assert len(played(recorded)) + len(texts(recorded)) >= 2
    for steps in STEPS[rate]:
        one = run(HERE / f"{name}.py", calls=recorded.made, steps=steps, **options)
        assert (one.trace, one.escapes, one.printed) == (recorded.trace, [], recorded.printed)


def edges(name):
    """What a case of edges.py has seen, and its sounds: their acts with the seconds at which they come."""
    one = run(HERE / "edges.py", arguments=[name], calls=[])
    assert (one.escapes, one.end) == ([], {"kind": "ended"}), one.printed
    return ([act["fields"]["what"] for _, kind, act in one.trace if kind == "emit"],
            [(at / RATE, kind, act["id"]) for at, kind, act in one.trace
             if kind in ("stop", "playEnded") or kind == "play" and act["last"]])


def test_a_read_returns_when_its_sound_has_come_and_tells_of_sound_that_is_lost():
    seen, _ = edges("reads")
    assert seen == ["2048 at 0.080", "2048 at 0.140", "2048 at 0.200", "4096 2048 at 1.200",
                    "OSError: [Errno -9981] Input overflowed at 2.200", "OSError: [Errno -9988] Stream closed at 2.200"]


def test_a_write_waits_for_room_a_stop_for_the_end_and_a_close_stops_the_sound():
    seen, sounds = edges("plays")
    assert seen == ["wrote at 0.000", "wrote at 0.100", "wrote at 0.200", "wrote at 0.300", "stopped at 0.700",
                    "OSError: [Errno -9988] Stream closed at 1.000"]
    assert sounds == [(.3, "play", 1), (.7, "playEnded", 1), (1, "stop", 2)]


def test_a_sound_is_over_behind_a_pause():
    seen, sounds = edges("pauses")
    assert seen == ["heard at 0.850"] and [kind for _, kind, _ in sounds] == ["play", "playEnded"] * 2


def test_callbacks_come_with_each_block_and_an_error_of_one_is_told_and_stops_the_stream():
    seen, _ = edges("callbacks")
    assert seen == [str([(7_680, 960, 0)] * 4) + " at 0.100", "active False at 0.200"]


def test_rec_play_playrec_and_streams_that_end_themselves():
    seen, sounds = edges("functions")
    assert seen == ["(8000, 1) int16 0 at 0.500", "stopped False at 0.900", "(4800, 1) float32 at 1.101", "finished at 1.160",
                    "[(320, 1), (320, 1), (320, 1)] False False at 1.301", "True at 1.301"]
    assert (.9, "stop", 1) in sounds


def test_samples_keep_their_form_and_a_conversion_is_the_same_without_numpy(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text("""
import array, random
import voicetest_app as voice, voicetest_card as card
pcm = array.array("h", [random.randrange(-32_768, 32_768) for _ in range(999)]).tobytes()
kept = [form for form in card.SAMPLE_BYTES for channels in (1, 2, 6)
        if card.decoded(card.coded(pcm, form, channels), form, channels) == pcm]
assert kept == [form for form in ("int16", "int32", "float32", "int24") for _ in range(3)], kept
assert card.decoded(b"\\xff\\xff\\xff\\x7f" + b"\\x00\\x00\\xc0\\x7f", "float32", 1) == bytes(4)       # no numbers
for rate in (8_000, 11_025, 22_050, 24_000, 44_100, 48_000):
    plain = voice.PlainResampler(16_000, rate)
    plain.take(bytes(2 * plain.width))
    found = [(one.take(pcm[:500]) + one.take(pcm[500:]) + one.take(b"", True)) for one in (plain, voice.Converter(16_000, rate))]
    assert found[0] == found[1] and abs(len(found[0]) / 2 / rate - 999 / 16_000) < .01, rate
""")
    one = run(bot, calls=[])
    assert one.end == {"kind": "ended"}, one.printed


@pytest.mark.parametrize("name", ["pyaudio", "sounddevice", "pyttsx3"])
def test_a_module_of_the_sound_card_without_its_stand_in_is_told_with_the_line(name, tmp_path):
    (tmp_path / "voicetest_app.py").write_bytes((harness.CLIENT / "voicetest_app.py").read_bytes())
    (tmp_path / "bot.py").write_text(f"import {name}\n")
    one = run(tmp_path / "bot.py", calls=[], is_forked=False, environment={"PYTHONPATH": str(tmp_path)})
    assert [(escape["what"], escape["line"]) for escape in one.escapes] == [("library", "bot.py:1 <module>")]
    assert f"copy voicetest_{name}.py" in one.escapes[0]["name"]


def test_a_bot_without_numpy_opens_pyaudio_at_another_rate(tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('no numpy')\n")
    (tmp_path / "bot.py").write_text("""
import pyaudio
stream = pyaudio.PyAudio().open(48_000, 1, pyaudio.paInt16, input=True, output=True)
for _ in range(20):
    stream.write(stream.read(960))
stream.stop_stream()
""")
    one = run(tmp_path / "bot.py", calls=[], sounds=spoken((0, 1)))
    assert one.end == {"kind": "ended"} and [round(seconds, 1) for seconds in played(one)] == [.4], one.printed


def children(name, tmp_path, escapes=()):
    one = run(HERE / "children.py", arguments=[name, str(tmp_path)], calls=[])
    assert ([found["name"] for found in one.escapes], one.end) == (list(escapes), {"kind": "ended"}), one.printed
    return [act["fields"]["what"] for _, kind, act in one.trace if kind == "emit"]


def test_children_of_subprocess_record_and_play(tmp_path):
    assert children("popen", tmp_path) == ["3200 3200 3200 3200 3200 at 0.500", "1 b'' at 0.500", "closed None at 0.500",
                                           "over 0 at 1.500", "2560 2560 at 1.540", "-9 at 1.540"]


def test_children_record_into_files_play_them_and_fail_without_one(tmp_path):
    assert children("files", tmp_path) == [
        "0 at 1.000", "2 2 44100 44100 at 1.000", "played at 3.000",
        "1 aplay: ./none.wav: No such file or directory at 3.000", "0.5 at 3.500", "b'RIFF' 16044 at 4.000", "said at 5.320"]


def test_children_of_asyncio_record_and_play(tmp_path):
    assert children("asyncio", tmp_path) == [
        "9600 at 0.100", "9600 at 0.200", "9600 at 0.300", "255 at 0.300", "wrote at 0.300", "wrote at 0.300", "wrote at 0.752",
        "wrote at 1.752", "0 at 5.752", "-9 at 5.952"]


def test_children_of_the_card_that_nothing_stands_in_for_are_told_and_others_are_not(tmp_path):
    known = "aplay, arecord, ffplay, paplay, parec, parecord, play, rec"
    children("told", tmp_path, [
        f"'mpg123' opens the sound card: voicetest stands in for {known}",
        "'parec' opens the sound card in a shell: start it without one",
        "'arecord' opens the sound card in a shell: start it without one",
        "'rec' opens the sound card with words that voicetest does not know: silence"])


@pytest.mark.parametrize("case", json.loads((ROOT / "Tests/Clients/cases/children.json").read_text())["cases"],
                         ids=lambda case: " ".join(case["words"]))
def test_the_words_of_a_child_say_what_it_does_in_both_clients_alike(case, tmp_path):
    name, *words = case["words"]
    if "text" in case:
        assert commands.read(name, words) == f"{name!r} opens the sound card with words that voicetest does not know: {case['text']}"
        return
    found = commands.read(name, words)
    assert (found and {"is_wave" if key == "isWave" else key: value for key, value in case["task"].items()}) == (
        found and {key: value for key, value in vars(found).items() if key != "name"}) and (found is None) == (case["task"] is None)


def test_a_bot_that_records_after_it_has_waited_hears_the_caller_without_an_adapter(tmp_path):
    (tmp_path / "bot.py").write_text("""
import array, subprocess, time
time.sleep(.1)
child = subprocess.Popen(["arecord", "-f", "S16_LE", "-r", "8000", "-t", "raw", "-q"], stdout=subprocess.PIPE)
while max(map(abs, array.array("h", child.stdout.read(160)))) < 1_000:
    pass
subprocess.run(["aplay", "-f", "S16_LE", "-r", "8000", "-t", "raw", "-"], input=b"\\0\\x20" * 4_000)
child.terminate()
""")
    tone = array.array("h", ([3_000] * 16 + [-3_000] * 16) * (BLOCK // 32)).tobytes()
    one = run(tmp_path / "bot.py", calls=[], sounds={at: tone for at in range(50 * BLOCK, 100 * BLOCK, BLOCK)})
    assert (one.ready["hears"], one.escapes, one.end) == ("audio", [], {"kind": "ended"}), one.printed
    assert played(one) == [.5] and one.trace[0][0] / RATE > .99


@pytest.mark.parametrize("package, code, line", [
    ("simpleaudio", "try: import playsound\nexcept ImportError: import simpleaudio", 2),
    ("pygame/mixer", "import pygame.mixer\npygame.mixer.init()", 2),
    ("miniaudio", "import miniaudio\nminiaudio.decode()\nminiaudio.PlaybackDevice()", 3)])
def test_another_library_of_the_sound_card_is_told_with_the_line(package, code, line, tmp_path):
    file = tmp_path / f"{package}.py"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("def init(): pass\ndef play(): pass\ndef decode(): pass\nclass PlaybackDevice: pass\n")
    (tmp_path / "bot.py").write_text(code)
    one = run(tmp_path / "bot.py", calls=[], is_forked=False, environment={"PYTHONPATH": f"{harness.CLIENT}:{tmp_path}"})
    assert [(found["what"], found["name"].partition(":")[0], found["line"]) for found in one.escapes] == [
        ("library", f"{package.replace('/', '.')} opens the sound card", f"bot.py:{line} <module>")]
