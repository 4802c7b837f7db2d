package import VoiceDiff
internal import VoiceFiles
package import VoiceJSON
internal import VoiceTrace

/// Result of a replay of sessions: `result.json` of the folder that `--report` writes.
///
/// Shape:
///
///     { "formatVersion": 4, "createdBy", "build": SHA-256 of the program,
///       "settings": what the replay was told,
///       "exit": the exit code, "incomplete": [ { "exit", "what", "place"? } ],  see ``RunEnding``
///       "demands": [ ``CoverageDemand`` ], "budgets"?: [ ``LatencyDemand`` ],
///       "toleranceRules"?: ``ToleranceRules``,
///       "shard": { "number", "count" },
///       "all": [ { "path", "digest", "milliseconds" } ],    every session of the unsharded run
///       "flows": [ { "name", "modules": [[id, type, text…]], "edges": [[module, key, detail,
///                  target, dynamic]] } ],
///       "vocabularies": [ what the sessions' events mean, as in session.json ],
///       "origin"?: ``RunOrigin``,
///       "sessions": [ ``SessionRecord`` ],                   those of this share, by place
///       "sha256": SHA-256 of the file's bytes without this member }
///
/// It holds nothing that depends on when, where or how fast the replay ran, so that shares put
/// together are the same bytes as the unsharded run. `Schemas/result.schema.json` tells it all.
package struct RunResult: Sendable, Equatable {
    /// The version this program writes, and the newest it reads.
    package static let formatVersion: Int64 = 4
    /// Largest result that is read, in bytes.
    static let byteLimit: Int64 = 256 << 20

    /// A session of the whole run.
    package struct Listed: Sendable, Hashable {
        /// Path of the session, as the run was told.
        package var path: String
        /// The digest of its manifest and its golden trace; empty where they cannot be read.
        package var digest: String
        /// Its length in milliseconds; 0 where it cannot be read.
        package var milliseconds: Int64

        /// A session at `path`.
        package init(path: String, digest: String, milliseconds: Int64) {
            self.path = path
            self.digest = digest
            self.milliseconds = milliseconds
        }
    }

    /// The program and its version.
    package var createdBy: String
    /// SHA-256 of the program's file; empty where no other result is ever put beside this one.
    package var build: String
    /// Settings of the replay, as far as they may change a verdict.
    package var settings: JSONObject
    /// The share that this is.
    package var shard: Shard
    /// Every session of the unsharded run.
    package var all: [Listed]
    /// Faults that keep the run from being complete, as its commands found them.
    package var faults: [RunFault]
    /// Share of the flows that its sessions have to take.
    package var demands: [CoverageDemand] = []
    /// Budgets that the latencies of its sessions have to keep.
    package var budgets: [LatencyDemand] = []
    /// Use of the tolerance's rules; nil where the run tells nothing of it.
    package var toleranceRules: ToleranceRules?
    /// Origin of the run, for those who run it again; nil where a report was not told.
    package var origin: RunOrigin?
    /// The sessions of this share, in the order of their places.
    package var sessions: [SessionRecord] {
        didSet { sessions.sort { $0.place < $1.place } }
    }

    /// A result of these parts.
    package init(
        createdBy: String, build: String = "", settings: JSONObject, shard: Shard, all: [Listed],
        sessions: [SessionRecord], faults: [RunFault] = []
    ) {
        self.faults = faults
        self.createdBy = createdBy
        self.build = build
        self.settings = settings
        self.shard = shard
        self.all = all
        self.sessions = sessions.sorted { $0.place < $1.place }
    }

    /// Ending of the run.
    package var ending: RunEnding {
        // A run of the cases that failed last may have none.
        let count = settings[Self.lastFailedKey] == true ? max(1, all.count) : all.count
        let exits = sessions.map { isOfLatency && $0.exit == .differs ? .agrees : $0.exit }
        let judged = coverageFaults + judgedBudgets.compactMap(\.fault) + unfitFaults
        // What a result keeps of a fault that it judges again is the sentence alone.
        let known = Set(judged.map(\.text))
        return RunEnding(
            sessions: exits, of: count, faults: faults.filter { !known.contains($0.text) } + judged,
            selfTest: selfTest)
    }

    /// Whether latencies were measured, and no session had to agree with its golden.
    package var isOfLatency: Bool { settings[Self.verbKey]?.string == Self.latencyVerb }

    /// The setting that names the verb of a run.
    package static let verbKey = "verb"
    /// The verb of a run that measured latencies.
    package static let latencyVerb = "latency"

    /// Outcomes of the budgets of a whole run.
    package var judgedBudgets: [JudgedBudget] {
        guard shard == .whole, !budgets.isEmpty else { return [] }
        return LatencyDemand.judge(
            budgets, sessions.map { ($0.path, ResultLatency.places($0)) })
    }

    /// The setting of a run that tested the cases which failed last.
    package static let lastFailedKey = "lastFailed"

    /// Parts of the flows that the sessions of a whole run do not take. Shards collect, and
    /// whatever puts them together judges.
    private var coverageFaults: [RunFault] {
        guard shard == .whole else { return [] }
        return CoverageDemand.faults(
            demands,
            of: sessions.compactMap { record in record.coverage.map { (record.path, $0) } })
    }

    /// Whether any session does not agree, the self-test failed, or the run is not complete.
    package var isRed: Bool { ending.exit != .agrees }

    /// Outcome of the regressions planted into all traces; nil where none were.
    package var selfTest: GateSelfTest.Outcome? {
        sessions.compactMap(\.selfTest).reduce(nil) { sum, outcome in
            var sum = sum ?? GateSelfTest.Outcome()
            sum.add(outcome)
            return sum
        }
    }

    /// The coverage of every flow by the sessions.
    package var coverages: [FlowCoverage] {
        FlowCoverage.merged(sessions.compactMap(\.coverage))
    }

    /// The file's bytes.
    package func fileBytes() -> [UInt8] {
        let flows = Self.unique(sessions.compactMap(\.coverage?.graph))
        let vocabularies = Self.unique(sessions.compactMap(\.vocabulary))
        let record = SessionRecord.codec(flows, vocabularies)
        let ending = ending
        var object: JSONObject = [
            "formatVersion": .integer(Self.formatVersion), "createdBy": .string(createdBy),
            "build": .string(build), "exit": ExitStatus.codec.write(ending.exit),
            "incomplete": .array(ending.faults.map(RunFault.codec.write)),
            "demands": .array(demands.map(CoverageDemand.codec.write)),
            "settings": .object(settings), "shard": Shard.codec.write(shard),
            "all": .array(all.map(Listed.codec.write)),
            "flows": .array(flows.map(FlowGraph.codec.write)),
            "vocabularies": .array(vocabularies.map(\.value)),
            "sessions": .array(sessions.map(record.write)),
        ]
        if !budgets.isEmpty { object["budgets"] = .array(budgets.map(LatencyDemand.codec.write)) }
        object["origin"] = origin.map(RunOrigin.codec.write)
        object["toleranceRules"] = toleranceRules.map(ToleranceRules.codec.write)
        object[Self.sealKey] = .string(Self.seal(object))
        return Self.bytes(object)
    }

    /// The values, each once, in the order in which they come first.
    private static func unique<Value: Hashable>(_ values: [Value]) -> [Value] {
        var known: Set<Value> = []
        return values.filter { known.insert($0).inserted }
    }

    static let sealKey = "sha256"

    /// SHA-256 of the bytes of `object` without its seal, so that no name and no figure can change
    /// unnoticed.
    static func seal(_ object: JSONObject) -> String {
        var object = object
        object[sealKey] = nil
        return Digest.hex(of: bytes(object))
    }

    /// The file's bytes: a line for every member, and for every element of a list.
    private static func bytes(_ object: JSONObject) -> [UInt8] {
        JSONWriter.prettyBytes(.object(object), levels: 2)
    }
}
