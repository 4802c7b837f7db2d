internal import VoiceAudio
package import VoiceHypothesis

/// Recognises with a program of the user's, which runs as a child and is asked about every
/// utterance; FORMATS.md has the protocol.
///
/// The program ends with the last copy of the recognizer. One that dies is started again; an
/// utterance that it gives no usable answer for has failed, and says why. Not `Sendable`: one task
/// has it.
package struct ProcessRecognizer: Recognizer {
    private let program: RecognizerProgram
    private let task: RecognitionTask

    /// Starts the program of `command`, which listens for `task` unless an utterance has a task of
    /// its own.
    ///
    /// - Throws: ``RecognitionError`` when the program is not there, cannot be started, or does not
    ///   say which recognizer it is.
    package init(
        _ command: RecognizerCommand, task: RecognitionTask = .general
    ) throws(RecognitionError) {
        self.init(try RecognizerProgram(command), task: task)
    }

    /// A recognizer by a program that runs.
    init(_ program: RecognizerProgram, task: RecognitionTask) {
        self.program = program
        self.task = task
    }

    /// Identity that the program states: its name and version as the model, and the digest of what
    /// it loaded.
    package var identity: RecognizerIdentity { program.greeting.identity }

    /// Whether the program answers while speech is under way.
    package var givesPartials: Bool { program.greeting.givesPartials }

    /// Recognises one utterance of any sample rate.
    package func recognize(_ utterance: Utterance) -> RecognitionOutcome {
        ask(.utterance, utterance)
    }

    /// Returns the program's hypothesis about speech that is not over; nil where it has none, or
    /// gives no partial hypotheses at all.
    package func recognizeSoFar(_ utterance: Utterance) -> Hypothesis? {
        guard givesPartials else { return nil }
        return if case .final(let hypothesis) = ask(.partial, utterance) { hypothesis } else { nil }
    }

    private func ask(
        _ kind: RecognizerQuestion.Kind, _ utterance: Utterance
    ) -> RecognitionOutcome {
        let sound = utterance.pieces
        guard sound.count > 0 else { return .rejected(nil) }
        guard sound.count <= Utterance.longestSeconds * max(1, sound.sampleRate) else {
            return .failed(.utteranceTooLong(seconds: Utterance.longestSeconds))
        }
        let question = RecognizerQuestion(
            kind: kind, utterance: utterance, task: utterance.task ?? task)
        do throws(RecognitionError) {
            switch try program.ask(question) {
            case .heard(let hypothesis): return .final(hypothesis)
            case .rejected(let nearest): return .rejected(nearest)
            case .failed(let reason):
                // A reason may hold what was said: it goes to the note handler only.
                program.report("failed: \(reason)")
                return .failed(program.failed("says that it cannot recognise the utterance"))
            }
        } catch { return .failed(error) }
    }
}
