import voicetest_app as voice

voice.say("Hello"
