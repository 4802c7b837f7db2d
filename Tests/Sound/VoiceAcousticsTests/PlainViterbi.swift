@testable import VoiceAcoustics

/// The best path through one chain of phones, found without a network: a table of all states at all
/// frames.
struct PlainViterbi {
    let model: AcousticModel
    /// A row of scores for every senone of the model a frame.
    let rows: [[Int32]]

    /// A phone of a chain: its sequence, its matrix, and what it costs to enter it.
    struct Link {
        var sequence: Int
        var matrix: Int
        var entry: Int64
    }

    /// What the best path through the whole chain in all frames scores; nil where there is none.
    func score(of chain: [Link]) -> Int64? {
        guard !chain.isEmpty, !rows.isEmpty else { return nil }
        var before = [Int64?](repeating: nil, count: 3 * chain.count)
        for frame in rows.indices {
            var now = before
            for place in chain.indices {
                for state in 0..<3 {
                    let score = entered(chain, place, state, frame: frame, before)
                    let senone = Int(model.phones.sequences[chain[place].sequence + state])
                    now[3 * place + state] = score.map { $0 + Int64(rows[frame][senone]) }
                }
            }
            before = now
        }
        return left(chain, chain.count - 1, before)
    }

    /// The best way into a state at a frame.
    private func entered(
        _ chain: [Link], _ place: Int, _ state: Int, frame: Int, _ before: [Int64?]
    ) -> Int64? {
        var ways: [Int64?] = (0...state).map { step in
            sum(before[3 * place + state - step], cost(chain[place].matrix, state - step, step))
        }
        if state == 0 {
            let isFirst = place == 0 && frame == 0
            let entry = place > 0 ? left(chain, place - 1, before) : isFirst ? 0 : nil
            ways.append(sum(entry, chain[place].entry))
        }
        return ways.compactMap(\.self).max()
    }

    /// The best way out of a phone.
    private func left(_ chain: [Link], _ place: Int, _ states: [Int64?]) -> Int64? {
        let ways = [
            sum(states[3 * place + 2], cost(chain[place].matrix, 2, 1)),
            sum(states[3 * place + 1], cost(chain[place].matrix, 1, 2)),
        ]
        return ways.compactMap(\.self).max()
    }

    /// The cost of going on by so many states; nil where a phone's matrix does not allow it.
    private func cost(_ matrix: Int, _ state: Int, _ step: Int) -> Int64? {
        let cost = model.transitions[9 * matrix + 3 * state + step]
        return cost == Score.none ? nil : Int64(cost)
    }

    private func sum(_ score: Int64?, _ cost: Int64?) -> Int64? {
        guard let score, let cost else { return nil }
        return score + cost
    }

    // MARK: Words

    /// A word of a chain: its phones, and the cost of its step in the graph.
    struct Word {
        var phones: [Int]
        var cost: Float = 0
    }

    /// The best score of `words` with any of the silences that may stand around them.
    func score(of words: [Word]) -> Int64? {
        let count = words.count + 1
        return (0..<1 << count).compactMap { choice in
            score(of: chain(words, silences: (0..<count).map { choice >> $0 & 1 == 1 }))
        }.max()
    }

    /// The chain of some words; `silences` says whether there is a silence before the first word,
    /// behind it, behind the second and so on.
    private func chain(_ words: [Word], silences: [Bool]) -> [Link] {
        let silence = model.phones.silence
        let between = Int64(Score.of(nepers: -SearchNetwork.silenceCost))
        var flat: [(phone: Int, position: WordPosition, entry: Int64)] = []
        for (number, word) in words.enumerated() {
            // Silence is free before the first word and behind the last.
            if silences[number] { flat.append((silence, .single, number == 0 ? 0 : between)) }
            for (place, phone) in word.phones.enumerated() {
                let cost = place == 0 ? Int64(Score.of(nepers: -word.cost)) : 0
                flat.append((phone, Self.position(place, of: word.phones.count), cost))
            }
        }
        if silences[words.count] { flat.append((silence, .single, 0)) }
        return flat.indices.map { place in
            let here = flat[place]
            let states =
                here.phone == silence
                ? model.phones.states(of: silence)
                : model.phones.states(
                    of: here.phone, left: place > 0 ? flat[place - 1].phone : silence,
                    right: place + 1 < flat.count ? flat[place + 1].phone : silence,
                    at: here.position)
            return Link(sequence: states.sequence, matrix: states.matrix, entry: here.entry)
        }
    }

    private static func position(_ place: Int, of count: Int) -> WordPosition {
        switch (place == 0, place == count - 1) {
        case (true, true): .single
        case (true, false): .begin
        case (false, true): .end
        case (false, false): .inside
        }
    }
}
