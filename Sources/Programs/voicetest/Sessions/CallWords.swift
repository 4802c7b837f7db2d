import VoiceAudio
import VoiceCalls
import VoiceDiff
import VoiceJSON
import VoiceRecognition
import VoiceSession
import VoiceTime
import VoiceTrace

/// Words that a recognizer hears in the turns of calls.
struct CallWords {
    private let listener = SoundListener()
    private var recognizer: any Recognizer
    private let guessed: String?

    /// A recognizer that listens for what `options` name.
    init(_ options: ListeningOptions) throws {
        recognizer = try options.namingFile {
            try SoundListener.recognizer(
                for: try options.recognitionTask(), command: try options.command.command())
        }
        guessed = ((recognizer as? AcousticRecognizer)?.guessed ?? []).note
    }

    /// Identity of the recognizer, as a session says it.
    var part: SessionManifest.RecognizerPart {
        let identity = recognizer.identity
        return .init(kind: identity.kind, model: identity.model, digest: identity.digest)
    }

    /// Returns the notes on the recognizer beside the call at `path`.
    func notes(on path: String) -> [String] { guessed.map { ["\(path): \($0)"] } ?? [] }

    /// The answer to each turn of `call`, by its place.
    mutating func answers(_ call: HeardCall) throws -> [Int: CallDetails.Answer] {
        let side = call.callerSide
        let heard = try hear(call, in: side.path, side.choice)
        var answers: [Int: CallDetails.Answer] = [:]
        for (place, utterance) in heard.utterances.enumerated() {
            answers[place] = Self.answer(utterance.outcome)
        }
        return answers
    }

    /// The first turn of `call` in whose noise, in the session at `path`, the words of `answers`
    /// are heard again; nil where none are.
    mutating func stillHeard(
        _ answers: [Int: CallDetails.Answer], in path: String, _ call: HeardCall
    ) throws -> Frame? {
        let sound = "\(path)/\(SessionFolder.Part.microphone)"
        let heard = try hear(call, in: sound, .only(channel: 0))
        for (place, utterance) in heard.utterances.enumerated() {
            guard case .final(let now) = utterance.outcome, !now.text.isEmpty,
                answers[place]?.fields[CoreKey.text]?.string == now.text
            else { continue }
            return call.trace().turns[place].active.lowerBound
        }
        return nil
    }

    /// Returns the first of `prompts` of `call` in which the words of one of `answers` are heard;
    /// nil where none are.
    mutating func repeated(
        _ answers: [Int: CallDetails.Answer], in prompts: [Range<Frame>], of call: HeardCall
    ) throws -> Frame? {
        let said = Set(answers.values.compactMap { $0.fields[CoreKey.text]?.string })
        guard !said.isEmpty, !prompts.isEmpty else { return nil }
        let side = call.appSide
        let heard = try hear(prompts, of: call, in: side.path, side.choice)
        for (prompt, utterance) in zip(prompts, heard.utterances) {
            guard case .final(let now) = utterance.outcome, said.contains(now.text) else {
                continue
            }
            return prompt.lowerBound
        }
        return nil
    }

    private mutating func hear(
        _ call: HeardCall, in path: String, _ choice: ChannelChoice
    ) throws -> HeardSound {
        try hear(call.trace().turns.map(\.active), of: call, in: path, choice)
    }

    private mutating func hear(
        _ stretches: [Range<Frame>], of call: HeardCall, in path: String, _ choice: ChannelChoice
    ) throws -> HeardSound {
        let (rate, own) = (Frame(SoundListener.rate.hertz), Frame(call.speech.sampleRate.hertz))
        let segments = stretches.map { stretch in
            (stretch.lowerBound * rate / own)..<(stretch.upperBound * rate / own)
        }
        return try listener.hear(segments, in: path, choice: choice, with: &recognizer)
    }

    private static func answer(_ outcome: RecognitionOutcome) -> CallDetails.Answer {
        func fields(_ hypothesis: Hypothesis?) -> JSONObject {
            guard let hypothesis else { return [:] }
            return [
                CoreKey.text: .string(hypothesis.text),
                CoreKey.confidence: .integer(Int64(hypothesis.confidence)),
            ]
        }
        return switch outcome {
        case .final(let hypothesis): .init(.final, fields(hypothesis))
        case .rejected(let hypothesis): .init(.rejected, fields(hypothesis))
        case .failed(let error):
            .init(.recognitionError, [CoreKey.reason: .string(error.description)])
        }
    }
}
