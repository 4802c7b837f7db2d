internal import CSpeechNetwork

/// Weights that the network learnt.
///
/// The training mixed recordings of real speech over real and made noise, at known places and from
/// a seed, and learnt from the features of their hops. `Reports/detector-training.md` tells more.
///
/// Shape: rows of one number for each of 48 channels.
struct SpeechNetworkTable: Sendable {
    static let shared = SpeechNetworkTable()
    static let causalLayers = Int(VOICETEST_CAUSAL_LAYERS)
    static let revisionLayers = Int(VOICETEST_TWO_WAY_LAYERS)
    /// Rows of a layer that never looks ahead: three taps, oldest first, what is added, what is
    /// added to the mix, then for every channel of the input its share in every channel.
    static let causalRows = 5 + ChannelLanes.count
    /// Rows of a layer that looks both ways: the same with five taps.
    static let revisionRows = 7 + ChannelLanes.count
    private static let unit: Float = 1 / 4_096
    /// Rows of the first layer: what is added, then for each input its share in every channel.
    let first: [Float]
    /// The layers that never look ahead.
    let causal: [Float]
    /// Weights of every channel in the output of live sound, and its offset.
    let live: ChannelLanes
    let liveBias = Float(voicetest_live_bias()) * SpeechNetworkTable.unit
    /// The layers that look both ways.
    let revision: [Float]
    /// Weights of every channel in the output of files, and its offset.
    let last: ChannelLanes
    let fileBias = Float(voicetest_file_bias()) * SpeechNetworkTable.unit
    /// A number made of all weights that are used live: another table has another.
    let digest: Int

    private init() {
        let first = Self.rows(voicetest_first_weights(), count: 1 + SpeechTrunk.inputs)
        let causal = Self.rows(
            voicetest_causal_weights(), count: Self.causalLayers * Self.causalRows + 1)
        self.first = Self.numbers(first)
        (self.causal, live) = Self.split(Self.numbers(causal))
        let revision = Self.rows(
            voicetest_two_way_weights(), count: Self.revisionLayers * Self.revisionRows + 1)
        (self.revision, last) = Self.split(Self.numbers(revision))
        digest = Self.digest(Array(first) + Array(causal), Int(voicetest_live_bias()))
    }

    private static func rows(
        _ weights: UnsafePointer<Int16>?, count: Int
    ) -> UnsafeBufferPointer<Int16> {
        UnsafeBufferPointer(start: weights, count: count * ChannelLanes.count)
    }

    private static func numbers(_ weights: UnsafeBufferPointer<Int16>) -> [Float] {
        weights.map { Float($0) * unit }
    }

    /// The rows without their last, and that.
    private static func split(_ rows: [Float]) -> ([Float], ChannelLanes) {
        var last = ChannelLanes()
        for (channel, number) in rows.suffix(ChannelLanes.count).enumerated() {
            last[channel] = number
        }
        return (Array(rows.dropLast(ChannelLanes.count)), last)
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
