import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Errors, logs and the environment")
struct ErrorTests {
    @Test(
        "the texts of VoiceKit 0.1.3 and the names of failures are errors",
        .fact("voicekit-2.2-1", "voicekit-2.5.6-1", "voicekit-2.5.6-2"),
        arguments: [
            ("Mic unavailable.", .micUnavailable), ("micUnavailable", .micUnavailable),
            ("Microphone permission denied.", .micUnavailable),
            ("Speech permission denied.", .recognizerUnavailable),
            ("Speech recognizer unavailable.", .recognizerUnavailable),
            ("Recognizer unavailable.", .recognizerUnavailable),
            ("recognizerUnavailable", .recognizerUnavailable),
            ("Invalid input format.", .audioFormatInvalid),
            ("audioFormatInvalid", .audioFormatInvalid), ("Stopped", .cancelled),
            ("cancelled", .cancelled), ("Timed out", .timedOut), ("timedOut", .timedOut),
            ("busy", .busy), ("underlying: no file", .underlying("no file")),
            ("Something else.", .underlying("Something else.")),
        ] as [(String, VoiceIOError)])
    func texts(text: String, expected: VoiceIOError) {
        #expect(VoiceIOError(text: text) == expected)
    }

    @Test("a second listen is refused as busy", .fact("voicekit-2.5.3-14"))
    func busy() { #expect(VoiceIOError.busy == .underlying("busy")) }

    @Test(
        "each error says what failed and the next step", .fact("voicekit-2.4-8"),
        arguments: [
            (.micUnavailable, "Mic unavailable. Connect a microphone and allow the app to use it."),
            (
                .recognizerUnavailable,
                "Recognizer unavailable. Install its model and allow the app to use it."
            ),
            (
                .audioFormatInvalid,
                "Invalid input format. Choose a microphone with 1 channel or more at 8000 to 192000"
                    + " Hz."
            ),
            (
                .timedOut,
                "Timed out: the clip did not end. Raise clipWaitTimeoutSeconds or play a shorter"
                    + " clip."
            ),
            (.cancelled, "Stopped: stopAll, hardReset or stopClip ended the call."),
            (.busy, "busy: another listen is under way. Wait for it or cancel it first."),
            (.underlying("No file."), "No file."),
        ] as [(VoiceIOError, String)])
    func sentences(error: VoiceIOError, sentence: String) {
        #expect(error.description == sentence)
        #expect(error.errorDescription == sentence)
        #expect((error as any Error).localizedDescription == sentence)
    }

    @Test(
        "VOICEKIT_LOG asks for a log with 1, true or yes in any case", .fact("voicekit-2.5.1-2"),
        arguments: [
            ("1", true), ("TRUE", true), ("Yes", true), ("0", false), ("", false), (nil, false),
        ] as [(String?, Bool)])
    func logFlag(value: String?, isWanted: Bool) {
        #expect(VoiceKitLog.isWanted(in: value.map { ["VOICEKIT_LOG": $0] } ?? [:]) == isWanted)
    }

    @Test(
        "a line of the log names the SDK and the level",
        .fact("voicekit-2.5.1-1", "voicekit-2.5.1-3"))
    func logLine() {
        #expect(VoiceKitLog.line(.warn, "late") == "[VoiceKit][warn] late")
        #expect(LogLevel.allCases.map(\.rawValue) == ["info", "warn", "error"])
    }

    @Test(
        "VOICEKIT_FORCE_CI decides about the path without devices; CI alone changes nothing",
        .fact("voicekit-2.5.2-1"),
        arguments: [
            (["VOICEKIT_FORCE_CI": "1"], true), (["VOICEKIT_FORCE_CI": "Yes"], true),
            (["VOICEKIT_FORCE_CI": "true", "CI": "0"], true),
            (["VOICEKIT_FORCE_CI": "0", "CI": "1"], false), (["CI": "true"], false), ([:], false),
        ] as [([String: String], Bool)])
    func forcedCI(environment: [String: String], expected: Bool) {
        #expect(IsCI.running(in: environment) == expected)
    }
}
