import CSndFile

/// Encoding of the samples in a file, by the name the command line uses for it.
///
/// Source: the subtypes of libsndfile 1.2.
package enum SoundEncoding: String, CaseIterable, Sendable {
    /// Linear samples, floating point, and the two laws of telephony.
    case pcm16, pcm24, pcm32, pcms8, pcmu8, float, double, ulaw, alaw
    /// Apple Lossless with 16 bits.
    case alac16 = "alac-16"
    /// Apple Lossless with 20 bits.
    case alac20 = "alac-20"
    /// Apple Lossless with 24 bits.
    case alac24 = "alac-24"
    /// Apple Lossless with 32 bits.
    case alac32 = "alac-32"
    /// IMA's ADPCM, 4 bits a sample.
    case imaADPCM = "ima-adpcm"
    /// Microsoft's ADPCM, 4 bits a sample.
    case msADPCM = "ms-adpcm"
    /// GSM 06.10 full rate, 13 kbit/s.
    case gsm610
    /// OKI's ADPCM, 4 bits a sample.
    case voxADPCM = "vox-adpcm"
    /// NMS ADPCM, 16 kbit/s.
    case nms16 = "nms-adpcm-16"
    /// NMS ADPCM, 24 kbit/s.
    case nms24 = "nms-adpcm-24"
    /// NMS ADPCM, 32 kbit/s.
    case nms32 = "nms-adpcm-32"
    /// G.721 ADPCM, 32 kbit/s.
    case g72132 = "g721-32"
    /// G.723 ADPCM, 24 kbit/s.
    case g72324 = "g723-24"
    /// G.723 ADPCM, 40 kbit/s.
    case g72340 = "g723-40"
    /// Delta with variable word width, 12 bits.
    case dwvw12 = "dwvw-12"
    /// Delta with variable word width, 16 bits.
    case dwvw16 = "dwvw-16"
    /// Delta with variable word width, 24 bits.
    case dwvw24 = "dwvw-24"
    /// Differences between samples, then the coders of Xiph and MPEG.
    case dpcm8, dpcm16, vorbis, opus, mp1, mp2, mp3

    /// libsndfile's word for the encoding.
    var code: Int32 {
        let code =
            switch self {
            case .pcms8: SF_FORMAT_PCM_S8
            case .pcmu8: SF_FORMAT_PCM_U8
            case .pcm16: SF_FORMAT_PCM_16
            case .pcm24: SF_FORMAT_PCM_24
            case .pcm32: SF_FORMAT_PCM_32
            case .float: SF_FORMAT_FLOAT
            case .double: SF_FORMAT_DOUBLE
            case .ulaw: SF_FORMAT_ULAW
            case .alaw: SF_FORMAT_ALAW
            case .alac16: SF_FORMAT_ALAC_16
            case .alac20: SF_FORMAT_ALAC_20
            case .alac24: SF_FORMAT_ALAC_24
            case .alac32: SF_FORMAT_ALAC_32
            case .imaADPCM: SF_FORMAT_IMA_ADPCM
            case .msADPCM: SF_FORMAT_MS_ADPCM
            case .gsm610: SF_FORMAT_GSM610
            case .voxADPCM: SF_FORMAT_VOX_ADPCM
            case .nms16: SF_FORMAT_NMS_ADPCM_16
            case .nms24: SF_FORMAT_NMS_ADPCM_24
            case .nms32: SF_FORMAT_NMS_ADPCM_32
            case .g72132: SF_FORMAT_G721_32
            case .g72324: SF_FORMAT_G723_24
            case .g72340: SF_FORMAT_G723_40
            case .dwvw12: SF_FORMAT_DWVW_12
            case .dwvw16: SF_FORMAT_DWVW_16
            case .dwvw24: SF_FORMAT_DWVW_24
            case .dpcm8: SF_FORMAT_DPCM_8
            case .dpcm16: SF_FORMAT_DPCM_16
            case .vorbis: SF_FORMAT_VORBIS
            case .opus: SF_FORMAT_OPUS
            case .mp1: SF_FORMAT_MPEG_LAYER_I
            case .mp2: SF_FORMAT_MPEG_LAYER_II
            case .mp3: SF_FORMAT_MPEG_LAYER_III
            }
        return Int32(code)
    }

    init?(code: Int32) {
        let kind = code & Int32(SF_FORMAT_SUBMASK)
        guard let found = Self.allCases.first(where: { $0.code == kind }) else { return nil }
        self = found
    }

    /// The bits of a sample of integer steps that are stored as they are; nil for every other.
    package var integerBits: Int? {
        switch self {
        case .pcms8, .pcmu8: 8
        case .dwvw12: 12
        case .pcm16, .alac16, .dwvw16: 16
        case .alac20: 20
        case .pcm24, .alac24, .dwvw24: 24
        case .pcm32, .alac32: 32
        default: nil
        }
    }

    /// Number of bits that it takes to hold a decoded sample.
    var resolution: Int {
        switch self {
        // A significand of 24 or 53 bits, and an exponent that integers do not have.
        case .float: 25
        case .double: 54
        case .vorbis, .opus, .mp1, .mp2, .mp3: 16
        default: integerBits ?? 16
        }
    }

    /// Whether samples decode to floating point, with no step size of their own.
    var isContinuous: Bool {
        switch self {
        case .float, .double, .vorbis, .opus, .mp1, .mp2, .mp3: true
        default: false
        }
    }

    /// Whether it codes what is heard and not samples.
    package var isLossy: Bool { isContinuous && self != .float && self != .double }

    /// Whether every frame takes the same number of bytes, so that a seek is exact and free.
    var bytesPerSample: Int? {
        switch self {
        case .pcms8, .pcmu8, .ulaw, .alaw: 1
        case .pcm16: 2
        case .pcm24: 3
        case .pcm32, .float: 4
        case .double: 8
        default: nil
        }
    }
}

/// Room that an encoder takes.
package enum CoderSetting: Sendable, Equatable {
    /// 0 is the smallest file, 1 the best sound.
    case quality(Double)
    /// Bits a second, in thousands, over all channels.
    case kilobits(Int)
    /// Bits a second as a mean, in thousands: sound that is harder to code gets more.
    case meanKilobits(Int)

    /// Returns libsndfile's compression level for an encoding; nil when the encoding has no such
    /// choice.
    ///
    /// Source: the ranges that libsndfile 1.2 spreads its level over, in its `mpeg_l3_encode.c`
    /// and `ogg_opus.c`.
    func level(
        for encoding: SoundEncoding, sampleRate: Int, channels: Int
    ) -> Double? {
        switch self {
        case .quality(let quality):
            // LAME refuses the very end of its scale.
            return [.vorbis, .opus, .mp3].contains(encoding) ? min(0.99, 1 - quality) : nil
        case .kilobits(let kilobits), .meanKilobits(let kilobits):
            let range: (least: Double, most: Double)
            switch encoding {
            case .mp3 where sampleRate >= 32_000: range = (32, 320)
            case .mp3: range = (8, sampleRate >= 16_000 ? 160 : 64)
            case .opus: range = (6 * Double(channels), 256 * Double(channels))
            default: return nil
            }
            // A little more than asked for: libsndfile rounds down, to the next rate there is.
            let share = (Double(kilobits) + 0.25 - range.least) / (range.most - range.least)
            return 1 - max(0, min(1, share))
        }
    }

    /// Number by which libsndfile is told how the bits are spread over the sound; nil leaves it to
    /// the encoder.
    var bitrateMode: Int32? {
        switch self {
        case .quality: nil
        case .kilobits: Int32(SF_BITRATE_MODE_CONSTANT)
        case .meanKilobits: Int32(SF_BITRATE_MODE_AVERAGE)
        }
    }

    /// Returns the setting for sound of another number of channels.
    func spread(over channels: Int, from channelsBefore: Int) -> CoderSetting {
        func scaled(_ kilobits: Int) -> Int { max(1, kilobits * channels / channelsBefore) }
        return switch self {
        case .quality: self
        case .kilobits(let kilobits): .kilobits(scaled(kilobits))
        case .meanKilobits(let kilobits): .meanKilobits(scaled(kilobits))
        }
    }
}
