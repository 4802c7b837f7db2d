import Testing
import VoiceJSON
import VoiceTestSupport

@testable import VoiceKit

@Suite("Listening beside speech of the app's own")
struct SuppressionTests {
    @Test(
        "2.2: while the app speaks and 0.25 s afterwards nothing is listened to",
        .fact("voicekit-2.2-4", "voicekit-2.5.3-16"))
    func waitsForSpeech() throws {
        var bench = try VoiceKitBench()
        bench.speak("one", 1)
        let call = bench.listen(timeout: 3_000)
        #expect(bench.openJobs.isEmpty)
        bench.advance(to: 1_240)
        #expect(bench.openJobs.isEmpty)
        bench.advance(to: 1_260)
        #expect(bench.openJobs.count == 1)
        bench.say("hello")
        bench.advance(to: 9_000)
        // The overall time counts from the call.
        #expect(bench.repliedAt(call) == 3_000)
        #expect(bench.value(call)?["transcript"] == "hello")
    }

    @Test(
        "speech during a listen parts it; texts and sounds of both parts count",
        .fact("voicekit-2.5.3-16"))
    func parts() throws {
        var bench = try VoiceKitBench()
        let call = bench.listen(timeout: 6_000, record: true)
        bench.advance(to: 1_000)
        bench.say("red")
        bench.advance(to: 2_000)
        bench.speak("one", 1)
        #expect(bench.openJobs.isEmpty)
        bench.advance(to: 4_000)
        bench.say("car")
        bench.advance(to: 9_000)
        let value = try #require(bench.value(call))
        #expect(value["transcript"] == "red car")
        #expect(value["recordings"] == .array(["vk-listen-1.wav", "vk-listen-1-2.wav"]))
        #expect(value["recording"] == "vk-listen-1.wav")
        #expect(
            bench.told(.transcriptChanged, "transcript") == ["", "red", "red car"])
        // The second part begins at 3,250 ms, 2,000 ms into the joined sound; words came at 4,000.
        #expect(value["speechStart"] == 16_000)
    }

    @Test("silence while the app speaks is no inactivity", .fact("voicekit-2.5.3-16"))
    func noInactivity() throws {
        var bench = try VoiceKitBench()
        let call = bench.listen(timeout: 60_000, inactivity: 500)
        bench.say("red")
        bench.speak("one", 1)
        bench.advance(to: 1_700)
        #expect(bench.reply(call) == nil)
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(call) == 1_750)
    }

    @Test("0 listens beside speech: a caller may talk over the app", .fact("voicekit-2.5.3-15"))
    func bargeIn() throws {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        bench.speak("one", 1)
        let call = bench.listen(timeout: 700)
        bench.advance(to: 300)
        bench.say("stop")
        bench.advance(to: 9_000)
        #expect(bench.value(call)?["transcript"] == "stop")
        #expect(bench.repliedAt(call) == 700)
    }

    @Test("a listen that the app speaks all through is answered with nothing")
    func neverListens() throws {
        var bench = try VoiceKitBench()
        bench.lengths["long"] = 9_000
        bench.speak("long", 1)
        let call = bench.listen(timeout: 1_000, record: true)
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == "")
        #expect(bench.value(call)?["recording"] == .null)
    }

    @Test("configuring 0 during speech lets listening begin at once")
    func configuredMeanwhile() throws {
        var bench = try VoiceKitBench()
        bench.speak("one", 1)
        bench.listen(timeout: 3_000)
        #expect(bench.openJobs.isEmpty)
        bench.allowBargeIn()
        #expect(bench.openJobs.count == 1)
    }

    @Test("stopAll ends what suppresses: listening goes on after the same time")
    func stopAll() throws {
        var bench = try VoiceKitBench()
        bench.speak("one", 1)
        bench.listen(timeout: 3_000)
        bench.on(0, "stopAll")
        bench.advance(to: 260)
        #expect(bench.openJobs.count == 1)
    }
}
