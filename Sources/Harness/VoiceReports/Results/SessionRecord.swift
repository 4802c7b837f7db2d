package import VoiceDiff
package import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// One session's line in a result: how it came out, and where the rest of it stands.
package struct SessionRecord: Sendable, Equatable {
    /// Its place among the sessions of the whole run, from 0.
    package var place: Int
    /// The session's name.
    package var name: String
    /// Where it stands, as the run was told.
    package var path: String
    /// How it came out.
    package var outcome: Outcome
    /// The exit code that it makes the run end with at least.
    package var exit: ExitStatus
    /// The first stage that was replayed; nil when damaged.
    package var start: ReplayStart?
    /// Why a damaged session could not be used.
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
    /// What its events mean; nil when damaged.
    package var vocabulary: EventVocabulary?
    /// What of its flow it exercised.
    package var coverage: FlowCoverage?
    /// What else was measured, by the name of its section in the page.
    package var measured: JSONObject = [:]
    /// What came of the regressions planted into its trace; nil where none were.
    package var selfTest: GateSelfTest.Outcome?
    /// The file of its detail in the result folder, and the digest of that; nil without.
    package var detail: FileMark?
    /// The file of what happened this time, a trace, and the digest of that; nil without.
    package var trace: FileMark?
    /// The file of what reports tell of it, and the digest of that; nil when damaged.
    package var verdict: FileMark?

    /// How a session came out.
    package enum Outcome: String, Sendable {
        case agrees, differs, damaged
    }

    /// A file of a result folder as it was written.
    package struct FileMark: Sendable, Equatable {
        /// Its name inside the folder.
        package var file: String
        /// SHA-256 of its bytes.
        package var sha256: String

        init(file: String, sha256: String) {
            self.file = file
            self.sha256 = sha256
        }

        var value: JSONValue { ["file": .string(file), "sha256": .string(sha256)] }

        init?(_ value: JSONValue?) {
            guard let file = value?.object?["file"]?.string,
                let sha256 = value?.object?["sha256"]?.string
            else { return nil }
            self.init(file: file, sha256: sha256)
        }
    }

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

    /// How many differences of a kind, or `differences` of all, there are.
    func count(_ kind: String) -> Int64 { counts[kind]?.integer ?? 0 }

    /// Whether it makes the run red.
    package var isRed: Bool { exit != .agrees }

    /// Its length in thousandths of a second.
    package var milliseconds: Int64 {
        guard let frames, let rate = sampleRate.flatMap({ SampleRate(hertz: $0) }) else { return 0 }
        return rate.milliseconds(frames)
    }
}

extension SessionRecord {
    /// The record as JSON; `flow` is the place of its flow among those of the run, `vocabulary`
    /// that of its vocabulary.
    func object(flow: Int?, vocabulary: Int?) -> JSONObject {
        var object: JSONObject = [
            "place": .integer(Int64(place)), "name": .string(name), "path": .string(path),
            "outcome": .string(outcome.rawValue), "counts": .object(counts),
            "exit": .integer(Int64(exit.rawValue)),
        ]
        object["from"] = start.map { .string($0.rawValue) }
        object["reason"] = reason.map { .string($0) }
        object["cause"] = sentence.map { .string($0) }
        object["frames"] = frames.map { .integer($0) }
        object["sampleRate"] = sampleRate.map { .integer(Int64($0)) }
        object["golden"] = golden.map { .string($0) }
        object["actual"] = actual.map { .string($0) }
        object["vocabulary"] = vocabulary.map { .integer(Int64($0)) }
        if !measured.isEmpty { object["measured"] = .object(measured) }
        object["selfTest"] = selfTest?.value
        object["detail"] = detail?.value
        object["trace"] = trace?.value
        object["verdict"] = verdict?.value
        if let flow, let coverage {
            object["coverage"] = .object(Self.object(coverage, flow: flow))
        }
        return object
    }

    private static func object(_ coverage: FlowCoverage, flow: Int) -> JSONObject {
        func integers(_ values: [Int]) -> JSONValue { .array(values.map { .integer(Int64($0)) }) }
        var object: JSONObject = [
            "flow": .integer(Int64(flow)), "modules": integers(coverage.moduleCounts),
            "edges": integers(coverage.edgeCounts),
        ]
        if !coverage.apartModules.isEmpty || !coverage.apartEdges.isEmpty {
            object["unreachable"] = [
                "modules": integers(coverage.apartModules.sorted()),
                "edges": integers(coverage.apartEdges.sorted()),
            ]
        }
        return object
    }

    /// Reads a record; nil when something is not what should stand there.
    init?(_ value: JSONValue, _ flows: [FlowGraph], _ vocabularies: [EventVocabulary]) {
        guard let object = value.object, let place = object["place"]?.integer,
            let name = object["name"]?.string, let path = object["path"]?.string,
            let outcome = object["outcome"]?.string.flatMap(Outcome.init),
            let counts = object["counts"]?.object, let place = Int(exactly: place), place >= 0,
            let exit = ExitStatus(value: object["exit"])
        else { return nil }
        self.exit = exit
        start = object["from"]?.string.flatMap(ReplayStart.init)
        guard (start == nil) == (object["from"] == nil) else { return nil }
        self.place = place
        self.name = name
        self.path = path
        self.outcome = outcome
        self.counts = counts
        reason = object["reason"]?.string
        sentence = object["cause"]?.string
        frames = object["frames"]?.integer
        sampleRate = object["sampleRate"]?.integer.flatMap { Int(exactly: $0) }
        golden = object["golden"]?.string
        actual = object["actual"]?.string
        measured = object["measured"]?.object ?? [:]
        selfTest = object["selfTest"].flatMap { GateSelfTest.Outcome($0) }
        guard (selfTest == nil) == (object["selfTest"] == nil) else { return nil }
        detail = FileMark(object["detail"])
        trace = FileMark(object["trace"])
        verdict = FileMark(object["verdict"])
        guard (detail == nil) == (object["detail"] == nil),
            (trace == nil) == (object["trace"] == nil),
            (verdict == nil) == (object["verdict"] == nil),
            (frames == nil) == (object["frames"] == nil),
            (sampleRate == nil) == (object["sampleRate"] == nil)
        else { return nil }
        if let place = object["vocabulary"] {
            guard let place = place.integer.flatMap({ Int(exactly: $0) }),
                vocabularies.indices.contains(place)
            else { return nil }
            vocabulary = vocabularies[place]
        }
        guard let covered = object["coverage"] else { return }
        guard let coverage = Self.coverage(covered, flows) else { return nil }
        self.coverage = coverage
    }

    private static func coverage(_ covered: JSONValue, _ flows: [FlowGraph]) -> FlowCoverage? {
        guard let flow = covered.object?["flow"]?.integer.flatMap({ Int(exactly: $0) }),
            flows.indices.contains(flow),
            let modules = Self.counts(covered.object?["modules"]),
            let edges = Self.counts(covered.object?["edges"])
        else { return nil }
        let apart = covered.object?["unreachable"]?.object
        guard (apart == nil) == (covered.object?["unreachable"] == nil),
            let apartModules = apart == nil ? [] : Self.counts(apart?["modules"]),
            let apartEdges = apart == nil ? [] : Self.counts(apart?["edges"])
        else { return nil }
        return FlowCoverage(
            graph: flows[flow], moduleCounts: modules, edgeCounts: edges,
            apartModules: apartModules, apartEdges: apartEdges)
    }

    private static func counts(_ value: JSONValue?) -> [Int]? {
        guard let elements = value?.array else { return nil }
        let counts = elements.compactMap { $0.integer.flatMap { Int(exactly: $0) } }
        return counts.count == elements.count ? counts : nil
    }
}
