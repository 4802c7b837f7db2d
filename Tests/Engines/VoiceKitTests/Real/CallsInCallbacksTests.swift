import Testing
import VoiceRun
import VoiceTestSupport

@testable import VoiceKit

@MainActor
@Suite("Calls from inside callbacks, and pauses of a caller")
struct CallsInCallbacksTests {
    @Test(
        "2.5.9 hardReset in the callback about a transcript ends the listen at once",
        .fact("voicekit-2.5.9-5"))
    func resets() async throws {
        let world = KitWorld()
        world.io.onTranscriptChanged = { text in if !text.isEmpty { world.io.hardReset() } }
        let task = world.host.perform {
            try await world.io.listen(timeout: 5, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 10)
        world.host.say("hello", inMilliseconds: 200)
        world.host.go()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(world.now < 2_000)
    }

    @Test(
        "2.5.9 stopAll in the callback about the beginning of a speech ends it there",
        .fact("voicekit-2.5.9-5"))
    func stops() async throws {
        let world = KitWorld()
        world.io.onTTSSpeakingChanged = { if $0 { world.io.stopAll() } }
        let task = world.host.perform { await world.io.speak("A long sentence to be cut.") }
        world.host.go()
        try await task.value
        #expect(world.times("spoken") == [0])
    }

    @Test(
        "2.5.4 a pause shorter than the inactivity ends nothing", .fact("voicekit-2.5.4-12"))
    func pauses() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            try await world.io.listen(timeout: 12, inactivity: 2, record: false).transcript
        }
        world.host.advance(milliseconds: 10)
        world.host.say("hello", inMilliseconds: 300, lasting: 500)
        world.host.say("my friend", inMilliseconds: 2_000, lasting: 600)
        world.host.go()
        #expect(try await task.value == "hello my friend")
    }
}
