import Foundation
import Testing
import VoiceJSON
import VoiceRun
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("RealVoiceIO plays clips")
struct RealClipTests {
    @Test(
        "2.5.8 a prepared clip starts after speech with a gap of 0, and is waited for",
        .fact("voicekit-2.2-12", "voicekit-2.5.8-4", "voicekit-2.5.8-6"))
    func playsPrepared() async throws {
        let world = KitWorld()
        let ding = try world.clip(milliseconds: 500)
        let task = world.host.perform {
            try await world.io.prepareClip(url: ding, gainDB: 12)
            await world.io.speak("hello")
            try await world.io.startPreparedClip()
            return world.now
        }
        world.host.go()
        #expect(try await task.value == 800)
        #expect(world.io.lastClipGap == 0)
        // A clip stays prepared.
        let again = world.host.perform { try await world.io.startPreparedClip() }
        world.host.go()
        try await again.value
        #expect(world.times("clip").count == 2)
    }

    @Test("a session holds the name of a clip's file, and no path of this machine")
    func namesFiles() async throws {
        let world = KitWorld()
        let ding = try world.clip()
        try FileManager.default.createDirectory(
            atPath: world.folder.path("other"), withIntermediateDirectories: true)
        let other = try world.clip("other/ding.wav")
        let task = world.host.perform {
            try await world.io.playClip(url: ding, gainDB: 0)
            try await world.io.playClip(url: other, gainDB: 3)
            try await world.io.playClip(url: ding)
        }
        world.host.go()
        try await task.value
        let files = (world.host.run?.inputs ?? []).compactMap { input -> String? in
            guard case .call(let call) = input.input else { return nil }
            return call.arguments["file"]?.string
        }
        #expect(files == ["ding.wav", "ding-2.wav", "ding.wav"])
    }

    @Test(
        "2.5.8 prepareClip throws for a file that cannot be read, and for what is no file URL",
        .fact("voicekit-2.5.8-1", "voicekit-2.5.8-2"))
    func refusesFiles() async throws {
        let world = KitWorld()
        for url in [
            URL(fileURLWithPath: world.folder.path("missing.wav")),
            URL(string: "https://example.org/ding.wav")!,
        ] {
            let task = world.host.perform { try await world.io.prepareClip(url: url, gainDB: 0) }
            world.host.go()
            let error = await #expect(throws: VoiceIOError.self) { try await task.value }
            guard case .underlying(let why)? = error else {
                Issue.record("\(url): \(String(describing: error))")
                continue
            }
            #expect(!why.isEmpty)
        }
        let task = world.host.perform { try await world.io.startPreparedClip() }
        world.host.go()
        try await task.value
    }

    @Test(
        "2.5.8 stopClip and stopAll end a clip; those who wait throw cancelled, once",
        .fact("voicekit-2.5.8-3", "voicekit-2.5.8-5"))
    func stops() async throws {
        for stop in [
            { @MainActor (io: RealVoiceIO) in io.stopClip() }, { @MainActor io in io.stopAll() },
        ] {
            let world = KitWorld()
            let ding = try world.clip(milliseconds: 900)
            let task = world.host.perform { try await world.io.playClip(url: ding, gainDB: 0) }
            world.host.advance(milliseconds: 200)
            stop(world.io)
            stop(world.io)
            world.host.go()
            await #expect(throws: VoiceIOError.cancelled) { try await task.value }
        }
    }

    @Test("cancelling the task stops its clip with CancellationError")
    func cancels() async throws {
        let world = KitWorld()
        let ding = try world.clip(milliseconds: 900)
        let task = world.host.perform { try await world.io.playClip(url: ding, gainDB: 0) }
        world.host.advance(milliseconds: 200)
        task.cancel()
        world.host.go()
        await #expect(throws: CancellationError.self) { try await task.value }
        let end = try #require(world.times("clipEnded").last)
        #expect(end < 300)
    }

    @Test("a recording is played as a clip, under its name in the session")
    func playsRecording() async throws {
        let world = KitWorld()
        let task = world.host.perform {
            let result = try await world.io.listen(timeout: 5, inactivity: 1, record: true)
            guard let url = result.recordingURL else { return false }
            try await world.io.prepareClip(url: url, gainDB: 12)
            await world.io.speak("Thank you,")
            try await world.io.startPreparedClip()
            return true
        }
        world.host.advance(milliseconds: 10)
        world.host.say("anna", inMilliseconds: 300)
        world.host.go()
        #expect(try await task.value)
        let prepared = world.events.first { $0.kind == "clipPrepared" }
        #expect(prepared?.fields["file"] == "vk-listen-1.wav")
    }
}
