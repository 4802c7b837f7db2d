import Testing
import VoiceTime

@testable import VoiceAcoustics

/// Models, words and scores that searches are tested with.
enum SearchFixtures {
    /// A model that has seen every phone between all neighbours at every position.
    static let full = TinyModel(
        triphones: WordPosition.allCases.flatMap { position in
            (0..<3).flatMap { phone in
                (0..<16).map { pair in
                    TinyModel.Triphone(
                        position: position, phone: phone, left: pair / 4, right: pair % 4)
                }
            }
        })

    /// A model that has seen few, so that many neighbours share states.
    static let sparse = TinyModel(triphones: [
        .init(position: .inside, phone: 1, left: 0, right: 2),
        .init(position: .begin, phone: 0, left: 3, right: 1),
        .init(position: .begin, phone: 0, left: 1, right: 1),
        .init(position: .end, phone: 2, left: 1, right: 0),
        .init(position: .end, phone: 2, left: 1, right: 3),
    ])

    private static let fullModel = try? full.model()
    private static let sparseModel = try? sparse.model()

    /// One of the two, read once.
    static func model(isFull: Bool) throws -> AcousticModel {
        try #require(isFull ? fullModel : sparseModel)
    }

    static func word(_ text: String, _ phones: [Int]) -> WordGraph.Word {
        WordGraph.Word(text: text, phones: phones)
    }

    /// Scores of every senone of a model, 0 to `depth` below 0.
    static func rows(
        _ frames: Int, of model: AcousticModel, seed: UInt64, depth: Int = 6_000
    ) -> [[Int32]] {
        var chance = SeededChance(seed: seed).stream("rows")
        return (0..<frames).map { _ in
            (0..<model.phones.senoneCount).map { _ in -Int32(chance.below(depth)) }
        }
    }

    /// A search of `network` that has seen `rows`.
    static func search(
        _ network: SearchNetwork, _ rows: [[Int32]],
        remembering memory: TokenSearch.Memory = .words, traceRoom: Int? = nil
    ) -> TokenSearch {
        var search = TokenSearch(network, remembering: memory)
        if let traceRoom { search.leastTraceRoom = traceRoom }
        for row in rows {
            let own = network.senones.senones.map { row[$0] }
            own.withUnsafeBufferPointer { own in
                if let base = own.baseAddress { search.step(base) }
            }
        }
        return search
    }
}
