internal import VoiceDiff
internal import VoiceJSON
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
        func part<Part>(
            _ member: JSONMember<Part>, else what: String
        ) throws(ReportError) -> Part {
            guard let part = member.read(from: object) else { throw fault(what) }
            return part
        }
        let shard = try part(JSON.member("shard", Shard.codec), else: "shard is not a share")
        let entry = "an entry of all or flows is not what should stand there"
        let all = try part(JSON.member("all", JSON.list(Listed.codec)), else: entry)
        let flows = try part(JSON.member("flows", JSON.list(FlowGraph.codec)), else: entry)
        let vocabularies = try Self.vocabularies(object["vocabularies"], path: path)
        let isSimulated = ["test", Self.latencyVerb].contains(settings[Self.verbKey]?.string)
        let codec = SessionRecord.codec(flows, vocabularies)
        var sessions: [SessionRecord] = []
        for (number, value) in (object["sessions"]?.array ?? []).enumerated() {
            guard let record = codec.read(value) else {
                throw fault("$.sessions[\(number)] is not a session's record")
            }
            if let what = record.contradiction(isSimulated: isSimulated) {
                throw fault("$.sessions[\(number)] \(what)")
            }
            guard all.indices.contains(record.place), all[record.place].path == record.path else {
                throw fault("$.sessions[\(number)] is not where all lists it")
            }
            sessions.append(record)
        }
        let faults = try part(
            JSON.member("incomplete", JSON.list(RunFault.codec, limit: RunEnding.faultLimit)),
            else: "incomplete is not a list of faults")
        self.init(
            createdBy: createdBy, build: build, settings: settings, shard: shard,
            all: all, sessions: sessions, faults: faults)
        origin = try part(
            JSON.optional("origin", RunOrigin.codec), else: "origin is not what was run")
        demands = try part(
            JSON.member("demands", JSON.list(CoverageDemand.codec)),
            else: "demands is not a list of demands")
        budgets = try part(
            JSON.member("budgets", JSON.list(LatencyDemand.codec), absentFor: []),
            else: "budgets is not a list of budgets")
        toleranceRules = try part(
            JSON.optional("toleranceRules", ToleranceRules.codec),
            else: "toleranceRules is not what should stand there")
        guard object["exit"].flatMap(ExitStatus.codec.read) == ending.exit else {
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
}

extension RunResult.Listed {
    static let codec = JSONCodec<Self>(
        JSON.member("path", JSON.text), JSON.member("digest", JSON.text),
        JSON.member("milliseconds", JSON.integer(0...SessionManifest.secondsLimit * 1_000)),
        parts: { ($0.path, $0.digest, $0.milliseconds) },
        make: { Self(path: $0, digest: $1, milliseconds: $2) })
}

extension Shard {
    static let codec = JSONCodec<Shard>(
        JSON.member("number", JSON.count()), JSON.member("count", JSON.count()),
        parts: { ($0.number, $0.count) }, make: { Shard(number: $0, count: $1) })
}
