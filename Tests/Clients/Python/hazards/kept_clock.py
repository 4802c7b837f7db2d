import early_clock       # holds the real clock weakly: what else came to lie at its address would look like it
import voicetest_app as voice

voice.emit("looked", kept=early_clock.WEAK() is not None)
