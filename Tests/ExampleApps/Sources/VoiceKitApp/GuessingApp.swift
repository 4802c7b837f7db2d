import Foundation
import VoiceKit

/// Greets a caller by name, lets the caller guess a number, and says goodbye with a sound.
///
/// It knows VoiceKit alone, and not whether it runs live, simulated or replayed.
@MainActor
final class GuessingApp {
    private static let secret = 8
    private static let mostGuesses = 6

    private let voice: RealVoiceIO
    private let ding: URL
    /// What stands on the screen, line by line.
    private(set) var screen: [String] = []

    init(_ voice: RealVoiceIO, ding: URL) {
        self.voice = voice
        self.ding = ding
    }

    func run() async throws {
        try await voice.ensurePermissions()
        try await voice.configureSessionIfNeeded()
        try await greet()
        try await play()
        await sayGoodbye()
        voice.shutDown()
    }

    private func show(_ line: String) {
        screen.append(line)
        FileHandle.standardOutput.write(Data("\(line)\n".utf8))
    }

    /// The quick start of the guide: the caller's name is recorded and played back.
    private func greet() async throws {
        await voice.speak("Please say your name.")
        let result = try await voice.listen(
            timeout: 12, inactivity: 1, record: true,
            context: RecognitionContext(expectation: .name(allowed: ["anna", "peter"])))
        show("NAME: \(result.transcript)")
        guard let url = result.recordingURL else { return show("no recording") }
        try await voice.prepareClip(url: url, gainDB: 12)
        await voice.speak("Thank you,")
        try await voice.startPreparedClip()
        try? FileManager.default.removeItem(at: url)
    }

    /// A caller may cut every question short with a guess.
    private func play() async throws {
        var question = "I think of a number from one to ten. Which one is it? Take your time."
        for _ in 0..<Self.mostGuesses {
            let words = question
            async let said: Void = voice.speak(words)
            let heard = try await voice.listen(
                timeout: 15, inactivity: 0.8, record: false,
                context: RecognitionContext(expectation: .number))
            voice.stopAll()
            await said
            guard let guess = Int(heard.transcript) else {
                show("GUESS: none")
                question = "A number, please."
                continue
            }
            show("GUESS: \(guess)")
            if guess == Self.secret { return show("WON") }
            question = guess < Self.secret ? "It is more than that." : "It is less than that."
        }
        show("LOST")
    }

    /// A queue of speech, a clip and a pause.
    private func sayGoodbye() async {
        let queue = VoiceQueue(primary: voice)
        queue.enqueueSpeak("That was it.", voiceID: nil)
        queue.enqueueSFX(ding, gainDB: 3)
        queue.enqueuePause(0.2)
        queue.enqueueParsingSFX(
            text: "Good [sfx:ding] bye.", resolver: { [ding] name in name == "ding" ? ding : nil },
            defaultVoiceID: nil, on: 0)
        await queue.play()
        show("THE END")
    }
}
