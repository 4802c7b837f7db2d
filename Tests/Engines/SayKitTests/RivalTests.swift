import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition

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

    @Test("to a question of yes or no, a rival that is no answer counts")
    func noAnswer() throws {
        #expect(try !reading("fine", ["five"], "confirmation").isValid)
        #expect(try !reading("yes", ["<spoken_noise>"], "confirmation").isValid)
    }

    @Test("a rival that means the same, or nothing, leaves the answer as it is")
    func harmless() throws {
        #expect(try reading("zero", ["naught", "nil"], "numerical").value == 0)
        #expect(try reading("yeah", ["yep", "sure"], "confirmation").value == true)
        #expect(try reading("tea", ["water"], "select", options: ["tea", "coffee"]).isValid)
    }

    @Test("the machine asks again only where the rival is near", arguments: [149, 150])
    func near(distance: Int) throws {
        var world = try SayWorld([
            .wavers("eight", rival: "two", distance: distance), .says("eight"),
        ])
        let call = world.present("numerical")
        world.run()
        #expect(world.value(of: call)?["value"] == 8)
        #expect(world.value(of: call)?["attempts"] == (distance < 150 ? 2 : 1))
    }

    @Test("a rival that differs in one word of three has to be nearer", arguments: [33, 34])
    func shared(distance: Int) throws {
        let found = LanguageInterpreter.english.reading(
            of: "nine zero two",
            beside: [AlternativeReading(text: "nine zero three", distance: distance)],
            leastLead: 100, for: try RequestForm(.object(["kind": "numerical"])))
        #expect(found.isValid == (distance == 34))
    }

    @Test("several rivals with other meanings add up, and readings with the same one count for it")
    func sums() throws {
        let form = try RequestForm(.object(["kind": "numerical"]))
        func isValid(_ rivals: [(String, Int)]) -> Bool {
            LanguageInterpreter.english.reading(
                of: "eight", beside: rivals.map { AlternativeReading(text: $0.0, distance: $0.1) },
                leastLead: 100, for: form
            ).isValid
        }
        #expect(isValid([("two", 150)]))
        #expect(!isValid([("two", 150), ("three", 150)]))
        #expect(isValid([("eight", 10), ("two", 150), ("three", 150)]))
        #expect(isValid([("monday", 0), ("two", 150)]))
    }

    @Test("the weight of a reading halves with each step, and never overflows")
    func weights() {
        #expect(RivalWeight.weight(at: 0, of: 1_000, halvingEach: 100) == RivalWeight.whole)
        #expect(RivalWeight.weight(at: 100, of: 1_000, halvingEach: 100) == RivalWeight.whole / 2)
        #expect(RivalWeight.weight(at: 50, of: 500, halvingEach: 100) == RivalWeight.whole / 2)
        #expect(
            RivalWeight.weight(at: 50, of: 1_000, halvingEach: 100) == RivalWeight.whole * 3 / 4)
        #expect(RivalWeight.weight(at: .max, of: 1, halvingEach: 100_000) == 1)
        #expect(RivalWeight.weight(at: .min, of: 1_000, halvingEach: 1) == RivalWeight.whole)
    }

    @Test("a setting of 0 asks for no rivals")
    func off() throws {
        for (lead, count) in [(0, 0), (150, 5)] {
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
