import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

/// What an engine tells through its callbacks, in order.
@MainActor
final class CallbackLog {
    var lines: [String] = []

    func follow(_ io: any VoiceIO) {
        io.onListeningChanged = { [weak self] in self?.lines.append("listening \($0)") }
        io.onTranscriptChanged = { [weak self] in self?.lines.append("transcript '\($0)'") }
        io.onLevelChanged = { [weak self] in self?.lines.append("level \($0)") }
        io.onTTSSpeakingChanged = { [weak self] in self?.lines.append("speaking \($0)") }
        io.onTTSPulse = { [weak self] in
            self?.lines.append("pulse \((Double($0) * 1_000).rounded() / 1_000)")
        }
        io.onStatusMessageChanged = { [weak self] in self?.lines.append("status \($0 ?? "nil")") }
    }
}

@Suite("An engine with a script")
@MainActor
struct ScriptedVoiceIOTests {
    private let log = CallbackLog()
    private let clip = URL(fileURLWithPath: "/tmp/ding.wav")

    private func listen(
        _ io: ScriptedVoiceIO, record: Bool = false
    ) async throws -> VoiceResult {
        try await io.listen(timeout: 1, inactivity: 0.3, record: record)
    }

    @Test("listens hear the lines one after the other, and then nothing", .fact("voicekit-2.7-1"))
    func lines() async throws {
        let io = ScriptedVoiceIO(script: ["hello", "world"])
        var heard: [String] = []
        for _ in 0..<3 { heard.append(try await listen(io).transcript) }
        #expect(heard == ["hello", "world", ""])
    }

    @Test("a script comes as a JSON array of strings in base64", .fact("voicekit-2.7-2"))
    func base64() async throws {
        let data = try JSONSerialization.data(withJSONObject: ["hello", "world"])
        let io = try #require(ScriptedVoiceIO(fromBase64: data.base64EncodedString()))
        #expect(try await listen(io).transcript == "hello")
        #expect(try await listen(io).transcript == "world")
    }

    @Test(
        "bad base64, bad JSON and what is no array of strings are refused", .fact("voicekit-2.7-2"),
        arguments: ["%%", "[", "{}", "[1]", "\"a\"", ""])
    func badBase64(text: String) {
        let encoded = text == "%%" ? text : Data(text.utf8).base64EncodedString()
        #expect(ScriptedVoiceIO(fromBase64: encoded) == nil)
    }

    @Test("a listen takes 0.12 seconds to its words and 0.04 after them", .fact("voicekit-2.7-4"))
    func listenCallbacks() async throws {
        let io = ScriptedVoiceIO(script: ["hello"])
        log.follow(io)
        _ = try await listen(io)
        #expect(
            log.lines == [
                "listening true", "level 0.2", "transcript 'hello'", "level 0.0", "listening false",
            ])
        #expect(abs(io.clock.now - 0.16) < 0.000_1)
    }

    @Test("speech pulses six times in 0.3 seconds", .fact("voicekit-2.7-3"))
    func speakCallbacks() async {
        let io = ScriptedVoiceIO(script: [])
        log.follow(io)
        await io.speak("Hello")
        #expect(
            log.lines == [
                "speaking true", "pulse 0.35", "pulse 0.28", "pulse 0.421", "pulse 0.508",
                "pulse 0.508", "pulse 0.421", "pulse 0.28", "pulse 0.0", "speaking false",
            ])
        #expect(abs(io.clock.now - 0.3) < 0.000_1)
    }

    @Test("stopAll during a listen returns nothing and keeps the line", .fact("voicekit-2.7-5"))
    func stopped() async throws {
        let io = ScriptedVoiceIO(items: ["hello"], clock: VirtualVoiceClock(isManual: true))
        let clock = try #require(io.clock as? VirtualVoiceClock)
        log.follow(io)
        let first = Task { try await listen(io) }
        await clock.advance(by: 0.05)
        io.stopAll()
        await clock.advance(by: 1)
        #expect(try await first.value.transcript == "")
        #expect(
            log.lines == [
                "listening true", "level 0.2", "listening false", "level 0.0", "listening false",
            ])
        let second = Task { try await listen(io) }
        await clock.advance(by: 1)
        #expect(try await second.value.transcript == "hello")
    }

    @Test(
        "hardReset clears what callbacks show and does not rewind the script",
        .fact("voicekit-2.3-1", "voicekit-2.7-7"))
    func reset() async throws {
        let io = ScriptedVoiceIO(script: ["hello", "world"])
        _ = try await listen(io)
        log.follow(io)
        io.hardReset()
        io.hardReset()
        let cleared = [
            "listening false", "transcript ''", "level 0.0", "pulse 0.0", "speaking false",
            "status nil",
        ]
        #expect(log.lines == cleared + cleared)
        #expect(try await listen(io).transcript == "world")
    }

    @Test("cancelling a listen throws and keeps the line")
    func cancelled() async throws {
        let io = ScriptedVoiceIO(script: ["hello"])
        let task = Task { try await listen(io) }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await listen(io).transcript == "hello")
    }

    @Test(
        "a listen may have a delay, words on the way, a recording and an end",
        .fact("voicekit-2.7-6", "voicekit-2.7-8"))
    func items() async throws {
        let file = URL(fileURLWithPath: "/tmp/heard.wav")
        let item = ScriptedListen(
            "hello there", delay: 0.9, partials: ["hel", "hello"], recordingURL: file,
            endReason: .inactivity)
        let io = ScriptedVoiceIO(items: [item, item])
        log.follow(io)
        let result = try await listen(io, record: true)
        #expect(result.recordingURL == file && result.endReason == .inactivity)
        #expect(
            log.lines.filter { $0.hasPrefix("transcript") } == [
                "transcript 'hel'", "transcript 'hello'", "transcript 'hello there'",
            ])
        #expect(abs(io.clock.now - 0.94) < 0.000_1)
        #expect(try await listen(io).recordingURL == nil)
    }

    @Test("a listen may fail, and the next one goes on", .fact("voicekit-2.7-8"))
    func failing() async throws {
        let io = ScriptedVoiceIO(items: [.failing(.micUnavailable), "hello"])
        log.follow(io)
        await #expect(throws: VoiceIOError.micUnavailable) { try await listen(io) }
        #expect(log.lines.suffix(2) == ["level 0.0", "listening false"])
        #expect(try await listen(io).transcript == "hello")
    }

    @Test(
        "every call is kept in order", .fact("voicekit-2.3-1", "voicekit-2.7-6", "voicekit-2.7-8"))
    func calls() async throws {
        let io = ScriptedVoiceIO(script: ["seven"])
        let profile = TTSVoiceProfile(id: "a")
        try await io.ensurePermissions()
        try await io.configureSessionIfNeeded()
        io.setVoiceProfile(profile)
        io.setDefaultVoiceProfile(profile)
        io.setTuning(Tuning(volume: 0.5))
        await io.speak("Hello", using: "a")
        let number = RecognitionContext(expectation: .number)
        let heard = try await io.listen(timeout: 1, inactivity: 2, record: true, context: number)
        io.extendListening(by: 3)
        try await io.prepareClip(url: clip, gainDB: 6)
        try await io.startPreparedClip()
        try await io.playClip(url: clip)
        try await io.pause(seconds: 0.5)
        io.stopAll()
        io.hardReset()
        #expect(heard.transcript == "7" && heard.spokenText == "seven")
        #expect(
            io.calls == [
                .ensurePermissions, .configureSession, .setVoiceProfile(profile),
                .setDefaultVoiceProfile(profile), .setTuning(Tuning(volume: 0.5)),
                .speak(text: "Hello", voiceID: "a"),
                .listen(timeout: 1, inactivity: 2, record: true, context: number),
                .extendListening(seconds: 3), .prepareClip(url: clip, gainDB: 6),
                .startPreparedClip, .playClip(url: clip, gainDB: 0), .pause(seconds: 0.5),
                .stopAll, .hardReset,
            ])
        #expect(io.getVoiceProfile(id: "a") == profile)
        #expect(io.getDefaultVoiceProfile() == profile && io.getTuning().volume == 0.5)
    }

    @Test("speech beside a listen: both go on at their own times")
    func overlapping() async throws {
        let io = ScriptedVoiceIO(script: ["stop"])
        log.follow(io)
        let speech = Task { await io.speak("A long story") }
        let heard = try await listen(io)
        await speech.value
        #expect(heard.transcript == "stop")
        let words = try #require(log.lines.firstIndex(of: "transcript 'stop'"))
        let silence = try #require(log.lines.firstIndex(of: "speaking false"))
        #expect(words < silence)
        #expect(abs(io.clock.now - 0.3) < 0.000_1)
    }

    @Test("stopAll ends speech and a pause; measured speech that was stopped took 0 seconds")
    func stopsSpeech() async throws {
        let clock = VirtualVoiceClock(isManual: true)
        let io = ScriptedVoiceIO(items: [], clock: clock)
        let speech = Task { await io.speakAndMeasure("Hello", using: nil) }
        let pause = Task { try await io.pause(seconds: 0.2) }
        await clock.advance(by: 0.06)
        io.stopAll()
        await clock.advance(by: 1)
        #expect(await speech.value == 0)
        await #expect(throws: VoiceIOError.cancelled) { try await pause.value }
        let whole = Task { await io.speakAndMeasure("Hello", using: nil) }
        await clock.advance(by: 1)
        #expect(abs(await whole.value - 0.3) < 0.000_1)
    }
}
