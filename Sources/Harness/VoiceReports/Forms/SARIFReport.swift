internal import VoiceDiff
internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTrace

/// Verdicts as SARIF 2.1.0, for code scanning and the viewers of editors.
///
/// A result for every cause (`error`) at the line that was changed, with the golden traces of its
/// sessions as related locations; where no file is known to have changed, it stands at the first
/// trace, and every further group of differences of a session is a `note` at its line of the
/// golden trace. A budget that is not kept is an `error` at its worst turn, and a fault of
/// turn-taking is one at its line of the trace. Rules are the kinds
/// of difference and fault, and `damaged`. No two results share a
/// fingerprint. A self-test that failed, and what keeps the run from being complete, are
/// notifications of the tool. The run's properties count the sessions by the stage that they were
/// replayed from. Source: OASIS, SARIF 2.1.0.
package struct SARIFReport: VerdictForm {
    package func bytes(of run: RunSummary) -> [UInt8] {
        PrintableText.bytes(of: SARIFLog(run).value)
    }
}

/// The document of ``SARIFReport`` on one run.
private struct SARIFLog {
    let told: RunSummary
    private var paths: RepositoryPaths { told.paths }

    init(_ run: RunSummary) { told = run }

    var value: JSONValue {
        let verdicts = told.sessions
        let rules = Self.rules.map { id, text -> JSONValue in
            ["id": .string(id), "shortDescription": ["text": .string(text)]]
        }
        let driver: JSONValue = [
            "name": "voicetest", "version": .string(told.version), "rules": .array(rules),
        ]
        var known: [String: Int] = [:]
        var run: JSONObject = [
            "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
            "results": .array(
                CauseGroups(verdicts).groups.map { group in
                    cause(group, group.places.map { verdicts[$0] }, &known)
                } + further(verdicts, &known) + told.faults.compactMap { budget($0, &known) }
                    + verdicts.flatMap { notes($0, &known) }),
        ]
        run["invocations"] = invocations
        let stages = StageCount(verdicts.map(\.start)).counts
        if !stages.isEmpty {
            var counts = JSONObject()
            for stage in stages { counts[stage.start.rawValue] = .integer(Int64(stage.count)) }
            run["properties"] = ["replayedFrom": .object(counts)]
        }
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": .array([.object(run)]),
        ]
    }

    private static let unshared = "notShared"
    private static let caller = "caller"

    /// Faults that keep the verdicts from being trusted; nil without any.
    private var invocations: JSONValue? {
        let texts = [told.selfTest?.warning].compactMap { $0 } + told.faults.map(\.text)
        guard !texts.isEmpty else { return nil }
        let notifications = texts.map { text -> JSONValue in
            ["level": "error", "message": ["text": .string(TerminalReport.printable(text))]]
        }
        var invocation: JSONObject = [
            "executionSuccessful": false, "toolExecutionNotifications": .array(notifications),
        ]
        invocation["exitCode"] = told.ending.map { .integer(Int64($0.exit.rawValue)) }
        return .array([.object(invocation)])
    }

    private static let rules = [
        ("missing", "An event of the golden trace did not happen."),
        ("extra", "An event happened that the golden trace does not have."),
        ("moved", "An event happened at another place in the order."),
        ("retimed", "An event happened at another time."),
        ("changed", "An event happened with another field or another reason."),
        ("edited", "The golden trace was edited by hand, or inputs found no place."),
        ("damaged", "The session cannot be used."),
        (TurnFault.Kind.expectation.rawValue, "The run's turn-taking is not as expected."),
        (TurnFault.Kind.budget.rawValue, "A latency is over its budget."),
        (unshared, "The sessions were made with other inputs, files or parts."),
        (caller, "The recorded caller speaks at a time that does not fit the changed files."),
    ]

    /// Traces that are named beside a cause at most.
    private static let relatedLimit = 100

    /// The result for the cause of `verdicts`.
    private func cause(
        _ group: CauseGroups.Group, _ verdicts: [SessionResult], _ known: inout [String: Int]
    ) -> JSONValue {
        let first = verdicts[0]
        guard var finding = first.findings.first else { preconditionFailure("a cause has none") }
        let traces = verdicts.prefix(Self.relatedLimit).map { verdict in
            location(verdict.file, verdict.findings.first?.line, verdict.findings.first?.module)
        }
        let isOne = verdicts.count == 1
        finding.text =
            isOne
            ? finding.text : "\(TerminalReport.count(verdicts.count, "session")): \(group.title)"
        finding.text = ([finding.text] + [verdicts.proof].compactMap { $0 }).joined(separator: " ")
        let hasFile = group.cause.file != nil
        var identity = finding
        if hasFile { identity.event = group.cause.identity }
        return result(
            finding, isError: true, of: first,
            at: group.cause.file.map { location($0, group.cause.line, nil) } ?? traces[0],
            related: hasFile ? traces : Array(traces.dropFirst()),
            Self.fingerprint(identity, of: hasFile ? "" : first.path, &known))
    }

    /// Results for edits that are proven to make a difference behind the first of a session.
    private func further(
        _ verdicts: [SessionResult], _ known: inout [String: Int]
    ) -> [JSONValue] {
        var told = Set(CauseGroups(verdicts).groups.map(\.cause.identity))
        var results: [JSONValue] = []
        for verdict in verdicts {
            for cause in verdict.furtherProven where told.insert(cause.identity).inserted {
                var finding = SessionResult.Finding(
                    rule: Difference.Kind.changed.rawValue, text: Sentence.closed(cause.what))
                finding.event = cause.identity
                results.append(
                    result(
                        finding, isError: true, of: verdict,
                        at: location(cause.file ?? "", cause.line, nil), related: [],
                        Self.fingerprint(finding, of: "", &known)))
            }
        }
        return results
    }

    /// The result for a budget that is not kept, at the worst turn; nil for another fault. The
    /// others that are over it are related.
    private func budget(_ told: RunFault, _ known: inout [String: Int]) -> JSONValue? {
        guard let worst = told.turns.first else { return nil }
        let places = told.turns.map { turn in
            location(TracePlace.file(of: turn.path), turn.fault.line, turn.fault.module)
        }
        let finding = SessionResult.Finding(
            rule: worst.fault.kind.rawValue, text: worst.text, event: worst.fault.rule)
        var result: JSONObject = [
            "ruleId": .string(finding.rule), "level": "error",
            "message": ["text": .string(TerminalReport.printable(finding.text))],
            "locations": .array([places[0]]),
            "partialFingerprints": [
                "voicetest/v3": .string(Self.fingerprint(finding, of: "", &known))
            ],
        ]
        let others = places.dropFirst()
        if !others.isEmpty { result["relatedLocations"] = .array(Array(others)) }
        return .object(result)
    }

    /// Returns results for the other findings of a session.
    private func notes(
        _ verdict: SessionResult, _ known: inout [String: Int]
    ) -> [JSONValue] {
        let others = verdict.notShared.map {
            SessionResult.Finding(rule: Self.unshared, text: $0)
        }
        let callers = verdict.furtherCallerTiming.map {
            SessionResult.Finding(rule: Self.caller, text: $0, line: verdict.line)
        }
        // Differences that follow from the change of a file need no results of their own.
        let further = verdict.findings.dropFirst().filter {
            $0.isFault || verdict.causes.first?.file == nil
        }
        return (further + callers + others).map { finding in
            result(
                finding, isError: finding.isFault, of: verdict,
                at: location(verdict.file, finding.line, finding.module), related: [],
                Self.fingerprint(finding, of: verdict.path, &known))
        }
    }

    private func location(_ file: String, _ line: Int?, _ module: String?) -> JSONValue {
        var place: JSONObject = [
            "artifactLocation": ["uri": .string(Self.address(paths.path(file)))]
        ]
        if let line { place["region"] = ["startLine": .integer(Int64(line))] }
        var location: JSONObject = ["physicalLocation": .object(place)]
        if let module {
            location["logicalLocations"] = .array([["name": .string(module), "kind": "module"]])
        }
        return .object(location)
    }

    private func result(
        _ finding: SessionResult.Finding, isError: Bool, of verdict: SessionResult,
        at location: JSONValue, related: [JSONValue], _ fingerprint: String
    ) -> JSONValue {
        var result: JSONObject = [
            "ruleId": .string(finding.rule), "level": isError ? "error" : "note",
            "message": ["text": .string(TerminalReport.printable(finding.text))],
            "locations": .array([location]),
            "partialFingerprints": ["voicetest/v3": .string(fingerprint)],
        ]
        if !related.isEmpty { result["relatedLocations"] = .array(related) }
        if let start = verdict.start {
            result["properties"] = ["replayedFrom": .string(start.rawValue)]
        }
        return .object(result)
    }

    /// Returns a mark that stays the same while times move: the session or the changed key, the
    /// rule, the event with its module and field, and its number among those alike in all this.
    private static func fingerprint(
        _ finding: SessionResult.Finding, of path: String, _ known: inout [String: Int]
    ) -> String {
        let identity = [
            path, finding.rule, finding.event, finding.module ?? "", finding.field ?? "",
        ].joined(separator: "\n")
        let number = known[identity, default: 0]
        known[identity] = number + 1
        return String(Digest.hex(of: Array("\(identity)\n\(number)".utf8)).prefix(32))
    }

    /// A path as a relative URI reference, or an absolute one as `file:`.
    static func address(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in path.utf8 {
            if plain.contains(byte) {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        return path.hasPrefix("/") ? "file://\(text)" : text
    }
}
