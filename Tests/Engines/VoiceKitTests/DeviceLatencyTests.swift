import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

/// A device with a latency of 100 ms. The bench ends speech when it is heard, as the loop does.
@Suite("Speech on a device with a latency")
struct DeviceLatencyTests {
    private func bench() throws -> VoiceKitBench {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        bench.send(
            .world(SessionInput.device(DeviceNews.opened(name: "a", rate: 16_000, latency: 1_600))))
        bench.lengths["one"] = 1_100
        return bench
    }

    @Test("is measured from its first frame that is heard to its last", .fact("voicekit-2.5.7-8"))
    func measures() throws {
        var bench = try bench()
        let call = bench.speak("one", 1)
        bench.advance(to: 5_000)
        #expect(bench.value(call)?["frames"] == 16_000)
        #expect(bench.events("spoken").first?["frames"] == 16_000)
    }

    @Test("is told when it is heard, not when it is handed over", .fact("voicekit-2.5.7-5"))
    func tellsWhenHeard() throws {
        var bench = try bench()
        bench.speak("one", 1)
        bench.advance(to: 5_000)
        let told = bench.callbacks.filter { $0.callback.name == "ttsSpeakingChanged" }
        #expect(told.map(\.at) == [100, 1_100])
    }

    @Test("that is stopped before it is heard is not told at all")
    func stopsEarly() throws {
        var bench = try bench()
        let call = bench.speak("one", 1)
        bench.advance(to: 50)
        bench.on(0, "stopAll")
        bench.advance(to: 5_000)
        #expect(bench.value(call) == ["frames": 0, "completed": false])
        #expect(bench.told(.ttsSpeakingChanged, "speaking").isEmpty)
    }

    @Test("shorter than the latency and before a clip is told as begun and ended")
    func shortBeforeClip() throws {
        var bench = try bench()
        bench.lengths["no"] = 40
        bench.clip("prepareClip")
        bench.speak("no", 1)
        bench.advance(to: 5_000)
        #expect(bench.told(.ttsSpeakingChanged, "speaking") == [true, false])
    }

    @Test(
        "ends when it is handed over before every start of a clip, not the first alone",
        .fact("voicekit-2.5.8-6"))
    func everyStart() throws {
        var bench = try bench()
        bench.clip("prepareClip")
        for number: Int64 in 1...2 {
            bench.speak("one", number)
            #expect(bench.requests.last { $0.text != nil }?.endsWhenHandedOver == true)
            bench.advance(by: 1_100)
            bench.on(0, "startPreparedClip")
            bench.advance(by: 2_000)
        }
        #expect(bench.events("clip").map { $0["gap"] } == [0, 0])
    }

    @Test("that is heard to its end before a clip leaves a gap of the latency at least")
    func gapOfPlayedClip() throws {
        var bench = try bench()
        bench.speak("one", 1)
        bench.advance(to: 1_100)
        bench.clip("playClip")
        #expect(bench.events("clip").first?["gap"] == 1_600)
    }
}
