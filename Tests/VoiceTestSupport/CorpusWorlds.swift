internal import VoiceRecognition
package import VoiceRun
import VoiceTrace

/// Recordings of people, as sound and simulated: a fixed part of them, or as many as
/// `VOICETEST_CORPUS_CLIPS` says.
@MainActor
package struct CorpusWorlds {
    /// Beginnings of all that is said.
    package let phrases: [String]
    private static let recognizers = RecognizerCache()
    private static let usual = 4

    private let recordings: [Corpus.Recording]

    /// The recordings.
    package init() throws {
        let all = try Corpus.recordings()
        let beginnings = all.filter { !$0.isDigit }.map { recording in
            recording.words.split(separator: " ").prefix(10).joined(separator: " ")
        }
        phrases = Set(beginnings).sorted()
        let count = min(all.count, max(1, Corpus.wantedClips ?? Self.usual))
        recordings = (0..<count).map { all[$0 * all.count / count] }
    }

    /// Runs the app that `begin` makes with each recording in both worlds, and says how many go the
    /// same way; what differs first in the others. It begins to listen within `lead` milliseconds.
    package func differing(
        _ name: String, after lead: Int64 = 500,
        preparing prepare: (any RunHost) -> Void = { _ in },
        _ begin: @MainActor (any RunHost, Corpus.Recording) throws -> Any
    ) async throws -> (count: Int, differences: [String]) {
        var differences: [String] = []
        var (understood, wholly) = (0, 0)
        for recording in recordings {
            let task = RecognitionTask.phrases(recording.isDigit ? Corpus.digits : phrases)
            let clip = TwoWorlds.Clip(
                try Corpus.clip(recording.name), after: lead, task: task, Self.recognizers)
            let (heard, simulated) = try await TwoWorlds(clip).run(preparing: prepare) {
                try begin($0, recording)
            }
            if heard.events.contains(where: { $0.core == .final }) { understood += 1 }
            if TwoWorlds.difference(heard, simulated, inAll: true) == nil { wholly += 1 }
            guard let difference = TwoWorlds.difference(heard, simulated) else { continue }
            differences.append("\(recording.name): \(difference)")
        }
        let count = recordings.count
        print(
            "\(name): \(count - differences.count) of \(count) recordings go the same way as sound"
                + " and simulated, \(wholly) on the way too; \(understood) were understood")
        for line in differences { print("  \(line)") }
        return (count, differences)
    }
}
