package import VoiceDiff
package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// One session's line in a result: its outcome, and the files of the rest.
package struct SessionRecord: Sendable, Equatable {
    /// Its place among the sessions of the whole run, from 0.
    package var place: Int
    /// The session's name.
    package var name: String
    /// Path of the session, as the run was told.
    package var path: String
    /// Outcome of the comparison.
    package var outcome: Outcome
    /// The exit code that it makes the run end with at least.
    package var exit: ExitStatus
    /// The first stage that was replayed; nil when damaged.
    package var start: ReplayStart?
    /// Reason why a damaged session could not be used.
    package var reason: String?
    /// The first cause of a difference in one sentence; nil when there is none.
    package var sentence: String?
    /// Its length in frames, and frames a second; nil when damaged.
    package var frames: Frame?
    /// Frames a second; nil when damaged.
    package var sampleRate: Int?
    /// The digest of the golden trace and of what happened this time; nil when damaged.
    package var golden: String?
    /// The digest of what happened this time; nil when damaged.
    package var actual: String?
    /// Events and differences, as in ``JSONReport``.
    package var counts: JSONObject = [:]
    /// Meaning of its events; nil when damaged.
    package var vocabulary: EventVocabulary?
    /// Coverage of its flow.
    package var coverage: FlowCoverage?
    /// Other measurements, by the name of their section in the page.
    package var measured: JSONObject = [:]
    /// Outcome of the regressions planted into its trace; nil where none were.
    package var selfTest: GateSelfTest.Outcome?
    /// The file of its detail in the result folder, and the digest of that; nil without.
    package var detail: FileMark?
    /// The file of what happened this time, a trace, and the digest of that; nil without.
    package var trace: FileMark?
    /// The file of what reports tell of it, and the digest of that; nil when damaged.
    package var verdict: FileMark?

    /// Outcome of a session.
    package enum Outcome: String, Sendable {
        case agrees, differs, damaged
    }

    /// A file of a result folder as it was written.
    package struct FileMark: Sendable, Equatable {
        /// Its name inside the folder.
        package var file: String
        /// SHA-256 of its bytes.
        package var sha256: String

        fileprivate static let codec = JSONCodec<FileMark>(
            JSON.member("file", JSON.text), JSON.member("sha256", JSON.text),
            parts: { ($0.file, $0.sha256) },
            make: { FileMark(file: $0, sha256: $1) })
    }
}

extension SessionRecord {
    /// The record of `verdict`; `damage` is the exit code of a session that cannot be used.
    package init(
        _ verdict: Verdict, place: Int, frames: Frame? = nil, golden: String? = nil,
        actual: String? = nil, coverage: FlowCoverage? = nil, damage: ExitStatus = .badData
    ) {
        self.place = place
        name = verdict.name
        path = verdict.path
        switch verdict.outcome {
        case .agrees: (outcome, exit) = (.agrees, .agrees)
        case .differs: (outcome, exit) = (.differs, .differs)
        case .damaged(let reason): (outcome, exit, self.reason) = (.damaged, damage, reason)
        }
        start = verdict.start
        sentence = verdict.firstCause?.sentence
        self.frames = frames
        self.golden = golden
        self.actual = actual
        self.coverage = coverage
        guard let diff = verdict.diff else { return }
        sampleRate = diff.sampleRate.hertz
        vocabulary = diff.vocabulary
        counts = DiffValues(diff).counts(diff.counts)
    }

    /// Number of differences of a kind, or of all for `differences`.
    func count(_ kind: String) -> Int64 { counts[kind]?.integer ?? 0 }

    /// Whether it makes the run red.
    package var isRed: Bool { exit != .agrees }

    /// Its length in thousandths of a second.
    package var milliseconds: Int64 {
        guard let frames, let rate = sampleRate.flatMap({ SampleRate(hertz: $0) }) else { return 0 }
        return rate.milliseconds(frames)
    }

    /// Returns the codec of a record in a result of these flows and vocabularies, which it names by
    /// their places.
    static func codec(
        _ flows: [FlowGraph], _ vocabularies: [EventVocabulary]
    ) -> JSONCodec<SessionRecord> {
        JSONCodec<SessionRecord>(
            JSON.member("place", JSON.count(0...Int.max)), JSON.member("name", JSON.text),
            JSON.member("path", JSON.text),
            JSON.member("outcome", JSON.name(of: Outcome.self)),
            JSON.member("exit", ExitStatus.codec),
            JSON.member("counts", JSON.object),
            JSON.optional("from", JSON.name(of: ReplayStart.self)),
            JSON.optional("reason", JSON.text),
            JSON.optional("cause", JSON.text), JSON.optional("frames", JSON.integer()),
            JSON.optional("sampleRate", JSON.count()), JSON.optional("golden", JSON.text),
            JSON.optional("actual", JSON.text),
            JSON.optional("vocabulary", place(in: vocabularies)),
            JSON.optional("coverage", coverage(of: flows)),
            JSON.member("measured", JSON.object, absentFor: [:]),
            JSON.optional("selfTest", GateSelfTest.Outcome.codec),
            JSON.optional("detail", FileMark.codec), JSON.optional("trace", FileMark.codec),
            JSON.optional("verdict", FileMark.codec),
            parts: {
                (
                    $0.place, $0.name, $0.path, $0.outcome, $0.exit, $0.counts, $0.start, $0.reason,
                    $0.sentence, $0.frames, $0.sampleRate, $0.golden, $0.actual, $0.vocabulary,
                    $0.coverage, $0.measured, $0.selfTest, $0.detail, $0.trace, $0.verdict
                )
            },
            make: {
                SessionRecord(
                    place: $0, name: $1, path: $2, outcome: $3, exit: $4, start: $6, reason: $7,
                    sentence: $8, frames: $9, sampleRate: $10, golden: $11, actual: $12,
                    counts: $5, vocabulary: $13, coverage: $14, measured: $15, selfTest: $16,
                    detail: $17, trace: $18, verdict: $19)
            })
    }

    /// Returns the codec for coverage of one of `flows`: `{ "flow": its place, "modules", "edges":
    /// counts, "unreachable"?: { "modules", "edges": places } }`.
    private static func coverage(of flows: [FlowGraph]) -> JSONCodec<FlowCoverage> {
        let counts = JSON.list(JSON.count())
        let apart = JSONCodec<Apart>(
            JSON.member("modules", counts), JSON.member("edges", counts),
            parts: { ($0.modules, $0.edges) },
            make: { Apart(modules: $0, edges: $1) })
        return JSONCodec<FlowCoverage>(
            JSON.member("flow", place(in: flows)), JSON.member("modules", counts),
            JSON.member("edges", counts), JSON.member("unreachable", apart, absentFor: Apart()),
            parts: {
                (
                    $0.graph, $0.moduleCounts, $0.edgeCounts,
                    Apart(modules: $0.apartModules.sorted(), edges: $0.apartEdges.sorted())
                )
            },
            make: {
                FlowCoverage(
                    graph: $0, moduleCounts: $1, edgeCounts: $2, apartModules: $3.modules,
                    apartEdges: $3.edges)
            })
    }

    /// Places of a flow that no session is expected to reach.
    private struct Apart: Equatable {
        var modules: [Int] = []
        var edges: [Int] = []
    }

    /// The place of a value among `values`.
    private static func place<Value: Equatable & Sendable>(
        in values: [Value]
    ) -> JSONCodec<Value> {
        let places = JSON.count(0...Int.max)
        return JSONCodec(
            write: { value in
                guard let place = values.firstIndex(of: value) else {
                    preconditionFailure("a value is among those of its result")
                }
                return places.write(place)
            },
            read: { places.read($0).flatMap { values.indices.contains($0) ? values[$0] : nil } })
    }
}
