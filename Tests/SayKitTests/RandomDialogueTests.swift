import Testing
import VoiceEngine
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.8 Random dialogues with random answers")
struct RandomDialogueTests {
    private static let words = [
        "yes", "no", "seven", "red", "blue", "go back", "repeat", "help", "banana", "cancel",
    ]

    private func name(_ chance: inout ChanceStream) -> JSONValue {
        .string("n\(chance.below(6))")
    }

    private func node(_ chance: inout ChanceStream) -> JSONValue {
        var node: JSONObject = [:]
        if chance.below(2) == 0 { node["say"] = "Some words {kept}." }
        if chance.below(5) == 0 {
            node["end"] = true
            return .object(node)
        }
        guard chance.below(4) > 0 else {
            node["say"] = "Nothing is asked."
            node["next"] = name(&chance)
            return .object(node)
        }
        var ask: JSONObject = ["prompt": "Well?", "retries": .integer(Int64(chance.below(2)))]
        switch chance.below(4) {
        case 0: ask["kind"] = "confirmation"
        case 1: ask["kind"] = "numerical"
        case 2:
            ask["kind"] = "select"
            ask["options"] = .array(["Red", "Blue"])
        default: ask["kind"] = "string"
        }
        node["ask"] = .object(ask)
        node["save"] = "kept"
        let way: JSONObject = ["equals": "yes", "next": name(&chance)]
        node["on"] = .array([.object(way)])
        for key in ["otherwise", "onCancel", "onFailure"] where chance.below(3) > 0 {
            node[key] = name(&chance)
        }
        if chance.below(4) == 0 {
            node["atMost"] = 2
            node["afterwards"] = name(&chance)
        }
        return .object(node)
    }

    private func dialogue(_ chance: inout ChanceStream) -> String {
        var nodes: JSONObject = [:]
        for number in 0..<6 { nodes["n\(number)"] = node(&chance) }
        let dialogue: JSONObject = [
            "start": "n0", "limits": .object(["visits": 30]), "nodes": .object(nodes),
        ]
        return JSONWriter.text(.object(dialogue))
    }

    private func caller(_ chance: inout ChanceStream) -> SayWorld.Caller {
        switch chance.below(8) {
        case 0: .isSilent
        case 1: .mumbles
        default: .says(Self.words[chance.below(10)])
        }
    }

    @Test(
        "each ends, dismisses every request that it presented, and is silent then",
        .fact("saykit-4.8-7"))
    func dialogues() throws {
        var reasons: Set<String> = []
        for seed in 0..<150 as Range<UInt64> {
            var chance = SeededChance(seed: seed).stream("dialogues")
            let text = dialogue(&chance)
            var world = try SayWorld((0..<150).map { _ in caller(&chance) }, dialogue: text)
            world.run()
            #expect(world.loop.hasEnded, "seed \(seed)")
            let ends = world.events("ended")
            #expect(ends.count == 1, "seed \(seed)")
            reasons.insert(ends.first?["reason"]?.string ?? "")
            let activated = world.callbacks("requestActivated").count
            #expect(world.callbacks("requestWillDeactivate").count == activated, "seed \(seed)")
            #expect(world.events("result").count == activated, "seed \(seed)")
            #expect(world.events("soundStopped").isEmpty, "seed \(seed)")
            #expect(world.loop.playing.isEmpty && world.loop.listening.isEmpty, "seed \(seed)")
            #expect(world.loop.timers.isEmpty, "seed \(seed)")
            #expect(world.events("node").count <= 30 * 4, "seed \(seed)")
        }
        #expect(reasons.isSuperset(of: ["dialogueEnd", "cancelled", "failed"]))
    }
}
