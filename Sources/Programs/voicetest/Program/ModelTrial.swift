import VoiceAudio
import VoiceFiles
import VoiceRecognition

/// Trial of the speech model: it is loaded, and has to recognise a word in a recording.
///
/// The recording is the caller of `Corpora/digits/seven.vsession`, in mu-law.
enum ModelTrial {
    private static let digits = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
    ]
    /// The word that the recording holds.
    private static let word = "seven"
    private static let sampleRate = 16_000

    /// Tries `model` with a closed list and, where it has a general language model, with that.
    ///
    /// - Throws: ``RecognitionError``.
    static func run(_ model: SpeechModel) throws(RecognitionError) {
        let heard = try answer(of: model, to: .phrases(digits))
        guard case .final(let hypothesis) = heard, hypothesis.text == word else {
            throw .modelRefused(
                path: model.folder, reason: "it does not hear '\(word)' in a recording of it.")
        }
        if model.hasLanguageModel { _ = try answer(of: model, to: .general) }
    }

    private static func answer(
        of model: SpeechModel, to task: RecognitionTask
    ) throws(RecognitionError) -> RecognitionOutcome {
        let recording = CarriedFile.at("Programs/voicetest/Program/Trial/seven.ulaw")
        let samples = recording.bytes.map(sample)
        let frames = Int64(samples.count)
        let outcome = try AcousticRecognizer(task: task, model: model).recognize(
            Utterance(
                sound: MonoSound(sampleRate: sampleRate, samples: samples), start: 0,
                spoken: 0..<frames))
        if case .failed(let error) = outcome { throw error }
        return outcome
    }

    /// The sample that a byte of the recording stands for.
    ///
    /// Source: ITU-T G.711, mu-law.
    private static func sample(_ byte: UInt8) -> Int16 {
        let code = ~byte
        let size = ((Int16(code & 0x0F) << 3) + 0x84) << Int16((code >> 4) & 0x07)
        return code & 0x80 != 0 ? 0x84 - size : size - 0x84
    }
}
