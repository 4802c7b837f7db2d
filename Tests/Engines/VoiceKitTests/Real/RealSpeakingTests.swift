import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("RealVoiceIO speaks")
struct RealSpeakingTests {
    @Test("no run begins before the first call that needs one", .fact("voicekit-2.5-1"))
    func beginsLate() async {
        let world = KitWorld()
        world.io.setVoiceProfile(TTSVoiceProfile(id: "en-gb"))
        world.io.stopAll()
        world.io.hardReset()
        world.host.go()
        #expect(world.host.run == nil)
        let spoken = world.host.perform { await world.io.speak("hello") }
        world.host.go()
        #expect(world.host.run != nil)
        try? await spoken.value
    }

    @Test(
        "2.5 without a device calls throw micUnavailable, speech returns, and the log says why",
        .fact("voicekit-2.3-3", "voicekit-2.5-2"))
    func needsDevice() async throws {
        let io = RealVoiceIO()
        var lines: [String] = []
        var status: [String?] = []
        io.logger = { lines.append("\($0) \($1)") }
        io.onStatusMessageChanged = { status.append($0) }
        await #expect(throws: VoiceIOError.micUnavailable) { try await io.ensurePermissions() }
        await io.speak("hello")
        await #expect(throws: VoiceIOError.micUnavailable) {
            try await io.listen(timeout: 1, inactivity: 1, record: false)
        }
        let why =
            "no sound device: RealVoiceIO.makeHost is not set. Set it before the first RealVoiceIO,"
            + " for example to { DeviceHost(task: .general) } of VoiceLive."
        #expect(lines.contains("error \(why)"))
        #expect(status.contains(why))
    }

    @Test(
        "2.5.7 speak returns when the speech is over, and tells when it begins and ends",
        .fact("voicekit-2.5.7-1", "voicekit-2.5.7-5"))
    func speaks() async throws {
        let world = KitWorld()
        let spoken = world.host.perform {
            await world.io.speak("hello")
            return world.now
        }
        world.host.go()
        // 60 ms a letter.
        #expect(try await spoken.value == 300)
        #expect(world.told("speaking") == ["speaking true", "speaking false"])
    }

    @Test(
        "2.5.7 each word of the speech tells a pulse, the positive part of a sine by 0.2 a word",
        .fact("voicekit-2.5.7-6"))
    func pulses() async throws {
        let world = KitWorld()
        var pulses: [CGFloat] = []
        world.io.onTTSPulse = { pulses.append($0) }
        let spoken = world.host.perform { await world.io.speak("one two three") }
        world.host.go()
        try await spoken.value
        #expect(pulses == [0.199, 0.389, 0.565, 0])
    }

    @Test(
        "2.5.7 overlapping speech of one engine is spoken in the order of the calls",
        .fact("voicekit-2.5.7-9"))
    func queues() async throws {
        let world = KitWorld()
        let all = world.host.perform {
            async let first: Void = world.io.speak("one")
            async let second: Void = world.io.speak("two")
            _ = await (first, second)
            return world.now
        }
        world.host.go()
        #expect(try await all.value == 360)
        #expect(
            world.told("speaking") == [
                "speaking true", "speaking false", "speaking true", "speaking false",
            ])
    }

    @Test(
        "2.5.7 speakAndMeasure gives the seconds of the speech, 0 when it was stopped",
        .fact("voicekit-2.5.7-8"))
    func measures() async throws {
        let world = KitWorld()
        let whole = world.host.perform {
            await world.io.speakAndMeasure("hello there", using: nil)
        }
        world.host.go()
        #expect(try await whole.value == 0.66)
        let cut = world.host.perform {
            await world.io.speakAndMeasure("hello there", using: nil)
        }
        world.host.advance(milliseconds: 100)
        cut.cancel()
        world.host.go()
        #expect(try await cut.value == 0)
        #expect(world.times("spoken").last.map { $0 < world.times("speaking").last! + 200 } == true)
    }

    @Test(
        "2.5.9 stopAll ends speech and what waits, and calls return; it is safe to repeat",
        .fact("voicekit-2.5.9-1", "voicekit-2.5.9-3"))
    func stops() async throws {
        let world = KitWorld()
        let all = world.host.perform {
            async let first: Void = world.io.speak("a long sentence")
            async let second: Void = world.io.speak("another one")
            _ = await (first, second)
            return world.now
        }
        world.host.advance(milliseconds: 200)
        world.io.stopAll()
        world.io.stopAll()
        world.host.go()
        #expect(try await all.value < 250)
        #expect(world.told("speaking") == ["speaking true", "speaking false"])
    }

    @Test(
        "2.6 profiles, the default profile and the tuning are kept and reach the engine",
        .fact("voicekit-2.5.7-7", "voicekit-2.6-1"))
    func profiles() async throws {
        let world = KitWorld()
        let lead = TTSVoiceProfile(id: "en-us", rate: 1, pitch: 1.5, volume: 0.5)
        world.io.setDefaultVoiceProfile(lead)
        world.io.setTuning(Tuning(volume: 0.5))
        #expect(world.io.getVoiceProfile(id: "en-us") == lead)
        #expect(world.io.getDefaultVoiceProfile() == lead)
        #expect(world.io.getVoiceProfile(id: "none") == nil)
        #expect(world.io.getTuning().volume == 0.5)
        let spoken = world.host.perform { await world.io.speak("hello") }
        world.host.go()
        try await spoken.value
        let speaking = try #require(world.events.first { $0.kind == "speaking" })
        #expect(speaking.fields["wordsPerMinute"] == 450)
        #expect(speaking.fields["volume"] == 250)
    }

    @Test("siblings speak at the same time, each with callbacks of its own")
    func siblings() async throws {
        let world = KitWorld()
        let other = world.io.sibling()
        world.listen(to: other, "other ")
        let both = world.host.perform {
            async let first: Void = world.io.speak("hello")
            async let second: Void = other.speak("hello")
            _ = await (first, second)
            return world.now
        }
        world.host.go()
        #expect(try await both.value == 300)
        #expect(world.told("speaking").count == 2)
        #expect(world.told("other speaking").count == 2)
    }

    @Test("stopAll of a sibling stops that sibling only")
    func stopsSibling() async throws {
        let world = KitWorld()
        let other = world.io.sibling()
        let first = world.host.perform {
            await world.io.speak("a long sentence")
            return world.now
        }
        let second = world.host.perform {
            await other.speak("a long sentence")
            return world.now
        }
        world.host.advance(milliseconds: 200)
        other.stopAll()
        world.host.go()
        #expect(try await first.value == 900)
        #expect(try await second.value < 250)
    }

    @Test("pause waits on the clock of the run; stopAll and cancellation end it")
    func pauses() async throws {
        let world = KitWorld()
        let whole = world.host.perform {
            try await world.io.pause(seconds: 1.5)
            return world.now
        }
        world.host.go()
        #expect(try await whole.value == 1_500)
        let stopped = world.host.perform { try await world.io.pause(seconds: 5) }
        world.host.advance(milliseconds: 100)
        world.io.stopAll()
        world.host.go()
        await #expect(throws: VoiceIOError.cancelled) { try await stopped.value }
        let cancelled = world.host.perform { try await world.io.pause(seconds: 5) }
        world.host.advance(milliseconds: 100)
        cancelled.cancel()
        world.host.go()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test("after shutDown the next call begins another run, with the profiles of before")
    func beginsAgain() async throws {
        let world = KitWorld()
        world.io.setDefaultVoiceProfile(TTSVoiceProfile(id: "en-us", rate: 1))
        let first = world.host.perform { await world.io.speak("a long sentence") }
        world.host.advance(milliseconds: 100)
        let run = world.host.run
        world.io.shutDown()
        let second = world.host.perform { await world.io.speak("hello") }
        world.host.go()
        try await first.value
        try await second.value
        #expect(run?.isOver == true)
        #expect(world.host.run !== run)
        #expect(
            world.events.first { $0.kind == "speaking" }?.fields["wordsPerMinute"] == 450)
    }

    @Test("engines of one host are siblings: they share its run and speak at once")
    func sharesHost() async throws {
        let host = SimulatedHost()
        let chorus = VoiceChorus(makeEngine: { RealVoiceIO(host: host) })
        let profiles = ["en-us", "en-gb"].map { TTSVoiceProfile(id: $0) }
        var isDone = false
        host.perform {
            await chorus.speak("all of us", withVoiceProfiles: profiles)
            isDone = true
        }
        host.go()
        #expect(isDone)
        let begins = (host.run?.events ?? []).filter { $0.kind == "speaking" }
        #expect(begins.map { $0.fields["channel"] } == [0, 1])
        #expect(Set(begins.map(\.frame)).count == 1)
    }

    @Test("a host whose engines are gone gives the next one a run of its own")
    func sharesHostOneAfterTheOther() {
        let host = SimulatedHost()
        for wait in [1.0, 2] {
            let io = RealVoiceIO(config: VoiceIOConfig(clipWaitTimeoutSeconds: wait), host: host)
            #expect(io.config.clipWaitTimeoutSeconds == wait)
            #expect(io.channel == 0)
        }
    }
}
