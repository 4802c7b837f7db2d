package import VoiceAudio
public import VoiceDiff
public import VoiceEngine
package import VoiceJSON
public import VoiceMedia
package import VoiceTime
public import VoiceTrace

/// Events, faults and figures that a replay yields.
public struct ReplayResult: Sendable {
    /// The session's manifest.
    package var manifest: SessionManifest
    /// The files of the engine, by their names in the session's `flow` folder.
    package var flowFiles: [String: [UInt8]]
    /// The recorded trace.
    public var golden: RecordedTrace
    /// Events of this replay.
    package var events: [TraceEvent]
    /// Inputs whose event never came.
    package var unplaced: [InputEvent]
    /// Injected events that no open listening job took.
    package var unconsumed: [TraceEvent]
    /// Injected partial results that no listening job asked for: they were not fed.
    package var unasked: [TraceEvent]
    /// Frames at which speech begins whose partial results changed files ask for, where the
    /// session's own files do not and words are injected: the recording has none of them.
    package var unrecorded: [Frame] = []
    /// The reason why that is not known: the session's own files do not replay.
    var ownReplayFault: String?
    /// Beginnings of speech of which a job asked for partial results and got injected ones.
    var askedSoFar: Set<Frame>
    /// Prompt requests the session has no audio for.
    package var unknownPrompts: [String]
    /// Inputs of the session as it was recorded.
    package var recordedInputs: [InputEvent]
    /// Inputs as this replay took them; empty where no new session is made of it.
    public var inputs: [InputEvent]
    /// Outcome of every prompt request.
    public var prompts: PromptIndex
    /// Prompts that were realised for this replay, by the digest of their sound.
    package var promptSounds: [String: MonoSound]
    /// Differences in what the app under test handed over or called.
    public var differences: [AnswerDifference]
    /// Values that the app under test handed to its engine otherwise, beside its calls.
    package var handedChanges: [Cause] = []
    /// Acts of the engine that no engine may do, in sentences.
    package var engineFaults: [String]
    /// Reasons why the replay proves nothing, as its engine says.
    package var objections: [RunObjection] = []
    /// Descriptions of itself that the program under test gave when it was recorded, and gives now.
    package var ownDescriptions: (before: [UInt8], now: [UInt8])?
    /// Declarations of the app's own events that were other ones when they were recorded, in
    /// sentences.
    package var declaredOtherwise: [String] = []
    /// The first call of the outside world that asks something else than when it was recorded: a
    /// sentence, and names of it in the trace.
    package var changedCall: (what: String, names: [String])?
    /// Parts that the session was recorded with and this program has another version of, in words;
    /// the engine aside.
    package var outdated: [String]
    /// The version of the engine that this program has.
    package var engineVersion: String
    /// Declaration of its events by the engine of this program.
    public var vocabulary: EventVocabulary
    /// Recognizer of this replay.
    package var recognizer: SessionManifest.RecognizerPart
    /// Settings that were changed: name, recorded value, value used.
    package var changes: [(name: String, recorded: Int, used: Int)]
    /// Standard value of every setting of this program.
    package var standards = JSONObject()
    /// Settings of the session that this program does not have.
    package var unknownSettings: [String] = []
    /// The work it took.
    public var counts: LoopCounts
    /// The first stage that ran.
    public var tap: StartingTap

    /// Meaning of the events of both traces: as the engine says now, and what it said once and says
    /// no more.
    package var comparedVocabulary: EventVocabulary {
        manifest.vocabulary.map { vocabulary.adding($0) } ?? vocabulary
    }

    /// Sentence on partial results of the recording that nothing asks for now; nil without any.
    package var unaskedFault: String? {
        unasked.first.map { first in
            "the recording has \(Self.count(unasked.count, "partial result")) that nothing asks for"
                + " now, the first at \(manifest.sampleRate.text(first.frame))"
        }
    }

    /// That partial results are asked for now which the recording does not have, or may not have,
    /// in a sentence.
    package var unrecordedFault: String? {
        if let ownReplayFault {
            return "nothing tells which partial results the recording has, as its own files do not"
                + " replay: \(ownReplayFault)"
        }
        return unrecorded.first.map { first in
            "the changed files ask for partial results of"
                + " \(Self.count(unrecorded.count, "utterance"))"
                + " of which the recording has none, the first at"
                + " \(manifest.sampleRate.text(first)). Record the session again"
        }
    }

    private static func count(_ count: Int, _ what: String) -> String {
        "\(count) \(what)\(count == 1 ? "" : "s")"
    }

    /// The first reason why the replay parts from the session: what the app handed over or called
    /// otherwise before the first event that differs, else that event. Nil where it did the same.
    public var firstCause: FirstCause? {
        let diff = TraceDiff(
            golden: golden.events, actual: events, sampleRate: manifest.sampleRate,
            vocabulary: vocabulary, standards: standards)
        let called = differences.first { $0.handed == nil }
        let next = differences.drop { $0.handed != nil }.dropFirst().first
        let change = called.flatMap { called in
            isBefore(diff, called) ? CalledOtherwise(called, before: next)?.cause : nil
        }
        let flags =
            handedChanges.map(\.what)
            + differences.compactMap { difference in
                guard difference.handed == nil else { return nil }
                return difference == called
                    ? change?.what ?? difference.description
                    : difference.description
            }
        return FirstCause(
            diff, causes: handedChanges + (change.map { [$0] } ?? []),
            flags: diff.isEmpty ? flags : [])
    }

    /// Whether a call was made otherwise before anything else was otherwise.
    private func isBefore(_ diff: TraceDiff, _ called: AnswerDifference) -> Bool {
        guard let event = called.event, let first = diff.differences.first else { return true }
        guard first.frame == event.frame else { return event.frame < first.frame }
        return event.sequence < (first.actual ?? first.golden)?.sequence ?? 0
    }

    /// Kinds of event that the engine does not declare, and, where nothing else differs, what the
    /// app declared otherwise, in sentences.
    package func vocabularyFaults(beside diff: TraceDiff) -> [String] {
        vocabulary.faults(of: events) + (diff.isEmpty ? declaredOtherwise : [])
    }
}
