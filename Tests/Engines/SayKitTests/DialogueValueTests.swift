import Foundation
import Testing
import VoiceJSON
import VoiceTestSupport

@testable import SayKit

/// The dialogue of ``TestDialogue`` in Swift.
enum SwiftDialogue {
    static let size = Dialogue.Key<SAYSelectResult>("size")
    static let count = Dialogue.Key<ExactNumber>("count")

    static let order = Dialogue(start: "greet") {
        Dialogue.Node("greet", say: "Welcome.", next: "size")
        Dialogue.Node(
            "size",
            request: .select(
                "Which size?",
                options: [
                    SAYSelectOption(label: "Small"),
                    SAYSelectOption(label: "Large", aliases: ["big"]),
                ]),
            save: size, otherwise: "count"
        ).leading(onCancel: "bye", onFailure: "bye")
        Dialogue.Node(
            "count", request: .number("How many \(size) ones?"), save: count,
            edges: [.above(10, to: "many"), .equals(0, to: "bye")], otherwise: "sure"
        ).leading(onCancel: "bye", onFailure: "bye").help("Say a number.")
        Dialogue.Node("many", say: "\(count) are too many.", next: "count")
            .atMost(2, afterwards: "bye")
        Dialogue.Node(
            "sure", request: .confirmation("\(count) \(size) ones?"),
            edges: [.yes(to: "done")], otherwise: "size")
        Dialogue.Node("done", say: "Ordered.", ends: true)
        Dialogue.Node("bye", say: "Goodbye.", ends: true)
    }

    /// A node for each kind of request, and everything that a node can have.
    static let everything = Dialogue(start: "say", visits: 50) {
        Dialogue.Node("say", say: "Hello.", next: "name")
        Dialogue.Node(
            "name", request: Dialogue.Request.string("Name?").retries(3),
            save: Dialogue.Key<String>("name"), edges: [.equals("Nobody", to: "end")],
            otherwise: "move"
        ).without(.help, .back)
        Dialogue.Node(
            "move",
            request: .pattern("Your move?", templates: ["@piece to @row @column:Number"]),
            save: Dialogue.Key<SAYPatternMatch>("move"),
            edges: [
                .entity("column", above: 8, to: "move"), .entity("column", below: 1, to: "move"),
                .entity("piece", equals: "king", to: "end"),
            ], otherwise: "what")
        Dialogue.Node(
            "what",
            request: .command(
                "What now?", types: [("back", []), ("paint", ["paint it @colour"])]),
            save: Dialogue.Key<SAYCommand>("what"),
            edges: [.command(.back, to: "move"), .parameter("colour", equals: "red", to: "end")],
            otherwise: "pay")
        Dialogue.Node(
            "pay",
            request: Dialogue.Request.select("Pay?", itemLabels: ["Cash", "Card"])
                .followupPrompt("Cash or card?").retries(SAYVoiceRequestRetryForever)
                .prompt(
                    SAYVoicePrompt(
                        displayMessage: "Payment", spokenMessage: SAYSpeechUtterance("Pay?"))),
            edges: [.option("Cash", to: "sure")], otherwise: "end")
        Dialogue.Node(
            "sure", say: "One moment.", request: .confirmation("Sure?"), edges: [.no(to: "pay")],
            otherwise: "end")
        Dialogue.Node("end", ends: true)
    }
}

@Suite("4.8 Dialogues as Swift values")
struct DialogueValueTests {
    private func json(_ dialogue: Dialogue) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        return String(decoding: try encoder.encode(dialogue), as: UTF8.self)
    }

    @Test("a value and the file that says the same are equal", .fact("saykit-4.8-8"))
    func equal() throws {
        let read = try JSONDecoder().decode(
            Dialogue.self, from: Data(TestDialogue.order.utf8))
        #expect(read == SwiftDialogue.order)
    }

    @Test("what a value can say is written and read without a loss", .fact("saykit-4.8-8"))
    func roundTrip() throws {
        #expect(SwiftDialogue.everything.findings() == [])
        let text = try json(SwiftDialogue.everything)
        let read = try JSONDecoder().decode(Dialogue.self, from: Data(text.utf8))
        #expect(read == SwiftDialogue.everything)
        #expect(try json(read) == text)
    }

    @Test("a value that is coded gives the trace of the file", .fact("saykit-4.8-8"))
    func trace() throws {
        let texts = ["big", "eleven", "help", "go back", "small", "3", "yes"]
        func events(_ dialogue: String) throws -> [String] {
            var world = try SayWorld(texts.map { .says($0) }, dialogue: dialogue)
            world.run()
            #expect(world.loop.hasEnded)
            return world.loop.events.map { "\($0.frame) \($0.kind) \($0.fields)" }
        }
        #expect(try events(json(SwiftDialogue.order)) == events(TestDialogue.order))
    }

    @Test("a call that brings a dialogue gives the trace of its file", .fact("saykit-4.8-8"))
    func call() throws {
        let callers = ["big", "two", "yes"].map { SayWorld.Caller.says($0) }
        var file = try SayWorld(callers, dialogue: TestDialogue.order)
        file.run()
        var world = try SayWorld(callers)
        let call = world.call("runDialogue", ["dialogue": SwiftDialogue.order.json])
        world.run()
        func events(_ world: SayWorld) -> [String] {
            world.loop.events.filter { !["ended", "dialogueOver"].contains($0.kind) }
                .map { "\($0.frame) \($0.kind) \($0.fields)" }
        }
        #expect(events(world) == events(file))
        #expect(!world.loop.hasEnded)
        let value = try #require(world.value(of: call))
        #expect(value["reason"] == "dialogueEnd" && value["node"] == "done")
        let count = value["answers"]?.object?["count"]?.object
        #expect(count?["value"] == 2 && count?["transcript"] == "two")
        let request = world.present("confirmation")
        world.run(until: world.loop.now + 100)
        #expect(world.refusal(of: request) == nil)
    }

    @Test("a wrong value says what is wrong, with its place")
    func findings() {
        let dialogue = Dialogue(start: "a") {
            Dialogue.Node(
                "a", request: .number("{size}?"), edges: [.above(3, to: "b")], otherwise: "a")
            Dialogue.Node("c", ends: true)
            Dialogue.Node("c", ends: true)
        }
        let found = dialogue.findings()
        #expect(found.count == 3)
        #expect(found.first == "two nodes are called \"c\". Give each a name of its own.")
        #expect(found.contains { $0.hasPrefix("$.nodes.a.on[0].next: unknown node") })
        #expect(found.contains { $0.hasPrefix("$.nodes.a.ask.prompt: no node saves") })
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Dialogue.self, from: Data(#"{"start": "x"}"#.utf8))
        }
    }

    @Test("a file is read, and refused with its lines")
    func file() throws {
        let folder = TemporaryFolder()
        try folder.write(Array(TestDialogue.order.utf8), to: "order.dialogue.json")
        let place = URL(fileURLWithPath: folder.path("order.dialogue.json"))
        #expect(try Dialogue(contentsOf: place) == SwiftDialogue.order)
        try folder.write(Array("{\n \"start\": \"x\",\n \"nodes\": {}}".utf8), to: "bad.json")
        let bad = URL(fileURLWithPath: folder.path("bad.json"))
        let error = #expect(throws: DialogueError.self) { try Dialogue(contentsOf: bad) }
        #expect(error?.description.contains("bad.json:3:") == true)
        let none = URL(fileURLWithPath: folder.path("none.json"))
        #expect(throws: DialogueError.self) { try Dialogue(contentsOf: none) }
    }

    @Test("nodes are made by loops and conditions")
    func builder() {
        func dialogue(isLong: Bool) -> Dialogue {
            Dialogue(start: "0") {
                for number in 0..<3 {
                    Dialogue.Node("\(number)", say: "\(number)", next: "\(number + 1)")
                }
                if isLong {
                    Dialogue.Node("3", say: "3", next: "4")
                } else {
                    Dialogue.Node("3", ends: true)
                }
                if isLong { Dialogue.Node("4", ends: true) }
            }
        }
        #expect(dialogue(isLong: true).nodes.map(\.id) == ["0", "1", "2", "3", "4"])
        #expect(dialogue(isLong: false).nodes.map(\.id) == ["0", "1", "2", "3"])
        #expect(dialogue(isLong: true).findings() == [])
    }

    @Test("a dialogue of a call is refused beside a request or another one, and where it is wrong")
    func refused() throws {
        var world = try SayWorld([.waits])
        let dialogue: JSONObject = ["dialogue": SwiftDialogue.order.json]
        let idle = world.call("cancelDialogue")
        #expect(world.refusal(of: idle) == "no dialogue of the app runs.")
        let wrong = world.call("runDialogue", ["dialogue": .object(["start": "a"])])
        #expect(world.refusal(of: wrong)?.contains("there are no nodes") == true)
        _ = world.present("confirmation")
        let beside = world.call("runDialogue", dialogue)
        #expect(world.refusal(of: beside)?.contains("a request is presented") == true)
        world.call("cancelRequest")
        world.run()
        let running = world.call("runDialogue", dialogue)
        let second = world.call("runDialogue", dialogue)
        let request = world.present("confirmation")
        let reason = "a dialogue runs. Wait for its end, or cancel it."
        #expect(world.refusal(of: second) == reason && world.refusal(of: request) == reason)
        world.run(until: world.loop.now + 40_000)
        world.call("cancelDialogue")
        #expect(world.value(of: running)?["reason"] == "cancelled")
        #expect(world.loop.playing.isEmpty && world.loop.listening.isEmpty)
        world.run()
        #expect(world.events("dialogueOver").count == 1)
    }

    @Test("shutting down answers the call of a dialogue")
    func shutDown() throws {
        var world = try SayWorld([.waits])
        let call = world.call("runDialogue", ["dialogue": SwiftDialogue.order.json])
        world.run(until: 40_000)
        world.call("shutDown")
        #expect(world.value(of: call)?["reason"] == "shutDown")
        #expect(world.loop.hasEnded && world.loop.replyCounts[call] == 1)
    }
}
