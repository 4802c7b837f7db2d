"""What the adapters of frameworks stand on: versions, whole-numbered sound, functions that stand in for services."""
import re
import subprocess
import sys

import pytest

from harness import CLIENT, ROOT, run

sys.path.insert(0, str(CLIENT))
import voicetest_app  # noqa: E402

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
    assert [row["headers"] for row in one.made] == [{"content-type": "application/json"}, {"x-request-id": "1"}]


@pytest.mark.parametrize("target, port, is_there", [
    ("GET ws://one/", 80, True), ("GET ws://one:8765/", 80, False), ("POST http://one", 8_080, True), ("POST https://ONE/x", 443, True),
    ("POST https://one/x", "80", False), ("GET http://two/", 80, False), ("GET http://one:80x/", 80, False)])
def test_a_stub_is_at_its_own_port_alone(target, port, is_there):
    assert voicetest_app.stands_in_for(target, "one", port) == is_there


STAND_INS_THAT_RAISE = """
import voicetest_app as voice
def menu(to, message):
    if message is not None:
        raise KeyError(message)
    return [(.1, "hello")]
def shop(to, body):
    yield .1, b"half"
    raise ValueError("no pizza")
def stand_in():
    voice.stub("GET ws://model.example/", menu)
    voice.stub("GET ws://late.example/", lambda to, message: 1 / 0)
    voice.stub("POST http://shop.example/", shop)
"""
BOT_OF_STAND_INS = """
import asyncio, urllib.request
import voicetest_app as voice
import websockets
async def talk(address):
    async with websockets.connect(address) as socket:
        voice.emit("heard", text=await socket.recv())
        await socket.send("large")
        await socket.send("small")
        await socket.recv()
async def main():
    for address in ("ws://model.example/talk?key=1", "ws://late.example/"):
        try:
            await talk(address)
        except Exception as error:
            voice.emit("ended", text=str(error))
    try:
        await asyncio.to_thread(urllib.request.urlopen, "http://shop.example/menu", b"large", 5)
    except OSError as error:
        voice.emit("ended", text=str(error))
asyncio.run(main())
"""


def test_a_stand_in_that_raises_is_told_with_its_lines_and_a_replay_has_what_the_app_had_of_it(tmp_path):
    pytest.importorskip("websockets")
    (tmp_path / "services.py").write_text(STAND_INS_THAT_RAISE)
    (tmp_path / "bot.py").write_text(BOT_OF_STAND_INS)
    start = [sys.executable, "-m", "voicetest_app"]
    one = run(None, command=[*start, "--with", str(tmp_path / "services.py"), str(tmp_path / "bot.py")])
    told = re.findall(r"^The function (.*) raises\. The app's connection ends with an error\. Mend the function:\n"
                      r"Traceback \(most recent call last\):\n  File \"(.*)\", line (\d+), in", one.printed, re.M)
    services = str(tmp_path / "services.py")
    assert told == [
        ("menu, which stands in for GET ws://model.example/talk,", services, "5"),
        ("stand_in.<locals>.<lambda>, which stands in for GET ws://late.example/,", services, "12"),
        ("shop, which stands in for POST http://shop.example/menu,", services, "9")]
    assert [line for line in one.printed.splitlines() if re.match(r"\w+Error: ", line)] == [
        "KeyError: 'large'", "ZeroDivisionError: division by zero", "ValueError: no pizza"]
    emitted = [act["fields"]["text"] for _, kind, act in one.trace if kind == "emit"]
    assert emitted[:2] == ["hello", "received 1011 (internal error) the stand-in fails; then sent 1011 (internal error) "
                           "the stand-in fails"] and len(emitted) == 4, emitted
    for step in (7, 400):
        again = run(None, command=[*start, str(tmp_path / "bot.py")], calls=one.made, steps=step)
        assert [act["fields"]["text"] for _, kind, act in again.trace if kind == "emit"] == emitted
        assert again.trace == one.trace


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


def test_a_converter_gives_pieces_as_long_as_those_that_it_takes():
    numpy = pytest.importorskip("numpy")
    sys.path.insert(0, str(CLIENT))
    from voicetest_app import Converter
    for rate, target in ((16_000, 8_000), (16_000, 16_000), (16_000, 24_000), (16_000, 48_000), (8_000, 16_000)):
        tone = (8_000 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(rate) / rate)).astype("<i2").tobytes()
        converter, step = Converter(rate, target), rate // 25
        pieces = [converter.take(tone[at:at + step]) for at in range(0, len(tone), step)]
        assert {len(one) for one in pieces} == {target // 25}
        heard = numpy.frombuffer(b"".join(pieces) + converter.take(b"", True), dtype="<i2")
        delay = len(heard) - target
        assert 0 <= delay <= target // 500
        wanted = 8_000 * numpy.sin(2 * numpy.pi * 440 * numpy.arange(target) / target)
        assert numpy.abs(heard[delay:] - wanted)[100:-100].max() < 8


def test_soxr_gives_one_sound():
    pytest.importorskip("soxr")
    runs = [run(BOTS / "converts.py") for _ in range(2)]
    sounds = [[act["pcm"] for _, kind, act in one.trace if kind == "play"] for one in runs]
    assert sounds[0] == sounds[1] and all(sounds)


FAKES = """
import importlib.metadata, types
importlib.metadata.version = lambda package: '1.8' if package == 'livekit-agents' else '1.14'
class Fake(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith('__'):
            raise AttributeError(name)
        setattr(self, name, type(name, (), {'__init__': lambda self, *args, **options: None}))
        return getattr(self, name)
def fake(*names):
    for name in names:
        sys.modules[name] = Fake(name)
    for name in names:
        if '.' in name:
            setattr(sys.modules[name.rpartition('.')[0]], name.rpartition('.')[2], sys.modules[name])
def acts():
    found, voice.APP.machine.acts = voice.APP.machine.acts, []
    return found
livekit = ('livekit', 'livekit.rtc', 'livekit.agents', 'livekit.agents.utils', 'livekit.agents.utils.http_context',
           'livekit.agents.voice', 'livekit.agents.voice.io', 'livekit.agents.voice.agent_activity')
def use(kind, *names):
    for name in names:
        setattr(kind, name, lambda self, *args, **options: None)
pipecat = ('pipecat', 'pipecat.frames', 'pipecat.frames.frames', 'pipecat.metrics', 'pipecat.metrics.metrics',
           'pipecat.observers', 'pipecat.observers.base_observer', 'pipecat.pipeline', 'pipecat.pipeline.worker',
           'pipecat.processors', 'pipecat.processors.frame_processor', 'pipecat.transports',
           'pipecat.transports.base_input', 'pipecat.transports.base_output', 'pipecat.transports.base_transport')
"""


def test_options_are_told_as_settings_but_for_lists_paths_and_whole_numbers():
    done = python("""
import dataclasses
@dataclasses.dataclass
class Inner:
    delay: float = .5
    is_on: bool = True
class Options:
    def __init__(self):
        self.count, self.inner, self.more = 4, Inner(), {'mode': 'fixed', 'x y': 1}
        self.words, self.path, self.none = ['a'], '/home/ada/model', None
voice.tell_options('vad', Options())
voice.tell_options('none', None)
print(voice.APP.declared['settings'])
voice.APP.is_ready_sent = True
voice.tell_options('late', Options())
print(len(voice.APP.declared['settings']))
""")
    assert done.stdout.splitlines() == [
        "{'vad.count': 4.0, 'vad.inner.delay': 0.5, 'vad.inner.is_on': True, 'vad.more.mode': 'fixed'}", "4"], done.stderr


def test_parallel_tools_of_livekit_answer_by_their_own_names_without_addresses():
    done = python(FAKES + """
fake(*livekit)
use(sys.modules['livekit.rtc'].AudioSource, '_release_waiter')
use(sys.modules['livekit.agents.voice.agent_activity'].AgentActivity, 'on_eot_prediction')
import voicetest_livekit
of = types.SimpleNamespace
teller = voicetest_livekit.Teller(of(on=lambda name, function: None))
def tell(**update):
    teller.tool_execution_updated(of(update=of(**update)))
for name in ('price', 'stock'):
    tell(type='tool_call_started', function_call=of(call_id=name + '1', name=name, arguments='{}'))
tell(type='tool_call_ended', call_id='price1', status='done', message=f'{object()}')
tell(type='tool_call_ended', call_id='stock1', status='error', message=None)
print([(act['event'], *act['fields'].values()) for act in acts()])
""")
    assert done.stdout.strip() == str([
        ("toolCalled", "price", "{}"), ("toolCalled", "stock", "{}"),
        ("toolAnswered", "price", "done: <object object>"), ("toolAnswered", "stock", "error: ")]), done.stderr


def test_two_sessions_with_one_caller_are_noted_once_with_both_lines():
    done = python("""
end = voice.begin_session('bot.py:3 call')
end()
ends = [voice.begin_session(line) for line in ('bot.py:3 call', 'bot.py:9 call')]
voice.begin_session('bot.py:12 call')
print([(act['event'], act['why']) for act in voice.APP.machine.acts])
""")
    assert done.stdout.strip() == str(
        [("sharedCaller", {"first": "bot.py:3 call", "second": "bot.py:9 call"})]), done.stderr
    assert done.stderr == ("two sessions share one caller: bot.py:3 call, and bot.py:9 call. "
                           "Start one session in each call.\n")


def test_livekits_resampler_has_the_rates_that_realtime_models_compare():
    pytest.importorskip("numpy")
    done = python("""
import types
class AudioResampler:
    pass
def frame(data, rate, channels, count):
    return rate, channels, count
voice.catch_livekit_resampler(types.SimpleNamespace(AudioResampler=AudioResampler, AudioFrame=frame))
one = AudioResampler(16_000, 24_000)
print(one._input_rate, one._output_rate, one._num_channels, one.push(bytes(640)))
""")
    assert done.stdout.strip() == "16000 24000 1 [(24000, 1, 456)]", done.stderr


def test_handoffs_of_livekit_are_told_but_not_the_first_agent():
    done = python(FAKES + """
fake(*livekit)
use(sys.modules['livekit.rtc'].AudioSource, '_release_waiter')
use(sys.modules['livekit.agents.voice.agent_activity'].AgentActivity, 'on_eot_prediction')
import voicetest_livekit
of = types.SimpleNamespace
teller = voicetest_livekit.Teller(of(on=lambda name, function: None))
for before in (None, 'waiter'):
    teller.conversation_item_added(of(item=of(type='agent_handoff', old_agent_id=before, new_agent_id='cashier')))
print([(act['event'], act['fields']) for act in acts()])
""")
    assert done.stdout.strip() == str([("handoff", {"from": "waiter", "to": "cashier"})]), done.stderr


def test_what_a_turn_detector_of_livekit_compared_stands_in_the_turn_that_it_ends():
    done = python(FAKES + """
fake(*livekit)
use(sys.modules['livekit.rtc'].AudioSource, '_release_waiter')
use(sys.modules['livekit.agents.voice.agent_activity'].AgentActivity, 'on_eot_prediction')
import voicetest_livekit
of = types.SimpleNamespace
session = of(teller=voicetest_livekit.Teller(of(on=lambda name, function: None)))
sys.modules['livekit.agents.voice.agent_activity'].AgentActivity.on_eot_prediction(
    of(_session=session), of(probability=.217, threshold=.36))
for _ in range(2):
    session.teller.conversation_item_added(of(item=of(role='user')))
print([act.get('why') for act in acts()])
""")
    assert done.stdout.strip() == str([{"probability": 217, "threshold": 360}, None]), done.stderr


def test_pipecat_tells_what_was_heard_of_a_text():
    done = python(FAKES + """
fake(*pipecat)
sys.modules['pipecat.processors.frame_processor'].FrameDirection.DOWNSTREAM = 1
import voicetest_pipecat
frames = sys.modules['pipecat.frames.frames']
class Frame:
    pts, will_be_spoken, sample_rate, audio = None, True, 8_000, bytes(32_000)
    def __init__(self, text='', pts=None):
        self.text, self.pts = text, pts
for name, base in (('AggregatedTextFrame', Frame), ('TTSTextFrame', Frame), ('TTSAudioRawFrame', Frame)):
    setattr(frames, name, type(name, (base,), {}))
words = voicetest_pipecat.Words()
def arrive(*kinds):
    for kind in kinds:
        words.arrive(getattr(frames, kind)('Which size do you want?'))
arrive('AggregatedTextFrame', 'TTSAudioRawFrame', 'TTSTextFrame')
words.played = 2.0
words.hear(frames.TTSTextFrame('Which size do you want?'))
words.tell(0)                       # all of it
arrive('AggregatedTextFrame', 'TTSAudioRawFrame', 'TTSTextFrame')
words.played = 1.2
words.tell(.2)                      # half of its sound
arrive('AggregatedTextFrame', 'TTSAudioRawFrame')
words.played = 1.0
words.tell(0)                       # one second, and the end of its sound had not come
arrive('AggregatedTextFrame')
words.tell(0)                       # nothing
for word in ('Which', 'size'):
    words.hear(frames.TTSTextFrame(word, pts=1))
words.tell(0)                       # two words of a service that times them
print([act['fields']['text'] for act in acts()])
""")
    assert done.stdout.strip() == str(
        ["Which size do you want?", "Which size", "Which size do", "Which size"]), done.stderr


def test_pipecats_microphone_gives_sound_at_the_pipelines_rate():
    pytest.importorskip("numpy")
    done = python(FAKES + """
fake(*pipecat)
sys.modules['pipecat.processors.frame_processor'].FrameDirection.DOWNSTREAM = 1
import asyncio, voicetest_pipecat
async def blocks():
    for _ in range(2):
        yield bytes(640)
voice.microphone = blocks
sys.modules['pipecat.frames.frames'].InputAudioRawFrame = lambda audio, sample_rate, **others: (len(audio), sample_rate)
async def heard(rate):
    microphone, found = voicetest_pipecat.Microphone(None), []
    async def push(frame):
        found.append(frame)
    microphone.push_audio_frame, microphone._sample_rate = push, rate
    await microphone.feed()
    return found
for rate in (8_000, 16_000, 24_000, 48_000):
    print(asyncio.run(heard(rate)))
""")
    assert done.stdout.splitlines() == [
        str([(rate // 25, rate)] * 2) for rate in (8_000, 16_000, 24_000, 48_000)], done.stderr


def test_silence_that_pipecat_writes_behind_the_last_sound_is_no_prompt():
    done = python(FAKES + """
fake(*pipecat)
sys.modules['pipecat.processors.frame_processor'].FrameDirection.DOWNSTREAM = 1
import asyncio, voicetest_pipecat
async def main():
    loudspeaker = voicetest_pipecat.Loudspeaker(None, None)
    loudspeaker._sample_rate, loudspeaker.waiting = voice.APP.rate, lambda: b''
    for audio in (bytes(4), bytes(2) + b'ab', bytes(4)):
        await loudspeaker.write_audio_frame(types.SimpleNamespace(audio=audio))
    loudspeaker.silence()
    await loudspeaker.write_audio_frame(types.SimpleNamespace(audio=bytes(4)))
    print([(act['kind'], act.get('pcm')) for act in acts()])
asyncio.run(main())
""")
    assert done.stdout.strip() == str([("play", "AABhYg=="), ("play", "AAAAAA=="), ("stop", None)]), done.stderr


def test_options_of_pipecats_turns_are_told():
    done = python(FAKES + """
fake(*pipecat)
sys.modules['pipecat.processors.frame_processor'].FrameDirection.DOWNSTREAM = 1
sys.modules['pipecat.pipeline.worker'].PipelineWorker.__init__ = lambda self, pipeline: setattr(self, '_pipeline', pipeline)
import voicetest_pipecat
of = types.SimpleNamespace
class Strategy:
    def __init__(self, *, enable_interruptions=False, name=None):
        self._id, self._name, self._enable_interruptions, self._bot_speaking = 7, 'Strategy#7', False, False
users = of(_params=of(user_idle_timeout=4, user_turn_strategies=of(start=[Strategy()], stop=None)),
           _vad_controller=of(_vad_analyzer=of(params=of(stop_secs=.2))))
voicetest_pipecat.PipelineWorker(of(processors=[of(processors=[users]), of()]))
print(voice.APP.declared['settings'])
""")
    assert done.stdout.strip() == str({
        "vad.stop_secs": .2, "user.user_idle_timeout": 4.0, "start.Strategy.enable_interruptions": False}), done.stderr


def test_a_file_of_stand_ins_is_loaded_before_an_app_that_does_not_know_it(tmp_path):
    (tmp_path / "services.py").write_text(
        "import voicetest_app as voice\n"
        "def stand_in():\n    voice.stub('POST http://model.example/', lambda to, body: [(.1, body.upper())])\n")
    (tmp_path / "bot.py").write_text(
        "import sys, urllib.request\n"
        "with urllib.request.urlopen('http://model.example/', b'large', timeout=5) as answer:\n"
        "    print(sys.argv[1:], answer.read())\n")
    command = [sys.executable, "-m", "voicetest_app", "--with", str(tmp_path / "services.py"), str(tmp_path / "bot.py"), "-t", "daily"]
    one = run(None, command=command)
    assert one.printed == "['-t', 'daily'] b'LARGE'\n"
    assert [row["to"] for row in one.made] == ["POST http://model.example/"]


def test_a_file_of_stand_ins_that_is_not_there_is_told(tmp_path):
    (tmp_path / "bot.py").write_text("")
    done = subprocess.run([sys.executable, "-m", "voicetest_app", "--with", "none.py", str(tmp_path / "bot.py")],
                          capture_output=True, text=True, cwd=CLIENT)
    assert (done.returncode, done.stderr) == (66, "none.py is no file. Name the file that stands in for its services.\n")


def test_a_framework_without_its_runner_beside_the_client_is_told_and_goes_on(tmp_path):
    (tmp_path / "voicetest_app.py").write_bytes((CLIENT / "voicetest_app.py").read_bytes())
    (tmp_path / "pipecat").mkdir()
    (tmp_path / "pipecat/__init__.py").write_text("")
    (tmp_path / "bot.py").write_text("import pipecat\nprint('on')\n")
    one = run(None, command=[sys.executable, "-m", "voicetest_app", str(tmp_path / "bot.py")],
              environment={"PYTHONPATH": str(tmp_path)})
    assert one.printed == (
        "voicetest: bot.py:1 <module>: voicetest_pipecat_runner.py is not there, so the transport stays pipecat's own. "
        "Copy it beside voicetest_app.py, or pip install the client's wheel\non\n")


def test_a_package_of_a_transport_that_is_missing_can_be_named_by_the_framework_alone(tmp_path):
    home = tmp_path / "pipecat/transports"
    home.mkdir(parents=True)
    (home / "room.py").write_text(
        "from pyaudio.streams import Stream\nimport pyaudio\nclass Room(Stream):\n    rate: pyaudio.Rate = pyaudio.paInt16\n")
    done = python(f"""
import sys
import importlib.util
sys.path.insert(0, {str(tmp_path)!r})
if importlib.util.find_spec('pyaudio') is None:
    from voicetest_pipecat_absent import Absent
    sys.meta_path.append(Absent(r'pipecat\\.transports\\.'))
    from pipecat.transports.room import Room
    try:
        Room()
    except ImportError as error:
        print(error)
    sys.modules.pop('pyaudio')
    try:
        import pyaudio
    except ImportError as error:
        print(error)
""")
    assert done.stdout.splitlines() == [
        "pyaudio is not installed, and voicetest stands in for the transport alone. Run pip install 'pipecat-ai[local]'.",
        "No module named 'pyaudio'"], done.stderr


def test_what_a_missing_package_of_livekit_decorates_and_names_loads(tmp_path):
    home = tmp_path / "pipecat/transports"
    home.mkdir(parents=True)
    (home / "client.py").write_text(
        "from livekit import rtc\nfrom livekit.rtc._proto import video_frame_pb2\nfrom tenacity import retry, stop_after_attempt\n"
        "class Client:\n    room: rtc.Room = None\n"
        "    @retry(stop=stop_after_attempt(3))\n    def connect(self):\n        return 'connected'\n")
    done = python(f"""
import sys
sys.path.insert(0, {str(tmp_path)!r})
from voicetest_pipecat_absent import Absent
assert not [name for name in ('livekit', 'tenacity') if __import__('importlib.util').util.find_spec(name)]
sys.meta_path.append(Absent(r'pipecat\\.transports\\.'))
from pipecat.transports.client import Client
print(Client().connect())
""")
    assert done.stdout == "connected\n", done.stderr
