import Testing

@testable import VoiceActivity

@Suite struct SpeechNetworkTests {
    private static func inputs(_ pairs: Int) -> [[Float]] {
        var state: UInt32 = 9
        return (0..<pairs).map { _ in
            (0..<SpeechNetwork.inputs).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Float(state >> 8) / 8_388_608
            }
        }
    }

    private static func odds(_ rows: [[Float]]) -> [Float] {
        var network = SpeechNetwork()
        var odds: [Float] = []
        for row in rows {
            network.step(row)
            odds += network.takeOdds()
        }
        network.finish()
        return odds + network.takeOdds()
    }

    /// The same network worked out at once, layer by layer.
    private static func plain(_ rows: [[Float]]) -> [Float] {
        let table = SpeechNetworkTable.shared
        var states = rows.map { row in
            (0..<24).map { channel in
                max(
                    0,
                    row.indices.reduce(table.first[0][channel]) {
                        $0 + table.first[$1 + 1][channel] * row[$1]
                    })
            }
        }
        for layer in table.layers {
            let given = states
            for time in given.indices {
                var depth = (0..<24).map { layer.taps[5][$0] }
                for tap in 0..<5 {
                    let place = time + (tap - 2) * layer.step
                    guard given.indices.contains(place) else { continue }
                    for channel in 0..<24 {
                        depth[channel] += layer.taps[tap][channel] * given[place][channel]
                    }
                }
                for channel in 0..<24 {
                    let mixed = depth.indices.reduce(layer.mix[0][channel]) {
                        $0 + layer.mix[$1 + 1][channel] * depth[$1]
                    }
                    states[time][channel] = given[time][channel] + max(0, mixed)
                }
            }
        }
        return states.map { state in
            (0..<24).reduce(table.bias) { $0 + table.last[$1] * state[$1] }
        }
    }

    @Test(
        "gives, pair by pair, what it gives for all at once",
        arguments: [1, 2, 5, 61, 62, 63, 200])
    func streams(pairs: Int) {
        let rows = Self.inputs(pairs)
        let (odds, plain) = (Self.odds(rows), Self.plain(rows))
        #expect(odds.count == pairs)
        for (left, right) in zip(odds, plain) { #expect(abs(left - right) < 0.01) }
    }

    @Test("has a weight for every channel of every layer")
    func table() {
        let table = SpeechNetworkTable.shared
        #expect(table.first.count == 1 + SpeechNetwork.inputs)
        #expect(table.layers.allSatisfy { $0.taps.count == 6 && $0.mix.count == 25 })
    }
}
