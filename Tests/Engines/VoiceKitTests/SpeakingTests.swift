import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport

@testable import VoiceKit

@Suite("Speaking")
struct SpeakingTests {
    @Test(
        "2.5.7: speeches of one channel are spoken one after the other",
        .fact("voicekit-2.5.7-5", "voicekit-2.5.7-9"))
    func queues() throws {
        var bench = try VoiceKitBench()
        let first = bench.speak("one", 1)
        let second = bench.speak("two", 2)
        bench.advance(to: 5_000)
        #expect(bench.repliedAt(first) == 1_000)
        #expect(bench.repliedAt(second) == 2_000)
        #expect(bench.value(first) == ["frames": 16_000, "completed": true])
        #expect(bench.told(.ttsSpeakingChanged, "speaking") == [true, false, true, false])
    }

    @Test("2.9: speeches of other channels sound beside each other")
    func channels() throws {
        var bench = try VoiceKitBench()
        let calls = [0, 1, 2].map { bench.speak("one", $0, channel: $0) }
        bench.advance(to: 5_000)
        #expect(calls.map { bench.repliedAt($0) } == [1_000, 1_000, 1_000])
        #expect(bench.told(.ttsSpeakingChanged, "channel") == [0, 1, 2, 0, 1, 2])
    }

    @Test(
        "2.5.7: speak returns when the utterance was cancelled; the next one begins",
        .fact("voicekit-2.5.7-1"))
    func cancels() throws {
        var bench = try VoiceKitBench()
        let first = bench.speak("one", 1)
        let second = bench.speak("two", 2)
        let third = bench.speak("three", 3)
        bench.advance(to: 400)
        bench.call("cancelSpeaking", ["speech": 1])
        bench.call("cancelSpeaking", ["speech": 3])
        bench.advance(to: 5_000)
        #expect(bench.value(first) == ["frames": 6_400, "completed": false])
        #expect(bench.repliedAt(second) == 1_400)
        #expect(bench.value(third) == ["frames": 0, "completed": false])
    }

    @Test(
        "2.5.7: speech never throws: text that cannot be spoken is answered as not completed",
        .fact("voicekit-2.3-3"))
    func fails() throws {
        var bench = try VoiceKitBench()
        bench.broken = ["one"]
        let call = bench.speak("one", 1)
        #expect(bench.value(call)?["completed"] == false)
        #expect(bench.told(.ttsSpeakingChanged, "speaking") == [true, false])
        #expect(bench.events("spoken").map { $0["how"] } == ["failed"])
    }

    @Test("a thousand texts without words are over at once, in one step")
    func blankTexts() throws {
        var bench = try VoiceKitBench()
        bench.speak("long", 0)
        let calls = (1...1_000).map { bench.speak("  ", $0) }
        bench.advance(to: 1_000)
        #expect(calls.allSatisfy { bench.value($0)?["completed"] == true })
        let refused = try #require(calls.last)
        #expect(bench.repliedAt(refused) == 1_000)
    }

    @Test("a text over 100,000 bytes and the 1,001st waiting speech are refused with a sentence")
    func limits() throws {
        var bench = try VoiceKitBench()
        let long = bench.speak(String(repeating: "a", count: 100_001), 1)
        #expect(bench.failure(long)?.contains("longer than 100000 bytes") == true)
        for number in 2...1_002 { bench.speak("a", Int64(number)) }
        let last = bench.speak("a", 2_000)
        #expect(bench.failure(last)?.contains("1000 speeches wait") == true)
    }

    @Test(
        "2.5.7: rates 0, 0.5 and 1 are 80, 175 and 450 words a minute, and lie evenly between",
        .fact("voicekit-2.5.7-3"),
        arguments: [(0, 80), (250, 127), (500, 175), (750, 312), (1_000, 450), (1_500, 450)])
    func rates(rate: Int, words: Int) {
        #expect(MachineProfile.wordsPerMinute(rate: rate) == words)
    }

    @Test(
        "2.5.7: pitches 0.5 to 2 lie on 0 to 99, and 1 is the middle", .fact("voicekit-2.5.7-4"),
        arguments: [(500, 0), (1_000, 50), (2_000, 99), (100, 0), (9_000, 99)])
    func pitches(pitch: Int, synthesizer: Int) {
        #expect(MachineProfile.synthesizerPitch(pitch) == synthesizer)
    }

    @Test(
        "2.5.7: the profile of the voice counts, else the default one; the default is stored too",
        .fact("voicekit-2.5.7-2", "voicekit-2.5.7-7", "voicekit-2.6-2"))
    func profiles() throws {
        var bench = try VoiceKitBench()
        bench.call(
            "setVoiceProfile", ["profile": ["id": "lead", "ratePermille": 0, "pitchPermille": 500]])
        bench.call(
            "setDefaultVoiceProfile", ["profile": ["id": "base", "ratePermille": 1_000]])
        for (number, voice) in ["lead", "other", "base"].enumerated() {
            bench.speak("a", Int64(number), voice: .string(voice), channel: Int64(number))
        }
        bench.speak("a", 9, channel: 9)
        #expect(bench.requests.map(\.wordsPerMinute) == [80, 450, 450, 450])
        #expect(bench.requests.map(\.voice) == ["lead", "other", "base", "base"])
        #expect(bench.requests.map(\.pitch) == [0, nil, nil, nil])
    }

    @Test(
        "2.2: the final volume is the profile's times the tuning's, from 0 to 1",
        .fact("voicekit-2.2-5"))
    func volumes() throws {
        var bench = try VoiceKitBench()
        bench.call("setVoiceProfile", ["profile": ["id": "low", "volumePermille": 500]])
        bench.call("setTuning", ["tuning": ["volumePermille": 800]])
        bench.speak("a", 1, voice: "low")
        bench.speak("a", 2, channel: 1)
        #expect(bench.requests.map(\.volume) == [400, 800])
        bench.call("setTuning", ["tuning": ["volumePermille": 9_000]])
        bench.speak("a", 3, channel: 2)
        #expect(bench.requests.last?.volume == 1_000)
    }

    @Test(
        "2.5.7: rate and pitch vary by the session's seed, for each utterance, within the tuning",
        .fact("voicekit-2.5.7-4"))
    func variation() throws {
        func rates(seed: UInt64) throws -> [Int] {
            var bench = try VoiceKitBench(seed: seed)
            bench.call(
                "setTuning",
                ["tuning": ["rateVariationPermille": 100, "pitchVariationPermille": 200]])
            for number in 0..<20 { bench.speak("a", Int64(number), channel: Int64(number)) }
            #expect(bench.requests.allSatisfy { (156...230).contains($0.wordsPerMinute) })
            return bench.requests.map(\.wordsPerMinute)
        }
        #expect(try rates(seed: 1) == rates(seed: 1))
        #expect(try rates(seed: 1) != rates(seed: 2))
        #expect(Set(try rates(seed: 1)).count > 5)
    }

    @Test(
        "2.5.7: each word moves the pulse on by 0.2: max(0, sin phase)", .fact("voicekit-2.5.7-6"))
    func pulses() throws {
        var bench = try VoiceKitBench()
        bench.speak("one two", 1)
        let words = [WordMark(index: 0, characters: 0..<3, frame: 0)]
        for _ in 0..<2 { bench.send(.media(.word(job: 1, words[0]))) }
        bench.advance(to: 2_000)
        #expect(bench.told(.ttsPulse, "pulsePermille") == [199, 389, 0])
        // The library's sine: 0.932 at 1.2, 0 from π on, and one turn later again above it.
        #expect(PulseWave.permille(atWord: 6) == 932)
        #expect(PulseWave.permille(atWord: 16) == 0)
        #expect(PulseWave.permille(atWord: 31) == 0)
        #expect(PulseWave.permille(atWord: 33) == 312)
    }

    @Test("2.2: status says what is done, and null when nothing is", .fact("voicekit-2.2-7"))
    func status() throws {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        bench.speak("one", 1)
        bench.listen(timeout: 3_000)
        bench.advance(to: 5_000)
        #expect(
            bench.told(.statusMessageChanged, "message") == ["Speaking", "Listening", .null])
    }
}
