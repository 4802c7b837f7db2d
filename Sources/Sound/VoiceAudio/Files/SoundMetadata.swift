/// Metadata of a file: what it says beside its samples.
///
/// Source: libsndfile 1.2 API reference (`sf_get_string`, `SFC_GET_BROADCAST_INFO`,
/// `SFC_GET_CART_INFO`, `SFC_GET_CUE`, `SFC_GET_INSTRUMENT`, `SFC_GET_CHANNEL_MAP_INFO`).
package struct SoundMetadata: Sendable, Equatable {
    /// The texts that files carry, in libsndfile's order.
    package enum Text: Int32, CaseIterable, Sendable {
        /// The name of the piece.
        case title = 1
        /// Rights, program, author, remark, date, album and licence, each as a text.
        case copyright, software, artist, comment, date, album, license
        /// The place on an album, as a text.
        case trackNumber
        /// The kind of piece.
        case genre = 0x10

        /// Name of the text in JSON and in messages.
        package var name: String { "\(self)" }
    }

    /// A marked frame.
    package struct Cue: Sendable, Equatable {
        /// The number the file gives it.
        package var identifier: Int32
        /// The frame, counted from the start of the sound.
        package var frame: Int64
        /// The words at it, often none.
        package var name: String
    }

    /// Title, artist and the like; absent where the file has none.
    package var texts: [Text: String] = [:]
    /// The marked frames, in the file's order.
    package var cues: [Cue] = []
    /// The place of each channel, as libsndfile numbers places; empty when the file says none.
    package var channelMap: [Int32] = []
    /// The broadcast extension as libsndfile lays it out; empty if there is none.
    var broadcast: [UInt8] = []
    /// The radio cart as libsndfile lays it out; empty if there is none.
    var cart: [UInt8] = []
    /// The sampler's instrument as libsndfile lays it out; empty if there is none.
    var instrument: [UInt8] = []

    /// Creates empty metadata.
    package init() {}

    /// Whether the file has a broadcast extension (`bext`).
    package var hasBroadcast: Bool { !broadcast.isEmpty }
    /// Whether the file has a radio cart (`cart`).
    package var hasCart: Bool { !cart.isEmpty }

    /// Returns a copy with marks moved to where a change has them, and without what it makes
    /// untrue.
    func cut(to change: SoundChange) -> SoundMetadata {
        var copy = self
        copy.cues = cues.compactMap { cue in
            guard let frame = change.frame(cue.frame) else { return nil }
            var cue = cue
            cue.frame = frame
            return cue
        }
        return copy
    }

    /// Returns what of it another file does not say.
    func missing(in other: SoundMetadata) -> [String] {
        // The software that wrote one file did not write the other.
        var missing = Text.allCases.filter { text in
            text != .software && texts[text].map { other.texts[text] != $0 } ?? false
        }.map(\.name)
        if !cues.isEmpty, cues.map(\.frame) != other.cues.map(\.frame) {
            missing.append("cue points")
        }
        if !broadcast.isEmpty, other.broadcast.isEmpty { missing.append("broadcast extension") }
        if !cart.isEmpty, other.cart.isEmpty { missing.append("cart") }
        if !instrument.isEmpty, other.instrument.isEmpty { missing.append("instrument") }
        // The plain places of one or two channels go without saying.
        let isKept = ChannelOrder.plain(channelMap) == ChannelOrder.plain(other.channelMap)
        if channelMap.count > 2, !isKept { missing.append("channel map") }
        return missing
    }
}
