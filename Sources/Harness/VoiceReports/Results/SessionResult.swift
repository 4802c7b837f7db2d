package import VoiceDiff
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Outcome of one session: the value that every form of report tells, and that a result folder
/// keeps to tell it again.
///
/// Shape of what its record does not say, where it is kept: `{ "verdict": a session as in
/// ``JSONReport``, "text", "brief": the same for a person, whole and in a few lines, "brevity"?: in
/// one, "new"?: true without a golden, "findings": [ { "rule", "text", "line"?, "module"?, "event",
/// "field"? } ] }`
@dynamicMemberLookup
package struct SessionResult: Sendable, Equatable {
    /// Record of its outcome, and of the files of the rest.
    package var record: SessionRecord
    /// Causes that made it differ, or the reasons why it cannot be used, the likeliest first; none
    /// when it agrees.
    let causes: [Cause]
    /// Inputs that found no place, and failures of the run, such as expectations that failed.
    let flags: [String]
    /// Facts that two sessions do not share besides their traces.
    let notShared: [String]
    /// Places where the recorded caller no longer fits.
    let callerTiming: [String]
    /// Whether the session has no golden yet.
    let isNew: Bool
    /// The verdict as ``TerminalReport`` tells it, without colours.
    package let text: String
    /// The same in a few lines.
    let brief: String
    /// The same in one line, below a cause: the caller's effect, or the place where it shows.
    let brevity: String?
    /// Members that only ``JSONReport`` lists: every difference with its evidence.
    let listing: JSONObject
    /// The first cause, then every further group of differences; none when it agrees.
    let findings: [Finding]

    /// A member of the record.
    package subscript<Value>(dynamicMember member: KeyPath<SessionRecord, Value>) -> Value {
        record[keyPath: member]
    }

    /// One thing that is found, at its line of the golden trace.
    struct Finding: Sendable, Equatable {
        /// The kind of difference or fault, `edited` or `damaged`.
        var rule: String
        var text: String
        /// The line of the golden trace, from 1; nil of a session that is damaged.
        var line: Int?
        var module: String?
        /// Mark by which the event is known while times move; empty without one.
        var event = ""
        /// The field that changed.
        var field: String?
        /// Whether it is a fault of turn-taking.
        var isFault: Bool { TurnFault.Kind(rawValue: rule) != nil }
    }

    /// The largest line that is told.
    static let lineLimit = 1 << 30
}

extension SessionResult {
    /// The result of `verdict`; `record` is a run's note of it.
    package init(_ verdict: Verdict, record: SessionRecord? = nil) {
        let cause = verdict.firstCause
        self.init(
            record: record ?? SessionRecord(verdict, place: 0),
            causes: (verdict.cause.map { [$0] } ?? []) + (cause?.causes ?? []).dropFirst(),
            flags: cause?.flags ?? [], notShared: verdict.notShared,
            callerTiming: verdict.callerTiming, isNew: verdict.isNew,
            text: TerminalReport().text(verdict), brief: TerminalReport().brief.text(verdict),
            brevity: Self.brevity(verdict), listing: JSONReport.listing(verdict),
            findings: Finding.all(of: verdict))
    }

    /// Flags that one line tells.
    private static let flagLimit = 2

    /// Describes the effect on the caller, or the place where it shows; then the failures of the
    /// run.
    private static func brevity(_ verdict: Verdict) -> String? {
        guard let cause = verdict.firstCause else { return nil }
        let noticed = verdict.effect?.kind == .nothing ? "The caller notices nothing." : nil
        let seen = noticed ?? verdict.effect?.sentence ?? cause.seen
        // Each session that breaks a rule tells its own way; other causes are told of all.
        let told = ([verdict.cause].compactMap { $0 } + cause.causes)
            .filter { $0.kind == .file || $0.kind == .flag && $0.key.isEmpty }.map(\.what)
        let flags = cause.flags.dropFirst(verdict.isNew ? 1 : 0).filter { flag in
            !told.contains(flag) && seen?.contains(Sentence.clause(flag)) != true
        }
        let more = flags.count - flagLimit
        let parts =
            [verdict.isNew ? nil : seen].compactMap { $0 }
            + verdict.callerTiming.prefix(1).map { "Recorded caller: \($0)" }
            + flags.prefix(flagLimit)
            + (more > 0 ? ["\(more) more \(more == 1 ? "fault" : "faults")"] : [])
        return parts.isEmpty ? nil : parts.map(Sentence.closed).joined(separator: " ")
    }

    /// The result of a session that agrees, where its record says all of it; nil of any other.
    init?(agreeing record: SessionRecord) {
        guard record.outcome == .agrees, record.sampleRate != nil,
            let events = record.counts["golden"]?.integer
        else { return nil }
        let line = TerminalReport().agreement(
            record.path, from: record.start, events: Int(clamping: events))
        let text = PrintableText.withoutCommand(line) + "\n"
        self.init(
            record: record, causes: [], flags: [], notShared: [], callerTiming: [], isNew: false,
            text: text, brief: text, brevity: nil,
            listing: [
                "goldenEdited": false, "firstCause": .null, "groups": .array([]),
                "differences": .array([]), "differencesLeftOut": 0,
            ], findings: [])
    }

    /// Restores a result from `record` and the file it names; nil where they contradict each other.
    init?(_ record: SessionRecord, kept: JSONObject?) {
        if let reason = record.reason {
            self.init(
                Verdict(name: record.name, path: record.path, reason: reason), record: record)
            return
        }
        guard let kept, let object = kept["verdict"]?.object, let text = kept["text"]?.string,
            let brief = kept["brief"]?.string,
            object["name"]?.string == record.name, object["path"]?.string == record.path,
            object["outcome"]?.string == record.outcome.rawValue,
            object["counts"]?.object == record.counts,
            object["from"]?.string == record.start?.rawValue
        else { return nil }
        let first = object["firstCause"]?.object
        guard let findings = JSON.member("findings", JSON.list(Finding.codec)).read(from: kept),
            let causes = JSON.member("causes", JSON.list(Cause.codec)).read(
                from: first ?? ["causes": .array([])]),
            findings.isEmpty == (record.outcome == .agrees),
            causes.isEmpty == (record.outcome == .agrees)
        else { return nil }
        func texts(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }
        self.init(
            record: record, causes: causes, flags: texts(first?["flags"]),
            notShared: texts(object["notShared"]), callerTiming: texts(object["callerTiming"]),
            isNew: kept["new"]?.bool ?? false, text: text, brief: brief,
            brevity: kept["brevity"]?.string, listing: JSONReport.listing(object),
            findings: findings)
    }

    /// A line of `result.jsonl`: a session as in ``JSONReport``, what ``kept`` has beside it, and
    /// what its record says of it without the other files of the report.
    var jsonLine: [UInt8] {
        var own = record
        (own.vocabulary, own.coverage) = (nil, nil)
        (own.detail, own.trace, own.verdict) = (nil, nil, nil)
        var line = SessionRecord.codec([], []).write(own).object ?? [:]
        line = line.adding(kept).adding(JSONReport.session(self))
        line["verdict"] = nil
        return Array((JSONWriter.text(.object(line)) + "\n").utf8)
    }

    /// The members that a result folder keeps.
    var kept: JSONObject {
        var kept: JSONObject = [
            "verdict": .object(JSONReport.session(self)), "text": .string(text),
            "brief": .string(brief),
            "findings": .array(findings.map(Finding.codec.write)),
        ]
        kept["brevity"] = brevity.map { .string($0) }
        if isNew { kept["new"] = true }
        return kept
    }

    /// Reason why it does not agree, in one sentence; empty when it does.
    package var sentence: String { record.reason ?? record.sentence ?? "" }

    /// Places where the recorded caller no longer fits, beyond the place that ``sentence`` names.
    var furtherCallerTiming: [String] {
        callerTiming.filter { !sentence.contains($0) }
    }

    /// ``sentence``, what is proven of it, and every further place where the recorded caller no
    /// longer fits.
    var message: String {
        ([sentence] + [proof].compactMap { $0 }
            + furtherCallerTiming.map { "Recorded caller: \($0)." }).joined(separator: " ")
    }

    /// The folder the session stands in, without a slash at its ends.
    var folder: String { DiskFile.parent(of: record.path) }

    /// The golden trace, where a finding is shown; the manifest when the session is damaged.
    var file: String {
        let path = record.path
        let session = SessionFolder(path: path)
        guard record.outcome == .damaged else {
            return path.hasSuffix(".jsonl") ? path : TracePlace.file(of: session.path)
        }
        return path.hasSuffix(SessionFolder.suffix) ? session.manifestPath : path
    }

    /// The line of the golden trace that the first cause is about, from 1.
    var line: Int { findings.first?.line ?? 1 }

    /// File and line of the golden trace: `happy.vsession/trace.jsonl:12`.
    var tracePlace: String { "\(file):\(line)" }

    /// Returns the sessions that do not agree: what cannot be used first, then by how much differs,
    /// then in the order they came.
    static func failing(_ verdicts: [SessionResult]) -> [SessionResult] {
        let failing = verdicts.filter { $0.outcome != .agrees }
        return failing.enumerated().sorted { left, right in
            (left.element.weight, left.offset) < (right.element.weight, right.offset)
        }.map(\.element)
    }

    private var weight: Int64 { record.outcome == .damaged ? .min : -record.count("differences") }
}
