internal import CSpeechNetwork

/// The part of the network that only files have: it hears what comes after as well.
///
/// Shape: the trunk's channels of every pair in; one log-odds out for each, 62 pairs later. Five
/// layers look twice 1, 2, 4, 8 and 16 pairs either way. All sums run in a fixed order.
struct SpeechRevision: Sendable {
    /// Pairs between the taps of each layer: powers of two.
    static let steps = [1, 2, 4, 8, 16]
    private let table = SpeechNetworkTable.shared
    /// What each layer was given, four times its step long, one layer behind the other.
    private var memory = [Float](
        repeating: 0, count: 4 * steps.reduce(0, +) * ChannelLanes.count)
    private var times = SIMD8<Int>()
    private var given = SIMD8<Int>()
    private var gave = SIMD8<Int>()
    private var odds: [Float] = []

    /// Hands over the log-odds that became known since the last call, in order.
    mutating func takeOdds() -> [Float] {
        defer { odds.removeAll(keepingCapacity: true) }
        return odds
    }

    /// Whether there are log-odds to take.
    var hasOdds: Bool { !odds.isEmpty }

    /// Takes the trunk's state of the next pair.
    mutating func step(_ state: ChannelLanes) { pass(state, from: 0) }

    /// Ends the sound, beyond which there is nothing: what is still on its way comes out.
    mutating func finish() {
        for layer in 0..<Self.steps.count {
            while gave[layer] < given[layer] {
                if let state = advance(layer, ChannelLanes()) { pass(state, from: layer + 1) }
            }
        }
    }

    private mutating func pass(_ state: ChannelLanes, from first: Int) {
        var state = state
        for layer in first..<Self.steps.count {
            given[layer] += 1
            guard let next = advance(layer, state) else { return }
            state = next
        }
        odds.append(state.product(table.last) + table.fileBias)
    }

    /// Gives a layer its next input; the output of twice its step before, if there is one.
    @inline(__always)
    private mutating func advance(_ layer: Int, _ state: ChannelLanes) -> ChannelLanes? {
        let (step, time) = (1 << layer, times[layer])
        times[layer] = time + 1
        let isKnown = time >= 2 * step
        if isKnown { gave[layer] += 1 }
        var newest = state
        return memory.withUnsafeMutableBufferPointer { memory in
            // The rings before this one are 4, 8, 16 … long.
            let ring = memory.baseAddress.unsafelyUnwrapped + 4 * (step - 1) * ChannelLanes.count
            func place(_ back: Int) -> UnsafeMutablePointer<Float> {
                ring + ((time - back) & (4 * step - 1)) * ChannelLanes.count
            }
            var result: ChannelLanes?
            if isKnown {
                var lanes = ChannelLanes()
                newest.withNumbers { newest in
                    lanes.withNumbers { lanes in
                        table.revision.withUnsafeBufferPointer {
                            voicetest_two_way_layer(
                                $0.baseAddress.unsafelyUnwrapped
                                    + layer * SpeechNetworkTable.revisionRows * ChannelLanes.count,
                                place(4 * step), place(3 * step), place(2 * step), place(step),
                                newest, lanes)
                        }
                    }
                }
                result = lanes
            }
            // The input of four times the step before stands where this one will.
            newest.withNumbers { place(0).update(from: $0, count: ChannelLanes.count) }
            return result
        }
    }
}
