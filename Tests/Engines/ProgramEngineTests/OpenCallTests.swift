import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// Calls that stay open: messages in both directions, recorded and replayed.
@Suite struct OpenCallTests {
    private static let question = CallQuestion(
        to: "GET wss://voice.example/talk", body: CallBody(.string(""), .text), isOpen: true)

    private func text(_ text: String) -> CallBody { CallBody(.string(text), .text) }

    private func bodies(_ turn: ProgramTurn?) -> [String] {
        (turn?.inputs ?? []).compactMap { input in
            guard case .answer(_, let part) = input else { return nil }
            return part.body?.value.string
        }
    }

    @Test func keepsEachMessageWithTheOneThatItCameBehind() throws {
        let opened = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.call(id: 1, Self.question)])
            case 1: .at(turn, [.made(id: 1, opened)])
            case 3: .at(turn, [.came(id: 1, self.text("hello"), isLast: false)])
            case 4: .at(turn, [.more(id: 1, self.text("large"))])
            case 5: .at(turn, [.came(id: 1, self.text("heard"), isLast: true)])
            default: .at(turn)
            }
        }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        #expect(bodies(link.turns.last) == [""])
        #expect(engine.step(.timer(id: 1), at: 100).wake == 1)
        _ = engine.step(.timer(id: 1), at: 101)
        #expect(bodies(link.turns.last) == ["hello"])
        _ = engine.step(.timer(id: 1), at: 300)
        let last = engine.step(.timer(id: 1), at: 301)
        #expect(bodies(link.turns.last) == ["heard"])
        #expect(last.fields(of: "answered")?["openFrames"] == 301)
        let rows = try CallTape(bytes: #require(engine.keptFiles[CallTape.fileName])).rows
        #expect(rows.map(\.answer.isClosed) == [true])
        #expect(
            rows.first?.answer.chunks == [
                .init(after: 101, body: text("hello"), behind: 0),
                .init(after: 200, body: text("heard"), behind: 1),
            ])
    }

    @Test func replaysAMessageAsLongBehindTheSameMessageOfTheApp() throws {
        let answer = try #require(
            OutsideAnswer(of: [
                "status": 101,
                "chunks": .array([
                    ["after": 101, "body": "hello", "encoding": "text"],
                    ["after": 200, "behind": 1, "body": "heard", "encoding": "text"],
                ]),
            ]))
        let tape = try CallTape(recorded: [(Self.question, answer)])
        // The app sends its message 50 frames later than it did.
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.call(id: 1, Self.question)])
            case 3: .at(turn, [.more(id: 1, self.text("large"))])
            default: .at(turn)
            }
        }
        var engine = try ProgramEngine.of(link, tape: tape)
        #expect(engine.step(.run, at: 0).wake == 101)
        _ = engine.step(.timer(id: 1), at: 101)
        #expect(bodies(link.turns.last) == ["hello"])
        #expect(engine.step(.timer(id: 2), at: 151).wake == 200)
        _ = engine.step(.timer(id: 1), at: 351)
        #expect(bodies(link.turns.last) == ["heard"])
    }

    @Test func refusesAMessageOnACallThatIsNotOpen() throws {
        let link = ScriptedLink { turn, number in
            .at(turn, number == 0 ? [.came(id: 9, self.text("a"), isLast: false)] : [])
        }
        var engine = try ProgramEngine.of(link)
        let reason = engine.step(.run, at: 0).breakdown
        #expect(reason?.contains("got a message on the call 9, which is not open") == true)
    }

    @Test func refusesMessagesOutOfTheirOrder() {
        #expect(
            OutsideAnswer(of: [
                "chunks": .array([
                    ["after": 5, "behind": 2, "body": "a", "encoding": "text"],
                    ["after": 9, "behind": 1, "body": "b", "encoding": "text"],
                ])
            ]) == nil)
    }

    /// A recording in which the server answers the message `sent` with `chunks`.
    private func recording(
        _ sent: String, _ chunks: [OutsideAnswer.Chunk]
    ) throws -> CallTape {
        var answer = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        answer.chunks = chunks
        var tape = CallTape()
        tape.add(Self.question, answer, sent: [SentMessage(1, after: 1, text(sent))])
        return try CallTape(bytes: tape.fileBytes)
    }

    /// An app that opens the call and sends `messages` as soon as it is open.
    private func link(sending messages: [CallBody]) -> ScriptedLink {
        ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.call(id: 1, Self.question)])
            case 1: .at(turn, messages.map { .more(id: 1, $0) })
            default: .at(turn)
            }
        }
    }

    @Test(
        "says of a message that was not recorded that its answers are those of another",
        arguments: [
            ("large", nil), ("small", "sends something else on GET wss://voice.example/talk"),
        ])
    func objects(sent: String, told: String?) throws {
        let heard = OutsideAnswer.Chunk(after: 100, body: text("heard"), behind: 1)
        let link = link(sending: [CallBody(["ping": "a"], .json), text(sent)])
        var engine = try ProgramEngine.of(link, tape: try recording("large", [heard]))
        let actions = engine.step(.run, at: 0)
        #expect(actions.objections.count == (told == nil ? 0 : 1))
        if let told { #expect(actions.objections.first?.contains(told) == true) }
        let rows = try CallTape(bytes: #require(engine.keptFiles[CallTape.fileName])).rows
        #expect(rows.first?.sent == [SentMessage(1, after: 1, text(sent))])
        #expect(rows.first?.answer.chunks == [heard])
    }

    @Test("answers a ping before an answer that is still to come")
    func pingWhileWaiting() throws {
        let link = link(sending: [text("large"), CallBody(["ping": "b"], .json)])
        let tape = try recording(
            "large",
            [
                .init(after: 1_000, body: text("heard"), behind: 1),
                .init(after: 50, body: CallBody(["pong": "a"], .json), behind: 1),
            ])
        var engine = try ProgramEngine.of(link, tape: tape)
        #expect(engine.step(.run, at: 0).wake == 50)
        #expect(engine.step(.timer(id: 1), at: 50).wake == 950)
        #expect(link.turns.last?.inputs.count == 1)
    }
}
