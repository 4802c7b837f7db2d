public import VoiceDiff
public import VoiceTrace

/// Verdicts as SARIF 2.1.0, for code scanning and the viewers of editors.
///
/// A result for the first cause of every failing session (`error`) and one for every further group
/// of differences (`note`), each at its line of the golden trace. Rules are the kinds of
/// difference, and `damaged`. Source: OASIS, SARIF 2.1.0.
public struct SARIFReport: Sendable {
    /// Groups that are told of one session at most.
    static let groupLimit = 50

    private let version: String

    /// A report by `version` of the program.
    public init(version: String) { self.version = version }

    /// The document's bytes.
    public func bytes(_ verdicts: [Verdict]) -> [UInt8] {
        JSONWriter.prettyBytes(value(verdicts))
    }

    /// The document.
    public func value(_ verdicts: [Verdict]) -> JSONValue {
        let rules = Self.rules.map { id, text -> JSONValue in
            ["id": .string(id), "shortDescription": ["text": .string(text)]]
        }
        let driver: JSONValue = [
            "name": "voicetest", "version": .string(version), "rules": .array(rules),
        ]
        return [
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
            "runs": .array([
                [
                    "tool": ["driver": driver], "columnKind": "unicodeCodePoints",
                    "results": .array(verdicts.flatMap(Self.results)),
                ]
            ]),
        ]
    }

    private static let rules = [
        ("missing", "An event of the golden trace did not happen."),
        ("extra", "An event happened that the golden trace does not have."),
        ("moved", "An event happened at another place in the order."),
        ("retimed", "An event happened at another time."),
        ("changed", "An event happened with another field or another reason."),
        ("edited", "The golden trace was edited by hand, or inputs found no place."),
        ("damaged", "The session cannot be used."),
    ]

    private static func results(_ verdict: Verdict) -> [JSONValue] {
        let ranked = RankedVerdict(verdict)
        switch verdict.outcome {
        case .agrees: return []
        case .damaged(let reason):
            return [result("damaged", "error", reason, ranked, line: nil, of: nil)]
        case .differs:
            let first = verdict.firstCause?.difference
            var results = [
                result(
                    first?.kind.rawValue ?? "edited", "error", ranked.sentence, ranked,
                    line: ranked.line, of: first)
            ]
            guard let diff = verdict.diff else { return results }
            for group in diff.groups.prefix(groupLimit) where group.first != first {
                let cells = GroupRow(group: group, rate: diff.sampleRate).cells
                let text = cells.filter { !$0.isEmpty }.joined(separator: " · ")
                results.append(
                    result(
                        group.kind.rawValue, "note", text, ranked,
                        line: RankedVerdict.line(of: group.first), of: group.first))
            }
            return results
        }
    }

    private static func result(
        _ rule: String, _ level: String, _ text: String, _ ranked: RankedVerdict, line: Int?,
        of difference: Difference?
    ) -> JSONValue {
        var place: JSONObject = ["artifactLocation": ["uri": .string(address(ranked.file))]]
        if let line { place["region"] = ["startLine": .integer(Int64(line))] }
        var location: JSONObject = ["physicalLocation": .object(place)]
        if let module = difference?.module {
            location["logicalLocations"] = .array([
                ["name": .string(module), "kind": "module"]
            ])
        }
        // What stays the same while times move: the session, the rule, and the event.
        let identity = "\(ranked.verdict.path)\n\(rule)\n\(difference?.event.identity ?? "")"
        return [
            "ruleId": .string(rule), "level": .string(level),
            "message": ["text": .string(TerminalReport.printable(text))],
            "locations": .array([.object(location)]),
            "partialFingerprints": [
                "voicetest/v1": .string(String(Digest.hex(of: Array(identity.utf8)).prefix(32)))
            ],
        ]
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
