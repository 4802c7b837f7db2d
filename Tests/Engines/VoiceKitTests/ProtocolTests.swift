import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("An app's own engine needs the guide's members only")
@MainActor
struct ProtocolTests {
    private let clip = URL(fileURLWithPath: "/tmp/ding.wav")

    @Test("clips have gain 0 unless given, and queueSFX is prepareClip", .fact("voicekit-2.3-4"))
    func clips() async throws {
        let io = GuideEngine()
        try await io.prepareClip(url: clip)
        try await io.playClip(url: clip)
        try await io.queueSFX(url: clip, gainDB: 3)
        #expect(io.notes == ["prepare ding.wav 0.0", "play ding.wav 0.0", "prepare ding.wav 3.0"])
    }

    @Test(
        "a listen with a context is a listen for an engine without contexts",
        .fact("voicekit-2.3-5"))
    func ignoredContext() async throws {
        let io: any VoiceIO = GuideEngine()
        let result = try await io.listen(
            timeout: 1, inactivity: 1, record: false,
            context: RecognitionContext(expectation: .number))
        #expect(result.transcript == "heard")
    }

    @Test("a context stays for later listens", .fact("voicekit-2.3-6"))
    func stickyContext() async throws {
        let scripted = ScriptedVoiceIO(script: ["one", "two", "three"])
        let io: any VoiceIO = scripted
        let number = RecognitionContext(expectation: .number)
        let first = try await io.listen(timeout: 1, inactivity: 1, record: false, context: number)
        let second = try await io.listen(timeout: 1, inactivity: 1, record: false)
        let third = try await io.listen(
            timeout: 1, inactivity: 1, record: false, context: RecognitionContext())
        #expect([first, second, third].map(\.transcript) == ["1", "2", "three"])
        #expect(second.spokenText == "two")
    }

    @Test("a pause of no time returns at once, and one of a cancelled task throws")
    func pause() async throws {
        let io = GuideEngine()
        try await io.pause(seconds: 0)
        try await io.pause(seconds: -1)
        let cancelled = Task { try await io.pause(seconds: 3_600) }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test("an engine is one with voices", .fact("voicekit-2.3-7", "voicekit-2.6-2"))
    func engine() async {
        let engine: VoiceEngine = VoicedEngine()
        engine.setVoiceProfile(TTSVoiceProfile(id: "a", rate: 0.25))
        #expect(engine.getVoiceProfile(id: "a")?.rate == 0.25)
        #expect(engine.getVoiceProfile(id: "b") == nil)
        #expect(engine.getDefaultVoiceProfile() == nil)
        await engine.speak("Hello", using: nil)
        #expect((engine as? VoicedEngine)?.notes.last == "speak Hello using default")
    }
}
