import Testing
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// What a program did, kept and played in the place of the program.
@Suite struct ProgramActsTests {
    /// A program that acts with the second block and 50 frames behind that, and asks at the fifth.
    private static func bot() -> ScriptedLink {
        var blocks = 0
        var due: Frame?
        return ScriptedLink { turn, _ in
            func said(_ event: String, at frame: Frame, _ next: Frame? = nil) -> ProgramReply {
                ProgramReply(
                    acts: [ProgramAct(kind: .emit(event: event, fields: [:], why: [:]))],
                    idle: ProgramIdle(frame: frame, next: next))
            }
            if let frame = due, frame <= turn.until {
                due = nil
                return said("later", at: max(frame, turn.until))
            }
            blocks += turn.inputs.count
            var end = turn.until
            for block in [[]] + turn.ahead {
                end += Frame(block.count)
                if !block.isEmpty { blocks += 1 }
                if blocks == 2, turn.inputs.count + turn.ahead.count > 0, due == nil, end == 200 {
                    due = 250
                    return said("second", at: end, 250)
                }
                if blocks == 5, end == 500 { return said("fifth", at: end) }
            }
            return ProgramReply(acts: [], idle: ProgramIdle(frame: end, next: due))
        }
    }

    private static let block = [Int16](repeating: 1, count: 100)

    /// Tells a program five blocks, each in a turn of its own, and lets it run to every `step`.
    private func events(of link: any ProgramLink, step: Frame) throws -> [String] {
        var events: [String] = []
        var (at, next): (Frame, Frame?) = (0, nil)
        func turn(_ inputs: [ProgramInput], until frame: Frame) throws {
            let reply = try link.turn(ProgramTurn(inputs: inputs, at: at, until: frame))
            (at, next) = (reply.idle?.frame ?? frame, reply.idle?.next)
            for case .emit(let event, _, _) in reply.acts.map(\.kind) {
                events.append("\(event) \(at)")
            }
        }
        for frame in stride(from: Frame(10), through: 600, by: 10) {
            if let due = next, due <= frame { try turn([], until: due) }
            if frame % 100 == 0, frame <= 500 {
                try turn([.audio(Self.block)], until: frame)
            } else if frame % step == 0 {
                try turn([], until: frame)
            }
        }
        return events
    }

    @Test(arguments: [10, 30, 70, 600] as [Frame])
    func playsWhatWasKeptAtTheSameFramesWhateverTheStep(step: Frame) throws {
        let recorder = ActsRecorder(Self.bot())
        let recorded = try events(of: recorder, step: 600)
        #expect(recorded == ["second 200", "later 250", "fifth 500"])
        let silent = ScriptedLink { _, _ throws(ProgramFault) in throw ProgramFault("was asked") }
        let player = ActsPlayer(recorder.acts, after: 0, of: silent)
        #expect(try events(of: player, step: step) == recorded)
    }

    @Test func takesInAheadAsManyBlocksAsComeBeforeAnAct() throws {
        let recorder = ActsRecorder(Self.bot())
        _ = try events(of: recorder, step: 600)
        let silent = ScriptedLink { _, _ throws(ProgramFault) in throw ProgramFault("was asked") }
        let player = ActsPlayer(recorder.acts, after: 0, of: silent)
        let ahead = Array(repeating: Self.block, count: 4)
        let first = try player.turn(
            ProgramTurn(inputs: [.audio(Self.block)], at: 0, until: 100, ahead: ahead))
        #expect(first.idle == ProgramIdle(frame: 200, next: 250))
        let second = try player.turn(
            ProgramTurn(
                inputs: [], at: 200, until: 250, ahead: [[Int16](repeating: 0, count: 50)]))
        #expect(second.idle?.frame == 250)
        #expect(second.acts.count == 1)
    }

    @Test func runsTheProgramUpToAFrameAndNotBehindIt() throws {
        let recorder = ActsRecorder(Self.bot())
        _ = try events(of: recorder, step: 600)
        var last: Frame = 0
        let changed = ScriptedLink { turn, number in
            last = turn.limit
            return .at(turn, number == 0 ? [.emit(event: "changed", fields: [:], why: [:])] : [])
        }
        let player = ActsPlayer(recorder.acts, after: 210, of: changed)
        let played = try events(of: player, step: 600)
        #expect(played == ["changed 100", "later 300", "fifth 500"])
        #expect(last == 200)
    }

    @Test func playsNothingBehindAProgramThatBeganSomethingElse() throws {
        let recorder = ActsRecorder(Self.bot())
        _ = try events(of: recorder, step: 600)
        let changed = ScriptedLink { turn, number in
            .at(turn, number == 0 ? [.play(id: 1, .text("more"), isLast: true)] : [])
        }
        let player = ActsPlayer(recorder.acts, after: 210, of: changed)
        #expect(try events(of: player, step: 600).isEmpty)
    }

    @Test func keepsNoSoundAndNoSecretInTheFile() throws {
        let key = "Bearer abcdefghijklmnopqrstuvwxyz"
        let link = ScriptedLink { turn, _ in
            .at(
                turn,
                [
                    .play(id: 1, .samples([7, 8, 9]), isLast: true),
                    .call(
                        id: 2,
                        CallQuestion(
                            to: "POST https://a.example/b?api_key=sesame",
                            body: CallBody(["apiKey": "sesame", "text": "hello"], .json))),
                    .more(id: 2, CallBody(.string(key), .text)),
                ])
        }
        let recorder = ActsRecorder(link)
        _ = try recorder.turn(ProgramTurn(inputs: [], at: 0, until: 0))
        let bytes = recorder.acts.fileBytes
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(!text.contains("sesame") && !text.contains(key) && !text.contains("pcm"))
        let read = try ProgramActs(bytes: bytes)
        #expect(read == recorder.acts)
        #expect(
            read.rows.first?.acts.first?.sounding.kind
                == .play(id: 1, .samples([0, 0, 0]), isLast: true))
    }

    @Test func everyActIsReadAsItWasWritten() throws {
        let acts: [ProgramAct.Kind] = [
            .emit(event: "a", fields: ["b": 1], why: ["c": 2]),
            .play(id: 1, .text("hello"), isLast: false), .play(id: 2, .file("a.wav"), isLast: true),
            .stop(id: 1), .listen(id: 3, phrases: ["yes"], limits: ["waitMs": 5]),
            .listen(id: 4, phrases: nil, limits: [:]), .field(name: "Size", value: "large"),
            .call(id: 5, question("large")), .more(id: 5, CallBody("x", .text)), .cancel(id: 5),
            .made(id: 5, answer("a", "b")), .came(id: 5, CallBody("x", .text), isLast: true),
            .escape(what: "clock", name: "time"), .ended, .failed(reason: "no size"),
        ]
        for kind in acts {
            let act = ProgramAct(kind: kind, line: "bot.py:1 main")
            #expect(try ProgramAct(of: act.object) == act)
        }
    }

    @Test(arguments: [
        "no json", "{}", #"{"t":0,"inputs":0,"acts":[]}"#, #"{"t":-1,"inputs":0,"acts":[{}]}"#,
        #"{"t":0,"inputs":-1,"acts":[{"kind":"ended"}]}"#,
        #"{"t":0,"inputs":0,"acts":[{"kind":"idle","t":0}]}"#,
        #"{"t":0,"inputs":0,"acts":[{"kind":"sing"}]}"#,
        #"{"t":0,"inputs":0,"acts":[{"kind":"play","id":1,"frames":99999999}]}"#,
        #"{"t":0,"inputs":0,"acts":[{"kind":"play","id":1,"frames":-1}]}"#,
        #"{"t":9000000000000,"inputs":0,"acts":[{"kind":"ended"}]}"#,
    ])
    func refusesALine(line: String) {
        let good = #"{"acts":[{"kind":"stop","id":1}],"inputs":0,"t":0}"#
        let error = #expect(throws: CallTapeError.self) {
            _ = try ProgramActs(bytes: Array("\(good)\n\(line)\n".utf8))
        }
        #expect(error?.line == 2)
    }

    @Test func refusesReorderedRowsAndMoreSilenceThanMemoryHolds() {
        func row(_ frame: Int, _ act: String) -> String {
            #"{"acts":[\#(act)],"inputs":0,"t":\#(frame)}"# + "\n"
        }
        let stop = #"{"kind":"stop","id":1}"#
        let late = #expect(throws: CallTapeError.self) {
            _ = try ProgramActs(bytes: Array((row(9, stop) + row(8, stop)).utf8))
        }
        #expect(late?.line == 2)
        let silence = #"{"kind":"play","id":1,"frames":1048576,"last":false}"#
        let long = String(repeating: row(0, silence), count: 300)
        let much = #expect(throws: CallTapeError.self) {
            _ = try ProgramActs(bytes: Array(long.utf8))
        }
        #expect(much?.line == 257)
    }

    // MARK: Hiding

    @Test func hidesTextsOfActsAndKeepsNamesOfKinds() throws {
        var acts = ProgramActs()
        acts.add(
            [
                ProgramAct(kind: .emit(event: "decided", fields: ["state": "large"], why: [:])),
                ProgramAct(kind: .play(id: 1, .text("A large pizza"), isLast: true)),
                ProgramAct(kind: .listen(id: 2, phrases: ["large"], limits: [:])),
                ProgramAct(kind: .call(id: 3, question("large"))),
                ProgramAct(kind: .more(id: 3, CallBody("large!", .text))),
                ProgramAct(kind: .failed(reason: "no large")),
            ], at: 0, inputs: 0)
        let program = try ProgramDescription(ScriptedLink { turn, _ in .at(turn) }.ready)
        let hidden = acts.hidden(by: Self.hide, of: program, ProgramRules())
        let text = String(decoding: hidden.bytes, as: UTF8.self)
        #expect(!text.contains("large"))
        #expect(text.contains("decided"))
        #expect(hidden.digests.count == 2)
        #expect(acts.told(from: 0, of: program) == ["large", "A large pizza", "large", "large!"])
        #expect(acts.told(from: 1, of: program).isEmpty)
        #expect(acts.expected.map(\.texts) == [["large"]])
    }

    @Test func hidesNumbersAndNamesOfMembersOfEvidenceButNoTimes() throws {
        let program = try ProgramDescription(
            ScriptedLink(ready: [
                "kinds": [
                    "decided": [
                        "role": "decision", "fields": [:], "units": ["limit": "ms"],
                    ]
                ]
            ]) { turn, _ in .at(turn) }.ready)
        var acts = ProgramActs()
        let why: JSONObject = ["number": 5_550_123, "large": 1, "limit": 5_550_123]
        acts.add(
            [ProgramAct(kind: .emit(event: "decided", fields: [:], why: why))], at: 0, inputs: 0)
        func hide(_ value: JSONValue) -> JSONValue {
            let text = JSONWriter.text(Self.hide(value)).replacing("5550123", with: "9")
            return (try? JSONReader.value(of: Array(text.utf8))) ?? value
        }
        let hidden = try ProgramActs(
            bytes: acts.hidden(by: hide, of: program, ProgramRules()).bytes)
        #expect(
            hidden.rows.first?.acts.first?.kind
                == .emit(
                    event: "decided", fields: [:],
                    why: ["number": 9, "xxxxx": 1, "limit": 5_550_123]))
    }

    @Test func aHiddenTapeKeepsWhatItsMessagesComeBehind() throws {
        var answer = answer("large")
        answer.chunks[0].behind = 2
        let open = CallQuestion(
            to: "GET wss://a.example", body: CallBody("", .text), isOpen: true)
        let tape = try CallTape(recorded: [(open, answer)])
        let hidden = try CallTape(bytes: tape.hidden(by: Self.hide, hidesCalls: true).bytes)
        #expect(hidden.rows.first?.answer.chunks.first?.behind == 2)
        #expect(hidden.rows.first?.answer.chunks.first?.body.value == "xxxxx")
    }

    @Test func aTapeOfARedactionAnswersWhatIsAlike() throws {
        var tape = try CallTape(recorded: [
            (question("a small pizza"), answer("1")), (question("a large pizza"), answer("2")),
        ])
        #expect(tape.nextRow(question("a xxxxx pizza")) == nil)
        tape.areAlike = { recorded, asked in
            JSONWriter.text(recorded).replacing("large", with: "xxxxx") == JSONWriter.text(asked)
        }
        #expect(tape.nextRow(question("a xxxxx pizza"))?.answer.chunks.first?.body.value == "2")
        #expect(tape.nextRow(question("a xxxxx pizza")) == nil)
    }

    private static func hide(_ value: JSONValue) -> JSONValue {
        let text = JSONWriter.text(value).replacing("large", with: "xxxxx")
        return (try? JSONReader.value(of: Array(text.utf8))) ?? value
    }
}
