internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension RunResult {
    /// Reads a result's bytes; `path` names it in errors.
    ///
    /// - Throws: ``ReportError``: newer, or not a result.
    package init(bytes: [UInt8], path: String) throws(ReportError) {
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
        let isSimulated = ["test", Self.latencyVerb].contains(settings[Self.verbKey]?.string)
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
        let asked = object["budgets"]?.array ?? []
        budgets = asked.compactMap { LatencyDemand($0) }
        guard asked.count == budgets.count, object["budgets"] == nil || !budgets.isEmpty else {
            throw fault("budgets is not a list of budgets")
        }
        toleranceRules = object["toleranceRules"].flatMap { ToleranceRules($0) }
        guard (toleranceRules == nil) == (object["toleranceRules"] == nil) else {
            throw fault("toleranceRules is not what should stand there")
        }
        guard ExitStatus(value: object["exit"]) == ending.exit else {
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
            throw fault(
                "formatVersion \(version) is of an older voicetest. Run the sessions again")
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
