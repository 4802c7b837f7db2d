package import VoiceJSON
internal import VoiceTime

/// Values drawn by a seed: the same on every machine.
package struct RandomValues {
    private var chance: ChanceStream
    private static let letters: [Unicode.Scalar] = [
        "a", "B", "_", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "é", "e", "\u{301}", "\u{FEFF}",
        "\u{2028}", "\u{FFFF}", "😀", "\u{10FFFF}",
    ]

    /// Values of `seed`.
    package init(seed: UInt64) { chance = SeededChance(seed: seed).stream("values") }

    /// The next value, of lists and objects nested up to `depth` deep.
    package mutating func next(depth: Int) -> JSONValue {
        switch chance.below(depth > 0 ? 8 : 6) {
        case 0: return .null
        case 1: return .bool(chance.below(2) == 0)
        case 2: return .integer(Int64(bitPattern: chance.next()))
        case 3: return .integer(Int64(chance.below(100)) - 50)
        case 4: return .decimal("\(chance.below(1_000)).\(chance.below(1_000))e-\(chance.below(9))")
        case 5: return .string(text())
        case 6: return .array((0..<chance.below(5)).map { _ in next(depth: depth - 1) })
        default:
            var object = JSONObject()
            for _ in 0..<chance.below(6) { object[text()] = next(depth: depth - 1) }
            return .object(object)
        }
    }

    /// The next text, of up to 7 characters that need care.
    package mutating func text() -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<chance.below(8) { text.append(Self.letters[chance.below(Self.letters.count)]) }
        return String(text)
    }
}
