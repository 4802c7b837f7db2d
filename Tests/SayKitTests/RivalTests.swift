import Testing
import VoiceEngine
import VoiceRecognition
import VoiceTrace

@testable import SayKit

@Suite("4.10 Answers that the recognizer cannot tell apart")
struct RivalTests {
    private func reading(
        _ text: String, _ rivals: [String], _ kind: String, options: [String] = []
    ) throws -> RequestReading {
        var request: JSONObject = ["kind": .string(kind)]
        if !options.isEmpty { request["options"] = .array(options.map { .string($0) }) }
        return LanguageInterpreter.english.reading(
            of: text, beside: rivals.map { AlternativeReading(text: $0, distance: 40) },
            leastLead: 100, for: try RequestForm(.object(request)))
    }

    @Test("an answer is of no use where another answer is as likely")
    func rival() throws {
        let found = try reading("eight", ["two"], "numerical")
        #expect(!found.isValid)
        #expect(found.evidence["rule"] == "rival" && found.evidence["rival"] == "two")
        #expect(found.evidence["lead"] == 40)
        #expect(try !reading("tea", ["coffee"], "select", options: ["tea", "coffee"]).isValid)
        #expect(try !reading("sure", ["no"], "confirmation").isValid)
    }

    @Test("a rival that means the same, or nothing, leaves the answer as it is")
    func harmless() throws {
        #expect(try reading("zero", ["naught", "nil"], "numerical").value == 0)
        #expect(try reading("yeah", ["yep", "the"], "confirmation").value == true)
        #expect(try reading("tea", ["water"], "select", options: ["tea", "coffee"]).isValid)
    }

    @Test("the machine asks again only where the rival is near", arguments: [199, 200])
    func near(distance: Int) throws {
        var world = try SayWorld([
            .wavers("eight", rival: "two", distance: distance), .says("eight"),
        ])
        let call = world.present("numerical")
        world.run()
        #expect(world.value(of: call)?["value"] == 8)
        #expect(world.value(of: call)?["attempts"] == (distance < 200 ? 2 : 1))
    }

    @Test("a rival that differs in one word of three has to be nearer", arguments: [33, 34])
    func shared(distance: Int) throws {
        let found = LanguageInterpreter.english.reading(
            of: "nine zero two",
            beside: [AlternativeReading(text: "nine zero three", distance: distance)],
            leastLead: 100, for: try RequestForm(.object(["kind": "numerical"])))
        #expect(found.isValid == (distance == 34))
    }

    @Test("a setting of 0 asks for no rivals")
    func off() throws {
        for (lead, count) in [(0, 0), (200, 5)] {
            var world = try SayWorld([.waits], settings: ["saykit.leastLead": lead])
            _ = world.present("numerical")
            world.run(until: 16_000)
            #expect(world.loop.listening.values.map(\.alternatives) == [count])
        }
    }

    @Test("rivals of a spoken answer do not count against a typed one")
    func typed() throws {
        var world = try SayWorld([.wavers("eight", rival: "two", distance: 0)])
        let call = world.present("numerical")
        // Between the words and the end of the tone.
        world.run(until: SayWorld.answerFrames + 3_000)
        world.call("typeAnswer", ["text": "eight"])
        world.run()
        #expect(world.value(of: call)?["value"] == 8)
        #expect(world.value(of: call)?["attempts"] == 1)
    }
}
