"""A public shape: speech_recognition listens and blocks, pyttsx3 answers."""
import sys

import pyttsx3
import speech_recognition as sr

CLOUD, RATE = sys.argv[1], int(sys.argv[2])
recognizer, engine = sr.Recognizer(), pyttsx3.init()
recognizer.dynamic_energy_threshold = False
engine.setProperty("rate", 150)
engine.setProperty("voice", engine.getProperty("voices")[1].id)


def speak(text):
    engine.say(text)
    engine.runAndWait()


speak("Hello, I listen.")
while True:
    with sr.Microphone(sample_rate=RATE) as source:
        recognizer.adjust_for_ambient_noise(source, duration=.2)
        recognizer.energy_threshold = 300
        try:
            audio = recognizer.listen(source, timeout=5, phrase_time_limit=8)
        except sr.WaitTimeoutError:
            speak("Goodbye.")
            break
    try:
        heard = recognizer.recognize_google(audio, endpoint=CLOUD + "/google")
    except sr.UnknownValueError:
        speak("Pardon?")
        continue
    speak(f"You said {heard}.")
