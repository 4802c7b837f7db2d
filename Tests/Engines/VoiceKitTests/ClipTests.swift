import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import VoiceKit

@Suite("Clips, pauses and stopping")
struct ClipTests {
    @Test(
        "2.5.8: a prepared clip starts at its first frame, and the gap after speech is 0 frames",
        .fact("voicekit-2.5.8-6"))
    func startsPrepared() throws {
        var bench = try VoiceKitBench()
        let prepared = bench.clip("prepareClip")
        #expect(bench.value(prepared) == ["frames": 16_000])
        #expect(!bench.isSounding)
        bench.speak("one", 1)
        bench.advance(to: 1_000)
        let started = bench.on(0, "startPreparedClip")
        #expect(bench.isSounding)
        bench.advance(to: 5_000)
        #expect(bench.repliedAt(started) == 2_000)
        #expect(bench.value(started) == ["gapFrames": 0, "frames": 16_000])
    }

    @Test(
        "2.5.8: the gap counts from the end of the channel's last speech; null before the first",
        .fact("voicekit-2.5.8-3", "voicekit-2.5.8-6"))
    func gaps() throws {
        var bench = try VoiceKitBench()
        let first = bench.clip("playClip")
        bench.advance(to: 2_000)
        bench.speak("one", 1)
        bench.advance(to: 3_250)
        let second = bench.clip("playClip")
        bench.advance(to: 9_000)
        #expect(bench.value(first) == ["gapFrames": .null, "frames": 16_000])
        #expect(bench.value(second) == ["gapFrames": 4_000, "frames": 16_000])
    }

    @Test("2.5.8: where nothing is prepared, starting answers null", .fact("voicekit-2.5.8-2"))
    func nothingPrepared() throws {
        var bench = try VoiceKitBench()
        let nothing = bench.on(0, "startPreparedClip")
        #expect(bench.reply(nothing) == .value(.null))
    }

    @Test(
        "2.5.8: preparing a file that cannot be read fails with a sentence",
        .fact("voicekit-2.5.8-1"))
    func unreadable() throws {
        var bench = try VoiceKitBench()
        bench.broken = ["ding.wav"]
        let calls = [bench.clip("prepareClip"), bench.clip("playClip")]
        for call in calls { #expect(bench.failure(call) == "underlying: ding.wav is missing.") }
        let nothing = bench.on(0, "startPreparedClip")
        #expect(bench.reply(nothing) == .value(.null))
    }

    @Test(
        "2.5.8: a prepared clip stays prepared after its end, and can be started again",
        .fact("voicekit-2.5.8-4"))
    func startsAgain() throws {
        var bench = try VoiceKitBench()
        bench.clip("prepareClip")
        let first = bench.on(0, "startPreparedClip")
        bench.advance(to: 3_000)
        let second = bench.on(0, "startPreparedClip")
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(first) == 1_000)
        #expect(bench.repliedAt(second) == 4_000)
        #expect(bench.events("clipPrepared").count == 1)
    }

    @Test(
        "2.5.8: stopClip fails who waits with cancelled, may be repeated, and keeps it prepared",
        .fact("voicekit-2.5.8-5"))
    func stops() throws {
        var bench = try VoiceKitBench()
        let call = bench.clip("playClip")
        bench.advance(to: 300)
        bench.on(0, "stopClip")
        bench.on(0, "stopClip")
        #expect(bench.failure(call) == "cancelled")
        #expect(!bench.isSounding)
        let again = bench.on(0, "startPreparedClip")
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(again) == 1_300)
        #expect(bench.replies.filter { $0.call == call }.count == 1)
    }

    @Test("starting a clip that plays begins it anew, and its first caller is cancelled")
    func restarts() throws {
        var bench = try VoiceKitBench()
        bench.clip("prepareClip")
        let first = bench.on(0, "startPreparedClip")
        bench.advance(to: 400)
        let second = bench.on(0, "startPreparedClip")
        bench.advance(to: 9_000)
        #expect(bench.failure(first) == "cancelled")
        #expect(bench.repliedAt(second) == 1_400)
    }

    @Test(
        "2.2: clipWaitTimeoutSeconds beyond its length a clip times out",
        .fact("voicekit-2.2-4", "voicekit-2.2-12"))
    func timesOut() throws {
        var bench = try VoiceKitBench()
        bench.isStuck = true
        bench.call("configure", ["config": ["clipWaitTimeoutMs": 1_500]])
        let call = bench.clip("playClip")
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(call) == 2_500)
        #expect(bench.failure(call) == "timedOut")
        #expect(!bench.isSounding)
    }

    @Test("a clip longer than the timeout plays to its end")
    func longClips() throws {
        var bench = try VoiceKitBench()
        bench.lengths["ding.wav"] = 30_000
        let call = bench.clip("playClip")
        bench.advance(to: 60_000)
        #expect(bench.repliedAt(call) == 30_000)
    }

    @Test(
        "2.2: gain is real above unity: 10^(dB/20), up to 16", .fact("voicekit-2.2-9"),
        arguments: [(0, 1_000), (6_000, 1_995), (12_000, 3_981), (24_000, 15_849), (-6_020, 500)])
    func gains(milliDecibels: Int64, permille: Int) throws {
        #expect(ClipGain.permille(milliDecibels: milliDecibels) == permille)
        var bench = try VoiceKitBench()
        bench.clip("prepareClip", gain: milliDecibels)
        #expect(bench.requests.last?.volume == permille)
    }

    @Test(
        "2.2: stopAll stops speech, clips and pauses; those who wait are answered once",
        .fact("voicekit-2.2-12", "voicekit-2.5.3-11", "voicekit-2.5.9-1", "voicekit-2.5.9-4"))
    func stopsAll() throws {
        var bench = try VoiceKitBench()
        let spoken = bench.speak("one", 1)
        let queued = bench.speak("two", 2)
        let clip = bench.clip("playClip")
        let pause = bench.call("pause", ["ms": 500, "channel": 3])
        bench.advance(to: 200)
        bench.on(0, "stopAll")
        bench.on(0, "stopAll")
        #expect(!bench.isSounding)
        #expect(bench.value(spoken)?["completed"] == false)
        #expect(bench.value(queued)?["completed"] == false)
        #expect(bench.failure(clip) == "cancelled")
        #expect(bench.failure(pause) == "cancelled")
        bench.advance(to: 9_000)
        #expect(bench.replies.map(\.call).sorted() == [spoken, queued, clip, pause])
        #expect(!bench.isSounding)
    }

    @Test("stopAll of a sibling's channel leaves the others alone")
    func stopsOneChannel() throws {
        var bench = try VoiceKitBench()
        let kept = bench.speak("one", 1, channel: 1)
        let stopped = bench.speak("two", 2, channel: 2)
        bench.on(2, "stopAll")
        bench.advance(to: 2_000)
        #expect(bench.value(kept)?["completed"] == true)
        #expect(bench.value(stopped)?["completed"] == false)
    }

    @Test(
        "2.2: stopAll leaves listening alone; hardReset cancels it and forgets the clip",
        .fact("voicekit-2.5.9-2", "voicekit-2.5.9-4"))
    func resets() throws {
        var bench = try VoiceKitBench()
        let listen = bench.listen(timeout: 9_000)
        bench.clip("prepareClip")
        bench.on(0, "stopAll")
        #expect(bench.reply(listen) == nil)
        bench.say("hello")
        bench.call("hardReset")
        bench.call("hardReset")
        #expect(bench.failure(listen) == "cancelled")
        #expect(bench.told(.listeningChanged, "listening") == [true, false])
        #expect(bench.told(.transcriptChanged, "transcript").last == "")
        let nothing = bench.on(0, "startPreparedClip")
        #expect(bench.reply(nothing) == .value(.null))
    }

    @Test("a pause is answered after its time, and one of 0 at once")
    func pauses() throws {
        var bench = try VoiceKitBench()
        let none = bench.call("pause", ["ms": -5, "channel": 0])
        let some = bench.call("pause", ["ms": 500, "channel": 0])
        bench.advance(to: 2_000)
        #expect(bench.repliedAt(none) == 0)
        #expect(bench.repliedAt(some) == 500)
    }

    @Test("shutDown answers everybody and ends the run")
    func shutsDown() throws {
        var bench = try VoiceKitBench()
        let calls = [bench.speak("one", 1), bench.listen(timeout: 9_000), bench.clip("playClip")]
        bench.call("shutDown")
        #expect(bench.endReason == "shutDown")
        #expect(calls.allSatisfy { bench.reply($0) != nil })
        bench.call("speak")
        #expect(bench.replies.count == 3)
    }

    @Test("a call with a channel that there is not is refused", arguments: [-1, 64_000] as [Int64])
    func refusesChannels(channel: Int64) throws {
        var bench = try VoiceKitBench()
        for other: Int64 in 0..<64 { bench.speak("a", other, channel: other) }
        let call = bench.call("pause", ["ms": 100, "channel": .integer(channel)])
        #expect(bench.failure(call)?.hasPrefix("underlying: ") == true)
    }
}
