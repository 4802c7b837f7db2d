import Testing
import VoiceTime

@testable import VoiceAcoustics

/// The table of the nodes at which words begin.
struct WordStartTableTests {
    @Test("keeps the links of each key in the order in which they came, beside many other keys")
    func keepsOrder() {
        var chance = SeededChance(seed: 1).stream("doors")
        var table = WordStartTable()
        var expected: [Int: [Int32]] = [:]
        for number in 0..<20_000 {
            let key = chance.below(5_000) * 1_764
            table.add(SearchNetwork.Link(node: Int32(number), cost: 0), at: key)
            expected[key, default: []].append(Int32(number))
        }
        for (key, nodes) in expected {
            let place = table.place(of: key)
            #expect(place.map { table.begins[$0].map(\.node) } == nodes)
        }
        #expect(table.begins.count == expected.count)
        #expect(table.hubs == [Int?](repeating: nil, count: expected.count))
    }

    @Test("knows no place for a key that nothing begins at")
    func unknownKey() {
        var table = WordStartTable()
        #expect(table.place(of: 0) == nil)
        table.add(SearchNetwork.Link(node: 1, cost: 0), at: 7)
        #expect(table.place(of: 7) == 0)
        #expect(table.place(of: 8) == nil)
    }
}
