import Testing
import VoiceAudio
import VoiceRecognition

@testable import VoiceLive

@Suite("A program that recognises beside a device")
struct ProgramRecognitionTests {
    private static let folder = #filePath.split(separator: "/").dropLast(4)
        .map { "/\($0)" }.joined()
    private static let example =
        "/usr/bin/python3 '\(folder)/scripts/examples/recognizers/loudness.py'"

    /// What becomes of one question.
    private func outcome(
        of command: String, isOver: Bool, task: RecognitionTask? = nil
    ) async throws -> RecognitionOutcome? {
        let (answers, line) = AsyncStream.makeStream(of: RecognitionOutcome.self)
        let recognition = try LiveRecognition(
            task: .phrases(["yes"]), command: try RecognizerCommand(command)
        ) { _, outcome in line.yield(outcome) }
        #expect(recognition.identity.model == "loudness 1.0")
        var utterance = Utterance(
            sound: MonoSound(sampleRate: 16_000, samples: Array(repeating: 9, count: 800)),
            start: 0, spoken: 100..<700)
        utterance.task = task
        recognition.work(on: LiveQuestion(job: 1, utterance: utterance, isOver: isOver))
        for await outcome in answers { return outcome }
        return nil
    }

    private func text(_ outcome: RecognitionOutcome?) -> String? {
        if case .final(let hypothesis)? = outcome { hypothesis.text } else { nil }
    }

    @Test("answers utterances, also of jobs with tasks of their own")
    func utterances() async throws {
        let answer = try await outcome(of: "\(Self.example) yes", isOver: true)
        #expect(text(answer) == "yes")
        let own = try await outcome(
            of: "\(Self.example) yes", isOver: true, task: .phrases(["12"]))
        #expect(text(own) == "yes")
    }

    @Test("answers speech that is under way where it says that it does, else with nothing")
    func partials() async throws {
        let answer = try await outcome(of: "\(Self.example) --partials yes", isOver: false)
        #expect(text(answer) == "yes")
        let none = try await outcome(of: "\(Self.example) yes", isOver: false)
        #expect(none == .rejected(nil))
    }

    @Test("is missed before a session begins")
    func missing() {
        #expect(throws: RecognitionError.programMissing(program: "no-such-program")) {
            _ = try LiveRecognition(
                task: .general, command: try RecognizerCommand("no-such-program")
            ) { _, _ in }
        }
    }
}
