import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("RealVoiceIO: settings that the original stores and never reads")
struct RealConfigTests {
    @Test(
        "2.2 what is said while the app speaks and 0.25 s afterwards is heard only without it",
        .fact("voicekit-2.2-4", "voicekit-2.5.3-16"), arguments: [0, 0.25])
    func suppresses(seconds: Double) async throws {
        let world = KitWorld(config: VoiceIOConfig(ttsSuppressAfterFinish: seconds))
        let task = world.host.perform {
            async let said: Void = world.io.speak("a prompt of the app")
            let result = try await world.io.listen(timeout: 5, inactivity: 0, record: true)
            await said
            return result
        }
        world.host.advance(milliseconds: 10)
        // The prompt lasts 1,140 ms: the first word is said into it, the second one after it.
        world.host.say("red", inMilliseconds: 300, lasting: 300)
        world.host.advance(milliseconds: 2_000)
        world.host.say("car", inMilliseconds: 0, lasting: 300)
        world.host.go()
        let result = try await task.value
        #expect(result.transcript == (seconds > 0 ? "car" : "red car"))
        // Nothing of the prompt is in the recording, which begins where listening does.
        let first = try #require(result.words.first?.start)
        #expect(abs(first - (seconds > 0 ? 0.62 : 0.31)) < 0.02)
        let url = try #require(result.recordingURL)
        #expect(world.recordings == [url.lastPathComponent])
    }

    @Test(
        "2.2 each input buffer tells its level, from 0 for -60 dB to 1 for 0 dB",
        .fact("voicekit-2.2-6"))
    func levels() async throws {
        let world = KitWorld { $0.roomDecibels = -90 }
        var levels: [CGFloat] = []
        world.io.onLevelChanged = { levels.append($0) }
        let task = world.host.perform {
            try await world.io.listen(timeout: 1, inactivity: 0, record: false)
        }
        for (place, level) in [-60.0, -30, 0].enumerated() {
            world.host.makeNoise(
                decibels: level, inMilliseconds: Int64(place) * 200 + 200, lasting: 200)
        }
        world.host.go()
        _ = try await task.value
        // 0 at the start, then buffers of 64 ms, of which the first is not full at its end.
        #expect(levels.count == 1 + 14)
        let steady = levels.filter { [0, 0.5, 1].contains($0) }
        let steps = zip(steady, steady.dropFirst()).filter { $0 != $1 }.map(\.1)
        #expect(steps == [0.5, 1, 0])
    }

    @Test(
        "2.2 the status says what is done, and nil when nothing is", .fact("voicekit-2.2-7"))
    func status() async throws {
        let world = KitWorld()
        let ding = try world.clip()
        let task = world.host.perform {
            await world.io.speak("hello")
            try await world.io.playClip(url: ding, gainDB: 0)
            _ = try await world.io.listen(timeout: 1, inactivity: 0, record: false)
        }
        world.host.go()
        try await task.value
        let whats = ["Speaking", "Playing", "Listening"].flatMap {
            ["status \($0)", "status idle"]
        }
        #expect(world.told("status") == whats)
    }

    @Test(
        "2.2 the volume of speech is the profile's times the tuning's", .fact("voicekit-2.2-5"),
        arguments: [(0.5, 0.5, 250), (1, 0.25, 250), (0.5, 4, 500), (1, 0, 0)]
            as [(Float, Float, Int64)])
    func volumes(profile: Float, master: Float, expected: Int64) async throws {
        let world = KitWorld()
        world.io.setVoiceProfile(TTSVoiceProfile(id: "en-gb", volume: profile))
        world.io.setTuning(Tuning(volume: master))
        let spoken = world.host.perform { await world.io.speak("hello", using: "en-gb") }
        world.host.go()
        try await spoken.value
        let speaking = try #require(world.events.first { $0.kind == "speaking" })
        #expect(speaking.fields["volume"] == .integer(expected))
    }

    @Test(
        "2.2 a second listen, a clip and a stopped call throw VoiceIOError alone",
        .fact("voicekit-2.2-1"))
    func errors() async throws {
        let world = KitWorld()
        let missing = URL(fileURLWithPath: world.folder.path("missing.wav"))
        let ding = try world.clip()
        let first = world.host.perform {
            try await world.io.listen(timeout: 1, inactivity: 0, record: false)
        }
        let second = world.host.perform {
            try await world.io.listen(timeout: 1, inactivity: 0, record: false)
        }
        let third = world.host.perform { try await world.io.playClip(url: missing, gainDB: 0) }
        let fourth = world.host.perform { try await world.io.playClip(url: ding, gainDB: 0) }
        world.host.advance(milliseconds: 100)
        world.io.stopAll()
        world.host.go()
        _ = try await first.value
        await #expect(throws: VoiceIOError.busy) { try await second.value }
        await #expect(throws: VoiceIOError.self) { try await third.value }
        await #expect(throws: VoiceIOError.cancelled) { try await fourth.value }
    }
}
