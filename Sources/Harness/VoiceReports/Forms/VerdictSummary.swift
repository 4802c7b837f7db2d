package import VoiceDiff
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// What reports tell of one verdict, and what a result folder keeps to tell it again.
///
/// Shape where it is kept: `{ "verdict": a session as in ``JSONReport``, "text", "brief": the same
/// for a person, whole and in a few lines, "brevity"?: in one, "new"?: true without a golden,
/// "findings": [ { "rule", "text", "line"?, "module"?, "event", "field"? } ] }`
package struct VerdictSummary: Sendable, Equatable {
    /// The session's name.
    package let name: String
    /// Where the session stands.
    package let path: String
    /// `agrees`, `differs` or `damaged`.
    package let outcome: String
    /// Why it does not agree, in one sentence; empty when it does.
    package let sentence: String
    /// What made it differ, or why it cannot be used; nil when it agrees.
    let cause: Cause?
    /// Further causes, the likeliest first.
    let otherCauses: [Cause]
    /// The verdict as ``TerminalReport`` tells it, without colours.
    package let text: String
    /// The same in a few lines.
    let brief: String
    /// The same in one line, below a cause: what the caller notices, or where it shows.
    let brevity: String?
    /// Whether the session has no golden yet.
    let isNew: Bool
    /// The session as ``JSONReport`` lists it.
    let object: JSONObject
    /// The first stage that was replayed; nil when nothing was.
    var start: ReplayStart? { object["from"]?.string.flatMap(ReplayStart.init) }
    /// The first cause, then every further group of differences; none when it agrees.
    let findings: [Finding]

    /// One thing that is found, at its line of the golden trace.
    struct Finding: Sendable, Equatable {
        /// The kind of difference or fault, `edited` or `damaged`.
        var rule: String
        var text: String
        /// The line of the golden trace, from 1; nil of a session that is damaged.
        var line: Int?
        var module: String?
        /// What the event is known by while times move; empty without one.
        var event = ""
        /// The field that changed.
        var field: String?
        /// Whether it is a fault of turn-taking.
        var isFault: Bool { TurnFault.Kind(rawValue: rule) != nil }
    }

    /// The largest line that is told.
    static let lineLimit = 1 << 30
}

extension VerdictSummary {
    /// What there is to tell of `verdict`.
    package init(_ verdict: Verdict) {
        self.init(
            name: verdict.name, path: verdict.path, outcome: verdict.outcome.name,
            sentence: Self.sentence(verdict), cause: verdict.cause,
            otherCauses: Array((verdict.firstCause?.causes ?? []).dropFirst()),
            text: TerminalReport().text(verdict), brief: TerminalReport().brief.text(verdict),
            brevity: Self.brevity(verdict), isNew: verdict.isNew,
            object: JSONReport.session(verdict), findings: Finding.all(of: verdict))
    }

    /// Flags that one line tells.
    private static let flagLimit = 2

    /// What the caller notices, or where it shows; then what the run did not do.
    private static func brevity(_ verdict: Verdict) -> String? {
        guard let cause = verdict.firstCause else { return nil }
        let noticed = verdict.effect?.kind == .nothing ? "The caller notices nothing." : nil
        let seen = noticed ?? verdict.effect?.sentence ?? cause.seen
        // Of a rule that several sessions break, each tells how; other causes are told of all.
        let told = ([verdict.cause].compactMap { $0 } + cause.causes)
            .filter { $0.kind == .flag && $0.key.isEmpty }.map(\.what)
        let flags = cause.flags.dropFirst(verdict.isNew ? 1 : 0).filter { flag in
            !told.contains(flag) && seen?.contains(Sentence.clause(flag)) != true
        }
        let more = flags.count - flagLimit
        let parts =
            [verdict.isNew ? nil : seen].compactMap { $0 } + flags.prefix(flagLimit)
            + (more > 0 ? ["\(more) more \(more == 1 ? "fault" : "faults")"] : [])
        return parts.isEmpty ? nil : parts.map(Sentence.closed).joined(separator: " ")
    }

    static func sentence(_ verdict: Verdict) -> String {
        if case .damaged(let reason) = verdict.outcome { return reason }
        return verdict.firstCause?.sentence ?? ""
    }

    /// What there is to tell of a session that agrees, where its record says all of it; nil of any
    /// other.
    init?(agreeing record: SessionRecord) {
        guard record.outcome == "agrees", let rate = record.sampleRate,
            let events = record.counts["golden"]?.integer
        else { return nil }
        var object: JSONObject = [
            "name": .string(record.name), "path": .string(record.path),
            "outcome": .string(record.outcome), "goldenEdited": false,
            "sampleRate": .integer(Int64(rate)), "counts": .object(record.counts),
            "firstCause": .null, "groups": .array([]), "differences": .array([]),
            "differencesLeftOut": 0,
        ]
        object["from"] = record.start.map { .string($0.rawValue) }
        let line = TerminalReport().agreement(
            record.path, from: record.start, events: Int(clamping: events))
        let text = PrintableText.withoutCommand(line) + "\n"
        self.init(
            name: record.name, path: record.path, outcome: record.outcome, sentence: "",
            cause: nil, otherCauses: [], text: text, brief: text, brevity: nil, isNew: false,
            object: object, findings: [])
    }

    /// What `record` and the file it names keep; nil where they contradict each other.
    init?(_ record: SessionRecord, kept: JSONObject?) {
        if record.outcome == "damaged" {
            self.init(Verdict(name: record.name, path: record.path, reason: record.reason ?? ""))
            return
        }
        guard let kept, let object = kept["verdict"]?.object, let text = kept["text"]?.string,
            let brief = kept["brief"]?.string,
            object["name"]?.string == record.name, object["path"]?.string == record.path,
            object["outcome"]?.string == record.outcome,
            object["counts"]?.object == record.counts,
            object["from"]?.string == record.start?.rawValue
        else { return nil }
        let listed = kept["findings"]?.array ?? []
        let findings = listed.compactMap { Finding($0) }
        let told = object["firstCause"]?.object?["causes"]?.array ?? []
        let causes = told.compactMap { Cause($0) }
        guard findings.count == listed.count, causes.count == told.count,
            findings.isEmpty == (record.outcome == "agrees"),
            causes.isEmpty == (record.outcome == "agrees")
        else { return nil }
        self.init(
            name: record.name, path: record.path, outcome: record.outcome,
            sentence: record.cause ?? "", cause: causes.first,
            otherCauses: Array(causes.dropFirst()), text: text, brief: brief,
            brevity: kept["brevity"]?.string, isNew: kept["new"]?.bool ?? false, object: object,
            findings: findings)
    }

    /// As a result folder keeps it.
    var kept: JSONValue {
        var kept: JSONObject = [
            "verdict": .object(object), "text": .string(text), "brief": .string(brief),
            "findings": .array(findings.map(\.value)),
        ]
        kept["brevity"] = brevity.map { .string($0) }
        if isNew { kept["new"] = true }
        return .object(kept)
    }

    /// How many differences of a kind, or `differences` of all, there are.
    func count(_ kind: String) -> Int64 { object["counts"]?.object?[kind]?.integer ?? 0 }

    /// What two sessions do not share besides their traces.
    var notShared: [String] { object["notShared"]?.array?.compactMap(\.string) ?? [] }

    /// Where the recorded caller no longer fits, beyond the place that ``sentence`` names.
    var furtherCallerTiming: [String] {
        let told = object["callerTiming"]?.array?.compactMap(\.string) ?? []
        return told.filter { !sentence.contains($0) }
    }

    /// ``sentence``, and every further place where the recorded caller no longer fits.
    var message: String {
        ([sentence] + furtherCallerTiming.map { "Recorded caller: \($0)." }).joined(separator: " ")
    }

    /// The folder the session stands in, without a slash at its ends.
    var folder: String { DiskFile.parent(of: path) }

    /// The golden trace, where a finding is shown; the manifest when the session is damaged.
    var file: String {
        let session = SessionFolder(path: path)
        guard outcome == "damaged" else {
            return path.hasSuffix(".jsonl") ? path : TracePlace.file(of: session.path)
        }
        return path.hasSuffix(SessionFolder.suffix) ? session.manifestPath : path
    }

    /// The line of the golden trace that the first cause is about, from 1.
    var line: Int { findings.first?.line ?? 1 }

    /// File and line of the golden trace: `happy.vsession/trace.jsonl:12`.
    var tracePlace: String { "\(file):\(line)" }

    /// Those that do not agree: what cannot be used first, then by how much differs, then in the
    /// order they came.
    static func failing(_ verdicts: [VerdictSummary]) -> [VerdictSummary] {
        let failing = verdicts.filter { $0.outcome != "agrees" }
        return failing.enumerated().sorted { left, right in
            (left.element.weight, left.offset) < (right.element.weight, right.offset)
        }.map(\.element)
    }

    private var weight: Int64 { outcome == "damaged" ? .min : -count("differences") }
}
