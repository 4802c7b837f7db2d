/// What the network learnt, and how.
///
/// `scripts/train-detector` makes recordings of speech over noise that is made by arithmetic, in
/// great variety and from a seed, and learns from the features of their hops. No recorded noise
/// is among them, so that recordings of noise can prove what was learnt; and it can leave out
/// the speakers of a test, to prove it on speakers that were never heard.
struct SpeechNetworkTable: Sendable {
    static let shared = SpeechNetworkTable()
    private static let unit: Float = 1 / 4_096
    /// What is added in the first layer, then for each input its share in every channel.
    let first: [ChannelLanes]
    let layers: [NetworkLayer.Weights]
    /// The share of every channel in the output, and what is added to it.
    let last: ChannelLanes
    let bias = Float(SpeechNetworkTable.outputBias) * SpeechNetworkTable.unit

    private init() {
        first = Self.rows(Self.firstWeights)
        var rest = (Self.rows(Self.nearWeights) + Self.rows(Self.farWeights))[...]
        layers = [1, 2, 4, 8, 16].map { step in
            let taps = Array(rest.prefix(6))
            let mix = Array(rest.dropFirst(6).prefix(ChannelLanes.count + 1))
            rest = rest.dropFirst(taps.count + mix.count)
            return NetworkLayer.Weights(step: step, taps: taps, mix: mix)
        }
        last = rest[rest.startIndex]
    }

    private static func rows(_ weights: [Int16]) -> [ChannelLanes] {
        stride(from: 0, to: weights.count, by: ChannelLanes.count).map { start in
            var row = ChannelLanes()
            for channel in 0..<ChannelLanes.count {
                row[channel] = Float(weights[start + channel]) * unit
            }
            return row
        }
    }
}
