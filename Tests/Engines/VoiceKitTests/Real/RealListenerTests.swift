import Testing
import VoiceRun
import VoiceTestSupport

@testable import VoiceKit

@MainActor
@Suite("One listen of RealVoiceIO after another")
struct RealListenerTests {
    @Test("2.2 a listen right after hardReset can be cancelled", .fact("voicekit-2.2-8"))
    func cancelsAfterReset() async throws {
        let world = KitWorld()
        let first = world.host.perform {
            try await world.io.listen(timeout: 60, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 100)
        let second = world.host.perform {
            world.io.hardReset()
            _ = try await world.io.listen(timeout: 60, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 100)
        second.cancel()
        world.host.go()
        await #expect(throws: CancellationError.self) { try await first.value }
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(world.now < 1_000)
    }

    @Test("2.2 cancelling a listen that hardReset ended leaves the next one alone")
    func cancelsEnded() async throws {
        let world = KitWorld()
        let first = world.host.perform {
            try await world.io.listen(timeout: 60, inactivity: 1, record: false)
        }
        world.host.advance(milliseconds: 100)
        let second = world.host.perform {
            world.io.hardReset()
            first.cancel()
            return try await world.io.listen(timeout: 2, inactivity: 1, record: false)
        }
        world.host.go()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(try await second.value.endReason == .timeout)
    }

    @Test(
        "2.5.9 hardReset empties the transcript also after a listen, and tells so",
        .fact("voicekit-2.5.9-2"))
    func resetsAfterListen() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            let result = try await world.io.listen(timeout: 2, inactivity: 0.5, record: false)
            world.io.hardReset()
            return result.transcript
        }
        world.host.advance(milliseconds: 10)
        world.host.say("hello", inMilliseconds: 200)
        world.host.go()
        #expect(try await task.value == "hello")
        #expect(world.told("words").suffix(2) == ["words hello", "words "])
    }

    @Test("2.3 a sibling is told the status too", .fact("voicekit-2.2-7"))
    func tellsSiblings() async throws {
        let world = KitWorld()
        let sibling = world.io.sibling()
        world.listen(to: sibling, "sibling ")
        world.host.perform { await sibling.speak("one") }
        world.host.go()
        #expect(world.told("sibling status") == ["sibling status Speaking", "sibling status idle"])
        #expect(world.told("status") == ["status Speaking", "status idle"])
    }

    @Test("names that the recognizer cannot be told are logged")
    func logsUntoldNames() async throws {
        let world = KitWorld()
        var lines: [String] = []
        world.io.logger = { level, line in if level == .warn { lines.append(line) } }
        let names = RecognitionContext(expectation: .name(allowed: ["Анна"]))
        let task = world.host.perform {
            try await world.io.listen(timeout: 2, inactivity: 1, record: false, context: names)
        }
        world.host.advance(milliseconds: 10)
        world.host.say("hello there", inMilliseconds: 200)
        world.host.go()
        let result = try await task.value
        #expect(result.transcript == "")
        #expect(lines.map { $0.hasPrefix("listen: 1 names are ignored: Анна.") } == [true])
    }
}
