import CSndFile

/// The order of the channels of Vorbis and Opus, beside that of WAV, which all sound is read in.
///
/// libsndfile hands channels on as they stand in the file. Source: Vorbis I specification, section
/// 4.3.9; RFC 7845, section 5.1.1.2; RFC 9639, section 9.1.3, for FLAC, whose order is WAV's.
struct ChannelOrder: Equatable, Sendable {
    /// Place among WAV's channels of each of the file's.
    let places: [Int]
    /// Pairs of channels whose exchange, one after the other, brings a frame into WAV's order.
    private let swaps: [Int]

    /// Creates an order in which each of the file's channels is one of WAV's.
    init(places: [Int]) {
        self.places = places
        var (current, swaps) = (places, [Int]())
        for target in current.indices {
            guard let source = current.firstIndex(of: target), source != target else { continue }
            current.swapAt(source, target)
            swaps += [source, target]
        }
        self.swaps = swaps
    }

    /// Creates the order of a file; nil for WAV's order, or an unknown one.
    init?(_ coding: SoundCoding?, channels: Int) {
        guard let encoding = coding?.encoding, encoding == .vorbis || encoding == .opus,
            let places = Self.orders[channels]
        else { return nil }
        self.init(places: places)
    }

    private static let orders: [Int: [Int]] = [
        3: [0, 2, 1], 5: [0, 2, 1, 3, 4], 6: [0, 2, 1, 4, 5, 3], 7: [0, 2, 1, 5, 6, 4, 3],
        8: [0, 2, 1, 6, 7, 4, 5, 3],
    ]

    /// Returns the order of the channels of Vorbis, Opus and FLAC, as WAV has it and in
    /// libsndfile's numbers; empty for other files, and for one or two channels, of which that goes
    /// without saying.
    static func map(_ coding: SoundCoding?, channels: Int) -> [Int32] {
        guard let coding, [.ogg, .flac].contains(coding.container) else { return [] }
        let front = [SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT]
        let center = front + [SF_CHANNEL_MAP_CENTER]
        let low = center + [SF_CHANNEL_MAP_LFE]
        let rear = [SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT]
        let side = [SF_CHANNEL_MAP_SIDE_LEFT, SF_CHANNEL_MAP_SIDE_RIGHT]
        let map: [Int] =
            switch channels {
            case 3: center
            case 4: front + rear
            case 5: center + rear
            case 6: low + rear
            case 7: low + [SF_CHANNEL_MAP_REAR_CENTER] + side
            case 8: low + rear + side
            default: []
            }
        return map.map { Int32($0) }
    }

    /// A map with one word for places that are the same: the front is called by two names, and
    /// the surround channels of 5.1 are called rear or side.
    static func plain(_ map: [Int32]) -> [Int32] {
        let hasRear = map.contains(Int32(SF_CHANNEL_MAP_REAR_LEFT))
        return map.map { place in
            switch Int(place) {
            case SF_CHANNEL_MAP_FRONT_LEFT: Int32(SF_CHANNEL_MAP_LEFT)
            case SF_CHANNEL_MAP_FRONT_RIGHT: Int32(SF_CHANNEL_MAP_RIGHT)
            case SF_CHANNEL_MAP_FRONT_CENTER: Int32(SF_CHANNEL_MAP_CENTER)
            case SF_CHANNEL_MAP_SIDE_LEFT where !hasRear && map.count < 7:
                Int32(SF_CHANNEL_MAP_REAR_LEFT)
            case SF_CHANNEL_MAP_SIDE_RIGHT where !hasRear && map.count < 7:
                Int32(SF_CHANNEL_MAP_REAR_RIGHT)
            default: place
            }
        }
    }

    /// Returns the order in which channels are written whose places are those of `map`; nil where
    /// it is the present one.
    ///
    /// - Throws: ``AudioError/cannotEncode(path:reason:)`` where the coder would take one of them
    ///   for a low-frequency channel that is none.
    static func written(
        to path: String, as coding: SoundCoding, channels: Int, map: [Int32]
    ) throws(AudioError) -> ChannelOrder? {
        guard let order = ChannelOrder(coding, channels: channels) else { return nil }
        let wanted = Self.map(coding, channels: channels)
        let given = plain(map)
        if given.count == channels {
            let places = order.places.map { given.firstIndex(of: plain(wanted)[$0]) }
            let known = places.compactMap(\.self)
            if Set(known).count == channels { return ChannelOrder(places: known) }
        }
        guard channels < 6 else {
            throw .cannotEncode(
                path: path,
                reason: "\(coding.encoding.rawValue) takes the last of \(channels) channels for "
                    + "a low-frequency one and cuts off what is above it, and the input does not "
                    + "say that it is one. End the name in .flac, which keeps all channels; its "
                    + "\(channels) channels count as surround sound from there on")
        }
        return order
    }

    /// Brings interleaved frames from the file's order into WAV's.
    func read<Sample>(_ samples: UnsafeMutableBufferPointer<Sample>) {
        for frame in stride(from: 0, to: samples.count, by: places.count) {
            for pair in stride(from: 0, to: swaps.count, by: 2) {
                samples.swapAt(frame + swaps[pair], frame + swaps[pair + 1])
            }
        }
    }

    /// Brings interleaved frames from the order that ``places`` counts in into the file's.
    func write<Sample>(_ samples: UnsafeMutableBufferPointer<Sample>) {
        for frame in stride(from: 0, to: samples.count, by: places.count) {
            for pair in stride(from: swaps.count - 2, through: 0, by: -2) {
                samples.swapAt(frame + swaps[pair], frame + swaps[pair + 1])
            }
        }
    }
}
