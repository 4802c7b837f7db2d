import Testing

@testable import VoiceAcoustics

/// The free phone loop against every sequence of phones that the sound has room for.
struct PhoneLoopTests {
    private static func loop(_ network: SearchNetwork, _ rows: [[Int32]]) -> PhoneLoop {
        var loop = PhoneLoop(network)
        for row in rows {
            let own = network.senones.senones.map { row[$0] }
            own.withUnsafeBufferPointer { own in
                if let base = own.baseAddress { loop.step(base) }
            }
        }
        return loop
    }

    private static func network(_ model: AcousticModel) -> SearchNetwork {
        SearchNetwork(.sequence([SearchFixtures.word("ab", [0, 1])]), model: model)
    }

    @Test("scores the best of all sequences of phones", arguments: 1...6)
    func best(seed: Int) throws {
        let model = try SearchFixtures.model(isFull: false)
        let rows = SearchFixtures.rows(7, of: model, seed: UInt64(seed))
        let plain = PlainViterbi(model: model, rows: rows)
        let links = (0..<4).map { phone in
            let states = model.phones.states(of: phone)
            return PlainViterbi.Link(sequence: states.sequence, matrix: states.matrix, entry: 0)
        }
        // A phone takes two frames at least, so seven frames hold three phones at most.
        var chains: [[PlainViterbi.Link]] = [[]]
        var best: Int64?
        for _ in 0..<3 {
            chains = chains.flatMap { chain in links.map { chain + [$0] } }
            best = (chains.compactMap { plain.score(of: $0) } + [best].compactMap(\.self)).max()
        }
        let loop = Self.loop(Self.network(model), rows)
        #expect(loop.score == best)
    }

    @Test("tells the best score of a state without neighbours for every frame")
    func bestStates() throws {
        let model = try SearchFixtures.model(isFull: false)
        let rows = SearchFixtures.rows(9, of: model, seed: 3)
        let loop = Self.loop(Self.network(model), rows)
        // The first twelve senones are those of phones without neighbours.
        #expect(loop.bestStates == rows.map { $0.prefix(12).max() ?? 0 })
    }

    @Test("scores of long and poor sounds do not run over")
    func long() throws {
        let model = try SearchFixtures.model(isFull: false)
        let one = SearchFixtures.rows(1, of: model, seed: 3)[0].map { $0 - 90_000 }
        let loop = Self.loop(Self.network(model), Array(repeating: one, count: 1_000))
        #expect(loop.score < -90_000_000)
        #expect(loop.score > -105_000_000)
    }
}
