import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// What the app sends on calls that stay open: kept, compared and hidden.
@Suite struct SentMessageTests {
    private static let to = "GET wss://voice.example/talk"
    private static let open = CallQuestion(
        to: to, body: CallBody(.string(""), .text), isOpen: true)
    private static let opened = OutsideAnswer(of: ["status": 101, "chunks": .array([])])

    private static func text(_ text: String) -> CallBody { CallBody(.string(text), .text) }

    /// The file of a run that asks `asked` behind `sent`.
    private static func file(
        _ sent: [CallBody], asked: String = "small", callsBefore: Int = 1
    ) throws -> [String: [UInt8]] {
        var tape = CallTape()
        let messages = sent.enumerated().map {
            SentMessage($0.offset + 1, after: callsBefore, $0.element)
        }
        tape.add(open, try #require(opened), sent: messages)
        tape.add(question(asked), answer("yes"))
        return [CallTape.fileName: tape.fileBytes]
    }

    private static func change(
        _ before: [String: [UInt8]], _ now: [String: [UInt8]]
    ) -> (what: String, names: [String])? {
        ProgramEngineFactory().changedCall(from: before, to: now)
    }

    @Test func keepsWhatTheAppSendsButForSoundAndSecrets() throws {
        let sound = String(repeating: "AAAA", count: 100)
        let sent: [CallBody] = [
            Self.text(#"{"type":"session","apiKey":"abc"}"#), CallBody(.string(sound), .base64),
            Self.text(#"{"type":"append","audio":"\#(sound)"}"#), Self.text("bye"),
        ]
        let link = ScriptedLink { turn, number in
            switch number {
            case 0: .at(turn, [.call(id: 1, Self.open)])
            case 1: .at(turn, Self.opened.map { [.made(id: 1, $0)] } ?? [])
            case 3: .at(turn, sent.map { .more(id: 1, $0) })
            default: .at(turn)
            }
        }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        let output = engine.step(.timer(id: 1), at: 100)
        #expect(output.fields(of: "more")?["to"] == .string(Self.to))
        let rows = try CallTape(bytes: #require(engine.keptFiles[CallTape.fileName])).rows
        #expect(
            rows.first?.sent == [
                SentMessage(1, after: 1, Self.text(#"{"apiKey":"***","type":"session"}"#)),
                SentMessage(4, after: 1, Self.text("bye")),
            ])
    }

    @Test func namesTheFirstMessageThatSaysSomethingElse() throws {
        let before = try Self.file([Self.text(#"{"text":"small"}"#), Self.text("end")])
        #expect(Self.change(before, before) == nil)
        let now = Self.text(#"{"text":"large"}"#)
        let change = try #require(Self.change(before, try Self.file([now, Self.text("end")])))
        #expect(
            change.what == #"The app sends something else on \#(Self.to): text "small" -> "large""#)
        #expect(change.names == [Self.to, CallQuestion(to: Self.to, body: now).digest])
    }

    @Test(arguments: [
        (["b"], #"The app does not send on GET wss://voice.example/talk: "a""#),
        (["b", "a"], #"The app sends in another order on GET wss://voice.example/talk: "b""#),
        (["a", "a", "b"], #"The app sends once more on GET wss://voice.example/talk: "a""#),
        (["c", "a", "b"], #"The app sends a new message on GET wss://voice.example/talk: "c""#),
    ])
    func namesAMessageThatIsNewMissingOrMoved(sent: [String], what: String) throws {
        let before = try Self.file(["a", "b"].map { CallBody(.string($0), .json) })
        let now = try Self.file(sent.map { CallBody(.string($0), .json) })
        #expect(Self.change(before, now)?.what == what)
    }

    @Test func namesAMessageBehindAllThatWereSent() throws {
        let before = try Self.file([Self.text("a")], callsBefore: 2)
        let now = try Self.file([Self.text("a"), Self.text("b")], callsBefore: 2)
        #expect(
            Self.change(before, now)?.what.hasSuffix("a new message on \(Self.to): b") == true)
        #expect(Self.change(now, before)?.what == "The app does not send on \(Self.to): b")
    }

    @Test(arguments: [1, 2])
    func namesWhatCameFirstOfCallsAndMessages(callsBefore: Int) throws {
        let before = try Self.file([Self.text("a")], callsBefore: callsBefore)
        let now = try Self.file([Self.text("b")], asked: "tall", callsBefore: callsBefore)
        let first = callsBefore == 1 ? "The app sends something else" : "The call"
        #expect(Self.change(before, now)?.what.hasPrefix(first) == true)
    }

    @Test func comparesNoMessagesWithASessionThatKeptNone() throws {
        var old = CallTape()
        old.add(Self.open, try #require(Self.opened))
        old.add(question("small"), answer("yes"))
        let before = [CallTape.fileName: old.fileBytes]
        #expect(Self.change(before, try Self.file([Self.text("a")])) == nil)
        let changed = Self.change(before, try Self.file([Self.text("a")], asked: "tall"))
        #expect(changed?.what.hasPrefix("The call") == true)
    }

    @Test(arguments: [
        #""a""#, #"[{"number":0,"calls":0,"body":"a","encoding":"text"}]"#,
        #"[{"number":1,"calls":-1,"body":"a","encoding":"text"}]"#,
        #"[{"number":1,"calls":0,"encoding":"text"}]"#,
        #"[{"number":1,"calls":0,"body":"!","encoding":"base64"}]"#,
        #"[{"number":2,"calls":0,"body":"a"},{"number":1,"calls":0,"body":"a"}]"#,
        #"[{"number":1,"calls":2,"body":"a"},{"number":2,"calls":1,"body":"a"}]"#,
    ])
    func refusesMessagesThatAreNone(sent: String) {
        let row = #"{"to":"a","body":"","open":true,"sent":\#(sent),"answer":{"chunks":[]}}"#
        let error = #expect(throws: CallTapeError.self) {
            _ = try CallTape(bytes: Array("\n\(row)".utf8))
        }
        #expect(error?.line == 1)
        #expect(error?.member == "sent")
    }

    @Test(arguments: [true, false])
    func aCopyHidesWhatWasSentLikeWhatWasAsked(hidesCalls: Bool) throws {
        let body = Self.text(#"{"text":"large"}"#)
        let files = try Self.file([body], asked: "large")
        let tape = try CallTape(bytes: #require(files[CallTape.fileName]))
        let hidden = tape.hidden(
            by: { value in
                let text = JSONWriter.text(value).replacing("large", with: "xxxxx")
                return (try? JSONReader.value(of: Array(text.utf8))) ?? value
            }, hidesCalls: hidesCalls)
        let text = String(decoding: hidden.bytes, as: UTF8.self)
        #expect(text.contains("large") == !hidesCalls)
        let kept = try #require(try CallTape(bytes: hidden.bytes).rows.first?.sent?.first)
        #expect(kept.number == 1)
        let digest = { CallQuestion(to: Self.to, body: $0).digest }
        #expect(hidden.digests[digest(body)] == digest(kept.body))
    }
}
