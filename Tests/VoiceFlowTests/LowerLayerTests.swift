import Foundation
import Testing
import VoiceFlow
import VoiceTrace

/// What stands below the engines knows no word of theirs. `scripts/checks/check-layers` checks the
/// same without a build.
@Suite("Words of the engine below it")
struct LowerLayerTests {
    private static let root = #filePath
        .components(separatedBy: "/Tests/")[0]
    private static let targets = [
        "VoiceTime", "VoiceFiles", "VoiceJSON", "VoiceAudio", "VoiceActivity", "VoiceSynthesis",
        "VoiceDevices", "VoiceTrace", "VoiceRecognition", "VoiceDiff", "VoiceMedia", "VoiceReports",
        "VoiceHistory", "VoiceRun", "VoiceSession", "VoiceLive",
    ]
    /// Names of the engine's that have this one spelling, and may be looked for anywhere.
    private static let words = [
        "voiceflow", "STVF", "goTo", "audioDialog", "flowEnd", "moduleStart",
    ]
    /// Kinds that are no words of JSON forms elsewhere.
    private static let plain: Set<String> = ["transition", "media", "segment", "intent"]
    /// Keys that prompts and spans have as well.
    private static let common: Set<String> = ["audioFile", "textFile", "startMs"]

    /// What is looked for: the words, and as literals the kinds and keys that only this engine has.
    private static var patterns: [String] {
        let kinds = EventVocabulary.voiceflow.kinds
        let names = Set(kinds.map(\.name) + kinds.flatMap(\.fields).map(\.name))
        let own = names.subtracting(common).subtracting(words).filter { name in
            plain.contains(name) || name.contains { $0.isUppercase }
        }
        return words + own.sorted().map { "\"\($0)\"" }
    }

    /// A reason in the JSON of latencies, for every engine whose run ended.
    private static let published = "flowEnded"

    @Test("stand nowhere")
    func noWords() throws {
        var found: Set<String> = []
        for target in Self.targets {
            let folder = "\(Self.root)/Sources/\(target)"
            for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
                guard name.split(separator: "/").last?.contains(".") == true,
                    !name.hasSuffix(".docc")
                else { continue }
                let text = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
                    .lowercased().replacing(Self.published.lowercased(), with: "")
                for pattern in Self.patterns where text.contains(pattern.lowercased()) {
                    found.insert("\(target)/\(name) \(pattern)")
                }
            }
        }
        #expect(found == [], "ask the vocabulary for a role instead")
    }

    @Test("are found in a text that has them")
    func finds() {
        #expect(Self.patterns.contains("\"recordedFile\"") && Self.patterns.contains("\"media\""))
    }
}
