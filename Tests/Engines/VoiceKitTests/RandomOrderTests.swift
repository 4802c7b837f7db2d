import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import VoiceKit

/// Makes calls and lets a caller speak in any order, and watches the rules of the engine.
private struct OrderWalk {
    private var chance: ChanceStream
    private var bench: VoiceKitBench
    private var answered: Set<Int> = []
    private var speech: Int64 = 0
    /// What is wrong, in sentences.
    private(set) var faults: [String] = []
    private(set) var names: Set<String> = []

    init(seed: UInt64) throws {
        chance = SeededChance(seed: seed).stream("orders")
        bench = try VoiceKitBench(seed: seed)
        bench.broken = ["broken.wav"]
    }

    mutating func walk(_ count: Int) {
        for _ in 0..<count {
            act()
            if chance.below(2) == 0 { bench.advance(by: Int64(chance.below(900))) }
        }
        bench.on(0, "stopAll")
        if bench.isSounding { faults.append("something sounds after stopAll") }
        bench.call("shutDown")
        check()
    }

    private mutating func act() {
        let channel = Int64(chance.below(3))
        let name = VoiceKitCall.allCases[chance.below(VoiceKitCall.allCases.count - 1)]
        names.insert(name.rawValue)
        switch name {
        case .speak:
            speech += 1
            let texts = ["one", " ", "two words"]
            note(name, bench.speak(texts[chance.below(3)], speech, channel: channel))
        case .cancelSpeaking:
            bench.call(name.rawValue, ["speech": .integer(Int64(chance.below(Int(speech) + 2)))])
        case .listen:
            let contexts: [JSONValue] = [
                .null, ["expectation": "number"],
                ["expectation": "name", "allowed": .array(["Ann"])],
                ["expectation": "freeform"], 7,
            ]
            note(
                name,
                bench.listen(
                    timeout: Int64(chance.below(3_000)) - 200,
                    inactivity: Int64(chance.below(900)) - 100, record: chance.below(2) == 0,
                    context: contexts[chance.below(5)]))
        case .prepareClip, .playClip:
            let file = chance.below(4) == 0 ? "broken.wav" : "ding.wav"
            note(name, bench.clip(name.rawValue, file: file))
        case .startPreparedClip, .stopClip: note(name, bench.on(channel, name.rawValue))
        case .stopAll:
            bench.on(channel, name.rawValue)
            if channel == 0, bench.isSounding { faults.append("something sounds after stopAll") }
        case .pause:
            let time = Int64(chance.below(800)) - 100
            note(name, bench.call(name.rawValue, ["ms": .integer(time), "channel": 1]))
        case .configure:
            let time = Int64(chance.below(3) * 200)
            bench.call(name.rawValue, ["config": ["ttsSuppressMs": .integer(time)]])
        default: note(name, bench.call(name.rawValue, ["ms": 500]))
        }
        hear()
    }

    /// What the caller and the world do.
    private mutating func hear() {
        switch chance.below(8) {
        case 0: bench.say(["seven", "ann", "hello", " "][chance.below(4)])
        case 1: bench.level(-60 + chance.below(60))
        case 2: bench.failRecognition()
        case 3:
            bench.send(.world(.audioSession(.interruption(chance.below(2) == 0))))
        case 4:
            let answer: PermissionAnswer = chance.below(5) == 0 ? .denied : .granted
            bench.send(.world(.permission(.microphone, answer)))
        default: break
        }
    }

    private mutating func note(_ name: VoiceKitCall, _ call: Int) {
        if name.isAnswered { answered.insert(call) }
    }

    private mutating func check() {
        for call in answered.sorted() {
            let count = bench.replies.filter { $0.call == call }.count
            if count != 1 { faults.append("call \(call) was answered \(count) times") }
        }
        pair(.listeningChanged, "listening", bench.told(.listeningChanged, "listening"))
        for channel in 0..<3 {
            let told = bench.callbacks.map(\.callback).filter {
                $0.name == VoiceKitCallback.ttsSpeakingChanged.rawValue
                    && $0.arguments["channel"] == .integer(Int64(channel))
            }
            pair(.ttsSpeakingChanged, "speaking", told.map { $0.arguments["speaking"] ?? .null })
        }
        let begun = bench.events("listening").count
        if begun != bench.events("listened").count { faults.append("a listening never ended") }
        if bench.endReason == nil { faults.append("the run never ended") }
        let kinds = Set(bench.events.map(\.kind))
        let undeclared = kinds.filter { EventVocabulary.voiceKit[$0] == nil }
        if !undeclared.isEmpty { faults.append("undeclared: \(undeclared.sorted())") }
        // A cancelled listen keeps nothing.
        let results = bench.events("result").count
        let kept = bench.saves.values.map { $0.split { "-.".contains($0) }[2] }
        if Set(kept).count > results {
            faults.append("a recording without a result")
        }
    }

    /// What begins ends, and begins again only then.
    private mutating func pair(
        _ callback: VoiceKitCallback, _ argument: String, _ values: [JSONValue]
    ) {
        let expected = values.indices.map { JSONValue.bool($0 % 2 == 0) }
        if values != expected || values.count % 2 != 0 {
            faults.append("\(callback.rawValue) does not pair up")
        }
    }
}

@Suite("Calls in any order")
struct RandomOrderTests {
    @Test("callbacks pair up, each call is answered once, and nothing sounds after stopAll")
    func rules() throws {
        var names: Set<String> = []
        for seed in 0..<300 {
            var walk = try OrderWalk(seed: UInt64(seed))
            walk.walk(60)
            #expect(walk.faults == [], "seed \(seed)")
            names.formUnion(walk.names)
        }
        #expect(names.count == VoiceKitCall.allCases.count - 1)
    }
}
