import voicetest_app as voice

voice.emit("set", order=list({"small", "medium", "large", "yes", "no", "perhaps", "later"}))
