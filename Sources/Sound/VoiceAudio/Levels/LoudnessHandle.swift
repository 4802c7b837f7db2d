import CEbur128
import CSndFile
internal import VoiceSystem

/// The only owner of one `ebur128_state *`: weighs sound as the ear does and sums its power.
///
/// The library does the K-weighting and the weights of the channels; gates and windows longer
/// than a piece are ``LoudnessGate``'s, which needs one pass over the samples instead of five.
/// Source: ITU-R BS.1770-4, annex 1; libebur128 1.2.
struct LoudnessHandle: ~Copyable {
    private let state: UnsafeMutablePointer<ebur128_state>?

    /// A meter; `map` names the place of each channel as libsndfile numbers places, or is empty.
    init(sampleRate: Int, channels: Int, map: [Int32]) {
        state = ebur128_init(UInt32(channels), UInt(sampleRate), Int32(EBUR128_MODE_M.rawValue))
        precondition(state != nil, "libebur128 has no memory for a meter")
        let places = Self.places(channels: channels, map: map)
        for (channel, place) in places.enumerated() {
            _ = ebur128_set_channel(state, UInt32(channel), Int32(place.rawValue))
        }
    }

    /// Takes interleaved frames.
    func feed(_ samples: UnsafeBufferPointer<Float>, frames: Int) {
        guard let base = samples.baseAddress else { return }
        _ = ebur128_add_frames_float(state, base, frames)
    }

    /// The weighted power of the last 100 ms, summed over the channels.
    func power() -> Double {
        var loudness = -Double.infinity
        _ = ebur128_loudness_window(state, 100, &loudness)
        return LoudnessGate.power(of: loudness)
    }

    /// The place of each channel: as the file says, else as WAV files are ordered.
    private static func places(channels: Int, map: [Int32]) -> [channel] {
        if map.count == channels, channels > 2 { return map.map(place) }
        let (left, right, center) = (EBUR128_LEFT, EBUR128_RIGHT, EBUR128_CENTER)
        let sides = [EBUR128_LEFT_SURROUND, EBUR128_RIGHT_SURROUND]
        let rears = [EBUR128_Mp135, EBUR128_Mm135]
        switch channels {
        case 3: return [left, right, center]
        case 4: return [left, right] + sides
        case 5: return [left, right, center] + sides
        case 6: return [left, right, center, EBUR128_UNUSED] + sides
        case 7: return [left, right, center, EBUR128_UNUSED, EBUR128_Mp180] + sides
        case 8: return [left, right, center, EBUR128_UNUSED] + rears + sides
        default: return [channel](repeating: left, count: channels)
        }
    }

    private static func place(_ code: Int32) -> channel {
        switch Int(code) {
        case SF_CHANNEL_MAP_LFE: EBUR128_UNUSED
        case SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_REAR_LEFT: EBUR128_LEFT_SURROUND
        case SF_CHANNEL_MAP_SIDE_RIGHT, SF_CHANNEL_MAP_REAR_RIGHT: EBUR128_RIGHT_SURROUND
        case SF_CHANNEL_MAP_REAR_CENTER: EBUR128_Mp180
        case SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER: EBUR128_CENTER
        default: EBUR128_LEFT
        }
    }

    deinit {
        var state = state
        ebur128_destroy(&state)
    }
}
