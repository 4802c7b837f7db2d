/// The part of the network that never looks ahead: what live sessions and files share.
///
/// Shape: pairs of hops in, ``inputs`` numbers each; 32 channels out for each. One dense layer,
/// then seven that look once and twice 1, 2, 4 … 64 pairs back in every channel, mix the channels
/// and add the result to what they were given. All sums run in a fixed order: the same bits on
/// every CPU. A pair allocates nothing.
/// Source: depthwise separable convolutions with growing steps, after Bai et al. 2018, and
/// residual connections after He et al. 2016; ``SpeechNetworkTable`` says how it was trained.
struct SpeechTrunk: Sendable {
    /// Numbers a pair of hops.
    static let inputs = 2 * SpeechInputs.count
    /// Pairs between the taps of each layer: powers of two.
    static let steps = [1, 2, 4, 8, 16, 32, 64]
    private let table = SpeechNetworkTable.shared
    /// What each layer was given, twice its step long, one layer behind the other: the input of
    /// pair `t` at `t % (2 * step)`.
    private var memory = [ChannelLanes](
        repeating: ChannelLanes(), count: 2 * steps.reduce(0, +))
    private var time = 0

    /// Takes the inputs of the next pair of hops.
    mutating func step(_ inputs: UnsafePointer<Float>) -> ChannelLanes {
        let time = time
        self.time = time &+ 1
        var state = table.first.withUnsafeBufferPointer {
            ChannelLanes.dense(inputs, count: Self.inputs, $0.baseAddress.unsafelyUnwrapped)
        }.positive
        memory.withUnsafeMutableBufferPointer { memory in
            table.causal.withUnsafeBufferPointer { weights in
                var row = weights.baseAddress.unsafelyUnwrapped
                var ring = memory.baseAddress.unsafelyUnwrapped
                var step = 1
                for _ in 0..<SpeechNetworkTable.causalLayers {
                    let newest = time & (2 * step - 1)
                    let middle = (time &+ step) & (2 * step - 1)
                    var depth = row[3]
                    depth.add(row[0], times: ring[newest])
                    depth.add(row[1], times: ring[middle])
                    depth.add(row[2], times: state)
                    ring[newest] = state
                    state = state.adding(mixed: depth, row + 4)
                    row += SpeechNetworkTable.causalRows
                    ring += 2 * step
                    step *= 2
                }
            }
        }
        return state
    }

    /// The log-odds of speech in the pair before that which gave `state`.
    func odds(_ state: ChannelLanes) -> Float { state.product(table.live) + table.liveBias }
}
