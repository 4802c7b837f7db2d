/// A small network that gives the odds of speech for every 20 ms, from features either side.
///
/// Shape: pairs of hops in, ``SpeechInputs/count`` numbers each; one log-odds out for each, 62
/// pairs later. One dense layer, then five that look twice 1, 2, 4, 8 and 16 pairs either way in
/// every channel, mix the channels and add the result to what they were given; 24 channels. All
/// sums run in a fixed order.
/// Source: depthwise separable convolutions with growing steps, after Bai et al. 2018, and
/// residual connections after He et al. 2016; ``SpeechNetworkTable`` says how it was trained.
struct SpeechNetwork: Sendable {
    /// Numbers a pair of hops.
    static let inputs = 2 * SpeechInputs.count
    private let table = SpeechNetworkTable.shared
    private var layers: [NetworkLayer]
    private var odds: [Float] = []

    init() {
        layers = SpeechNetworkTable.shared.layers.map { NetworkLayer(weights: $0) }
    }

    /// Hands over the log-odds that became known since the last call, in order.
    mutating func takeOdds() -> [Float] {
        defer { odds.removeAll(keepingCapacity: true) }
        return odds
    }

    /// Whether there are log-odds to take.
    var hasOdds: Bool { !odds.isEmpty }

    /// Takes the inputs of the next pair of hops.
    mutating func step(_ inputs: UnsafePointer<Float>) {
        let first = table.first.withUnsafeBufferPointer { weights in
            var weight = weights.baseAddress.unsafelyUnwrapped
            var sums = weight[0]
            for place in 0..<Self.inputs {
                weight += 1
                sums.add(weight.pointee, times: inputs[place])
            }
            return sums.positive
        }
        pass(first, from: 0)
    }

    /// Ends the sound: what is still on its way comes out.
    mutating func finish() {
        for layer in layers.indices {
            while let state = layers[layer].pad() { pass(state, from: layer + 1) }
        }
    }

    private mutating func pass(_ state: ChannelLanes, from first: Int) {
        var state = state
        for layer in first..<layers.count {
            guard let next = layers[layer].give(state) else { return }
            state = next
        }
        odds.append(state.product(table.last) + table.bias)
    }
}
