import Foundation
import Testing
import VoiceEngine
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("RealVoiceIO: logs, streams, sessions")
struct RealModesTests {
    @Test(
        "2.5.2 VOICEKIT_FORCE_CI answers without an engine; CI alone changes nothing",
        .fact("voicekit-2.5-5", "voicekit-2.5.2-1", "voicekit-2.5.2-2", "voicekit-2.5.2-3"))
    func ci() async throws {
        let world = KitWorld(environment: ["VOICEKIT_FORCE_CI": "Yes"])
        let io = world.io
        try await io.ensurePermissions()
        #expect(await io.speakAndMeasure("hello", using: nil) == 0)
        #expect(world.told("speaking") == ["speaking true", "speaking false"])
        let number = try await io.listen(
            timeout: 9, inactivity: 1, record: true,
            context: RecognitionContext(expectation: .number))
        #expect(number.transcript == "42")
        #expect(number.recordingURL == nil)
        #expect(world.told("words") == ["words 42"])
        io.latestTranscript = "hello"
        let words = try await io.listen(
            timeout: 9, inactivity: 1, record: false, context: RecognitionContext())
        #expect(words.transcript == "hello")
        try await io.playClip(url: URL(fileURLWithPath: "/nowhere.wav"))
        try await io.pause(seconds: 60)
        #expect(world.host.run == nil)
        #expect(!KitWorld(environment: ["CI": "true"]).io.isCI)
    }

    @Test(
        "2.5.1 VOICEKIT_LOG installs a logger; without it nothing is logged",
        .fact("voicekit-2.5.1-2", "voicekit-2.5.1-4"))
    func logs() {
        #expect(KitWorld().io.logger == nil)
        for value in ["1", "TRUE", "yes"] {
            #expect(KitWorld(environment: ["VOICEKIT_LOG": value]).io.logger != nil)
        }
        var isMade = false
        KitWorld().io.log(
            .warn,
            {
                isMade = true
                return "x"
            }())
        #expect(!isMade)
    }

    @Test("streams tell what callbacks tell, and end with the run")
    func streams() async throws {
        let world = KitWorld()
        let partials = world.host.perform {
            var all: [String] = []
            for await words in world.io.partialTranscripts { all.append(words) }
            return all
        }
        let statuses = world.host.perform {
            var count = 0
            for await _ in world.io.statusMessages { count += 1 }
            return count
        }
        let levels = world.host.perform {
            for await level in world.io.levels where level >= 0 { return true }
            return false
        }
        let listening = world.host.perform {
            _ = try await world.io.listen(timeout: 5, inactivity: 1, record: false)
            world.io.shutDown()
        }
        world.host.advance(milliseconds: 10)
        world.host.say("hello there", inMilliseconds: 200, lasting: 800)
        world.host.go()
        try await listening.value
        let words = world.told("words").map { String($0.dropFirst("words ".count)) }
        #expect(try await partials.value == words)
        #expect(try await statuses.value == world.told("status").count)
        #expect(try await levels.value)
        #expect(world.host.run?.failure == nil)
    }

    @Test("a run becomes a session, which replays without its app and with it")
    func replays() async throws {
        let world = KitWorld()
        let ding = try world.clip()
        let app = KitApp(io: world.io, ding: ding)
        let run = world.host.perform { try await app.run() }
        world.host.advance(milliseconds: 1_000)
        world.host.say("seven", inMilliseconds: 200)
        world.host.advance(milliseconds: 4_000)
        world.host.say("stop", inMilliseconds: 200)
        world.host.go()
        try await run.value
        let path = world.folder.path("kit.vsession")
        try #require(world.host.run?.record()).write(to: path)
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [VoiceKitFactory()])
        let alone = try replayer.replay(SessionFolder(path: path), options: options)
        #expect(alone.events == alone.golden.events)
        let host = ReplayedHost()
        let io = RealVoiceIO(config: world.io.config, host: host, environment: [:])
        // The file need not be there: the session brings its sound.
        let again = KitApp(io: io, ding: URL(fileURLWithPath: "/elsewhere/ding.wav"))
        host.perform { try await again.run() }
        let result = try replayer.replay(
            SessionFolder(path: path), options: options, app: host.app)
        #expect(result.differences == [])
        #expect(result.events == result.golden.events)
        #expect(again.log == app.log)
        #expect(host.failure == nil)
    }
}

/// An app with barge-in, a clip and a recording.
@MainActor
private final class KitApp {
    let io: RealVoiceIO
    let ding: URL
    var log: [String] = []

    init(io: RealVoiceIO, ding: URL) {
        self.io = io
        self.ding = ding
        io.onTranscriptChanged = { [weak self] in self?.log.append("words \($0)") }
    }

    func run() async throws {
        try await io.ensurePermissions()
        try await io.prepareClip(url: ding, gainDB: 6)
        await io.speak("A number.")
        try await io.startPreparedClip()
        let first = try await io.listen(
            timeout: 5, inactivity: 0.5, record: true,
            context: RecognitionContext(expectation: .number))
        log.append(first.transcript)
        if let url = first.recordingURL { try await io.playClip(url: url) }
        async let said: Void = io.speak("a long sentence that a caller cuts short")
        let second = try await io.listen(
            timeout: 9, inactivity: 0.5, record: false, context: RecognitionContext())
        io.stopAll()
        await said
        log.append(second.transcript)
        io.shutDown()
    }
}
