internal import VoiceFiles

/// A container that libsndfile does not read and ffmpeg does: what phones and browsers record.
///
/// Source: the first bytes that each format's specification gives.
package enum ForeignContainer: String, CaseIterable, Sendable {
    /// MP4, M4A, 3GP and QuickTime; AAC without a container; AMR; WebM and Matroska; WMA; Speex
    /// and FLAC in Ogg; G.722 without a container; what a WAV, CAF or VOC file holds that
    /// libsndfile does not decode, such as G.722 and G.726.
    case mp4, aac, amr, webm, wma, speex, oggFLAC, g722, wav, caf, voc

    /// Endings of such files' names, as a folder is searched for them.
    package static let extensions = [
        "m4a", "m4b", "mp4", "mov", "3gp", "3g2", "aac", "amr", "awb", "webm", "mka", "mkv", "wma",
        "spx", "g722",
    ]

    /// Its name for people.
    package var name: String {
        switch self {
        case .mp4: "MP4"
        case .aac: "AAC"
        case .amr: "AMR"
        case .webm: "WebM or Matroska"
        case .wma: "Windows Media"
        case .speex: "Speex"
        case .oggFLAC: "FLAC in Ogg"
        case .g722: "G.722"
        case .wav: "WAV of another coder"
        case .caf: "CAF of another coder"
        case .voc: "VOC of several parts"
        }
    }

    /// Finds the container of the file at `path`, where libsndfile refuses it; nil otherwise.
    package init?(path: String) {
        guard let descriptor = try? OpenFile(path: path).duplicateDescriptor() else { return nil }
        let source = ByteSource(descriptor: descriptor)
        // Nothing in raw G.722 says what it is but the file's name.
        let found = SoundContainer.ending(of: path) == "g722" ? .g722 : Self(source)
        guard let found, (try? LinkedSound(source)) == nil else { return nil }
        self = found
    }

    /// Name by which ffmpeg is told the file's format, where its bytes do not say it.
    package var demuxer: String? { self == .g722 ? "g722" : nil }

    /// The container that these bytes begin.
    init?(_ source: ByteSource) {
        let start = source.endOfTags()
        let head = source.bytes(at: start, 64)
        func begins(_ text: String, at place: Int = 0) -> Bool {
            head.dropFirst(place).starts(with: text.utf8)
        }
        // An Ogg page with a first packet behind its head of 28 bytes.
        let packet = begins("OggS") ? 28 : 0
        switch head.first {
        case _ where ["ftyp", "moov", "mdat", "wide"].contains { begins($0, at: 4) }: self = .mp4
        case _ where begins("#!AMR"): self = .amr
        case 0x1A where head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]): self = .webm
        case 0x30 where head.starts(with: [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]):
            self = .wma
        case 0xFF where head.count > 1 && head[1] & 0xF6 == 0xF0: self = .aac
        case _ where packet > 0 && begins("Speex   ", at: packet): self = .speex
        case _ where packet > 0 && begins("\u{7F}FLAC", at: packet): self = .oggFLAC
        case _ where WaveHeader(source).map { !Self.decoded.contains($0.coder) } == true:
            self = .wav
        case _ where begins("caff"): self = .caf
        case _ where begins("Creative Voice File"): self = .voc
        default: return nil
        }
    }

    /// The coders of WAV files that libsndfile decodes: a file of theirs that it refuses is
    /// damaged.
    private static let decoded: Set<Int> = [
        0x01, 0x02, 0x03, 0x06, 0x07, 0x11, 0x31, 0x40, 0x50, 0x55, 0xFFFE,
    ]
}
