import CSndFile

/// A container and the encoding of the samples in it.
package struct SoundCoding: Sendable, Equatable {
    /// The kind of file, as in WAV.
    package let container: SoundContainer
    /// Encoding of the samples in it, as in 16-bit PCM.
    package let encoding: SoundEncoding
    /// The byte order, as libsndfile's word; 0 is the container's own.
    private let byteOrder: Int32

    init(_ container: SoundContainer, _ encoding: SoundEncoding, byteOrder: Int32 = 0) {
        self.container = container
        self.encoding = encoding
        self.byteOrder = byteOrder
    }

    init?(code: Int32) {
        guard let container = SoundContainer(code: code), let encoding = SoundEncoding(code: code)
        else { return nil }
        self.init(container, encoding, byteOrder: code & Int32(SF_FORMAT_ENDMASK))
    }

    /// libsndfile's word for both.
    var code: Int32 { container.code | encoding.code | byteOrder }

    /// Coding that an output is written in.
    struct Choice: Equatable {
        let coding: SoundCoding
        /// Note on what was asked for and could not be had; nil when it was.
        let note: String?
    }

    /// Chooses the coding of an output: as asked, else as the input's, else the nearest there is.
    ///
    /// - Throws: ``AudioError/cannotEncode(path:reason:)`` when the container takes neither what
    ///   was asked for nor sound of this rate and number of channels.
    static func choose(
        for path: String, container: SoundContainer, asked: SoundEncoding?,
        source: SoundCoding, sampleRate: Int, channels: Int
    ) throws(AudioError) -> Choice {
        func takes(_ encoding: SoundEncoding, byteOrder: Int32 = 0) -> SoundCoding? {
            let coding = SoundCoding(container, encoding, byteOrder: byteOrder)
            return coding.isWritable(sampleRate: sampleRate, channels: channels) ? coding : nil
        }
        if let asked {
            if let coding = takes(asked) ?? takes(asked.otherSign) {
                return Choice(coding: coding, note: nil)
            }
            throw .cannotEncode(
                path: path, reason: refusal(asked, container, sampleRate, channels))
        }
        let order = source.container == container ? source.byteOrder : 0
        // A name that ends in .opus promises what is in it.
        let isPromised = SoundContainer.ending(of: path) == "opus"
        let wanted = isPromised ? .opus : source.encoding
        if let coding = takes(wanted, byteOrder: order) ?? takes(wanted.otherSign) {
            return Choice(coding: coding, note: nil)
        }
        guard !isPromised, let nearest = nearest(to: wanted, among: { takes($0) }) else {
            throw .cannotEncode(
                path: path,
                reason: refusal(isPromised ? .opus : nil, container, sampleRate, channels))
        }
        // A user who names an MP3 file expects MP3 in it, and in what is made of it.
        if wanted.isLossy || nearest.encoding.isLossy { return Choice(coding: nearest, note: nil) }
        let note =
            "\(path): \(container.rawValue) does not hold \(wanted.rawValue);"
            + " written as \(nearest.encoding.rawValue)"
        return Choice(coding: nearest, note: note)
    }

    /// Returns the plain encoding of the fewest bits that holds all of the source's; failing that
    /// the one of the most bits; failing that whatever the container has.
    private static func nearest(
        to source: SoundEncoding, among takes: (SoundEncoding) -> SoundCoding?
    ) -> SoundCoding? {
        let plain: [SoundEncoding] = [
            .pcms8, .pcmu8, .pcm16, .pcm24, .pcm32, .float, .double,
        ]
        let found = plain.compactMap { takes($0) }
        if let enough = found.first(where: { $0.encoding.resolution >= source.resolution }) {
            return enough
        }
        if let most = found.last { return most }
        for encoding in SoundEncoding.allCases {
            if let coding = takes(encoding) { return coding }
        }
        return nil
    }

    /// Whether libsndfile writes it.
    func isWritable(sampleRate: Int, channels: Int) -> Bool {
        var info = SF_INFO()
        info.samplerate = Int32(clamping: sampleRate)
        info.channels = Int32(clamping: channels)
        info.format = code
        guard sf_format_check(&info) != 0 else { return false }
        switch container {
        // libsndfile promises these and then refuses to write them.
        case .wav where encoding == .mp3: return false
        case .aiff where encoding == .dwvw12: return false
        // libsndfile writes zeros for the frames of a last block that is not full.
        case .sds: return false
        // The header of these has no room for another rate.
        case .voc where encoding == .pcmu8 && 1_000_000 % sampleRate != 0: return false
        case .xi where sampleRate != 44_100: return false
        case .wve where sampleRate != 8_000: return false
        case .htk where 10_000_000 % sampleRate != 0: return false
        default: break
        }
        switch encoding {
        case .opus: return [8_000, 12_000, 16_000, 24_000, 48_000].contains(sampleRate)
        case .mp1, .mp2: return false
        // libsndfile writes more and cannot read them again.
        case .alac16, .alac20, .alac24, .alac32: return channels <= 8
        case .mp3:
            return channels <= 2
                && [
                    8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000,
                ].contains(sampleRate)
        default: return true
        }
    }

    /// Returns the reason why a container does not take sound of this rate and number of channels,
    /// and what does.
    private static func refusal(
        _ asked: SoundEncoding?, _ container: SoundContainer, _ sampleRate: Int, _ channels: Int
    ) -> String {
        let sound = "\(sampleRate) Hz with \(channels) channel\(channels == 1 ? "" : "s")"
        let what = asked.map { "\($0.rawValue) in \(container.rawValue)" } ?? container.rawValue
        let encodings = asked.map { [$0] } ?? SoundEncoding.allCases
        func takes(_ rate: Int, _ channels: Int) -> Bool {
            encodings.contains {
                SoundCoding(container, $0).isWritable(sampleRate: rate, channels: channels)
            }
        }
        let rates = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        var next = "End the name in another ending, or pick another encoding with `convert`"
        if let rate = rates.first(where: { $0 >= sampleRate && takes($0, channels) })
            ?? rates.last(where: { takes($0, channels) })
        {
            next = "Convert it with `voicetest convert IN OUT --rate \(rate)`"
        } else if takes(sampleRate, 1) {
            next = "Mix it down with `voicetest convert IN OUT --channels 1`"
        }
        return "\(what) does not take sound of \(sound). \(next)"
    }
}

extension SoundEncoding {
    /// Encoding of 8 bits with the other sign: containers have one of them, seldom both.
    fileprivate var otherSign: SoundEncoding {
        switch self {
        case .pcms8: .pcmu8
        case .pcmu8: .pcms8
        default: self
        }
    }
}
