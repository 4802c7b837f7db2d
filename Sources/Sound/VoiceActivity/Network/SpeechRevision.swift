internal import CSpeechNetwork

/// Part of the network that only files have: it hears later sound as well.
///
/// Shape: the trunk's channels of every pair in; one log-odds out for each, 62 pairs later. Five
/// layers look twice 1, 2, 4, 8 and 16 pairs either way. All sums run in a fixed order.
struct SpeechRevision: Sendable {
    /// Pairs between the taps of each layer: powers of two.
    static let steps = [1, 2, 4, 8, 16]
    private let table = SpeechNetworkTable.shared
    /// Inputs of each layer, four times its step long, one layer behind the other.
    private var memory = [Float](
        repeating: 0, count: 4 * steps.reduce(0, +) * ChannelLanes.count)
    /// Number of times that each layer was given something.
    private var times = [Int64](repeating: 0, count: steps.count)
    /// The states of the pairs that pass the layers.
    private var passing = [ChannelLanes](repeating: ChannelLanes(), count: 2)
    private var odds: [Float] = []

    /// Hands over the log-odds that became known since the last call, in order.
    mutating func takeOdds() -> [Float] {
        defer { odds.removeAll(keepingCapacity: true) }
        return odds
    }

    /// Whether there are log-odds to take.
    var hasOdds: Bool { !odds.isEmpty }

    /// Takes the trunk's states of the next pairs.
    mutating func step(_ states: [ChannelLanes]) {
        var start = 0
        while start < states.count {
            let count = times[0] % 2 == 0 && states.count - start >= 2 ? 2 : 1
            for place in 0..<count { passing[place] = states[start + place] }
            pass(count, from: 0)
            start += count
        }
    }

    /// Ends the sound, beyond which there is nothing: pending states come out.
    mutating func finish() {
        // Each layer that was given something still holds that of its last two steps.
        for layer in 0..<Self.steps.count where times[layer] > 0 {
            for _ in 0..<2 * Self.steps[layer] {
                passing[0] = ChannelLanes()
                pass(1, from: layer)
            }
        }
    }

    private mutating func pass(_ count: Int, from first: Int) {
        let isWhole = passing.withNumbers { states in
            memory.withUnsafeMutableBufferPointer { rings in
                times.withUnsafeMutableBufferPointer {
                    voicetest_revision(
                        table.revision, rings.baseAddress, $0.baseAddress, Int32(first), states,
                        Int32(count))
                }
            }
        }
        guard isWhole != 0 else { return }
        for place in 0..<count {
            odds.append(passing[place].product(table.last) + table.fileBias)
        }
    }
}
