import voicetest_app as voice

ask = voice.external("ask")(lambda: print("asked"))


def again():
    while True:
        ask()


again()
