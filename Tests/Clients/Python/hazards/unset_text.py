import voicetest_app as voice

voice.emit("bad", value=float("nan"))
