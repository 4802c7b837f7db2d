import CSpeechNetwork
import Testing

@testable import VoiceActivity

@Suite struct SpeechNetworkTests {
    private static func inputs(_ pairs: Int) -> [[Float]] {
        var state: UInt32 = 9
        return (0..<pairs).map { _ in
            (0..<SpeechTrunk.inputs).map { _ in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Float(state >> 8) / 8_388_608
            }
        }
    }

    private static let channels = ChannelLanes.count

    /// A layer worked out at once.
    private static func layer(
        _ given: [[Float]], _ rows: ArraySlice<Float>, places: [Int]
    ) -> [[Float]] {
        let taps = places.count
        let weight = { (row: Int, channel: Int) in
            rows[rows.startIndex + row * channels + channel]
        }
        return given.indices.map { time in
            var depth = (0..<channels).map { weight(taps, $0) }
            for (tap, place) in places.enumerated() where given.indices.contains(time + place) {
                for channel in 0..<channels {
                    depth[channel] += weight(tap, channel) * given[time + place][channel]
                }
            }
            return (0..<channels).map { channel in
                let mixed = depth.indices.reduce(weight(taps + 1, channel)) {
                    $0 + weight(taps + 2 + $1, channel) * depth[$1]
                }
                return given[time][channel] + max(0, mixed)
            }
        }
    }

    /// The trunk's states worked out at once, layer by layer.
    private static func plainTrunk(_ rows: [[Float]]) -> [[Float]] {
        let table = SpeechNetworkTable.shared
        var states = rows.map { row in
            (0..<channels).map { channel in
                max(
                    0,
                    row.indices.reduce(table.first[channel]) {
                        $0 + table.first[($1 + 1) * channels + channel] * row[$1]
                    })
            }
        }
        let length = SpeechNetworkTable.causalRows * channels
        for (number, step) in SpeechTrunk.steps.enumerated() {
            states = layer(
                states, table.causal[length * number..<length * (number + 1)],
                places: [-2 * step, -step, 0])
        }
        return states
    }

    private static func near(_ left: Float, _ right: Float) -> Bool {
        abs(left - right) < 0.001 * max(1, abs(right))
    }

    @Test("gives, pair by pair, what the trunk gives for all at once")
    func trunk() {
        let rows = Self.inputs(300)
        let table = SpeechNetworkTable.shared
        var trunk = SpeechTrunk()
        for (row, plain) in zip(rows, Self.plainTrunk(rows)) {
            let state = trunk.state(row)
            for channel in 0..<Self.channels { #expect(Self.near(state[channel], plain[channel])) }
            let odds = (0..<Self.channels).reduce(table.liveBias) {
                $0 + table.live[$1] * plain[$1]
            }
            #expect(Self.near(trunk.odds(state), odds))
        }
    }

    @Test(
        "revises, pair by pair, as for all at once",
        arguments: [1, 2, 5, 61, 62, 63, 200])
    func revision(pairs: Int) {
        let table = SpeechNetworkTable.shared
        var state: UInt32 = 4
        var states = (0..<pairs).map { _ in
            (0..<Self.channels).map { _ -> Float in
                state = state &* 1_664_525 &+ 1_013_904_223
                return Float(state >> 8) / 8_388_608
            }
        }
        var revision = SpeechRevision()
        var odds: [Float] = []
        for numbers in states {
            var lanes = ChannelLanes()
            for channel in 0..<Self.channels { lanes[channel] = numbers[channel] }
            revision.step([lanes])
            odds += revision.takeOdds()
        }
        revision.finish()
        odds += revision.takeOdds()
        let length = SpeechNetworkTable.revisionRows * Self.channels
        for (number, step) in SpeechRevision.steps.enumerated() {
            states = Self.layer(
                states, table.revision[length * number..<length * (number + 1)],
                places: [-2, -1, 0, 1, 2].map { $0 * step })
        }
        #expect(odds.count == pairs)
        for (left, numbers) in zip(odds, states) {
            let right = (0..<Self.channels).reduce(table.fileBias) {
                $0 + table.last[$1] * numbers[$1]
            }
            #expect(Self.near(left, right))
        }
    }

    @Test("gives two pairs at once the very numbers of one at a time")
    func pairsAtOnce() {
        let rows = Self.inputs(302)
        var (single, double) = (SpeechTrunk(), SpeechTrunk())
        var (plain, revised) = (SpeechRevision(), SpeechRevision())
        // The first pair alone: what is taken at once need not begin with an even pair.
        var states = [single.state(rows[0])]
        #expect(states[0].numbers == double.state(rows[0]).numbers)
        plain.step(states)
        revised.step(states)
        for first in stride(from: 1, to: 301, by: 2) {
            let both = [single.state(rows[first]), single.state(rows[first + 1])]
            states = [ChannelLanes](repeating: ChannelLanes(), count: 2)
            double.step(rows[first] + rows[first + 1], into: &states)
            #expect(states.map(\.numbers) == both.map(\.numbers))
            plain.step([both[0]])
            plain.step([both[1]])
            revised.step(both)
        }
        plain.finish()
        revised.finish()
        let odds = plain.takeOdds()
        #expect(odds.count == 301)
        #expect(odds == revised.takeOdds())
    }

    @Test("has a weight for every channel of every layer, and a number for them all")
    func table() {
        let table = SpeechNetworkTable.shared
        #expect(SpeechTrunk.inputs == Int(VOICETEST_INPUTS))
        #expect(Self.channels == Int(VOICETEST_CHANNELS))
        #expect(table.first.count == 65 * 48)
        #expect(table.causal.count == 7 * 53 * 48)
        #expect(table.revision.count == 5 * 55 * 48)
        #expect(table.digest > 0 && table.digest < 1 << 52)
    }
}

extension SpeechTrunk {
    fileprivate mutating func state(_ inputs: [Float]) -> ChannelLanes {
        var states = [ChannelLanes()]
        step(inputs, into: &states)
        return states[0]
    }
}

extension ChannelLanes {
    fileprivate var numbers: [UInt32] { (0..<Self.count).map { self[$0].bitPattern } }
}
