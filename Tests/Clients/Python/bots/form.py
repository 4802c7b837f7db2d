"""Sends a form with a file to a stand-in."""
import httpx
import voicetest_app as voice

voice.declare(name="form", hears="words")
voice.stub("POST http://model.example/", lambda to, body: b"{}")
answer = httpx.post("http://model.example/words", data={"language": "en"}, files={"file": ("words.wav", b"RIFF", "audio/wav")})
voice.emit("told", status=answer.status_code)
