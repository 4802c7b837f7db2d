import Foundation
import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.8 Random dialogues with random answers")
struct RandomDialogueTests {
    private static let words = [
        "yes", "no", "seven", "red", "blue", "go back", "repeat", "help", "banana", "cancel",
        "go to seven", "paint it red", "play",
    ]
    private static let german = [
        "ja", "nein", "sieben", "rot", "blau", "zurück", "wiederholen", "hilfe", "banane",
        "abbrechen", "geh zu sieben", "male es rot", "weiter",
    ]

    private static func words(_ language: String) -> [String] {
        language == "de-DE" ? german : words
    }

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
        var (ask, way) = request(&chance)
        ask["prompt"] = "Well?"
        ask["retries"] = .integer(Int64(chance.below(2)))
        node["ask"] = .object(ask)
        node["save"] = "kept"
        way["next"] = name(&chance)
        node["on"] = .array([.object(way)])
        for key in ["otherwise", "onCancel", "onFailure"] where chance.below(3) > 0 {
            node[key] = name(&chance)
        }
        if chance.below(4) == 0 {
            node["atMost"] = 2
            node["afterwards"] = name(&chance)
        }
        if chance.below(4) == 0 {
            let global = Dialogue.Global.allCases[chance.below(4)]
            node["without"] = .array([.string(global.rawValue)])
        }
        return .object(node)
    }

    /// A request of any kind, and the condition of a way by its answer.
    private func request(
        _ chance: inout ChanceStream
    ) -> (ask: JSONObject, way: JSONObject) {
        switch chance.below(6) {
        case 0: (["kind": "confirmation"], ["equals": true])
        case 1: (["kind": "numerical"], ["above": 5])
        case 2:
            (
                ["kind": "select", "options": .array(["Red", "Rot", "Blue", "Blau"])],
                ["equals": "Red"]
            )
        case 3:
            (
                [
                    "kind": "pattern",
                    "templates": .array(["go to @place:Number", "geh zu @place:Number"]),
                ], ["entity": "place", "above": 5]
            )
        case 4:
            (
                [
                    "kind": "command",
                    "commands": .array([
                        "play", "back",
                        .object([
                            "type": "paint",
                            "templates": .array(["paint it @colour", "male es @colour"]),
                        ]),
                    ]),
                ], ["equals": "paint"]
            )
        default: (["kind": "string"], ["equals": "banana"])
        }
    }

    private func dialogue(_ chance: inout ChanceStream) -> String {
        var nodes: JSONObject = [:]
        for number in 0..<6 { nodes["n\(number)"] = node(&chance) }
        // Texts speak what this one keeps.
        nodes["keeper"] = .object(["ask": .object(["kind": "string"]), "save": "kept"])
        let dialogue: JSONObject = [
            "start": "n0", "limits": .object(["visits": 30]), "nodes": .object(nodes),
        ]
        return JSONWriter.text(.object(dialogue))
    }

    private func caller(_ chance: inout ChanceStream, _ words: [String]) -> SayWorld.Caller {
        switch chance.below(12) {
        case 0: .isSilent
        case 1: .mumbles
        case 2: .breaks
        case 3: .hangs
        default: .says(words[chance.below(words.count)])
        }
    }

    /// Tracks of the app, beside the main one: one below and one above it, one of them ducked.
    private static let tracks = ["main", "low", "high"]

    private func prepare(_ world: inout SayWorld, _ chance: inout ChanceStream) {
        world.call("registerTrack", ["track": "low", "priority": 5])
        world.call("registerTrack", ["track": "high", "priority": 500])
        let track = Self.tracks[chance.below(3)]
        world.call(
            "duckTrack", ["track": .string(track), "gain": .integer(Int64(1 + chance.below(999)))])
    }

    /// What the app and the world do while the dialogue runs; true where it may cut a prompt.
    private func disturb(
        _ world: inout SayWorld, _ chance: inout ChanceStream, _ words: [String]
    ) -> Bool {
        let speech: JSONValue = .array([
            .object(["speech": "News of the app."]), .object(["silence": 300]),
        ])
        let track: JSONValue = .string(Self.tracks[chance.below(3)])
        switch chance.below(15) {
        case 0: world.call("tapMicrophone")
        case 1: world.call("typeAnswer", ["text": .string(words[chance.below(words.count)])])
        case 2: world.call("respondImmediately", ["value": true, "errors": .array([])])
        case 3: world.call("cancelRequest")
        case 4: world.call("suspendTracks")
        case 5, 6:
            world.call("resumeTracks")
            return false
        case 7:
            world.step(.world(.audioSession(.began)))
            world.step(.world(.audioSession(.ended)))
        case 8:
            world.call("duckTrack", ["track": track, "gain": chance.below(2) == 0 ? .null : 250])
            return false
        case 9:
            world.call("cancelTrack", ["track": track])
            return false
        default:
            world.call("addEvents", ["track": track, "events": speech])
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
        let language = chance.below(3) == 0 ? "de-DE" : "en-US"
        let words = Self.words(language)
        let callers = (0..<150).map { _ in caller(&chance, words) }
        var world = try SayWorld(callers, dialogue: text, language: language)
        if !world.loop.hasEnded { prepare(&world, &chance) }
        let disturbances = chance.below(2) * 20
        for _ in 0..<disturbances where !world.loop.hasEnded {
            let before = cuts(world)
            world.run(until: world.loop.now + Frame(chance.below(30_000)))
            #expect(cuts(world) == before, "seed \(seed)")
            let mayCut = disturb(&world, &chance, words)
            #expect(mayCut || cuts(world) == before, "seed \(seed)")
            // Beside the track that has focus, only ducked ones are heard.
            let loud = world.loop.gains.values.filter { $0 == AudioTrack.unity }
            #expect(loud.count <= 1, "seed \(seed)")
            let isHearing = !world.loop.listening.isEmpty
            #expect(!isHearing || loud.isEmpty, "seed \(seed)")
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
        let count = min(Self.number("VOICETEST_RANDOM_DIALOGUES") ?? 60, 1 << 30)
        var reasons: Set<String> = []
        for seed in first..<(first + count) { reasons.insert(try runs(seed)) }
        if count >= 150 {
            #expect(reasons.isSuperset(of: ["dialogueEnd", "cancelled", "failed", "loopGuard"]))
        }
    }
}
