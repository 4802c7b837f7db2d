import VoiceJSON
import VoiceTrace

/// First event of a run that another run of the same session does not have in this form.
struct RunDifference {
    /// Sentence on which event it is, and what of it differs. Texts are named and not told: they
    /// may repeat what a caller said.
    let sentence: String

    /// Nil where `first` and `other` are one.
    init?(_ first: [TraceEvent], _ other: [TraceEvent]) {
        let length = max(first.count, other.count)
        let found = (0..<length).first { index in
            guard index < first.count, index < other.count else { return true }
            return !Self.isSame(first[index], other[index])
        }
        guard let found else { return nil }
        let left = found < first.count ? first[found] : nil
        let right = found < other.count ? other[found] : nil
        if let left, let right, left.kind == right.kind, left.frame == right.frame {
            let parts =
                Self.members(left.fields, right.fields, "")
                + Self.members(left.why, right.why, TraceEvent.evidencePrefix)
            sentence = "event \(found), \(Self.name(left)): \(parts.joined(separator: ", "))"
        } else {
            sentence =
                "event \(found) is \(Self.name(right)), and in run 1 \(Self.name(left))"
        }
    }

    /// Whether two events are one; the app's own line is not compared.
    private static func isSame(_ left: TraceEvent, _ right: TraceEvent) -> Bool {
        left.kind == right.kind && left.frame == right.frame && left.fields == right.fields
            && members(left.why, right.why, TraceEvent.evidencePrefix).isEmpty
    }

    private static func name(_ event: TraceEvent?) -> String {
        event.map { "\($0.kind) at the frame \($0.frame)" } ?? "missing"
    }

    private static func members(
        _ left: JSONObject, _ right: JSONObject, _ prefix: String
    ) -> [String] {
        let keys = Set(left.members.map(\.key)).union(right.members.map(\.key)).sorted()
        let isEvidence = prefix == TraceEvent.evidencePrefix
        let different = keys.filter {
            left[$0] != right[$0] && !(isEvidence && $0 == TraceEvent.lineKey)
        }
        return different.map { key in
            "\(prefix)\(key) \(text(left[key])) -> \(text(right[key]))"
        }
    }

    private static func text(_ value: JSONValue?) -> String {
        switch value {
        case nil: "nothing"
        case .integer(let number)?: "\(number)"
        case .bool(let flag)?: "\(flag)"
        case .string?: "a text"
        default: "a value"
        }
    }
}
