internal import VoiceSystem

extension TraceLines {
    /// Lines that stand for all of a long trace, in order.
    ///
    /// Lines are of one sort when they have the same kind and hold the same of `choices`, each of
    /// which is some members as a trace spells them. Of every sort the first line is taken, the
    /// second, the fourth, the eighth and so on, each with `context` lines on either side.
    package func sample(of choices: [[String]], context: Int) -> [Int] {
        var sorts = LineSorts(choices)
        var taken: [Int] = []
        withBytes { bytes in
            for index in 0..<count where sorts.takes(bytes, byteRange(at: index)) {
                let start = max(index - context, (taken.last ?? -1) + 1)
                taken += start..<max(start, min(index + context + 1, count))
            }
        }
        return taken
    }
}

/// Counts lines by their sort.
private struct LineSorts {
    private struct Kind {
        let text: [UInt8]
        /// Choices that remain to be looked for in lines of this kind, each with a bit.
        let choices: [(bit: UInt64, members: [[UInt8]])]
        /// Number of lines that hold none of the choices.
        var plainCount = 0
        /// Number of lines that hold each set of choices.
        var counts: [UInt64: Int] = [:]
    }

    private static let keyText = "\"kind\":\""
    private static let key = Array(keyText.utf8)
    private let choices: [[String]]
    private var kinds: [Kind] = []

    init(_ choices: [[String]]) { self.choices = choices }

    /// Whether the line is the first, second, fourth … of its sort.
    mutating func takes(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
        let line = UnsafeRawBufferPointer(rebasing: bytes[range])
        let place = place(ofKindIn: line)
        var held: UInt64 = 0
        for choice in kinds[place].choices
        where choice.members.allSatisfy({ TraceSearch.first($0, line, from: 0) != nil }) {
            held |= choice.bit
        }
        let count: Int
        if held == 0 {
            kinds[place].plainCount += 1
            count = kinds[place].plainCount
        } else {
            count = kinds[place].counts[held, default: 0] + 1
            kinds[place].counts[held] = count
        }
        return count & (count - 1) == 0
    }

    private mutating func place(ofKindIn line: UnsafeRawBufferPointer) -> Int {
        guard let found = TraceSearch.first(Self.key, line, from: 0) else { return add([]) }
        let rest = UnsafeRawBufferPointer(rebasing: line[(found + Self.key.count)...])
        for (place, kind) in kinds.enumerated() where Self.begins(rest, with: kind.text) {
            return place
        }
        return add(Array(rest.prefix { $0 != UInt8(ascii: "\"") }) + [UInt8(ascii: "\"")])
    }

    /// Texts of kinds end in a quotation mark, so that none begins another.
    private static func begins(_ rest: UnsafeRawBufferPointer, with text: [UInt8]) -> Bool {
        guard !text.isEmpty, rest.count >= text.count, let base = rest.baseAddress else {
            return false
        }
        return memcmp(base, text, text.count) == 0
    }

    /// Adds a kind; one without a text, of which there is one at most, may be there already.
    private mutating func add(_ text: [UInt8]) -> Int {
        if text.isEmpty, let place = kinds.firstIndex(where: { $0.text.isEmpty }) { return place }
        let own = Self.keyText + String(decoding: text, as: UTF8.self)
        let rest = choices.enumerated().compactMap { number, members -> (UInt64, [[UInt8]])? in
            let others = members.filter { $0 != own }
            guard !others.contains(where: { $0.hasPrefix(Self.keyText) }) else { return nil }
            // Choices past the sixty-fourth share a bit with others.
            return others.isEmpty
                ? nil : (1 << UInt64(number % 64), others.map { Array($0.utf8) })
        }
        kinds.append(Kind(text: text, choices: rest))
        return kinds.count - 1
    }
}
