import Foundation
import Testing
import VoiceAudio
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("RealVoiceIO listens")
struct RealListeningTests {
    /// Listens while a caller says `words` after so many milliseconds.
    private func heard(
        _ words: String?, in world: KitWorld, timeout: Double = 5, inactivity: Double = 1,
        record: Bool = false, context: RecognitionContext = RecognitionContext()
    ) async throws -> VoiceResult {
        let task = world.host.perform {
            try await world.io.listen(
                timeout: timeout, inactivity: inactivity, record: record, context: context)
        }
        world.host.advance(milliseconds: 10)
        if let words { world.host.say(words, inMilliseconds: 500, lasting: 600) }
        world.host.go()
        return try await task.value
    }

    @Test(
        "2.5.3 words are heard, and silence after them ends the listen",
        .fact("voicekit-2.5-5", "voicekit-2.5.3-17"))
    func hears() async throws {
        let world = KitWorld()
        let result = try await heard("hello there", in: world)
        #expect(result.transcript == "hello there")
        #expect(result.endReason == .inactivity)
        #expect(result.words.map(\.text) == ["hello", "there"])
        #expect(result.recordingURL == nil)
        #expect(world.told("listening") == ["listening true", "listening false"])
        #expect(world.told("words").first == "words ")
        #expect(world.told("words").last == "words hello there")
        #expect(world.io.latestTranscript == "hello there")
    }

    @Test(
        "2.5.3 a listen without words ends at its timeout and returns nothing, without an error",
        .fact("voicekit-2.5.3-13"))
    func timesOut() async throws {
        let world = KitWorld()
        let result = try await heard(nil, in: world, timeout: 2)
        #expect(result.transcript == "")
        #expect(result.endReason == .timeout)
        #expect(world.times("listened") == [2_000])
    }

    @Test(
        "2.5.3 0, less, infinity and what is no number are no overall cap",
        .fact("voicekit-2.5.3-10"),
        arguments: [0, -1, Double.infinity, .nan])
    func noCap(timeout: Double) async throws {
        let world = KitWorld()
        let task = world.host.perform {
            try await world.io.listen(timeout: timeout, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 100_000)
        #expect(world.times("listened") == [])
        world.host.say("hello", inMilliseconds: 100)
        world.host.go()
        #expect(try await task.value.transcript == "hello")
    }

    @Test(
        "2.2 cancelling the task ends a listen that waits, at once, with CancellationError",
        .fact("voicekit-2.2-8", "voicekit-2.5.3-1"))
    func cancels() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            try await world.io.listen(timeout: 60, inactivity: 1, record: true)
        }
        world.host.advance(milliseconds: 500)
        task.cancel()
        world.host.advance(milliseconds: 50)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(world.told("listening") == ["listening true", "listening false"])
        #expect(world.recordings == [])
        let next = try await heard("again", in: world)
        #expect(next.transcript == "again")
    }

    @Test(
        "2.5.3 a second listen throws busy; cancelling it does not touch the first",
        .fact("voicekit-2.5.3-14"))
    func busy() async throws {
        let world = KitWorld()
        let first = world.host.perform {
            try await world.io.listen(timeout: 3, inactivity: 1, record: false)
        }
        let second = world.host.perform {
            try await world.io.listen(timeout: 3, inactivity: 1, record: false)
        }
        second.cancel()
        let third = world.host.perform {
            try await world.io.sibling().listen(timeout: 3, inactivity: 1, record: false)
        }
        world.host.go()
        #expect(try await first.value.endReason == .timeout)
        await #expect(throws: CancellationError.self) { try await second.value }
        await #expect(throws: VoiceIOError.busy) { try await third.value }
    }

    @Test(
        "2.5.9 hardReset cancels the listen, empties the transcript and lets speech return",
        .fact("voicekit-2.5.9-2", "voicekit-2.5.9-3"))
    func resets() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            async let said: Void = world.io.speak("a very long sentence that is cut")
            defer { world.told.append("over") }
            do {
                _ = try await world.io.listen(timeout: 60, inactivity: 9, record: true)
            } catch {
                await said
                throw error
            }
        }
        world.host.advance(milliseconds: 100)
        world.host.say("hello", inMilliseconds: 10, lasting: 500)
        world.host.advance(milliseconds: 800)
        #expect(world.io.latestTranscript == "hello")
        world.io.hardReset()
        world.io.hardReset()
        world.host.go()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(world.io.latestTranscript == "")
        #expect(world.told("words").last == "words ")
        #expect(world.told("speaking") == ["speaking true", "speaking false"])
        #expect(world.recordings == [])
    }

    @Test("2.5.9 stopAll leaves a listen alone", .fact("voicekit-2.5.9-1"))
    func stopAllLeavesListening() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            try await world.io.listen(timeout: 5, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 100)
        world.io.stopAll()
        world.host.say("hello", inMilliseconds: 200)
        world.host.go()
        #expect(try await task.value.transcript == "hello")
    }

    @Test(
        "2.4 a number context gives figures; it stays until a listen with another context",
        .fact("voicekit-2.3-6"))
    func numbers() async throws {
        let world = KitWorld()
        let number = RecognitionContext(expectation: .number)
        let first = try await heard("forty two point five", in: world, context: number)
        #expect(first.transcript == "42.5")
        #expect(first.spokenText == "forty two point five")
        let sticky = world.host.perform {
            try await world.io.listen(timeout: 5, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 10)
        world.host.say("seven", inMilliseconds: 100)
        world.host.go()
        #expect(try await sticky.value.transcript == "7")
        #expect(try await heard("seven", in: world).transcript == "seven")
    }

    @Test(
        "2.2 a recording is trimmed, and the untrimmed file is removed",
        .fact("voicekit-2.2-2", "voicekit-2.5.5-6"))
    func records() async throws {
        let world = KitWorld()
        let result = try await heard("hello there", in: world, record: true)
        let url = try #require(result.recordingURL)
        #expect(world.recordings == [url.lastPathComponent])
        #expect(url.lastPathComponent.hasSuffix(".trim.wav"))
        let sound = try SoundFile.readMono(path: url.path, sampleRate: nil)
        // The speech of 600 ms and the pads of 50 ms and 200 ms, as far as the listen went.
        #expect((600...900).contains(sound.frames / 16))
    }

    @Test(
        "2.5.3 speech is listened to beside the app's own speech, which a caller may cut",
        .fact("voicekit-2.5.3-15", "voicekit-2.12-2"))
    func bargeIn() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            async let said: Void = world.io.speak("a very long sentence that nobody wants to hear")
            let result = try await world.io.listen(timeout: 9, inactivity: 0.3, record: false)
            world.io.stopAll()
            await said
            return (result.transcript, world.now)
        }
        world.host.advance(milliseconds: 10)
        world.host.say("stop", inMilliseconds: 200)
        world.host.go()
        let (words, end) = try await task.value
        #expect(words == "stop")
        #expect(end < 2_000)
    }

    @Test("the time of a listen can be extended while it is under way")
    func extends() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            try await world.io.listen(timeout: 2, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 1_000)
        world.io.extendListening(by: 3)
        world.host.go()
        #expect(try await task.value.endReason == .timeout)
        #expect(world.times("listened") == [5_000])
    }

    @Test(
        "2.5.6 denied permissions throw micUnavailable and recognizerUnavailable",
        .fact("voicekit-2.2-1", "voicekit-2.3-2", "voicekit-2.5.6-1"))
    func permissions() async throws {
        for (what, error) in [
            (Permission.microphone, VoiceIOError.micUnavailable),
            (.speechRecognition, .recognizerUnavailable),
        ] {
            let world = KitWorld { $0.answers[what] = .denied }
            let asked = world.host.perform { try await world.io.ensurePermissions() }
            let listening = world.host.perform {
                try await world.io.listen(timeout: 1, inactivity: 1, record: false)
            }
            world.host.go()
            await #expect(throws: error) { try await asked.value }
            await #expect(throws: error) { try await listening.value }
        }
        let world = KitWorld()
        let asked = world.host.perform {
            try await world.io.ensurePermissions()
            try await world.io.ensurePermissions()
            try await world.io.configureSessionIfNeeded()
            try await world.io.configureSessionIfNeeded()
        }
        world.host.go()
        try await asked.value
    }

    @Test(
        "an interruption ends the listen; everything stops where it is observed",
        .fact("voicekit-2.5-10"))
    func interruptions() async throws {
        for observes in [false, true] {
            let world = KitWorld()
            if observes { world.io.startObservingInterruptions() }
            let listening = world.host.perform {
                try await world.io.listen(timeout: 5, inactivity: 1, record: false)
            }
            let pausing = world.host.perform { try await world.io.pause(seconds: 3) }
            world.host.advance(milliseconds: 100)
            world.host.interrupt(true)
            world.host.go()
            if observes {
                await #expect(throws: VoiceIOError.cancelled) { try await pausing.value }
            } else {
                try await pausing.value
                #expect(try await listening.value.endReason == .error)
            }
            world.io.stopObservingInterruptions()
        }
    }
}
