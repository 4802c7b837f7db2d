/// What the network learnt, and how.
///
/// `scripts/train-detector` makes recordings of real speech over real and made noise, at known
/// places and from a seed, and learns from the features of their hops.
struct SpeechNetworkTable: Sendable {
    static let shared = SpeechNetworkTable()
    static let causalLayers = 7
    static let revisionLayers = 5
    /// Rows of a layer that never looks ahead: three taps, oldest first, what is added, what is
    /// added to the mix, then for every channel of the input its share in every channel.
    static let causalRows = 5 + ChannelLanes.count
    /// Rows of a layer that looks both ways: the same with five taps.
    static let revisionRows = 7 + ChannelLanes.count
    private static let unit: Float = 1 / 4_096
    /// What is added in the first layer, then for each input its share in every channel.
    let first: [ChannelLanes]
    /// The layers that never look ahead.
    let causal: [ChannelLanes]
    /// The share of every channel in what is told live, and what is added to it.
    let live: ChannelLanes
    let liveBias = Float(SpeechNetworkTable.liveBias) * SpeechNetworkTable.unit
    /// The layers that look both ways.
    let revision: [ChannelLanes]
    /// The share of every channel in what is told of files, and what is added to it.
    let last: ChannelLanes
    let fileBias = Float(SpeechNetworkTable.fileBias) * SpeechNetworkTable.unit
    /// A number made of all weights that are used live: another table has another.
    let digest: Int

    private init() {
        let causal = Self.causalWeights1 + Self.causalWeights2 + Self.causalWeights3
        first = Self.rows(Self.firstWeights, count: 1 + SpeechTrunk.inputs)
        var rows = Self.rows(causal, count: Self.causalLayers * Self.causalRows + 1)
        live = rows.removeLast()
        self.causal = rows
        rows = Self.rows(
            Self.revisionWeights1 + Self.revisionWeights2,
            count: Self.revisionLayers * Self.revisionRows + 1)
        last = rows.removeLast()
        revision = rows
        digest = Self.digest(Self.firstWeights + causal, Self.liveBias)
    }

    private static func rows(_ weights: [Int16], count: Int) -> [ChannelLanes] {
        precondition(
            weights.count == count * ChannelLanes.count, "the network's table has other rows")
        return [ChannelLanes](unsafeUninitializedCapacity: count) { rows, filled in
            UnsafeMutableRawBufferPointer(rows).withMemoryRebound(to: Float.self) { numbers in
                for place in weights.indices { numbers[place] = Float(weights[place]) * unit }
            }
            filled = count
        }
    }

    /// The FNV-1a hash of the weights' bytes, lowest first, in 52 bits: every reader of JSON can
    /// hold those.
    private static func digest(_ weights: [Int16], _ bias: Int) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func add(_ number: Int, bytes: Int) {
            for byte in 0..<bytes {
                hash = (hash ^ UInt64(truncatingIfNeeded: number >> (8 * byte)) & 0xff)
                hash = hash &* 0x100_0000_01b3
            }
        }
        for weight in weights { add(Int(weight), bytes: 2) }
        add(bias, bytes: 4)
        return Int(hash >> 12)
    }
}
