internal import VoiceAudio
internal import VoiceFiles

/// Stretches of speech in a sound, by a file of labels that a person or a program wrote.
///
/// Shape: frames at the rate that was asked for.
package struct SpeechLabels: Sendable, Equatable {
    /// Form of a file of labels.
    enum Form {
        /// A JSON object with `sampleRate` and stretches in frames.
        case json
        /// Rich Transcription Time Marked: a line a stretch, in seconds.
        case rttm
        /// A label track of Audacity: a line a stretch, in seconds.
        case audacity

        /// The form of the file at `path`, by its ending.
        init(ofFile path: String) {
            self = path.hasSuffix(".rttm") ? .rttm : path.hasSuffix(".txt") ? .audacity : .json
        }
    }

    /// A text and its frames.
    public struct Piece: Sendable, Equatable {
        /// The text; empty where there is none.
        public let text: String
        /// Frames in which it is said.
        public let range: Range<Int64>
    }

    /// Endings that the name of a file of labels has instead of that of its sound; the first that
    /// is there counts.
    private static let endings = [".labels.json", ".rttm", ".labels.txt"]
    /// Most stretches, and most words, of a file.
    package static let limit = 20_000
    /// The size of a file of labels at most, in bytes.
    package static let byteLimit: Int64 = 16 << 20

    /// Stretches that the file lists as speech, ascending and apart; nil where it lists none as
    /// such, and words or segments stand for them.
    package internal(set) var turns: [Range<Int64>]?
    /// The words in order; empty where none are labelled.
    package var words: [Piece] = []
    /// Segments that need not be single words, in order.
    package internal(set) var segments: [Piece] = []
    /// The sound file that the labels name, without its folder; nil where they name none.
    package internal(set) var sound: String?
    /// SHA-256 of the sound file that the labels are of; nil where they do not say it.
    package internal(set) var soundDigest: String?

    /// The stretches of speech, ascending and apart: those that are listed, else from the first to
    /// the last word, else the segments.
    package var speech: [Range<Int64>] {
        if let turns { return turns }
        if let first = words.first?.range, let last = words.last?.range {
            return [first.lowerBound..<max(first.lowerBound, last.upperBound)]
        }
        return Self.joined(segments.map(\.range))
    }

    /// Reads the labels in `bytes`, at `rate` in hertz.
    ///
    /// `path` names them in errors, and its ending says their form: `.rttm`, `.txt` for a label
    /// track of Audacity, any other for JSON.
    /// - Throws: ``ActivityError/labels(path:reason:)``.
    package init(bytes: [UInt8], path: String, rate: Int) throws(ActivityError) {
        switch Form(ofFile: path) {
        case .json: try read(json: bytes, path: path, rate: rate)
        case .rttm: try read(lines: bytes, path: path, form: .rttm, rate: rate)
        case .audacity: try read(lines: bytes, path: path, form: .audacity, rate: rate)
        }
    }

    /// Returns the path of the file of labels beside the sound at `path`, the first of
    /// ``places(beside:)``; nil where there is none.
    package static func beside(_ path: String) -> String? {
        places(beside: path).first { DiskFile.exists($0) }
    }

    /// Returns the paths at which labels of the sound at `path` may stand: `NAME.labels.json`,
    /// `NAME.rttm` and `NAME.labels.txt`.
    package static func places(beside path: String) -> [String] {
        let name = DiskFile.name(of: path)
        let ending = name.lastIndex(of: ".").map { name[$0...].count } ?? 0
        return endings.map { "\(path.dropLast(ending))\($0)" }
    }

    /// Ranges as stretches, ascending and apart.
    static func joined(_ ranges: [Range<Int64>]) -> [Range<Int64>] {
        ranges.filter { !$0.isEmpty }.joinedRanges()
    }
}
