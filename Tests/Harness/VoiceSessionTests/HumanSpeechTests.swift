import Testing
import VoiceAudio
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceSessionSupport
import VoiceSynthesis
import VoiceTestSupport
import VoiceTime
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The corpus's dialogs with people instead of a synthesiser as the caller.
// The recordings are not part of the package: without the variable the suite is skipped.
@Suite(
    .enabled(
        if: Corpus.folder != nil && SpeechModel().isInstalled,
        "set VOICETEST_SPEECH_CORPUS to a speech corpus, and install pocketsphinx-en-us"))
struct HumanSpeechTests {
    /// A dialog that listens for ten digits and leads each to its own module.
    private static let digits = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ]

    private static var flow: String {
        let rules = digits.map { #"{ "input": "\#($0)", "goTo": "Digit_\#($0)" }"# }
        let modules = digits.map {
            #"{ "id": "Digit_\#($0)", "type": "process", "goTo": { "DEFAULT": "VF_END" } }"#
        }
        return """
            [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "Ask" } },
              { "id": "Ask", "type": "audioDialog",
                "recordAudioParams": {
                    "vadParams": { "enableVAD": true, "minSpeechToDetectMs": 100 },
                    "stopRecordParams": { "maxPostSpeechSilenceLengthMs": 700 } },
                "audioDialogParams": {
                    "dialogMaxRetryCount": { "timeout": 0, "garbage": 0 },
                    "dialogPromptCollection": [ { "type": "initial", "promptID": "P_Ask" } ] },
                "goTo": { "userInputCollection": [ \(rules.joined(separator: ",\n")) ],
                          "DEFAULT": "VF_END" } },
              \(modules.joined(separator: ",\n")),
              { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
            """
    }

    @Test("at least 65 % of the digits people say reach the right module, and replay exactly")
    func digitsReachTheirModules() throws {
        let recognizers = RecognizerCache()
        _ = try recognizers.recognizer(for: Self.recognizer.task)
        var right = 0
        var total = 0
        for (clip, digit) in try Self.clips() {
            var stage = Stage()
            stage.flow = Self.flow
            stage.scenario = """
                { "caller": [ { "after": { "kind": "media", "item": "P_Ask", "event": "ended" },
                                "delayMs": 300, "play": "\(clip)" } ] }
                """
            var plan = try stage.plan()
            plan.recognizer = Self.recognizer
            var recorder = SessionRecorder(
                factory: stage.factory, synthesizer: SpeechSynthesizer(cacheFolder: nil),
                recognizers: recognizers)
            let session = try recorder.record(plan)
            total += 1
            let target = JSONValue.string("Digit_\(Self.digits[digit])")
            if session.events.contains(where: { $0.fields["to"] == target }) { right += 1 }
        }
        try #require(total >= 10)
        print("digits that reached their module: \(right) of \(total)")
        #expect(right * 100 >= 65 * total)
    }

    private static let recognizer = RecognizerSetup(kind: .pocketsphinx, task: .phrases(digits))

    /// Absolute paths of all digit clips with the digit each says: it leads the clip's name.
    private static func clips() throws -> [(path: String, digit: Int)] {
        guard let folder = Corpus.folder else { return [] }
        var found: [(String, Int)] = []
        for set in ["fsdd", "sc09"] {
            let path = "\(folder)/digits/\(set)"
            for name in try DiskFile.names(in: path) where name.hasSuffix(".wav") {
                let said = String(name.prefix { $0 != "_" })
                guard let digit = Int(said) ?? digits.firstIndex(of: said) else { continue }
                found.append(("\(path)/\(name)", digit))
            }
        }
        return found
    }
}
