internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTrace

/// Words of the caller of a run in each turn: by its script, else by the recognizer.
struct CallerWords {
    private let words: [String?]
    private let failures: [String?]

    /// The words of `turns`, which are those of `run`.
    init(_ run: MeasuredRun, _ turns: [SpokenTurn]) {
        var failures: [Int: String] = [:]
        for input in run.inputs {
            if case .caller(let line) = input.input { failures[line.line] = line.failure }
        }
        self.failures = turns.map { turn in turn.line.flatMap { failures[$0] } }
        var heard = [[String]](repeating: [], count: turns.count)
        for event in run.events where event.core == .final {
            guard let text = event.fields[CoreKey.text]?.string, !text.isEmpty,
                let turn = turns.lastIndex(where: { $0.active.lowerBound < event.frame })
            else { continue }
            heard[turn].append(text)
        }
        words = turns.indices.map { index in
            let turn = turns[index]
            guard turn.line == nil else { return turn.words }
            return turn.words ?? (heard[index].isEmpty ? nil : heard[index].joined(separator: " "))
        }
    }

    /// The words of the turn at `index`; nil where they are not known.
    subscript(index: Int) -> String? { words[index] }

    /// Returns the failure of a scripted recognizer in the turn at `index`.
    func failure(of index: Int) -> String? { failures[index] }
}
