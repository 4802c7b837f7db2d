import Foundation
import Testing
import VoiceKit
import VoiceTestSupport

@Suite("Several voices at once")
@MainActor
struct VoiceChorusTests {
    private let profiles = [
        TTSVoiceProfile(id: "v1", rate: 0.25), TTSVoiceProfile(id: "v2", rate: 0.75),
    ]

    @Test(
        "each profile has an engine, and all speak the text at once",
        .fact("voicekit-2.2-10", "voicekit-2.9-1"))
    func together() async {
        let clock = VirtualVoiceClock()
        var engines: [ScriptedVoiceIO] = []
        let chorus = VoiceChorus {
            let engine = ScriptedVoiceIO(items: [], clock: clock)
            engines.append(engine)
            return engine
        }
        await chorus.speak("Hello", withVoiceProfiles: profiles)
        #expect(
            engines.map { $0.calls } == [
                [.setVoiceProfile(profiles[0]), .speak(text: "Hello", voiceID: "v1")],
                [.setVoiceProfile(profiles[1]), .speak(text: "Hello", voiceID: "v2")],
            ])
        #expect(abs(clock.now - 0.3) < 0.000_1)
        await chorus.speak("Again", withVoiceProfiles: profiles)
        #expect(engines.count == 2)
    }

    @Test("no profiles, no engines", .fact("voicekit-2.9-2"))
    func empty() async {
        let chorus = VoiceChorus { fatalError("no engine is needed") }
        await chorus.speak("Hello", withVoiceProfiles: [])
        chorus.stop()
        #expect(!chorus.isSpeaking)
    }

    @Test("a chorus over an engine uses it for the first voice and its siblings for others")
    func siblings() async {
        let io = ScriptedVoiceIO(script: [])
        await VoiceChorus(engine: io).speak("Hello", withVoiceProfiles: profiles)
        #expect(io.calls.last == .speak(text: "Hello", voiceID: "v1"))
        #expect(io.siblings.map { $0.calls.last } == [.speak(text: "Hello", voiceID: "v2")])
    }

    @Test("two profiles of one voice speak one after the other through an engine without siblings")
    func oneEngine() async {
        let io = VoicedEngine()
        let twice = [TTSVoiceProfile(id: "v", rate: 0.25), TTSVoiceProfile(id: "v", rate: 0.75)]
        await VoiceChorus(engine: io).speak("Hello", withVoiceProfiles: twice)
        #expect(
            io.notes == [
                "profile v 0.25", "speak Hello using v", "profile v 0.75", "speak Hello using v",
            ])
    }

    @Test("stop stops every engine; a second stop changes nothing", .fact("voicekit-2.9-4"))
    func stop() async {
        let io = ScriptedVoiceIO(script: [])
        let chorus = VoiceChorus(engine: io)
        let speech = Task { await chorus.speak("Hello", withVoiceProfiles: profiles) }
        while io.calls.count < 2 { await Task.yield() }
        #expect(chorus.isSpeaking)
        chorus.stop()
        chorus.stop()
        await speech.value
        #expect(io.calls.filter { $0 == .stopAll }.count == 1)
        #expect(io.siblings.allSatisfy { $0.calls.contains(.stopAll) })
        #expect(io.clock.now < 0.3)
    }

    @Test("a new chorus stops the one under way", .fact("voicekit-2.9-3"))
    func replaced() async {
        let io = ScriptedVoiceIO(script: [])
        let chorus = VoiceChorus(engine: io)
        let first = Task { await chorus.speak("First", withVoiceProfiles: [profiles[0]]) }
        while io.calls.count < 2 { await Task.yield() }
        await chorus.speak("Second", withVoiceProfiles: [profiles[0]])
        await first.value
        #expect(!chorus.isSpeaking)
        #expect(
            io.calls == [
                .setVoiceProfile(profiles[0]), .speak(text: "First", voiceID: "v1"), .stopAll,
                .setVoiceProfile(profiles[0]), .speak(text: "Second", voiceID: "v1"),
            ])
    }

    @Test("cancelling the task stops the chorus")
    func cancelled() async {
        let io = ScriptedVoiceIO(script: [])
        let chorus = VoiceChorus(engine: io)
        let speech = Task { await chorus.speak("Hello", withVoiceProfiles: profiles) }
        while io.calls.count < 2 { await Task.yield() }
        speech.cancel()
        await speech.value
        #expect(io.calls.contains(.stopAll))
    }
}
