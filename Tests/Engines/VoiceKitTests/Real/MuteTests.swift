import Testing
import VoiceDiff
import VoiceMedia
import VoiceRun
import VoiceSession
import VoiceSynthesis
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@MainActor
@Suite("RealVoiceIO: what it says where it cannot do what it is asked for")
struct MuteTests {
    private func mute() -> RunStudio {
        RunStudio(
            synthesizer: SpeechSynthesizer(
                program: "/nowhere/voicetest-speak", cacheFolder: nil))
    }

    @Test("says what is missing where nothing can speak", .fact("voicekit-2.13-2"))
    func withoutSpeech() async {
        let host = UnpacedHost()
        host.studio = mute()
        let io = RealVoiceIO(config: VoiceIOConfig(), host: host, environment: [:])
        var statuses: [String] = []
        var logged: [String] = []
        io.onStatusMessageChanged = { if let text = $0 { statuses.append(text) } }
        io.logger = { level, text in if level == .error { logged.append(text) } }
        #expect(await io.speakAndMeasure("hello", using: nil) == 0)
        for lines in [statuses, logged] {
            #expect(lines.contains { $0.contains("/nowhere/voicetest-speak") }, "\(lines)")
        }
    }

    @Test("says what to set where no host is set", .fact("voicekit-2.13-2"))
    func withoutHost() async {
        let io = RealVoiceIO()
        var statuses: [String] = []
        io.onStatusMessageChanged = { if let text = $0 { statuses.append(text) } }
        await io.speak("hello")
        #expect(statuses.contains { $0.contains("RealVoiceIO.makeHost") }, "\(statuses)")
    }

    /// Records an app that says `texts`, and replays it with one that says `others`.
    private func cause(
        _ texts: [String], then others: [String], isPerformed: Bool = true
    ) async throws -> String? {
        let folder = TemporaryFolder()
        let path = folder.path("kit.vsession")
        func run(_ io: RealVoiceIO, _ texts: [String]) async {
            for text in texts { await io.speak(text) }
            io.shutDown()
        }
        if isPerformed {
            let host = SimulatedHost()
            let io = RealVoiceIO(config: VoiceIOConfig(), host: host, environment: [:])
            host.perform { await run(io, texts) }
            host.go()
            try #require(host.run?.record()).write(to: path)
        } else {
            let host = SoundHost()
            host.conditions.keepsTrace = true
            host.studio = mute()
            let io = RealVoiceIO(config: VoiceIOConfig(), host: host, environment: [:])
            await Task { await run(io, texts) }.value
            await host.settled()
            try #require(host.run?.record()).write(to: path)
        }
        let host = ReplayedHost()
        let io = RealVoiceIO(config: VoiceIOConfig(), host: host, environment: [:])
        host.perform { await run(io, others) }
        var options = ReplayOptions()
        options.tap = .words
        var replayer = SessionReplayer(factories: [VoiceKitFactory()])
        return try replayer.replay(SessionFolder(path: path), options: options, app: host.app)
            .firstCause?.sentence
    }

    @Test("a changed text is the first cause of a replay", .fact("voicekit-2.13-3"))
    func changed() async throws {
        #expect(try await cause(["One.", "Two."], then: ["One.", "Two."]) == nil)
        let text = try #require(try await cause(["One.", "Two."], then: ["One.", "Three."]))
        #expect(text.hasPrefix("speak.text \"Two.\" -> \"Three.\""), "\(text)")
    }

    @Test("two calls that changed places are told as swapped", .fact("voicekit-2.13-3"))
    func swapped() async throws {
        let text = try #require(
            try await cause(["One.", "Two.", "Three."], then: ["One.", "Three.", "Two."]))
        #expect(text.contains("are swapped"), "\(text)")
        #expect(text.contains("Two.") && text.contains("Three."), "\(text)")
    }

    @Test(
        "a session that a plain task recorded says how to record it", .fact("voicekit-2.13-3"))
    func plainTask() async throws {
        let text = try #require(
            try await cause(["One.", "Two."], then: ["One.", "Two."], isPerformed: false))
        #expect(text.contains("host.perform"), "\(text)")
    }
}
