import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTrace

@testable import VoiceKit

@Suite("Listening")
struct ListeningTests {
    private func bench() throws -> VoiceKitBench {
        var bench = try VoiceKitBench()
        bench.allowBargeIn()
        return bench
    }

    @Test(
        "2.5.3: listening begins with true, an empty transcript and level 0, and ends with false",
        .fact("voicekit-2.5.3-1", "voicekit-2.5.3-2"))
    func callbacks() throws {
        var bench = try bench()
        bench.listen(timeout: 1_000)
        #expect(
            bench.callbacks.map(\.callback.name) == [
                "listeningChanged", "transcriptChanged", "levelChanged", "statusMessageChanged",
            ])
        bench.advance(to: 2_000)
        #expect(bench.told(.listeningChanged, "listening") == [true, false])
        #expect(bench.told(.levelChanged, "levelPermille") == [0])
    }

    @Test(
        "2.5.3: with nothing heard the transcript is empty, and timing out is no error",
        .fact("voicekit-2.5.3-13"))
    func timesOut() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000)
        bench.advance(to: 2_000)
        #expect(bench.repliedAt(call) == 1_000)
        #expect(bench.value(call)?["transcript"] == "")
        #expect(bench.value(call)?["reason"] == "timeout")
        #expect(bench.value(call)?["recording"] == .null)
    }

    @Test(
        "2.5.3: a timeout of 0 or less is no overall cap", .fact("voicekit-2.5.3-10"),
        arguments: [0, -5] as [Int64])
    func endless(timeout: Int64) throws {
        var bench = try bench()
        let call = bench.listen(timeout: timeout)
        bench.advance(to: 80_000_000)
        #expect(bench.reply(call) == nil)
    }

    @Test(
        "2.5.3: the transcript is the last that is not blank; changes are told",
        .fact("voicekit-2.5.3-7", "voicekit-2.5.3-12"))
    func transcripts() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 2_000)
        bench.advance(to: 200)
        for text in ["hello", "hello", " ", "hello there"] { bench.say(text) }
        bench.advance(to: 3_000)
        #expect(bench.value(call)?["transcript"] == "hello there")
        #expect(
            bench.told(.transcriptChanged, "transcript") == ["", "hello", "hello there"])
    }

    @Test(
        "2.2: the inactivity timer starts with words and counts from the last loud sound",
        .fact("voicekit-2.2-3", "voicekit-2.5.4-10"))
    func inactivity() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 20_000, inactivity: 800)
        bench.level(-60)
        bench.level(-60)
        bench.advance(to: 3_000)
        #expect(bench.reply(call) == nil)
        bench.say("hello")
        bench.advance(to: 3_500)
        bench.level(-20)
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(call) == 4_300)
        #expect(bench.value(call)?["reason"] == "inactivity")
    }

    @Test(
        "2.2: without loud sound inactivity counts from the first words, exactly",
        .fact("voicekit-2.2-3", "voicekit-2.5.4-10"))
    func inactivityWithoutLevels() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 20_000, inactivity: 800)
        bench.advance(to: 1_000)
        bench.say("hello")
        bench.advance(to: 1_500)
        bench.say("hello there")
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(call) == 1_800)
    }

    @Test(
        "2.5.3: an inactivity of 0 or less never ends listening", .fact("voicekit-2.5.4-11"),
        arguments: [0, -1] as [Int64])
    func noInactivity(inactivity: Int64) throws {
        var bench = try bench()
        let call = bench.listen(timeout: 20_000, inactivity: inactivity)
        bench.say("hello")
        bench.advance(to: 19_990)
        #expect(bench.reply(call) == nil)
    }

    @Test(
        "2.5.3: a recognizer that fails ends listening with what was heard so far",
        .fact("voicekit-2.5.3-8"))
    func recognizerFails() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000)
        bench.say("hello")
        bench.failRecognition()
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == "hello")
        #expect(bench.value(call)?["reason"] == "error")
    }

    @Test(
        "2.5.3: a second listen while one is open fails with busy, and the first goes on",
        .fact("voicekit-2.5.3-14"))
    func busy() throws {
        var bench = try bench()
        let first = bench.listen(timeout: 1_000)
        let second = bench.listen(timeout: 1_000)
        bench.advance(to: 2_000)
        #expect(bench.failure(second) == "busy")
        #expect(bench.value(first) != nil)
        #expect(bench.told(.listeningChanged, "listening") == [true, false])
    }

    @Test(
        "2.2: cancelling ends listening while it waits, and keeps no recording",
        .fact("voicekit-2.2-8", "voicekit-2.5.3-1"))
    func cancels() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 9_000, record: true)
        bench.say("hello")
        bench.call("cancelListening")
        bench.call("cancelListening")
        #expect(bench.failure(call) == "cancelled")
        #expect(bench.openJobs.isEmpty)
        #expect(bench.saves.isEmpty)
        #expect(bench.told(.listeningChanged, "listening") == [true, false])
    }

    @Test("extending a listen moves its overall time, and what is open alone has one to move")
    func extends() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000)
        bench.advance(to: 900)
        bench.call("extendListening", ["ms": 2_000])
        bench.advance(to: 9_000)
        #expect(bench.repliedAt(call) == 3_000)
        bench.call("extendListening", ["ms": 2_000])
    }

    @Test(
        "2.2: each input buffer brings a level from 0 to 1: −60 dB of full scale to 0 dB",
        .fact("voicekit-2.2-6", "voicekit-2.5.3-5"))
    func levels() throws {
        var bench = try bench()
        bench.listen(timeout: 1_000)
        for decibels in [-90, -60, -30, 0, 6] { bench.level(decibels) }
        #expect(
            bench.told(.levelChanged, "levelPermille") == [0, 0, 0, 500, 1_000, 1_000])
        #expect(bench.listens.values.first?.levelFrames == 1_024)
        #expect(bench.listens.values.first?.levelWindowFrames == 1_024)
    }

    @Test("a recording's answer names the file and where speech is in it, in frames")
    func records() throws {
        var bench = try bench()
        bench.advance(to: 1_000)
        let call = bench.listen(timeout: 2_000, record: true)
        bench.advance(to: 1_500)
        bench.say(
            "red car",
            words: [
                RecognizedWord(text: "red", range: 20_000..<22_000, confidence: 700),
                RecognizedWord(text: "car", range: 22_000..<24_000, confidence: 600),
            ])
        bench.advance(to: 9_000)
        let value = try #require(bench.value(call))
        #expect(value["recording"] == "vk-listen-1.wav")
        #expect(value["speechStart"] == 4_000)
        #expect(value["speechEnd"] == 8_000)
        #expect(value["confidence"] == 900)
        #expect(
            value["words"]?.array?.first
                == ["text": "red", "start": 4_000, "end": 6_000, "confidence": 700])
    }

    @Test("2.5.6: what the user denied fails every listen by its name, and ensurePermissions too")
    func permissions() throws {
        for (what, failure) in [
            (Permission.microphone, "micUnavailable"),
            (.speechRecognition, "recognizerUnavailable"),
        ] {
            var bench = try bench()
            let granted = bench.call("ensurePermissions")
            #expect(bench.reply(granted) == .value(.null))
            bench.send(.world(.permission(what, .denied)))
            let calls = [bench.listen(timeout: 1_000), bench.call("ensurePermissions")]
            for call in calls { #expect(bench.failure(call) == failure) }
        }
    }

    @Test(
        "2.5.6: a device whose format fails ends listening with audioFormatInvalid",
        .fact("voicekit-2.5.6-1"))
    func formatFails() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000)
        let job = try #require(bench.openJobs.first)
        bench.send(
            .media(
                .listenEnded(job: job, reason: .audioFormatError, heardSpeech: false, why: [:])))
        #expect(bench.failure(call) == "audioFormatInvalid")
    }

    @Test("a job that ends by itself ends listening as final")
    func endsByItself() throws {
        var bench = try bench()
        let call = bench.listen()
        let job = try #require(bench.openJobs.first)
        bench.send(
            .media(
                .listenEnded(job: job, reason: .maxAudioExceeded, heardSpeech: false, why: [:])))
        #expect(bench.value(call)?["reason"] == "final")
    }

    @Test(
        "2.3: the context is sticky: a call with none keeps the last one, and freeform resets it",
        .fact("voicekit-2.3-6", "voicekit-2.5.3-3"))
    func sticky() throws {
        var bench = try bench()
        var tasks: [JSONValue?] = []
        for context: JSONValue in [["expectation": "number"], .null, ["expectation": "freeform"]] {
            bench.listen(timeout: 1_000, context: context)
            bench.call("cancelListening")
            tasks.append(bench.events("listening").last?["task"])
        }
        #expect(tasks == ["numbers", "numbers", "general"])
    }

    @Test(
        "2.5.3: a number is told in figures, and the text as it was said stands beside it",
        .fact("voicekit-2.5.3-18"))
    func numbers() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 1_000, context: ["expectation": "number"])
        bench.say("forty two point five")
        bench.advance(to: 2_000)
        #expect(bench.value(call)?["transcript"] == "42.5")
        #expect(bench.value(call)?["text"] == "forty two point five")
    }

    @Test("a transcript never has what its context excludes", .fact("voicekit-2.10-6"))
    func excludes() throws {
        let names: JSONValue = ["expectation": "name", "allowed": .array(["Zoë", "Jean Luc"])]
        for (context, said, transcript): (JSONValue, String, JSONValue) in [
            (["expectation": "number"], "hello there", ""), (names, "bob", ""),
            (names, "jean", ""), (names, "zoe", "Zoë"), (names, "jean luc", "Jean Luc"),
        ] {
            var bench = try bench()
            let call = bench.listen(timeout: 1_000, context: context)
            bench.say(said)
            bench.advance(to: 2_000)
            #expect(bench.value(call)?["transcript"] == transcript)
            #expect(bench.told(.transcriptChanged, "transcript").last == transcript)
        }
    }

    @Test("an interruption of the audio session ends listening with what was heard")
    func interrupted() throws {
        var bench = try bench()
        let call = bench.listen(timeout: 9_000)
        bench.say("hello")
        bench.send(.world(.audioSession(.began)))
        #expect(bench.value(call)?["transcript"] == "hello")
        #expect(bench.value(call)?["reason"] == "error")
    }
}
