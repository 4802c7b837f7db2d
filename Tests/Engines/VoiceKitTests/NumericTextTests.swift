import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Numbers in transcripts")
struct NumericTextTests {
    @Test(
        "spoken numbers become figures", .fact("voicekit-2.5.10-1"),
        arguments: [
            ("  42 ", "42"), ("seven", "7"), ("Nineteen", "19"), ("forty-two point five", "42.5"),
            ("two hundred and six", "206"), ("four two", "42"), ("minus three", "-3"),
            ("twenty first", "21"), ("oh seven", "07"), ("point five", "0.5"),
        ])
    func figures(text: String, expected: String) {
        #expect(NumericText.normalized(text) == expected)
    }

    @Test(
        "other texts lose the blanks around them, and have single ones within",
        .fact("voicekit-2.5.10-5"),
        arguments: [
            ("", ""), ("   ", ""), (" hello \n there ", "hello there"), ("42.5", "42.5"),
            (".5", ".5"), ("forty two apples", "forty two apples"), ("Point", "Point"),
            ("five point", "five point"),
        ])
    func others(text: String, expected: String) {
        #expect(NumericText.normalized(text) == expected)
    }
}
