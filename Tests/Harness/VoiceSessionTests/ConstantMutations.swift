import VoiceActivity
import VoiceDiff
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceSession
import VoiceTime
import VoiceTrace

/// Changes the engine's and the detector's constants one by one, as an edit of the code would: the
/// diff is told nothing and has the two traces alone.
struct ConstantMutations {
    /// One constant with the values it is tried with.
    struct Mutation: Sendable {
        let name: String
        let values: [Int]
        /// What it is in every session of the corpus.
        let standard: Int
    }

    /// What came of one constant.
    struct Row: Sendable {
        let name: String
        let before: Int
        var after: Int?
        var session = ""
        var sentence = ""
        /// Where the two traces part, found without the diff: ` at 1380 ms`.
        var place = ""

        /// Whether it made a difference anywhere.
        var isEffective: Bool { after != nil }

        /// Whether the sentence names this constant, both values and the place, and no other.
        var isNamed: Bool {
            guard let after else { return false }
            let start = "setting \(name) \(before) -> \(after)"
            return sentence.hasPrefix(start) && sentence.contains("first seen: ")
                && !place.isEmpty && sentence.contains(place)
                && sentence.components(of: "setting ") == 1
        }
    }

    private static let factory = VoiceflowFactory()

    /// Every setting of a session and every constant of detector and engine.
    static var all: [Mutation] {
        let settings = SessionSettings(engine: factory.declaration)
        let own = settings.names.map { ($0, settings.value(of: $0) ?? 0) }
        let engine = FlowConstants.schema.map { ($0.name, FlowConstants()[keyPath: $0.path]) }
        let single = (own + engine)
            .map { Mutation(name: $0.0, values: values(around: $0.1), standard: $0.1) }
        return single
            + SpeechConstants.scalars.map { constant in
                let standard = SpeechConstants()[keyPath: constant.path]
                return Mutation(
                    name: constant.name, values: values(around: standard), standard: standard)
            }
    }

    /// Much more, much less, then a little.
    private static func values(around value: Int) -> [Int] {
        let size = max(40, abs(value))
        var tried: [Int] = []
        for step in [size, -size * 9 / 10, 4 * size, -size, size / 4, -size / 4] {
            let changed = value + step
            if changed != value, !tried.contains(changed) { tried.append(changed) }
        }
        return tried
    }

    /// Tries the values in all sessions until one makes a difference, and asks for its cause.
    static func row(
        _ mutation: Mutation, in sessions: [SessionFolder], values: Int,
        with replayer: inout SessionReplayer
    ) throws -> Row {
        var row = Row(name: mutation.name, before: mutation.standard)
        for value in mutation.values.prefix(values) {
            for session in sessions {
                guard
                    let result = try? replay(session, mutation.name, value, with: &replayer)
                else { continue }
                let diff = TraceDiff(
                    golden: result.golden.events, actual: result.events,
                    sampleRate: result.manifest.sampleRate, vocabulary: .voiceflow)
                guard let cause = FirstCause(diff) else { continue }
                row.after = value
                row.session = DiskFile.name(of: session.path)
                row.sentence = cause.sentence
                row.place = Self.place(
                    result.golden.events, result.events, result.manifest.sampleRate)
                return row
            }
        }
        return row
    }

    /// The time of the first event that is not the same in both, settings in force left aside.
    static func place(
        _ golden: [TraceEvent], _ actual: [TraceEvent], _ rate: SampleRate
    ) -> String {
        func key(_ event: TraceEvent) -> TraceEvent {
            var event = event
            event.why[TraceEvent.settingsKey] = nil
            event.sequence = 0
            return event
        }
        let same = zip(golden, actual).prefix { key($0) == key($1) }.count
        let frames = [golden, actual].compactMap { same < $0.count ? $0[same].frame : nil }
        return frames.min().map { " at \(rate.text($0))" } ?? ""
    }

    /// The session with one constant or setting changed; nil where it cannot have that value.
    private static func replay(
        _ session: SessionFolder, _ name: String, _ value: Int,
        with replayer: inout SessionReplayer
    ) throws -> ReplayResult? {
        var options = ReplayOptions()
        if let constant = SpeechConstants.scalars.first(where: { $0.name == name }) {
            guard value >= 0 else { return nil }
            var constants = SpeechConstants()
            constants[keyPath: constant.path] = value
            options.constants = constants
        } else if let constant = FlowConstants.schema.first(where: { $0.name == name }) {
            guard value >= 0 else { return nil }
            var constants = FlowConstants()
            constants[keyPath: constant.path] = value
            var other = SessionReplayer(factories: [VoiceflowFactory(constants: constants)])
            return try other.replay(session, options: options)
        } else {
            options.changes = [(name, value)]
        }
        return try replayer.replay(session, options: options)
    }
}

extension String {
    /// How often `part` stands in this text.
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
