internal import VoiceAcoustics
internal import VoiceAudio
package import VoiceHypothesis

/// Recognises words by a Sphinx model, each utterance as if it were the first.
///
/// What is closed, a grammar or phrases, is searched by `GraphDecoder` over the model's own
/// Gaussians; the general language model by pocketsphinx.
/// A class, because a session keeps recognizers of several kinds as one existential, and those
/// must be copyable. Not `Sendable`: one task has it.
package final class AcousticRecognizer: Recognizer {
    /// Other readings that an answer carries at most.
    package static let mostAlternatives = 20
    /// Shortest audio that can hold a word: 100 ms of frames of the model.
    static let fewestSamples = 1_600

    /// The model's files and the grammar, as a digest.
    package let identity: RecognizerIdentity
    /// Pronunciations of words of the task that neither the dictionary nor the task's own graph
    /// has: as the recognizer was told, else guessed. Sorted by word.
    package let guessed: [WordPronunciation]
    private let search: Search
    private let answers: AnswerMemo?
    /// Recognises what follows a trigger phrase, as if it was said alone; nil without one.
    private let command: AcousticRecognizer?

    /// Search for words.
    private enum Search {
        case graph(GraphDecoder)
        case general(GeneralDecoder)
    }

    /// Prepares the model for `task`; the general language model is loaded for the first utterance.
    ///
    /// How to say words that the dictionary lacks is taken from `pronunciations`, else guessed by
    /// `guess`, which runs a program. What `answers` has is not searched again.
    /// - Throws: ``RecognitionError`` when a file of the model is missing, the grammar cannot be
    ///   parsed, or a word cannot be guessed.
    package init(
        task: RecognitionTask, model: SpeechModel = SpeechModel(),
        saying pronunciations: [WordPronunciation] = [], guess: WordGuess = WordGuess(),
        answers: AnswerMemo? = nil
    ) throws(RecognitionError) {
        self.answers = answers
        // Before the model is loaded, which takes longer.
        let text = try task.checkedText()
        if let path = model.missingFile(isGeneral: task == .general) {
            throw .modelMissing(path: path)
        }
        let ways: [WordPronunciation]
        var plain: RecognitionTask?
        if case .graph(var graph) = task, graph.trigger != nil {
            graph.trigger = nil
            plain = .graph(graph)
        }
        if task == .general {
            search = .general(GeneralDecoder(model: model))
            ways = []
        } else {
            let acoustics = try model.checkedAcoustics(isGeneral: false)
            let (graph, guessed) = try TaskGraph.complete(
                task, model: model, phones: acoustics.phones, known: pronunciations, by: guess)
            search = .graph(GraphDecoder(graph, model: acoustics, beam: model.beam))
            ways = guessed
        }
        guessed = ways
        command =
            if let plain {
                try AcousticRecognizer(
                    task: plain, model: model, saying: pronunciations + ways, guess: guess,
                    answers: answers)
            } else { nil }
        // Guesses are part of what is listened for, as pronunciations of a graph are.
        let whole = text.map { ([$0] + ways.map(\.line)).joined(separator: "\n") }
        identity = RecognizerIdentity(
            kind: "pocketsphinx", model: model.name,
            digest: try model.digest(isGeneral: task == .general, text: whole))
    }

    /// Recognises one utterance of any sample rate.
    ///
    /// An answer of the general language model is never rejected for its poor fit.
    package func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        guard let answers else { return searched(utterance) }
        return answers.answer(of: searchName, to: utterance, make: searched)
    }

    /// Name of the search, which no recognizer has that answers otherwise.
    private var searchName: String {
        let kind =
            switch search {
            case .graph(let decoder): "\(decoder.kind)"
            case .general: ""
            }
        return [identity.kind, identity.model, identity.digest, kind].joined(separator: "\n")
    }

    private func searched(_ utterance: Utterance) -> RecognitionOutcome {
        do throws(RecognitionError) {
            let sound = try converted(utterance.sound)
            guard sound.samples.count >= Self.fewestSamples else { return .rejected(nil) }
            let input = DecoderInput(sound)
            switch search {
            case .graph(let decoder):
                let outcome = decoder.outcome(of: input.samples, utterance)
                return command.map { outcome.following(decoder.trigger, in: utterance, by: $0) }
                    ?? outcome
            case .general(let decoder):
                return try decoder.outcome(of: input, utterance)
            }
        } catch {
            return .failed(error)
        }
    }

    /// Returns what is understood of an utterance that is not over; nil while nothing is.
    ///
    /// An answer depends on the sound alone. Sound that continues from what was asked about last is
    /// searched from there. At a pause the answer is that of ``recognize(_:)``.
    package func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        if utterance.isPaused {
            guard case .final(let hypothesis) = recognize(utterance) else { return nil }
            return hypothesis
        }
        let sound = utterance.pieces
        guard sound.count <= Utterance.longestSeconds * max(1, sound.sampleRate) else {
            return nil
        }
        switch search {
        case .graph(let decoder):
            let hypothesis = try? decoder.hypothesisSoFar(utterance)
            guard let command else { return hypothesis }
            return hypothesis?.following(decoder.trigger, in: utterance) {
                command.recognizeSoFar($0)
            }
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
        let limit = Utterance.longestSeconds
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
