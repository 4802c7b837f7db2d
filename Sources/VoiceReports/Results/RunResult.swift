public import VoiceDiff
internal import VoiceTime
public import VoiceTrace

/// What a replay of sessions yielded: `result.json` of the folder that `--report` writes.
///
/// Shape:
///
///     { "formatVersion": 3, "createdBy", "build": SHA-256 of the program,
///       "settings": what the replay was told,
///       "exit": the exit code, "incomplete": [ { "exit", "what", "place"? } ],  see ``RunEnding``
///       "demands": [ ``CoverageDemand`` ], "toleranceRules"?: ``ToleranceRules``,
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
public struct RunResult: Sendable, Equatable {
    /// The version this program writes, and the newest it reads.
    public static let formatVersion: Int64 = 3
    /// Largest result that is read, in bytes.
    static let byteLimit: Int64 = 256 << 20

    /// A session of the whole run.
    public struct Listed: Sendable, Hashable {
        /// Where it stands, as the run was told.
        public var path: String
        /// The digest of its manifest and its golden trace; empty where they cannot be read.
        public var digest: String
        /// Its length in milliseconds; 0 where it cannot be read.
        public var milliseconds: Int64

        /// A session at `path`.
        public init(path: String, digest: String, milliseconds: Int64) {
            self.path = path
            self.digest = digest
            self.milliseconds = milliseconds
        }
    }

    /// The program and its version.
    public var createdBy: String
    /// SHA-256 of the program's file; empty where no other result is ever put beside this one.
    public var build: String
    /// What the replay was told, as far as it may change a verdict.
    public var settings: JSONObject
    /// Which share this is.
    public var shard: Shard
    /// Every session of the unsharded run.
    public var all: [Listed]
    /// What keeps the run from being complete, as its commands found it.
    public var faults: [RunFault]
    /// How much of the flows its sessions have to take.
    public var demands: [CoverageDemand] = []
    /// Which rules of the tolerance had anything to speak for; nil where the run tells nothing of
    /// that.
    public var toleranceRules: ToleranceRules?
    /// What was run, for those who run it again; nil where a report was not told.
    public var origin: RunOrigin?
    /// The sessions of this share, in the order of their places.
    public var sessions: [SessionRecord] {
        didSet { sessions.sort { $0.place < $1.place } }
    }

    /// A result of these parts.
    public init(
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

    /// How the run ended.
    public var ending: RunEnding {
        // A run of the cases that failed last may have none.
        let count = settings[Self.lastFailedKey] == true ? max(1, all.count) : all.count
        return RunEnding(
            sessions: sessions.map(\.exit), of: count, faults: faults + coverageFaults,
            selfTest: selfTest)
    }

    /// The setting of a run that tested the cases which failed last.
    public static let lastFailedKey = "lastFailed"

    /// What the sessions of a whole run do not take of their flows. Shards collect, and whatever
    /// puts them together judges.
    private var coverageFaults: [RunFault] {
        guard shard == .whole else { return [] }
        return CoverageDemand.faults(
            demands,
            of: sessions.compactMap { record in record.coverage.map { (record.path, $0) } })
    }

    /// Whether any session does not agree, the self-test failed, or the run is not complete.
    public var isRed: Bool { ending.exit != .agrees }

    /// What came of the regressions planted into all traces; nil where none were.
    public var selfTest: GateSelfTest.Outcome? {
        sessions.compactMap(\.selfTest).reduce(nil) { sum, outcome in
            var sum = sum ?? GateSelfTest.Outcome()
            sum.add(outcome)
            return sum
        }
    }

    /// The coverage of every flow by the sessions.
    public var coverages: [FlowCoverage] {
        FlowCoverage.merged(sessions.compactMap(\.coverage))
    }

    /// The file's bytes.
    public func fileBytes() -> [UInt8] {
        var flows: [FlowGraph] = []
        var places: [FlowGraph: Int] = [:]
        for graph in sessions.compactMap(\.coverage?.graph) where places[graph] == nil {
            places[graph] = flows.count
            flows.append(graph)
        }
        var vocabularies: [EventVocabulary] = []
        var declared: [EventVocabulary: Int] = [:]
        for vocabulary in sessions.compactMap(\.vocabulary) where declared[vocabulary] == nil {
            declared[vocabulary] = vocabularies.count
            vocabularies.append(vocabulary)
        }
        let ending = ending
        var object: JSONObject = [
            "formatVersion": .integer(Self.formatVersion), "createdBy": .string(createdBy),
            "build": .string(build), "exit": .integer(Int64(ending.exit.rawValue)),
            "incomplete": .array(ending.faults.map(\.kept)),
            "demands": .array(demands.map(\.value)),
            "settings": .object(settings),
            "shard": [
                "number": .integer(Int64(shard.number)), "count": .integer(Int64(shard.count)),
            ],
            "all": .array(
                all.map { listed in
                    [
                        "path": .string(listed.path), "digest": .string(listed.digest),
                        "milliseconds": .integer(listed.milliseconds),
                    ]
                }),
            "flows": .array(flows.map { $0.resultValue }),
            "vocabularies": .array(vocabularies.map(\.value)),
            "sessions": .array(
                sessions.map { record in
                    .object(
                        record.object(
                            flow: record.coverage.flatMap { places[$0.graph] },
                            vocabulary: record.vocabulary.flatMap { declared[$0] }))
                }),
        ]
        object["origin"] = origin?.value
        object["toleranceRules"] = toleranceRules?.value
        object[Self.sealKey] = .string(Self.seal(object))
        return JSONWriter.prettyBytes(.object(object))
    }

    private static let sealKey = "sha256"

    /// SHA-256 of the bytes of `object` without its seal, so that no name and no figure can change
    /// unnoticed.
    private static func seal(_ object: JSONObject) -> String {
        var object = object
        object[sealKey] = nil
        return Digest.hex(of: JSONWriter.prettyBytes(.object(object)))
    }

    /// Reads a result's bytes; `path` names it in errors.
    ///
    /// - Throws: ``ReportError``: newer, or not a result.
    public init(bytes: [UInt8], path: String) throws(ReportError) {
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes)
        } catch { throw .damaged(path: path, what: error.description) }
        func fault(_ what: String) -> ReportError { .damaged(path: path, what: what) }
        let object = try Self.checked(root, path: path)
        guard let createdBy = object["createdBy"]?.string, let build = object["build"]?.string,
            let settings = object["settings"]?.object
        else { throw fault("createdBy, build or settings is missing") }
        guard let shard = Self.shard(object["shard"]) else { throw fault("shard is not a share") }
        let all = (object["all"]?.array ?? []).map(Self.listed)
        let flows = (object["flows"]?.array ?? []).map { FlowGraph(result: $0) }
        guard !all.contains(nil), !flows.contains(nil) else {
            throw fault("an entry of all or flows is not what should stand there")
        }
        let graphs = flows.compactMap { $0 }
        let vocabularies = try Self.vocabularies(object["vocabularies"], path: path)
        let isSimulated = settings["verb"]?.string == "test"
        var sessions: [SessionRecord] = []
        for (number, value) in (object["sessions"]?.array ?? []).enumerated() {
            guard let record = SessionRecord(value, graphs, vocabularies) else {
                throw fault("$.sessions[\(number)] is not a session's record")
            }
            if let what = record.contradiction(isSimulated: isSimulated) {
                throw fault("$.sessions[\(number)] \(what)")
            }
            guard all.indices.contains(record.place), all[record.place]?.path == record.path else {
                throw fault("$.sessions[\(number)] is not where all lists it")
            }
            sessions.append(record)
        }
        guard let faults = Self.faults(object["incomplete"]) else {
            throw fault("incomplete is not a list of faults")
        }
        self.init(
            createdBy: createdBy, build: build, settings: settings, shard: shard,
            all: all.compactMap { $0 }, sessions: sessions, faults: faults)
        origin = object["origin"].flatMap { RunOrigin($0) }
        guard (origin == nil) == (object["origin"] == nil) else {
            throw fault("origin is not what was run")
        }
        try readJudgement(object, path: path)
    }

    /// Reads what the whole run is judged by, and checks that all is what was written.
    private mutating func readJudgement(
        _ object: JSONObject, path: String
    ) throws(ReportError) {
        func fault(_ what: String) -> ReportError { .damaged(path: path, what: what) }
        let listed = object["demands"]?.array
        demands = (listed ?? []).compactMap { CoverageDemand($0) }
        guard let listed, listed.count == demands.count else {
            throw fault("demands is not a list of demands")
        }
        toleranceRules = object["toleranceRules"].flatMap { ToleranceRules($0) }
        guard (toleranceRules == nil) == (object["toleranceRules"] == nil) else {
            throw fault("toleranceRules is not what should stand there")
        }
        guard RunExit(value: object["exit"]) == ending.exit else {
            throw fault("exit is not what sessions and faults amount to")
        }
        guard object[Self.sealKey]?.string == Self.seal(object) else {
            throw fault("it is not what was written: its sha256 does not fit")
        }
    }

    /// The object that `root` is, where this program reads its version.
    private static func checked(
        _ root: JSONValue, path: String
    ) throws(ReportError) -> JSONObject {
        func fault(_ what: String) -> ReportError { .damaged(path: path, what: what) }
        guard let object = root.object, let version = object["formatVersion"]?.integer else {
            throw fault("formatVersion is missing")
        }
        guard version <= formatVersion else {
            throw .newerFormat(path: path, version: version)
        }
        guard version == formatVersion else {
            throw fault("formatVersion \(version) does not say what the whole run is judged by")
        }
        return object
    }

    private static func vocabularies(
        _ value: JSONValue?, path: String
    ) throws(ReportError) -> [EventVocabulary] {
        var vocabularies: [EventVocabulary] = []
        for (index, value) in (value?.array ?? []).enumerated() {
            do {
                vocabularies.append(try EventVocabulary(value, at: "vocabularies[\(index)]"))
            } catch { throw .damaged(path: path, what: error.description) }
        }
        return vocabularies
    }

    private static func faults(_ value: JSONValue?) -> [RunFault]? {
        guard let listed = value?.array, listed.count <= RunEnding.faultLimit else { return nil }
        let faults = listed.compactMap { RunFault($0) }
        return faults.count == listed.count ? faults : nil
    }

    private static func shard(_ value: JSONValue?) -> Shard? {
        guard let number = value?.object?["number"]?.integer,
            let count = value?.object?["count"]?.integer
        else { return nil }
        return Shard(number: Int(clamping: number), count: Int(clamping: count))
    }

    private static func listed(_ value: JSONValue) -> Listed? {
        guard let object = value.object, let path = object["path"]?.string,
            let digest = object["digest"]?.string,
            let milliseconds = object["milliseconds"]?.integer, milliseconds >= 0,
            milliseconds <= SessionManifest.secondsLimit * 1_000
        else { return nil }
        return Listed(path: path, digest: digest, milliseconds: milliseconds)
    }
}
