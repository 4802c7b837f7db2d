internal import VoiceAcoustics
internal import VoiceAudio

/// Recognises words by a Sphinx model, each utterance as if it were the first.
///
/// What is closed, a grammar or phrases, is searched by ``GraphDecoder`` over the model's own
/// Gaussians; the general language model by pocketsphinx.
/// A class, because a session keeps recognizers of several kinds as one existential, and those
/// must be copyable. Not `Sendable`: one task has it.
public final class AcousticRecognizer: Recognizer {
    /// Seconds of audio that one utterance may hold.
    public static let longestUtteranceSeconds = 600
    /// Other readings that an answer carries at most.
    public static let mostAlternatives = 20
    /// Shortest audio that can hold a word: 100 ms of frames of the model.
    static let fewestSamples = 1_600

    /// The model's files and the grammar, as a digest.
    public let identity: RecognizerIdentity
    /// How the words of the task are said that neither the dictionary nor the task's own graph has:
    /// as the recognizer was told, else guessed. Sorted by word.
    public let guessed: [WordPronunciation]
    private let search: Search

    /// What looks for words.
    private enum Search {
        case graph(GraphDecoder)
        case general(GeneralDecoder)
    }

    /// Loads the model and prepares it for `task`.
    ///
    /// How to say words that the dictionary lacks is taken from `pronunciations`, else guessed by
    /// `guess`, which runs a program.
    /// - Throws: ``RecognitionError`` when a file of the model is missing, the grammar cannot be
    ///   parsed, or a word cannot be guessed.
    public init(
        task: RecognitionTask, model: SpeechModel = SpeechModel(),
        saying pronunciations: [WordPronunciation] = [], guess: WordGuess = WordGuess()
    ) throws(RecognitionError) {
        // Before the model is loaded, which takes longer.
        let text = try task.checkedText()
        if let path = model.missingFile(isGeneral: task == .general) {
            throw .modelMissing(path: path)
        }
        let ways: [WordPronunciation]
        if task == .general {
            search = .general(try GeneralDecoder(model: model))
            ways = []
        } else {
            let acoustics = try AcousticModels.model(in: model.acoustics)
            let (graph, guessed) = try TaskGraph.complete(
                task, model: model, phones: acoustics.phones, known: pronunciations, by: guess)
            search = .graph(GraphDecoder(graph, model: acoustics))
            ways = guessed
        }
        guessed = ways
        // Guesses are part of what is listened for, as pronunciations of a graph are.
        let whole = text.map { ([$0] + ways.map(\.line)).joined(separator: "\n") }
        identity = RecognizerIdentity(
            kind: "pocketsphinx", model: model.name,
            digest: try model.digest(task: task, text: whole))
    }

    /// Recognises one utterance of any sample rate.
    ///
    /// An answer of the general language model is never rejected for its poor fit.
    public func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        do throws(RecognitionError) {
            let sound = try converted(utterance.sound)
            guard sound.samples.count >= Self.fewestSamples else { return .rejected(nil) }
            let input = DecoderInput(sound)
            switch search {
            case .graph(let decoder): return decoder.outcome(of: input.samples, utterance)
            case .general(let decoder):
                return try decoder.outcome(of: input, utterance)
            }
        } catch {
            return .failed(error)
        }
    }

    /// What is understood of an utterance that is not over; nil while nothing is.
    ///
    /// An answer depends on the sound alone. Sound that continues from what was asked about last is
    /// searched from there.
    public func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        let sound = utterance.pieces
        guard sound.count <= Self.longestUtteranceSeconds * max(1, sound.sampleRate) else {
            return nil
        }
        switch search {
        case .graph(let decoder): return try? decoder.hypothesisSoFar(utterance)
        case .general(let decoder): return try? decoder.hypothesisSoFar(utterance)
        }
    }

    /// States of its network; 0 for the general model, which has no network.
    var stateCount: Int {
        switch search {
        case .graph(let decoder): 3 * decoder.network.nodeCount
        case .general: 0
        }
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
}

extension GraphDecoder {
    /// What becomes of an utterance whose samples the model takes.
    func outcome(of samples: [Int16], _ utterance: Utterance) -> RecognitionOutcome {
        let features = features(of: samples)
        let limit = min(utterance.alternatives, AcousticRecognizer.mostAlternatives)
        let readings = readings(of: features, rivals: limit)
        guard let best = readings.first, let first = features.first,
            let alignment = alignment(of: best, to: first)
        else { return .rejected(nil) }
        let clock = FrameClock(utterance)
        let confidence = FitScale.confidence(inAll: best.fit)
        let words = alignment.words.map { aligned in
            RecognizedWord(
                text: word(best.words[aligned.number]).text,
                range: clock.sessionFrames(of: aligned.frames),
                confidence: FitScale.confidence(inPart: aligned.fit),
                phones: utterance.wantsPhones
                    ? aligned.phones.map { phone in
                        RecognizedPhone(
                            phone: phone.name, range: clock.sessionFrames(of: phone.frames),
                            score: FitScale.confidence(inPart: phone.fit))
                    } : [])
        }
        let hypothesis = Hypothesis(
            text: text(of: best), confidence: confidence, words: words,
            alternatives: alternatives(readings, limit: limit, frames: first.count))
        guard kind == .likelihoods else {
            return confidence < leastConfidence ? .rejected(hypothesis) : .final(hypothesis)
        }
        let isFitting =
            trigger.isEmpty
            ? confidence >= leastConfidence
            : hasTrigger(best, alignment, frames: first.count, utterance)
        return .final(isFitting ? hypothesis : noise(in: utterance, confidence))
    }

    /// How well the words of a reading fit, speech of any phones aside, in nepers a frame less than
    /// a free phone loop.
    private func wordFit(
        of reading: Reading, _ alignment: ForcedAlignment, frames: Int
    ) -> Float {
        var own = 0
        var other = 0
        for aligned in alignment.words {
            if word(reading.words[aligned.number]).isAny {
                other += aligned.frames.count
            } else {
                own += aligned.frames.count
            }
        }
        // Speech of any phones is a phone loop that pays for each frame.
        let paid = SearchNetwork.anyCost * Float(other)
        return (reading.fit * Float(frames) + paid) / Float(max(1, own))
    }

    /// Whether a reading begins with the trigger, other speech aside, and its words fit: all
    /// together and each of the trigger's. A trigger that was heard while it was said is one,
    /// whatever came after it.
    private func hasTrigger(
        _ reading: Reading, _ alignment: ForcedAlignment, frames: Int, _ utterance: Utterance
    ) -> Bool {
        let words = alignment.words.drop { word(reading.words[$0.number]).isAny }
            .prefix(trigger.count)
        guard words.map({ word(reading.words[$0.number]).text }) == trigger else { return false }
        let isFitting =
            wordFit(of: reading, alignment, frames: frames) >= FitScale.leastTriggerFit
            && words.allSatisfy { $0.fit >= FitScale.leastTriggerWordFit }
        return isFitting || hearsTrigger(utterance)
    }

    /// Speech that no word of the graph fits.
    private func noise(in utterance: Utterance, _ confidence: Int) -> Hypothesis {
        let word = RecognizedWord(
            text: RecognitionGraph.spokenNoise, range: utterance.spoken,
            confidence: 1_000 - confidence)
        return Hypothesis(text: word.text, confidence: word.confidence, words: [word])
    }

    private func text(of reading: Reading) -> String {
        reading.words.map { word($0).text }.joined(separator: " ")
    }

    private func alternatives(
        _ readings: [Reading], limit: Int, frames: Int
    ) -> [AlternativeReading] {
        guard limit > 0, let best = readings.first else { return [] }
        var known: Set<String> = [text(of: best)]
        var others: [AlternativeReading] = []
        for reading in readings.dropFirst() where others.count < limit {
            let text = text(of: reading)
            guard known.insert(text).inserted else { continue }
            // What the graph makes a reading cost may put it behind one that fits the sound less.
            let distance = max(0, best.fit - reading.fit) * Float(frames) * 10
            others.append(AlternativeReading(text: text, distance: Int(distance)))
        }
        return others
    }
}

/// How well words fit, as a confidence in thousandths.
enum FitScale {
    /// The fit at which an answer becomes a rejection, in thousandths of a neper a frame less than
    /// a free phone loop.
    ///
    /// Measured on 98 real digits and 44 utterances outside their grammar, in sessions: 88 right,
    /// none of these rejected; 42 of the 44 rejected.
    static let limitMillinepers = -1_200
    /// What the confidence falls by 500 for, in thousandths of a neper a frame.
    static let widthMillinepers = 1_800
    /// The confidence at ``limitMillinepers``, below which an answer is a rejection.
    static let leastConfidencePermille = 500

    /// How much worse than a free phone loop the words of a trigger may fit, in nepers a frame.
    ///
    /// Measured on whole utterances: of 22 real trigger phrases 21 fit by -0.51 and better, one by
    /// -0.95; eleven places in other speech that were nearest to one fit by -0.86 and worse.
    static let leastTriggerFit: Float = -0.75
    /// How much worse than free phones each word of a trigger may fit, in nepers a frame.
    ///
    /// Measured on whole utterances: the words of real trigger phrases fit by -2.44 and better;
    /// five that were not said, beside one that was, fit by -5.75 to -9.32.
    static let leastTriggerWordFit: Float = -4

    /// The confidence in a whole reading by its fit in nepers a frame.
    static func confidence(inAll fit: Float) -> Int {
        let millinepers = Int((fit * 1_000).rounded())
        let above = (millinepers - limitMillinepers) * leastConfidencePermille / widthMillinepers
        return max(0, min(1_000, leastConfidencePermille + above))
    }

    /// The goodness of a word or phone by its fit: a logistic curve, calibrated on right and wrong
    /// words of sentences.
    static func confidence(inPart fit: Float) -> Int {
        let value = goodnessOffset + goodnessSlope * max(-20, min(20, Double(fit)))
        return Int((1_000 / (1 + ExactMath.exponential(-value))).rounded())
    }

    private static let goodnessOffset = 2.05
    private static let goodnessSlope = 0.43
}

/// Between the session's frames and the model's, which are 10 ms each.
struct FrameClock {
    private let extent: Range<Int64>
    private let sampleRate: Int64

    init(_ utterance: Utterance) {
        extent = utterance.extent
        sampleRate = Int64(utterance.pieces.sampleRate)
    }

    func modelFrames(of range: Range<Int64>) -> Range<Int> {
        let inside = range.clamped(to: extent)
        let lower = (inside.lowerBound - extent.lowerBound) * 100 / sampleRate
        let upper = ((inside.upperBound - extent.lowerBound) * 100 + sampleRate - 1) / sampleRate
        return Int(lower)..<Int(max(lower, upper))
    }

    func sessionFrames(of frames: Range<Int>) -> Range<Int64> {
        let lower = extent.lowerBound + Int64(frames.lowerBound) * sampleRate / 100
        let upper = extent.lowerBound + Int64(frames.upperBound) * sampleRate / 100
        return (lower..<max(lower, upper)).clamped(to: extent)
    }
}
