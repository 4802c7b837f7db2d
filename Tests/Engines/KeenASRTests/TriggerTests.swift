import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import KeenASR

/// The machine with a graph that has a trigger phrase, moved by hand.
private struct TriggerRig {
    private var machine: KeenMachine
    private(set) var events: [(kind: String, fields: JSONObject)] = []

    init() {
        let graph = RecognitionGraph(phrases: ["red", "blue car"], trigger: "hello")
        machine = KeenMachine(
            setup: EngineSetup(
                files: [:], settings: [:], language: "en-US", seed: 1, sampleRate: .standard),
            graphs: [
                "wake": KeenGraph(contexts: [graph], isContextual: false, unknownWords: [])
            ])
        step(.run, at: 0)
        call("prepareForListening", ["graph": "wake"])
        call("startListening")
    }

    mutating func call(_ name: String, _ arguments: JSONObject = [:], at frame: Frame = 1) {
        var call = EngineCall(facade: "keenasr", name: name)
        call.arguments = arguments
        step(.call(call), at: frame)
    }

    mutating func step(_ event: EngineEvent, at frame: Frame) {
        for action in machine.step(event, at: frame) {
            if case .emit(let kind, let fields, _) = action { events.append((kind, fields)) }
        }
    }

    func last(_ kind: String) -> JSONObject? { events.last { $0.kind == kind }?.fields }
}

private func hypothesis(_ words: [(String, Range<Int64>)]) -> Hypothesis {
    Hypothesis(
        text: words.map(\.0).joined(separator: " "), confidence: 500,
        words: words.map { RecognizedWord(text: $0.0, range: $0.1, confidence: 500) })
}

@Suite("What a trigger phrase starts")
struct TriggerTests {
    /// What comes of speech whose trigger phrase only the final words have.
    private func checked(_ said: String) -> TriggerRig {
        var rig = TriggerRig()
        rig.step(.media(.speechBegan(job: 1, spoken: 16_000)), at: 17_000)
        rig.step(.media(.speechPaused(job: 1, spoken: 24_000)), at: 28_800)
        rig.step(.timer(id: 2), at: 44_800)
        let ended = MediaSignal.listenEnded(
            job: 1, reason: .stopRequest, heardSpeech: true, why: [:])
        rig.step(.media(ended), at: 44_800)
        let words = Hypothesis(text: said, confidence: 500, words: [])
        rig.step(.media(.heard(job: 1, .final(words), event: 0)), at: 44_800)
        return rig
    }

    @Test(
        "3.5 words after a phrase that only the final words have end listening by their rule",
        .fact("keenasr-3.5-13"),
        arguments: [
            ("hello red", "timeoutEndSilenceForGoodMatch", "red"),
            ("hello blue", "timeoutEndSilenceForAnyMatch", "blue"),
        ])
    func rules(said: String, rule: String, text: String) throws {
        let rig = checked(said)
        let response = try #require(rig.last("response"))
        #expect(response["rule"]?.string == rule)
        #expect(response["text"]?.string == text)
        let known = Set(KeenASRFactory.ways.map(\.by))
        let ways = rig.events.filter { $0.kind == "change" }.compactMap { $0.fields["by"]?.string }
        #expect(Set(ways).isSubset(of: known))
    }

    @Test("3.6 a phrase alone in the final words is told, and listening goes on")
    func alone() {
        let rig = checked("hello")
        #expect(rig.last("trigger") != nil)
        #expect(rig.last("response") == nil)
        #expect(rig.last("state")?["state"]?.string == "listening")
    }

    @Test("3.6 final words that lost the phrase have nothing of what was said before its end")
    func lost() throws {
        var rig = TriggerRig()
        rig.step(.media(.speechBegan(job: 1, spoken: 16_000)), at: 17_000)
        let soFar = hypothesis([("hello", 16_000..<24_000)])
        rig.step(.media(.heardSoFar(job: 1, soFar, silence: 0, event: 0)), at: 24_800)
        #expect(rig.last("trigger") != nil)
        rig.call("finishListening", at: 48_000)
        let ended = MediaSignal.listenEnded(
            job: 1, reason: .stopRequest, heardSpeech: true, why: [:])
        rig.step(.media(ended), at: 48_000)
        let words = hypothesis([("<spoken_noise>", 15_800..<23_900), ("red", 30_000..<36_000)])
        rig.step(.media(.heard(job: 1, .final(words), event: 0)), at: 48_000)
        #expect(try #require(rig.last("response"))["text"]?.string == "red")
    }

    @Test("a job that is as long as its sound may be ends listening by its longest")
    func fullSound() throws {
        var rig = TriggerRig()
        let soFar = hypothesis([("hello", 16_000..<24_000)])
        rig.step(.media(.heardSoFar(job: 1, soFar, silence: 0, event: 0)), at: 24_800)
        let ended = MediaSignal.listenEnded(
            job: 1, reason: .maxAudioExceeded, heardSpeech: false, why: [:])
        rig.step(.media(ended), at: 48_000)
        #expect(try #require(rig.last("response"))["rule"]?.string == "timeoutMaxDuration")
        #expect(rig.last("listened")?["by"]?.string == "timeoutMaxDuration")
    }
}
