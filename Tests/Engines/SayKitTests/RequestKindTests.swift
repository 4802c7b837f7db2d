import Testing
import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

@Suite("4.4 Requests by their kind")
struct RequestKindTests {
    private static let options: JSONValue = .array([
        .object(["label": "Cash", "aliases": .array(["Dollars", "Bills"])]),
        .object(["label": "Credit", "aliases": .array(["Visa", "Card", "Charge"])]),
    ])

    @Test(
        "a choice is its index and its label, by label, alias or place", .fact("saykit-4.4-3"),
        arguments: [("cash", 0), ("visa please", 1), ("the second one", 1)])
    func select(text: String, index: Int) throws {
        var world = try SayWorld([.says(text)])
        let call = world.present("select", ["options": Self.options])
        world.run()
        let label: JSONValue = index == 0 ? "Cash" : "Credit"
        #expect(
            world.value(of: call)?["value"]
                == .object(["index": .integer(Int64(index)), "label": label]))
    }

    @Test(
        "a select request without options fails at once, and speaks nothing", .fact("saykit-4.4-9"))
    func noOptions() throws {
        var world = try SayWorld([.says("cash")])
        let call = world.present("select")
        #expect(world.outcome(of: call) == "failed")
        #expect(world.error(of: call) == "invalidRequest")
        #expect(world.sounds.isEmpty)
        let next = world.present("confirmation")
        #expect(world.refusal(of: next) == nil)
    }

    @Test("a wrong template reaches the completion as an error", .fact("saykit-4.4-10"))
    func wrongTemplate() throws {
        var world = try SayWorld()
        let call = world.present("pattern", ["templates": .array(["go @place:Planet"])])
        #expect(world.error(of: call) == "invalidRequest")
        let message = world.value(of: call)?["error"]?.object?["message"]?.string
        #expect(message?.contains("Planet") == true)
    }

    @Test(
        "a zip code said digit by digit is one number; a decimal is exact", .fact("saykit-4.4-5"),
        arguments: [
            ("nine zero two one zero", JSONValue.integer(90_210)), ("third", .integer(3)),
            ("three point one", .decimal("3.1")),
        ])
    func numerical(text: String, value: JSONValue) throws {
        var world = try SayWorld([.says(text)])
        let call = world.present("numerical")
        world.run()
        #expect(world.value(of: call)?["value"] == value)
    }

    @Test("text is delivered unchanged", .fact("saykit-4.4-6"))
    func string() throws {
        var world = try SayWorld([.says("12 Main Street, please")])
        let call = world.present("string")
        world.run()
        #expect(world.value(of: call)?["value"] == "12 Main Street, please")
    }

    @Test("a chess move is its entities", .fact("saykit-4.4-7"))
    func pattern() throws {
        var world = try SayWorld([.says("Bishop to row f and column seven")])
        let templates: JSONValue = .array([
            "@piece to @row @column:Number", "@piece to row @row and column @column:Number",
            "Move @piece to column @column:Number row @row",
        ])
        let call = world.present("pattern", ["templates": templates])
        world.run()
        let entities: JSONObject = ["piece": "Bishop", "row": "f", "column": 7]
        #expect(
            world.value(of: call)?["value"]
                == .object(["template": 1, "entities": .object(entities)]))
    }

    @Test("what decided is the evidence of the interpretation")
    func evidence() throws {
        var machine = try SayKitFactory().make(
            EngineSetup(
                files: [:], settings: [:], language: "en-US", seed: 1, sampleRate: .standard))
        _ = machine.step(.run, at: 0)
        let request: JSONValue = .object(["kind": "select", "options": Self.options])
        let present = EngineCall(
            facade: "saykit", name: "present", arguments: ["request": request], id: 1)
        _ = machine.step(.call(present), at: 0)
        let type = EngineCall(
            facade: "saykit", name: "typeAnswer", arguments: ["text": "visa card"], id: 2)
        let actions = machine.step(.call(type), at: 0)
        let why = actions.compactMap { action -> JSONObject? in
            if case .emit("interpreted", _, let why) = action { why } else { nil }
        }.first
        #expect(why?["rule"]?.string?.isEmpty == false)
    }

    @Test(
        "a request that cannot be read is refused with the place of the fault",
        arguments: [
            (JSONValue.null, "request is null. Give an object."),
            (.object([:]), "request has no \"kind\". Add it."),
            (
                .object(["kind": "poem"]),
                "request.kind is \"poem\". Use one of: confirmation, select, string, numerical,"
                    + " pattern, command."
            ),
            (
                .object(["kind": "select", "options": .array([.object([:])])]),
                "request.options[0] has no \"label\". Add it."
            ),
            (
                .object(["kind": "string", "retries": 5_000]),
                "request.retries is 5000. Use -1 to 1000."
            ),
        ])
    func refuses(request: JSONValue, sentence: String) throws {
        var world = try SayWorld()
        let call = world.call("present", ["request": request])
        #expect(world.refusal(of: call) == sentence)
        #expect(world.states.isEmpty)
    }
}

@Suite("What the recognizer listens for follows from the request")
struct RequestTaskTests {
    private func task(_ kind: RequestForm.Kind, _ change: (inout RequestForm) -> Void = { _ in })
        -> RecognitionTask
    {
        var form = RequestForm(kind, prompt: "Well?")
        change(&form)
        return RequestTasks(.english).task(of: form).task
    }

    @Test("a confirmation listens for wordings of yes and no, with their apostrophes")
    func confirmation() throws {
        guard case .graph(let graph) = task(.confirmation) else {
            Issue.record("no graph")
            return
        }
        #expect(graph.phrases.contains("yes"))
        #expect(graph.phrases.contains("don't"))
        #expect(graph.phrases.contains("three"))
        try task(.confirmation).check()
    }

    @Test("words that a confirmation listens for beside the answers are no answers")
    func confirmationOthers() {
        for language in [SpokenLanguage.english, .german] {
            let others = language.words.confirmation.others
            #expect(others.count > 50)
            for word in others {
                let reading = language.confirmation.read(SpokenText(word))
                #expect(reading.isConfirmed == nil, "\(word)")
            }
        }
    }

    @Test("a choice listens for labels, aliases and places")
    func select() throws {
        let task = task(.select) { form in
            form.options = [.init(label: "Café", aliases: ["Coffee house"]), .init(label: "Bar")]
        }
        guard case .graph(let graph) = task else {
            Issue.record("no graph")
            return
        }
        for phrase in ["cafe", "coffee house", "bar", "the last one"] {
            #expect(graph.phrases.contains(phrase))
        }
        for (place, isThere) in [("second", true), ("third", false)] {
            #expect(graph.phrases.contains("the \(place) one") == isThere)
        }
        try task.check()
    }

    @Test("numbers of labels are listened for in words, and places and nothing are as well")
    func figures() throws {
        let numbered = task(.select) {
            $0.options = [.init(label: "Route 66"), .init(label: "Suite 101")]
        }
        guard case .graph(let graph) = numbered else {
            Issue.record("no graph")
            return
        }
        for phrase in ["route sixty six", "suite one hundred and one", "suite one oh one"] {
            #expect(graph.phrases.contains(phrase))
        }
        #expect(graph.phrases.contains("none"))
        #expect(!graph.phrases.contains("the second one"))
        try numbered.check()
        let plain = task(.select) { $0.options = [.init(label: "Red"), .init(label: "Green")] }
        guard case .graph(let graph) = plain else { return }
        #expect(graph.phrases.contains("number two"))
        #expect(task(.select) { $0.options = [.init(label: "日本")] } == .general)
    }

    @Test("German options are listened for with places and numbers in German")
    func germanSelect() {
        var form = RequestForm(.select, prompt: nil)
        form.options = [.init(label: "Rot"), .init(label: "Blau")]
        guard case .graph(let graph) = RequestTasks(.german).task(of: form).task else {
            Issue.record("no graph")
            return
        }
        for phrase in ["rot", "nummer zwei", "das zweite", "die letzte"] {
            #expect(graph.phrases.contains(phrase))
        }
    }

    @Test("short negations are read and not listened for")
    func unheard() {
        guard case .graph(let graph) = task(.confirmation) else { return }
        #expect(!graph.phrases.contains("didn't"))
        #expect(confirmed("I can't") == false)
    }

    @Test("numbers and closed templates are grammars that can be read")
    func grammars() throws {
        guard case .grammar = task(.numerical) else {
            Issue.record("no grammar")
            return
        }
        try task(.numerical).check()
        let closed = task(.pattern) {
            $0.templates = ["@[please] paint @(it|them) @colour:(red|green) @count:Number times"]
        }
        guard case .grammar(let text) = closed else {
            Issue.record("no grammar")
            return
        }
        #expect(text.contains("[ please ] paint ( it | them ) ( red | green ) <number> times"))
        try closed.check()
    }

    @Test("the recognizer's dictionary has every word of the numbers' grammar")
    func pronouncedNumbers() throws {
        _ = try AcousticRecognizer(task: task(.numerical))
    }

    @Test("templates are compiled once, and their faults are kept")
    func cache() {
        let cache = TemplateCache(.english)
        let sources = (0..<50).map { "go \($0) @place" }
        #expect(cache.set(of: sources).match("go 3 home").match?.template == 3)
        #expect(cache.set(of: sources).sources == sources)
        #expect(cache.set(of: ["@"]).error != nil)
        for index in 0...TemplateCache.limit { _ = cache.set(of: ["go \(index)"]) }
        #expect(cache.set(of: sources).match("go 3 home").match?.template == 3)
    }

    @Test("free text is the general model")
    func general() {
        #expect(task(.string) == .general)
        #expect(task(.pattern) { $0.templates = ["call @name"] } == .general)
        #expect(task(.command) == .general)
    }

    @Test("wordings that are always answered are listened for as well")
    func globals() {
        let task = task(.confirmation) {
            $0.globals = [.init(name: "back", wordings: ["take me back"])]
        }
        guard case .graph(let graph) = task else {
            Issue.record("no graph")
            return
        }
        #expect(graph.phrases.contains("take me back"))
    }
}
