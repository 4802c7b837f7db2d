import Testing
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport

@testable import VoiceKit

@Suite("Answers that the context excludes")
struct RejectedAnswerTests {
    private func bench() throws -> VoiceKitBench {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        return bench
    }

    @Test(
        "a rejected answer takes back the number that was understood on the way, and tells so",
        .fact("voicekit-2.10-6"))
    func rejectedNumber() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000, context: ["expectation": "number"])
        bench.say("seven")
        bench.rejectWords()
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == "")
        #expect(bench.value(call)?["text"] == "")
        #expect(bench.value(call)?["words"] == .array([]))
        #expect(bench.told(.transcriptChanged, "transcript") == ["", "7", ""])
    }

    @Test("an answer that the context excludes takes back the number before it")
    func excludedNumber() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000, context: ["expectation": "number"])
        bench.say("seven")
        bench.understandAtLast("seven please")
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == "")
    }

    @Test(
        "a number of which one word fits badly is none; where any words count they may",
        arguments: [
            ("number", 574, ""), ("number", 575, "1"), ("freeform", 1, "one"),
        ])
    func poorWord(expectation: String, confidence: Int, transcript: String) throws {
        var bench = try bench()
        let call = bench.listen(
            timeout: 1_000, context: ["expectation": .string(expectation)])
        bench.say(
            "one", words: [RecognizedWord(text: "one", range: 0..<160, confidence: confidence)])
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == .string(transcript))
    }

    @Test("a rejected answer where any words count leaves those understood on the way")
    func rejectedWords() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000)
        bench.say("hello")
        bench.rejectWords()
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == "hello")
    }

    @Test("after a rejected answer silence counts again from the next words")
    func silenceAfterRejection() throws {
        var bench = try bench()
        bench.call("configure", ["config": ["ttsSuppressMs": 250]])
        let call = bench.listen(
            timeout: 9_000, inactivity: 800, context: ["expectation": "number"])
        bench.say("seven")
        bench.rejectWords()
        bench.advance(to: 100)
        // Speech of the app's own ends the job; its answer comes while listening goes on.
        bench.speak("one", 1)
        bench.advance(to: 4_000)
        #expect(bench.reply(call) == nil)
        bench.say("eight")
        bench.advance(to: 6_000)
        #expect(bench.value(call)?["transcript"] == "8")
        #expect(bench.repliedAt(call) == 4_800)
    }

    @Test("names that the recognizer cannot be told are an event")
    func untoldNames() throws {
        var bench = try bench()
        let names = ["Ann", "R2D2", "Анна"].map { JSONValue.string($0) }
        bench.listen(context: ["expectation": "name", "allowed": .array(names)])
        #expect(
            bench.events("namesLeftOut") == [
                ["listen": "listen 1", "count": 2, "names": "R2D2, Анна"]
            ])
    }
}
