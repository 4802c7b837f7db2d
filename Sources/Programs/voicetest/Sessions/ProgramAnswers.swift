import VoiceDiff
import VoiceJSON
import VoiceMedia
import VoiceRecognition
import VoiceSession
import VoiceTrace

/// Answers of a program of the user's in one replay.
struct ProgramAnswers: Sendable, Equatable {
    /// Name and version of the program.
    let recognizer: String
    /// Number of its words, rejections and failures.
    let count: Int
    /// The hash of these.
    let digest: String

    /// The answers in a replay; nil where no program was asked.
    init?(of result: ReplayResult) {
        guard result.tap != .words, result.recognizer.kind == RecognizerIdentity.process else {
            return nil
        }
        recognizer = result.recognizer.model
        let words = result.events.filter { $0.tap == .words }
        count = words.count
        digest = RecordedTrace.digest(of: words)
    }
}

/// Answers of a program in all replays of a session.
struct AnswerTally {
    private(set) var recognizer: String?
    private var digests: [String: Int] = [:]
    private var count = 0

    /// Counts the answers of one replay.
    mutating func add(_ answers: ProgramAnswers?) {
        guard let answers else { return }
        recognizer = answers.recognizer
        count = answers.count
        digests[answers.digest, default: 0] += 1
    }

    /// Whether there was one way to answer.
    var isAlike: Bool { digests.count <= 1 }

    /// Whether it answered alike, in a sentence; nil where no program was asked.
    var sentence: String? {
        guard let recognizer else { return nil }
        let replays = digests.values.reduce(0, +)
        guard !isAlike else {
            return "the recognizer \(recognizer) answered alike in \(replays) of \(replays) replays"
        }
        let ways = digests.values.sorted(by: >).map(String.init).joined(separator: ", ")
        return "the recognizer \(recognizer) answered in \(digests.count) ways"
            + " (\(ways) of \(replays) replays)"
    }

    /// Answers for programs, as JSON.
    var value: JSONValue? {
        guard let recognizer else { return nil }
        var listing = JSONObject()
        for (digest, count) in digests { listing[digest] = .integer(Int64(count)) }
        return [
            "name": .string(recognizer), "answers": .integer(Int64(count)),
            "digests": .object(listing),
        ]
    }
}

extension ReplayResult {
    /// Returns the cause that a program of the user's answered otherwise than it had, though it
    /// says that it is the same: where that is the first thing that differs.
    func recognizerCauses(for diff: TraceDiff) -> [Cause] {
        guard tap != .words, recognizer.kind == RecognizerIdentity.process, outdated.isEmpty,
            changes.isEmpty, diff.differences.first?.event.tap == .words
        else { return [] }
        return [
            Cause(
                .recognizer, key: recognizer.text,
                what: "the recognizer \(recognizer.text) has the identity of the recorded one, but"
                    + " gives other answers")
        ]
    }
}
