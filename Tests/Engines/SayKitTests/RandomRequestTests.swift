import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.3 Random requests, callers and calls")
struct RandomRequestTests {
    private static let words = ["yes", "no", "maybe", "seven", "cash", "go back", "", "banana"]

    private func caller(_ chance: inout ChanceStream) -> SayWorld.Caller {
        switch chance.below(8) {
        case 0: .isSilent
        case 1: .mumbles
        case 2: .breaks
        case 3: .hangs
        case 4: .waits
        default: .says(Self.words[Int(chance.below(8))])
        }
    }

    private func request(_ chance: inout ChanceStream) -> (kind: String, more: JSONObject) {
        var more: JSONObject = ["retries": .integer(Int64(chance.below(3)))]
        if chance.below(4) == 0 { more["prompt"] = "" }
        if chance.below(5) == 0 { more["responder"] = "app" }
        let kind = RequestForm.Kind.allCases[Int(chance.below(6))].rawValue
        if kind == "select" { more["options"] = .array(["Cash", "Credit"]) }
        if kind == "pattern" { more["templates"] = .array(["go @where"]) }
        return (kind, more)
    }

    private func disturb(_ world: inout SayWorld, _ chance: inout ChanceStream) {
        let speech: JSONValue = .array([.object(["speech": "News of the app."])])
        switch chance.below(10) {
        case 0: world.call("tapMicrophone")
        case 1: world.call("typeAnswer", ["text": .string(Self.words[Int(chance.below(8))])])
        case 2: world.call("respondImmediately", ["value": true, "errors": .array([])])
        case 3: world.call("cancelRequest")
        case 4: world.call("addEvents", ["track": "main", "events": speech])
        case 5: world.call("suspendTracks")
        case 6, 7: world.call("resumeTracks")
        case 8:
            guard let asked = world.callbacks("respond").last else { return }
            world.call(
                "respond",
                [
                    "request": asked["request"] ?? "",
                    "response": .object(["again": .bool(chance.below(2) == 0)]),
                ])
        default:
            world.step(.world(.audioSession(.began)))
            world.step(.world(.audioSession(.ended)))
        }
    }

    @Test(
        "every request is completed once, and nothing sounds or listens in the end",
        .fact("saykit-4.3-6"))
    func programs() throws {
        var requests = 0
        for seed in 0..<50 as Range<UInt64> {
            var chance = SeededChance(seed: seed).stream("requests")
            var world = try SayWorld((0..<12).map { _ in caller(&chance) })
            var calls: [Int] = []
            for _ in 0..<12 {
                let (kind, more) = request(&chance)
                let call = world.present(kind, more)
                if world.refusal(of: call) == nil { calls.append(call) }
                for _ in 0..<3 {
                    world.run(until: world.loop.now + Frame(chance.below(30_000)))
                    disturb(&world, &chance)
                }
                #expect(world.loop.heard.count <= 1, "seed \(seed)")
                // The microphone hears nothing that the app plays.
                let isHearing = !world.loop.listening.isEmpty
                #expect(!isHearing || world.loop.heard.isEmpty, "seed \(seed)")
            }
            world.call("resumeTracks")
            world.call("cancelRequest")
            world.run()
            requests += calls.count
            for call in calls {
                #expect(world.loop.replyCounts[call] == 1, "seed \(seed): call \(call)")
            }
            let activated = world.callbacks("requestActivated").count
            #expect(world.callbacks("requestWillDeactivate").count == activated, "seed \(seed)")
            #expect(world.loop.playing.isEmpty && world.loop.listening.isEmpty, "seed \(seed)")
            #expect(world.loop.timers.isEmpty, "seed \(seed)")
        }
        #expect(requests > 125)
    }
}
