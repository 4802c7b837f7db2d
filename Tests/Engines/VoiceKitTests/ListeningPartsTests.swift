import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@Suite("Listening: its beginning, its parts and its limits")
struct ListeningPartsTests {
    private func bench() throws -> VoiceKitBench {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        return bench
    }

    @Test("listening begins in the frame of its call", .fact("voicekit-2.5.3-6"))
    func beginsAtOnce() throws {
        var bench = try bench()
        bench.advance(to: 500)
        bench.listen(timeout: 1_000)
        #expect(bench.openJobs.count == 1)
        #expect(bench.times("listening") == [500])
    }

    @Test("the timeout ends listening also while the caller speaks", .fact("voicekit-2.5.3-9"))
    func timesOutInSpeech() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000, inactivity: 500)
        bench.advance(to: 900)
        bench.say("hello")
        bench.level(-10)
        bench.advance(to: 5_000)
        #expect(bench.repliedAt(call) == 1_000)
        #expect(bench.value(call)?["reason"] == "timeout")
        #expect(bench.value(call)?["transcript"] == "hello")
    }

    @Test("a recording that cannot be kept does not end listening", .fact("voicekit-2.5.3-4"))
    func unsavedRecording() throws {
        var bench = try bench()
        bench.keepsNothing = true
        let call = bench.listen(timeout: 1_000, record: true)
        bench.say("hello")
        bench.advance(to: 5_000)
        #expect(bench.value(call)?["transcript"] == "hello")
        #expect(bench.value(call)?["recording"] == .null)
    }

    @Test(
        "the original tracker forgets steady speech, so that inactivity ends listening sooner",
        .fact("voicekit-2.5.4-9"))
    func compatibleTracker() throws {
        func end(isCompatible: Bool) throws -> Int64? {
            var bench = try bench()
            bench.call("configure", ["config": ["compatibleTracker": .bool(isCompatible)]])
            let call = bench.listen(timeout: 20_000, inactivity: 1_000)
            bench.level(-60)
            bench.say("hello")
            for _ in 0..<100 where bench.reply(call) == nil {
                bench.advance(by: 64)
                bench.level(-30)
            }
            bench.advance(to: 25_000)
            return bench.repliedAt(call)
        }
        let (original, usual) = (try end(isCompatible: true), try end(isCompatible: false))
        #expect(try #require(original) < #require(usual))
    }

    @Test("speech of which no word counts is recognised when inactivity would end listening")
    func recognizesPaused() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 15_000, inactivity: 800)
        bench.level(-60)
        bench.advance(to: 1_000)
        bench.level(-20)
        bench.mumble("eight")
        bench.advance(to: 1_790)
        #expect(bench.listens.count == 1)
        bench.advance(to: 20_000)
        #expect(bench.told(.transcriptChanged, "transcript") == ["", "eight"])
        #expect(bench.repliedAt(call) == 1_800)
        #expect(bench.value(call)?["transcript"] == "eight")
        #expect(bench.value(call)?["reason"] == "inactivity")
    }

    @Test("speech that goes on, and speech with words, is recognised at the end only")
    func goesOn() throws {
        var bench = try bench()
        bench.listen(timeout: 15_000, inactivity: 800)
        let job = try #require(bench.openJobs.first)
        bench.mumble("red")
        bench.advance(to: 500)
        bench.send(.media(.speechBegan(job: job, spoken: 8_000)))
        bench.advance(to: 2_000)
        #expect(bench.openJobs == [job])
        bench.say("red car")
        bench.send(.media(.speechPaused(job: job, spoken: 32_000)))
        bench.advance(to: 2_700)
        #expect(bench.openJobs == [job])
    }

    @Test("noise without words parts a recorded listening a hundred times at most")
    func boundedParts() throws {
        for isRecorded in [true, false] {
            var bench = try bench()
            let call = bench.listen(timeout: 500_000, inactivity: 500, record: isRecorded)
            for _ in 0..<300 {
                bench.advance(by: 1_000)
                bench.mumble("")
            }
            bench.say("hello")
            bench.advance(to: 600_000)
            #expect(bench.value(call)?["transcript"] == "hello")
            #expect(bench.listens.count == (isRecorded ? 100 : 300))
        }
    }

    @Test("all parts of a recording together are an hour at most")
    func keptSound() throws {
        var bench = try bench()
        bench.listen(timeout: 0, inactivity: 500, record: true)
        bench.advance(to: 600_000)
        bench.mumble("")
        bench.advance(by: 1_000)
        let limits = bench.listens.sorted { $0.key < $1.key }.map(\.value.maxRecordFrames)
        #expect(limits == [57_600_000, 47_992_000])
    }

    @Test("speech before a prepared clip ends when it is handed over; what was heard counts longer")
    func handsOver() throws {
        var bench = try VoiceKitBench()
        bench.send(
            .world(SessionInput.device(DeviceNews.opened(name: "a", rate: 16_000, latency: 1_600))))
        bench.clip("prepareClip")
        bench.speak("one", 1)
        bench.speak("two", 2)
        bench.speak("three", 3)
        bench.advance(to: 3_000)
        #expect(bench.requests.suffix(3).map(\.endsWhenHandedOver) == [true, false, true])
        bench.listen(timeout: 5_000)
        bench.advance(to: 3_340)
        #expect(bench.openJobs.isEmpty)
        bench.advance(to: 3_360)
        #expect(bench.openJobs.count == 1)
        // No clip is ready while it plays.
        bench.on(0, "startPreparedClip")
        bench.speak("four", 4)
        #expect(bench.requests.last?.endsWhenHandedOver == false)
    }
}
