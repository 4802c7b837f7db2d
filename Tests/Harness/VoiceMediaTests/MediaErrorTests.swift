import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceMedia
import VoiceSynthesis

@Suite struct MediaErrorTests {
    static let errors: [(MediaError, String)] = [
        (
            .setting(name: "recognizer.edgeMs", value: 9_000, range: 0...2_000),
            "setting recognizer.edgeMs cannot be 9000. Pick 0 to 2000."
        ),
        (
            .folder(.language("..")),
            "language folder \"..\" is not a plain folder name. Use one such as en-US."
        ),
        (
            .folder(.unprintable("a\u{0}")),
            #""a\0" has control characters. Use a name of letters and digits."#
        ),
        (.notText(path: "a"), "a: is not UTF-8 text. Convert it, for example with iconv."),
        (
            .disk(.missing(path: "a")),
            "a: no such file or folder. Check the name, or create it first."
        ),
        (
            .audio(.empty(path: "a")),
            "a holds no sound: zero frames. Record it again or leave it out."
        ),
        (.synthesis(.emptyText), "the text to speak is empty. Give it at least one word."),
    ]

    @Test("says what, why and the next step", arguments: errors)
    func sentences(error: MediaError, sentence: String) {
        #expect(error.description == sentence)
    }
}
