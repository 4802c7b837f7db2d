public import VoiceAudio

/// Recognises words with pocketsphinx, each utterance as if it were the first.
///
/// A class, because a session keeps recognizers of several kinds as one existential, and those
/// must be copyable; the decoder it owns is not, and never leaves. Not `Sendable`: one task has it.
public final class PocketSphinxRecognizer: Recognizer {
    /// Seconds of audio that one utterance may hold.
    public static let longestUtteranceSeconds = 120
    /// Other readings that an answer carries at most.
    public static let mostAlternatives = 20
    /// Shortest audio that can hold a word: 100 ms of frames of the model.
    static let fewestSamples = 1_600

    /// The model's files and the grammar, as a digest.
    public let identity: RecognizerIdentity
    private let decoder: DecoderHandle
    private let isGeneral: Bool

    /// Loads the model and prepares it for `task`.
    ///
    /// - Throws: ``RecognitionError`` when a file of the model is missing, the grammar cannot be
    ///   parsed, or a word of it is not in the dictionary.
    public init(task: RecognitionTask, model: SpeechModel = SpeechModel()) throws(RecognitionError)
    {
        isGeneral = task == .general
        // Before the model is loaded, which takes longer, and before pocketsphinx sees any of it.
        let grammar = try task.grammar()
        decoder = try DecoderHandle(model: model, isGeneral: isGeneral)
        if case .phrases(let phrases) = task {
            for phrase in phrases {
                for word in try PhraseGrammar.words(of: phrase) where !decoder.knows(word) {
                    throw .phraseWordUnknown(word: word, phrase: phrase)
                }
            }
        }
        if let grammar {
            try decoder.setGrammar(grammar.read)
        } else {
            try decoder.setLanguageModel(of: model)
        }
        identity = RecognizerIdentity(
            kind: "pocketsphinx", model: model.name,
            digest: try model.digest(task: task, jsgf: grammar?.text))
    }

    /// Recognises one utterance of any sample rate.
    ///
    /// An answer of the general language model is never rejected for its poor fit.
    public func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        do throws(RecognitionError) {
            let sound = try converted(utterance.sound)
            guard sound.samples.count >= Self.fewestSamples else { return .rejected(nil) }
            let input = DecoderInput(sound)
            let words = try decoder.decode(input.samples)
            guard !words.isEmpty else { return .rejected(nil) }
            let limit = min(utterance.alternatives, Self.mostAlternatives)
            let alternatives = limit > 0 ? decoder.alternatives(to: words, limit: limit) : []
            return judged(words, alternatives, input, utterance)
        } catch {
            return .failed(error)
        }
    }

    /// The samples that the decoder gets for an utterance at the model's rate: one level, no dead
    /// bands. For whoever compares this recognizer with another on equal terms.
    public static func decoderSamples(of sound: MonoSound) -> [Int16] {
        DecoderInput(sound).samples
    }

    private func converted(_ sound: MonoSound) throws(RecognitionError) -> MonoSound {
        let limit = Self.longestUtteranceSeconds
        guard sound.samples.count <= limit * max(1, sound.sampleRate) else {
            throw .utteranceTooLong(seconds: limit)
        }
        guard sound.sampleRate != DecoderInput.sampleRate else { return sound }
        do {
            return try RateConverter.convert(sound, to: DecoderInput.sampleRate)
        } catch {
            throw .soundUnusable(sampleRate: sound.sampleRate)
        }
    }

    private func judged(
        _ words: [FitJudge.Word], _ alternatives: [AlternativeReading], _ input: DecoderInput,
        _ utterance: Utterance
    ) -> RecognitionOutcome {
        let clock = FrameClock(utterance)
        let confidence = FitJudge.confidence(
            in: words, isLoud: input.isLoud, spoken: clock.modelFrames(of: utterance.spoken))
        let hypothesis = Hypothesis(
            text: words.map(\.text).joined(separator: " "), confidence: confidence,
            words: words.map { word in
                RecognizedWord(
                    text: word.text, range: clock.sessionFrames(of: word.frames),
                    confidence: FitJudge.confidence(in: word))
            }, alternatives: alternatives)
        let isRejected = !isGeneral && FitJudge.isRejected(confidence: confidence)
        return isRejected ? .rejected(hypothesis) : .final(hypothesis)
    }
}

/// Between the session's frames and the model's, which are 10 ms each.
struct FrameClock {
    private let extent: Range<Int64>
    private let sampleRate: Int64

    init(_ utterance: Utterance) {
        extent = utterance.extent
        sampleRate = Int64(utterance.sound.sampleRate)
    }

    func modelFrames(of range: Range<Int64>) -> Range<Int> {
        let inside = range.clamped(to: extent)
        let lower = (inside.lowerBound - extent.lowerBound) * 100 / sampleRate
        let upper = ((inside.upperBound - extent.lowerBound) * 100 + sampleRate - 1) / sampleRate
        return Int(lower)..<Int(max(lower, upper))
    }

    func sessionFrames(of frames: ClosedRange<Int>) -> Range<Int64> {
        let lower = extent.lowerBound + Int64(frames.lowerBound) * sampleRate / 100
        let upper = extent.lowerBound + Int64(frames.upperBound + 1) * sampleRate / 100
        return lower..<max(lower, min(upper, extent.upperBound))
    }
}
