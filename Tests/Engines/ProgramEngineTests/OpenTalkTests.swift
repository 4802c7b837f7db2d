import Testing
import VoiceEngine
import VoiceJSON
import VoiceTime

@testable import ProgramEngine

/// Messages of a run held against the recorded ones: answers stay with what they came behind.
@Suite struct OpenTalkTests {
    private static func text(_ text: String) -> CallBody { CallBody(.string(text), .text) }

    private static func message(_ body: CallBody) -> CallQuestion {
        CallQuestion(to: "talk", body: body, isMessage: true)
    }

    private static func compared(_ body: CallBody) -> ComparedCall { ComparedCall(message(body)) }

    /// A recording of `sent`, where nil is sound, each with an answer of its own after 100 frames.
    private static func talk(_ sent: [String?], more: [OutsideAnswer.Chunk] = []) throws -> OpenTalk
    {
        var answer = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        answer.chunks = sent.enumerated().map {
            .init(after: 100, body: text("to \($0.element ?? "sound")"), behind: $0.offset + 1)
        }
        answer.chunks += more
        let kept = sent.enumerated().compactMap { index, body in
            body.map { (number: index + 1, message: message(text($0))) }
        }
        return OpenTalk(answer, sent: kept, at: 0)
    }

    /// What the app gets where it sends `sent` at frames 1,000, 2,000 and so on, and what each is.
    private static func run(
        _ talk: OpenTalk, _ sent: [String?]
    ) -> (got: [String], matches: [OpenTalk.Match]) {
        var talk = talk
        var got: [String] = []
        var matches: [OpenTalk.Match] = []
        for (index, body) in sent.enumerated() {
            let sent = talk.send(
                compared(text(body ?? "")), holdsBytes: body == nil, at: Frame(index + 1) * 1_000)
            matches.append(sent.match)
            got += sent.due.map { "\($0.part.body?.value.string ?? "") at \($0.frame)" }
        }
        return (got, matches)
    }

    @Test func whatAnsweredAMessageThatIsLeftOutNeverComes() throws {
        let found = Self.run(try Self.talk(["a", "b", "c"]), ["a", "c"])
        #expect(found.got == ["to a at 1100", "to c at 2100"])
        #expect(found.matches == [.known, .known])
    }

    @Test func aMessageThatIsSentTwiceMovesNoAnswer() throws {
        let found = Self.run(try Self.talk(["a", "b", "a"]), ["a", "a", "b", "a"])
        #expect(found.got == ["to a at 1100", "to b at 3100", "to a at 4100"])
        #expect(found.matches.allSatisfy { $0 == .known })
    }

    @Test func aMessageThatComesLateGetsItsAnswerThen() throws {
        let found = Self.run(try Self.talk(["a", "b", "c"]), ["b", "a", "c"])
        #expect(found.got == ["to b at 1100", "to a at 2100", "to c at 3100"])
    }

    @Test func oneMoreOfWhatIsSentTimeAndAgainLeavesOutNoOther() throws {
        let found = Self.run(
            try Self.talk(["alive", "a", "b", "alive", "c"]),
            ["alive", "a", "alive", "b", "alive", "alive", "c"])
        #expect(
            found.got == [
                "to alive at 1100", "to a at 2100", "to b at 4100", "to alive at 5100",
                "to c at 7100",
            ])
    }

    @Test func manyMessagesMayBeLeftOut() throws {
        let log = (0..<40).map { "log \($0)" }
        let found = Self.run(try Self.talk(["a"] + log + ["b"]), ["a", "b"])
        #expect(found.got == ["to a at 1100", "to b at 2100"])
    }

    @Test func aMessageThatIsNewMovesNoAnswer() throws {
        let recorded = try Self.talk([#"{"ask": 1}"#, #"{"ask": 2}"#])
        let found = Self.run(recorded, [#"{"ask": 1}"#, #"{"keepAlive": true}"#, #"{"ask": 2}"#])
        #expect(found.got == [#"to {"ask": 1} at 1100"#, #"to {"ask": 2} at 3100"#])
        #expect(found.matches == [.known, .new, .known])
    }

    @Test func aChangedMessageGetsTheAnswerOfTheOneInItsPlace() throws {
        let found = Self.run(try Self.talk(["a", "b", "c"]), ["a", "B", "c"])
        #expect(found.got == ["to a at 1100", "to b at 2100", "to c at 3100"])
        #expect(found.matches == [.known, .changed(Self.compared(Self.text("b"))), .known])
    }

    @Test(
        arguments: [
            [nil, "end", nil, "end"], [nil, nil, nil, nil, "end", nil, "end"],
        ] as [[String?]])
    func lessOrMoreSoundMovesNoAnswerOfAText(sent: [String?]) throws {
        let recorded = try Self.talk([nil, nil, "end", nil, "end"])
        let found = Self.run(recorded, sent)
        let ends = found.got.filter { $0.hasPrefix("to end") }
        let last = sent.count * 1_000 + 100
        #expect(ends == ["to end at \(last - 2_000)", "to end at \(last)"])
    }

    @Test func aCloseIsTheRecordedOneWhateverWasLeftOut() throws {
        let close = CallBody(["close": 1_000], .json)
        let answer = OutsideAnswer.Chunk(after: 5, body: close, behind: 3)
        var answers = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        (answers.chunks, answers.isClosed) = ([answer], true)
        var talk = OpenTalk(
            answers,
            sent: [Self.text("a"), Self.text("b"), close].enumerated().map {
                ($0 + 1, Self.message($1))
            }, at: 0)
        let other = CallBody(["close": 1_001, "reason": "enough"], .json)
        let sent = talk.send(Self.compared(other), holdsBytes: false, at: 10)
        #expect(sent.match == .known)
        #expect(sent.due.map(\.frame) == [15])
        #expect(sent.due.map(\.part.isLast) == [true])
    }

    @Test func aCloseOfTheServerEndsTheCallWhereTheAppClosesFirst() throws {
        var answers = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        let chunks = [("hello", 1), ("bye", 2)].map { text, behind in
            OutsideAnswer.Chunk(after: 5, body: Self.text(text), behind: behind)
        }
        let close = OutsideAnswer.Chunk(
            after: 9, body: CallBody(["close": 1_000], .json), behind: 2)
        (answers.chunks, answers.isClosed) = (chunks + [close], true)
        let recorded = ["a", "b"].enumerated().map { ($0 + 1, Self.message(Self.text($1))) }
        var talk = OpenTalk(answers, sent: recorded, at: 0)
        _ = talk.send(Self.compared(Self.text("a")), holdsBytes: false, at: 10)
        let early = Self.compared(CallBody(["close": 1_001], .json))
        let sent = talk.send(early, holdsBytes: false, at: 20)
        #expect(sent.due.map(\.frame) == [20])
        #expect(sent.due.map(\.part.isLast) == [true])
    }

    @Test(arguments: [true, false])
    func ofARecordingThatWasCutTheLastMessagesAreNotKnown(isCut: Bool) throws {
        var answers = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        answers.chunks = [.init(after: 5, body: Self.text("hello"), behind: 2)]
        answers.isClosed = !isCut
        let talk = OpenTalk(answers, sent: [(1, Self.message(Self.text("a")))], at: 0)
        let found = Self.run(talk, ["a", "b"])
        #expect(found.matches == [.known, isCut ? .known : .new])
        #expect(found.got == (isCut ? ["hello at 2005"] : []))
    }

    @Test func pingsAreAnsweredAsTheyWereAndMoveNothing() throws {
        let pong = OutsideAnswer.Chunk(after: 30, body: CallBody(["pong": "x"], .json), behind: 1)
        var talk = try Self.talk(["a"], more: [pong])
        for (frame, payload) in [(10, "x"), (500, "y")] as [(Frame, JSONValue)] {
            let found = talk.ping(payload, at: frame)
            #expect(found?.frame == frame + 30)
            #expect(found?.part.body == CallBody(["pong": payload], .json))
        }
        #expect(talk.due().isEmpty)
        #expect(talk.position == 0)
    }

    @Test func withoutARecordingOfMessagesTheirNumberCounts() throws {
        var answer = try #require(OutsideAnswer(of: ["status": 101, "chunks": .array([])]))
        answer.chunks = [.init(after: 7, body: Self.text("hello"), behind: 2)]
        let found = Self.run(OpenTalk(answer, sent: nil, at: 0), ["x", "y"])
        #expect(found.got == ["hello at 2007"])
    }
}
