/// Phrases of one or several words, found by their first word.
struct PhraseTable<Value: Sendable>: Sendable {
    private var byFirst: [String: [(words: [String], value: Value)]] = [:]

    /// The phrases `phrases`, which are normalised as ``SpokenText`` does; of two alike, the first
    /// one counts.
    init(_ phrases: [(String, Value)]) {
        for (phrase, value) in phrases {
            // A currency sign by itself is not a word.
            let normals = SpokenText(phrase).normals
            let words = normals.isEmpty ? [phrase] : normals
            guard let first = words.first else { continue }
            byFirst[first, default: []].append((words, value))
        }
        for (first, entries) in byFirst {
            byFirst[first] = entries.enumerated().sorted {
                ($1.element.words.count, $0.offset) < ($0.element.words.count, $1.offset)
            }.map(\.element)
        }
    }

    /// Every phrase that is in `words` at `start`, the longest first.
    func matches(in words: [SpokenText.Word], at start: Int) -> [(count: Int, value: Value)] {
        guard start < words.count, let entries = byFirst[words[start].normal] else { return [] }
        return entries.compactMap { entry in
            guard start + entry.words.count <= words.count else { return nil }
            for (offset, word) in entry.words.enumerated()
            where words[start + offset].normal != word { return nil }
            return (entry.words.count, entry.value)
        }
    }

    /// The longest phrase that is in `words` at `start`.
    func longest(in words: [SpokenText.Word], at start: Int) -> (count: Int, value: Value)? {
        matches(in: words, at: start).first
    }
}

extension PhraseTable where Value == Bool {
    /// A set of phrases.
    init(_ phrases: [String]) { self.init(phrases.map { ($0, true) }) }
}
