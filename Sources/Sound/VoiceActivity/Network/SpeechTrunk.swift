internal import CSpeechNetwork

/// The part of the network that never looks ahead: what live sessions and files share.
///
/// Shape: pairs of hops in, ``inputs`` numbers each; 48 channels out for each. One dense layer,
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
    /// Inputs of each layer, twice its step long, one layer behind the other: the input of pair `t`
    /// at row `t % (2 * step)`.
    private var memory = [Float](
        repeating: 0, count: 2 * steps.reduce(0, +) * ChannelLanes.count)
    private var time: Int64 = 0

    /// Takes the inputs of the next pair of hops, or of the next two, and writes their states.
    mutating func step(_ inputs: [Float], into states: inout [ChannelLanes]) {
        let pairs = inputs.count / Self.inputs
        precondition(states.count == pairs && (1...2).contains(pairs), "a state for each pair")
        states.withNumbers { states in
            memory.withUnsafeMutableBufferPointer { ring in
                voicetest_trunk(
                    table.first, table.causal, inputs, ring.baseAddress, time, states,
                    Int32(pairs))
            }
        }
        time &+= Int64(pairs)
    }

    /// The log-odds of speech in the pair before that which gave `state`.
    func odds(_ state: ChannelLanes) -> Float { state.product(table.live) + table.liveBias }
}
