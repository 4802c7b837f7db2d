internal import VoiceJSON
internal import VoiceTrace

/// Difference of two bodies, in words that a person reads.
struct BodyDifference {
    /// Differences that are told at most, and characters of a value.
    private static let most = 3
    private static let valueLimit = 80

    private var found: [String] = []
    private var count = 0

    /// Returns the difference in address and body between a recorded call and the present one.
    static func text(_ fit: CallFit) -> String {
        var difference = BodyDifference()
        let (recorded, now) = (fit.recorded, fit.made)
        if recorded.to != now.to { difference.compareTexts(recorded.to, now.to, at: "address") }
        let body = text(recorded.question.body, now.question.body)
        return (difference.found + [body]).filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// Returns the difference between a recorded body and the present one.
    static func text(_ recorded: CallBody, _ now: CallBody) -> String {
        var difference = BodyDifference()
        if let left = recorded.json, let right = now.json {
            difference.compare(left, right, at: "")
        } else if recorded.normalized != now.normalized {
            difference.compareTexts(recorded.normalized, now.normalized, at: "body")
        }
        let more = difference.count - difference.found.count
        return difference.found.joined(separator: "; ")
            + (more > 0 ? "; and \(more) more" : "")
    }

    private mutating func compare(_ left: JSONValue?, _ right: JSONValue?, at path: String) {
        guard left != right else { return }
        switch (left, right) {
        case (.object(let left)?, .object(let right)?):
            let keys = Set(left.members.map(\.key)).union(right.members.map(\.key)).sorted()
            for key in keys {
                compare(left[key], right[key], at: path.isEmpty ? key : "\(path).\(key)")
            }
        case (.array(let left)?, .array(let right)?):
            for index in 0..<max(left.count, right.count) {
                compare(
                    index < left.count ? left[index] : nil,
                    index < right.count ? right[index] : nil, at: "\(path)[\(index)]")
            }
        case (.string(let left)?, .string(let right)?): compareTexts(left, right, at: path)
        default: add("\(path) \(Self.text(left)) -> \(Self.text(right))")
        }
    }

    /// Compares texts of any length by what is around the first place at which they differ.
    private mutating func compareTexts(_ left: String, _ right: String, at path: String) {
        let (left, right) = (Array(left), Array(right))
        let same = zip(left, right).prefix { $0 == $1 }.count
        let longer = left.count < right.count ? right : left
        let extra = left.count.distance(to: right.count).magnitude
        let isBytes = EncodedSound.isLikely(String(longer))
        // The last four letters of bytes hold up to three of them.
        if extra > Self.valueLimit, same + (isBytes ? 4 : 0) >= longer.count - Int(extra) {
            let count = isBytes ? extra / 4 * 3 : extra
            add(
                "\(path) has \(count) \(isBytes ? "bytes" : "characters")"
                    + " \(longer == right ? "more" : "fewer") at its end")
            return
        }
        if isBytes {
            add("\(path) is other bytes from byte \(same / 4 * 3) on")
            return
        }
        let start = max(0, same - 20)
        func piece(_ text: [Character]) -> String {
            let shown = text[min(start, text.count)...].prefix(Self.valueLimit)
            let end = start + shown.count < text.count ? "…" : ""
            return JSONWriter.text(.string((start > 0 ? "…" : "") + String(shown) + end))
        }
        add("\(path) \(piece(left)) -> \(piece(right))")
    }

    private mutating func add(_ text: String) {
        count += 1
        if found.count < Self.most { found.append(text) }
    }

    private static func text(_ value: JSONValue?) -> String {
        guard let value else { return "nothing" }
        let text = JSONWriter.text(value)
        return text.count <= valueLimit ? text : text.prefix(valueLimit) + "…"
    }
}
