import Foundation
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
        switch chance.below(12) {
        case 0: .isSilent
        case 1: .mumbles
        case 2: .breaks
        case 3: .hangs
        default: .says(Self.words[chance.below(10)])
        }
    }

    /// What the app and the world do while the dialogue runs; true where it may cut a prompt.
    private func disturb(_ world: inout SayWorld, _ chance: inout ChanceStream) -> Bool {
        let speech: JSONValue = .array([
            .object(["speech": "News of the app."]), .object(["silence": 300]),
        ])
        switch chance.below(12) {
        case 0: world.call("tapMicrophone")
        case 1: world.call("typeAnswer", ["text": .string(Self.words[chance.below(10)])])
        case 2: world.call("respondImmediately", ["value": true, "errors": .array([])])
        case 3: world.call("cancelRequest")
        case 4: world.call("suspendTracks")
        case 5, 6:
            world.call("resumeTracks")
            return false
        case 7:
            world.step(.world(.audioSession(["event": "began"])))
            world.step(.world(.audioSession(["event": "ended"])))
        default:
            world.call("addEvents", ["track": "main", "events": speech])
            return false
        }
        return true
    }

    private func cuts(_ world: SayWorld) -> Int {
        world.events("soundStopped").filter { $0["track"] == "voiceRequest" }.count
    }

    /// Runs the dialogue of a seed with answers, sounds and calls; the reason of its end.
    private func runs(_ seed: UInt64) throws -> String {
        var chance = SeededChance(seed: seed).stream("dialogues")
        let text = dialogue(&chance)
        var world = try SayWorld((0..<150).map { _ in caller(&chance) }, dialogue: text)
        let disturbances = chance.below(2) * 20
        for _ in 0..<disturbances where !world.loop.hasEnded {
            let before = cuts(world)
            world.run(until: world.loop.now + Frame(chance.below(30_000)))
            #expect(cuts(world) == before, "seed \(seed)")
            let mayCut = disturb(&world, &chance)
            #expect(mayCut || cuts(world) == before, "seed \(seed)")
            #expect(world.loop.heard.count <= 1, "seed \(seed)")
            let isHearing = !world.loop.listening.isEmpty
            #expect(!isHearing || world.loop.heard.isEmpty, "seed \(seed)")
        }
        let before = cuts(world)
        if !world.loop.hasEnded { world.call("resumeTracks") }
        world.run()
        #expect(cuts(world) == before, "seed \(seed)")
        try expectSilence(world, seed)
        return world.events("ended").first?["reason"]?.string ?? ""
    }

    /// Nothing is left open, and every completion came once.
    private func expectSilence(_ world: SayWorld, _ seed: UInt64) throws {
        #expect(world.loop.hasEnded, "seed \(seed)")
        #expect(world.events("ended").count == 1, "seed \(seed)")
        let activated = world.callbacks("requestActivated").count
        #expect(world.callbacks("requestWillDeactivate").count == activated, "seed \(seed)")
        let results = world.events("result").compactMap { $0["request"]?.string }
        #expect(results.count == activated, "seed \(seed)")
        #expect(Set(results).count == results.count, "seed \(seed)")
        #expect(world.loop.replyCounts.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        #expect(world.loop.playing.isEmpty && world.loop.listening.isEmpty, "seed \(seed)")
        #expect(world.loop.timers.isEmpty, "seed \(seed)")
        #expect(world.events("node").count <= 30 * 4, "seed \(seed)")
    }

    private static func number(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    @Test(
        "each ends, dismisses every request that it presented, and is silent then",
        .fact("saykit-4.8-7"))
    func dialogues() throws {
        let first = min(Self.number("VOICETEST_RANDOM_SEED") ?? 1, 1 << 40)
        let count = min(Self.number("VOICETEST_RANDOM_DIALOGUES") ?? 150, 1 << 30)
        var reasons: Set<String> = []
        for seed in first..<(first + count) { reasons.insert(try runs(seed)) }
        if count >= 150 {
            #expect(reasons.isSuperset(of: ["dialogueEnd", "cancelled", "failed", "loopGuard"]))
        }
    }
}
