import VoiceActivity
import VoiceFiles
import VoiceRecognition
import VoiceTime

/// Times at which the words of a sound file are said, by a file of labels.
///
/// Without words, segments of one word each stand for them; without turns, speech goes from the
/// first word to the last.
struct SoundTruth: Sendable, Equatable {
    /// A word and its frames.
    typealias Word = SpeechLabels.Piece

    /// The stretches of speech, in frames of ``SoundListener/rate``, in order.
    let turns: [Range<Int64>]
    /// The words in order, in frames of ``SoundListener/rate``; empty where none are labelled.
    let words: [Word]
    /// The sound file that the labels name, without its folder; nil where they name none.
    let sound: String?
    /// The file of labels.
    private let file: String
    /// SHA-256 of the sound file that they are of; nil where they do not say it.
    private let soundDigest: String?

    /// Reads a file of labels.
    ///
    /// - Throws: `ActivityError` where it is none, ``DiskError`` where it cannot be read.
    init(path: String) throws {
        try self.init(bytes: try DiskFile.read(path, limit: SpeechLabels.byteLimit), path: path)
    }

    /// Reads the bytes of a file of labels; `path` names it in errors.
    ///
    /// - Throws: `ActivityError` where it is none.
    init(bytes: [UInt8], path: String) throws(ActivityError) {
        var labels = try SpeechLabels(bytes: bytes, path: path, rate: SoundListener.rate.hertz)
        let texts = labels.segments.map { ScoringText.words(of: $0.text).count }
        if labels.words.isEmpty, texts.allSatisfy({ $0 == 1 }) {
            labels.words = labels.segments
        }
        words = labels.words
        turns = labels.speech
        sound = labels.sound
        soundDigest = labels.soundDigest
        file = path
    }

    /// Refuses labels of another sound than the one at `path`.
    ///
    /// - Throws: `ActivityError`, `DiskError` where the sound cannot be read.
    func check(beside path: String) throws {
        guard let soundDigest, try DiskFile.entry(of: path).sha256 != soundDigest else { return }
        throw ActivityError.otherSound(path: file, sound: path)
    }
}
