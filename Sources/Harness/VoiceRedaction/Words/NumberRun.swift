internal import VoiceSession

/// Numbers that stand in a row in a text, in words or in digits: `+1 (555) 01-23`, `five five oh`.
struct NumberRun {
    /// The words, as they are compared.
    private(set) var words: [Letters] = []
    /// Place of each word among the parts of the text, and among the pieces of its part.
    private(set) var places: [Place] = []

    struct Place: Hashable {
        let part: Int
        let piece: Int
    }

    /// Longer stretches between numbers part them.
    private static let longestGap = 4

    /// The runs of a text.
    static func all(in text: String, _ numbers: NumberWords) -> [NumberRun] {
        all(in: TextPart.all(in: text), numbers)
    }

    /// The runs of the parts of a text.
    static func all(in parts: [TextPart], _ numbers: NumberWords) -> [NumberRun] {
        var runs: [NumberRun] = []
        var run = NumberRun()
        func close() {
            if run.words.contains(where: numbers.isNumber) { runs.append(run) }
            run = NumberRun()
        }
        for (part, content) in parts.enumerated() {
            switch content {
            case .between(let text):
                if text.count > longestGap || text.contains(where: \.isNewline) { close() }
            case .word(let pieces):
                for (piece, word) in pieces.enumerated() {
                    guard numbers.continuesRow(word.letters) else {
                        close()
                        continue
                    }
                    run.words.append(word.letters)
                    run.places.append(Place(part: part, piece: piece))
                }
            }
        }
        close()
        return runs
    }
}
