import Testing
import VoiceEngine
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

/// Dialogues for tests.
enum TestDialogue {
    static let order = """
        { "start": "greet",
          "nodes": {
            "greet": {"say": "Welcome.", "next": "size"},
            "size": {"ask": {"kind": "select", "prompt": "Which size?",
                             "options": ["Small", {"label": "Large", "aliases": ["big"]}]},
                     "save": "size", "otherwise": "count", "onCancel": "bye", "onFailure": "bye"},
            "count": {"ask": {"kind": "numerical", "prompt": "How many {size} ones?"},
                      "save": "count", "help": "Say a number.",
                      "on": [{"above": 10, "next": "many"}, {"equals": 0, "next": "bye"}],
                      "otherwise": "sure", "onCancel": "bye", "onFailure": "bye"},
            "many": {"say": "{count} are too many.", "next": "count", "atMost": 2,
                     "afterwards": "bye"},
            "sure": {"ask": {"kind": "confirmation", "prompt": "{count} {size} ones?"},
                     "on": [{"equals": true, "next": "done"}], "otherwise": "size"},
            "done": {"say": "Ordered.", "end": true},
            "bye": {"say": "Goodbye.", "end": true}
          } }
        """
}

@Suite("4.8 Declared dialogues")
struct DialogueTests {
    private func run(
        _ texts: [String], _ dialogue: String = TestDialogue.order
    ) throws -> SayWorld {
        var world = try SayWorld(texts.map { .says($0) }, dialogue: dialogue)
        world.run()
        return world
    }

    private func spoken(_ world: SayWorld) -> [String] {
        world.sounds.filter { !$0.hasSuffix(".wav") }
    }

    private func nodes(_ world: SayWorld) -> [String] {
        world.events("node").compactMap { $0["node"]?.string }
    }

    private func end(_ world: SayWorld) -> String? {
        world.events("ended").first?["reason"]?.string
    }

    @Test(
        "ways follow the typed answers, and prompts speak answers that were kept",
        .fact("saykit-4.8-1", "saykit-4.8-2"))
    func answers() throws {
        let world = try run(["the big one please", "three", "yes"])
        #expect(nodes(world) == ["greet", "size", "count", "sure", "done"])
        #expect(
            spoken(world) == [
                "Welcome.", "Which size?", "How many Large ones?", "3 Large ones?", "Ordered.",
            ])
        #expect(end(world) == "dialogueEnd")
        #expect(world.loop.hasEnded)
        #expect(world.events("kept").map { $0["name"] } == ["size", "count"])
    }

    @Test("a condition leads elsewhere, as often as a node allows", .fact("saykit-4.8-1"))
    func conditions() throws {
        let world = try run(["small", "eleven", "twelve", "thirteen"])
        #expect(
            nodes(world) == [
                "greet", "size", "count", "many", "count", "many", "count", "many", "bye",
            ])
        #expect(spoken(world).contains("11 are too many."))
        #expect(world.events("edge").last?["by"] == "afterwards")
    }

    @Test("\"back\" leads to the question that was answered before", .fact("saykit-4.8-3"))
    func back() throws {
        let world = try run(["small", "go back", "large", "two", "yes"])
        #expect(nodes(world) == ["greet", "size", "count", "size", "count", "sure", "done"])
        #expect(world.events("edge").map { $0["by"] }.contains("back"))
        #expect(spoken(world).contains("2 Large ones?"))
    }

    @Test("\"repeat\" asks again, and costs no attempt", .fact("saykit-4.8-3"))
    func again() throws {
        let world = try run(["small", "say that again please", "banana", "two", "yes"])
        #expect(spoken(world).filter { $0 == "How many Small ones?" }.count == 2)
        #expect(end(world) == "dialogueEnd")
        #expect(nodes(world).last == "done")
    }

    @Test(
        "\"help\" speaks the help of the node, or its choices, and asks again",
        .fact("saykit-4.8-3"))
    func help() throws {
        let world = try run(["help", "small", "what can i say", "two", "yes"])
        #expect(spoken(world).contains("You can say Small, Large, or say repeat, back or cancel."))
        #expect(spoken(world).contains("Say a number."))
        #expect(nodes(world).last == "done")
    }

    @Test(
        "\"cancel\" and a cancelled request take the way of cancelling",
        .fact("saykit-4.8-3", "saykit-4.8-4"))
    func cancel() throws {
        let said = try run(["small", "cancel"])
        #expect(nodes(said).last == "bye")
        #expect(said.events("edge").last?["by"] == "cancel")
        var called = try SayWorld([.waits], dialogue: TestDialogue.order)
        called.run()
        called.call("cancelRequest")
        called.run()
        #expect(nodes(called).last == "bye")
    }

    @Test("a request without an answer takes the way of failure", .fact("saykit-4.8-4"))
    func failure() throws {
        var world = try SayWorld([.isSilent, .isSilent], dialogue: TestDialogue.order)
        world.run()
        #expect(world.events("edge").last?["by"] == "failure")
        #expect(nodes(world).last == "bye")
    }

    @Test("without a way for it, the dialogue ends with the reason")
    func ends() throws {
        let world = try run(["small", "two", "cancel"])
        #expect(end(world) == "cancelled")
    }

    @Test(
        "a loop without speech ends after as many nodes as the dialogue allows",
        .fact("saykit-4.8-5"))
    func loopGuard() throws {
        let text = """
            { "start": "a", "limits": {"visits": 50},
              "nodes": {"a": {"say": "…", "next": "b"}, "b": {"say": "…", "next": "a"}} }
            """
        let world = try run([], text)
        #expect(end(world) == "loopGuard")
        #expect(nodes(world).count == 50)
    }

    @Test("entities of a pattern decide, and are spoken", .fact("saykit-4.8-1"))
    func entities() throws {
        let text = """
            { "start": "move",
              "nodes": {
                "move": {"ask": {"kind": "pattern", "prompt": "Your move?",
                                 "templates": ["@piece to @row @column:Number"]},
                         "save": "move",
                         "on": [{"entity": "column", "above": 8, "next": "off"},
                                {"entity": "piece", "equals": "Rook", "next": "rook"}],
                         "otherwise": "off"},
                "off": {"say": "{move.piece} leaves the board.", "next": "move"},
                "rook": {"say": "Rook to {move.row} {move.column}.", "end": true} } }
            """
        let world = try run(["bishop to f 9", "rook to a 3"], text)
        #expect(
            spoken(world) == [
                "Your move?", "bishop leaves the board.", "Your move?", "Rook to a 3.",
            ])
    }

    @Test("\"back\" leads to the question before, which a graph says")
    func backInGraphs() throws {
        let files = [SayKitFactory.dialogueFile: Array(TestDialogue.order.utf8)]
        let graph = try SayKitFactory().graph(of: files, name: "order", named: { $0 })
        let back = graph?.edges.filter { $0.key == "back" } ?? []
        #expect(back.map(\.module) == ["count", "size", "sure"])
        #expect(back.allSatisfy { $0.target == "previous question" && $0.isDynamic })
    }

    @Test(
        "every step that is taken is an edge of the graph, and every node is in it",
        .fact("saykit-4.8-6"))
    func graph() throws {
        let files = [SayKitFactory.dialogueFile: Array(TestDialogue.order.utf8)]
        let graph = try #require(
            try SayKitFactory().graph(of: files, name: "order", named: { $0 }))
        #expect(
            graph.modules.map(\.id) == ["bye", "count", "done", "greet", "many", "size", "sure"])
        for texts in [
            ["small", "eleven", "help", "go back", "repeat", "large", "0"], ["big", "2", "no"],
        ] {
            let world = try run(texts)
            for step in world.events("edge") {
                let isKnown = graph.edges.contains { edge in
                    edge.module == step["from"]?.string && edge.key == step["by"]?.string
                        && (edge.isDynamic || edge.target == step["to"]?.string)
                }
                #expect(isKnown, "\(step)")
            }
        }
    }

    @Test("a call that presents a request is refused while a dialogue runs")
    func present() throws {
        var world = try SayWorld([.waits], dialogue: TestDialogue.order)
        let call = world.present("confirmation")
        #expect(world.refusal(of: call)?.contains("a dialogue runs") == true)
    }
}
