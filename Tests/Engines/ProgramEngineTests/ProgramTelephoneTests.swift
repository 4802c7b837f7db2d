import Testing
import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// A program that is a server, and the telephone by which its callers reach it.
@Suite struct ProgramTelephoneTests {
    private let block = [Int16](repeating: 0, count: 160)

    private static func message(_ object: JSONObject) -> ProgramAct.Kind {
        var object = object
        object["streamSid"] = .string("MZ" + Digest.hex(of: Array("stream 7".utf8)).prefix(32))
        return .message(
            connection: 2, CallBody(.string(JSONWriter.text(.object(object))), .text), isLast: true)
    }

    private static func media(milliseconds: Int) -> ProgramAct.Kind {
        let bytes = [UInt8](repeating: 0x10, count: 8 * milliseconds)
        return message(["event": "media", "media": ["payload": .string(Base64.text(of: bytes))]])
    }

    /// A server that answers the webhook and the stream, and does `acts` at its numbered block of
    /// sound, which counts from 1.
    private func server(
        _ acts: [Int: [ProgramAct.Kind]]
    ) throws -> (engine: ProgramEngine, link: ScriptedLink) {
        var heard = 0
        let link = ScriptedLink(ready: ["hears": "audio"]) { turn, number in
            if number == 0 { return .at(turn, [.serve(port: 5050)]) }
            var blocks = [(turn.until, turn.inputs)]
            for (index, told) in turn.told.enumerated() {
                blocks.append((turn.until + 160 * Frame(index + 1), told))
            }
            for (frame, inputs) in blocks {
                var done: [ProgramAct.Kind] = []
                for input in inputs {
                    switch input {
                    case .open(let connection, _, let request) where request.to.hasPrefix("POST"):
                        done += [
                            .opened(connection: connection, status: 200, nil),
                            .message(
                                connection: connection,
                                CallBody(.string(TelephoneCall.connect), .text), isLast: true),
                        ]
                    case .open(let connection, _, _):
                        done.append(.opened(connection: connection, status: 101, nil))
                    case .message where input.message?["event"] == "media":
                        heard += 1
                        done += acts[heard] ?? []
                    default: break
                    }
                }
                if !done.isEmpty {
                    return ProgramReply(
                        acts: done.map { ProgramAct(kind: $0, line: "bot.py:9 main") },
                        idle: ProgramIdle(frame: frame, next: nil))
                }
            }
            return ProgramReply(acts: [], idle: ProgramIdle(frame: turn.limit, next: nil))
        }
        let telephone = Telephone(
            try TelephoneCall.settings(), rate: TelephoneCall.rate, seed: 7)
        return (try ProgramEngine.of(link, telephone: telephone), link)
    }

    /// Events of a run of so many blocks, with the frames; `ahead` blocks are told with each.
    private func run(
        _ acts: [Int: [ProgramAct.Kind]], blocks: Int, ahead: Int
    ) throws -> (events: [String], turns: Int, told: [String]) {
        var (engine, link) = try server(acts)
        var events: [String] = []
        func note(_ actions: [EngineAction], at frame: Frame) -> [(Frame, EngineEvent)] {
            var due: [(Frame, EngineEvent)] = []
            for action in actions {
                switch action {
                case .emit(let kind, let fields, _):
                    events.append("\(frame) \(kind) \(JSONWriter.text(.object(fields)))")
                case .play(let job, let request):
                    let end = frame + Frame(request.sound?.count ?? 0)
                    due.append((end, .media(.playEnded(job: job))))
                default: break
                }
            }
            return due
        }
        var due = note(engine.step(.run, at: 0), at: 0)
        for index in 1...blocks {
            let frame = Frame(160 * index)
            let more = Array(repeating: block, count: min(ahead, blocks - index))
            due += note(engine.step(.sound(block, ahead: more), at: frame), at: frame)
            for (at, event) in due.filter({ $0.0 <= frame }) {
                due.append(contentsOf: note(engine.step(event, at: max(at, frame)), at: frame))
            }
            due.removeAll { $0.0 <= frame }
        }
        let told = link.turns.flatMap { $0.inputs + $0.told.flatMap { $0 } }
            .compactMap { $0.message?["mark"]?.object?["name"]?.string }
        return (events, link.turns.count, told)
    }

    @Test func aServerWithoutATelephoneIsToldWhatToWrite() throws {
        let link = ScriptedLink { turn, number in
            .at(turn, number == 0 ? [.serve(port: 8000)] : [])
        }
        var engine = try ProgramEngine.of(link)
        let objections = engine.step(.run, at: 0).objections
        #expect(objections.count == 1)
        #expect(
            objections.first?.contains(
                "\"telephone\": {\"carrier\": \"twilio\", \"port\": 8000") == true)
    }

    @Test func hostsThatAreAnsweredAreToldInHello() {
        var hello = ProgramHello(rate: .standard, seed: 1)
        #expect(hello.object["answered"] == nil)
        hello.answered = ["api.twilio.com"]
        #expect(hello.object["answered"]?.array == ["api.twilio.com"])
    }

    @Test func soundAheadMakesNoDifferenceButFewerTurns() throws {
        let acts: [Int: [ProgramAct.Kind]] = [
            3: [
                Self.media(milliseconds: 200),
                Self.message(["event": "mark", "mark": ["name": "a"]]),
                Self.media(milliseconds: 500),
                Self.message(["event": "mark", "mark": ["name": "b"]]),
            ],
            20: [Self.message(["event": "clear"])],
            30: [Self.media(milliseconds: 100)],
        ]
        let plain = try run(acts, blocks: 60, ahead: 0)
        let ahead = try run(acts, blocks: 60, ahead: 50)
        #expect(plain.events == ahead.events)
        #expect(ahead.turns < plain.turns)
        #expect(ahead.told.count > 0)
        #expect(plain.told == ["a", "b"])
        #expect(
            plain.events.contains { $0.contains("thrown") && $0.contains("\"frames\":2880") })
    }

    @Test func aProgramMayNotPlayBesideItsTelephone() throws {
        let act = ProgramAct.Kind.play(id: 1, .samples([1]), isLast: true)
        var (engine, _) = try server([1: [act]])
        _ = engine.step(.run, at: 0)
        let actions = engine.step(.sound(block), at: 160)
        #expect(actions.breakdown?.contains("its caller hears it by telephone") == true)
    }

    @Test func aProgramThatEndsInACallIsWhatTheAppDoes() throws {
        let ended = ProgramFault("ended or closed its output, with exit code 0", hasEnded: true)
        let link = ScriptedLink { (turn, number) throws(ProgramFault) in
            if number > 0 { throw ended }
            return .at(turn, [.serve(port: 5050)])
        }
        let telephone = Telephone(
            try TelephoneCall.settings(), rate: TelephoneCall.rate, seed: 7)
        var engine = try ProgramEngine.of(link, telephone: telephone)
        let actions = engine.step(.run, at: 0)
        #expect(actions.breakdown == nil)
        #expect(
            actions.objections.first?.contains("The app ends in the call:") == true)
        #expect(actions.objections.first?.contains("exit code 0") == true)
    }

    @Test func theCallerHangsUpOnce() throws {
        var (engine, _) = try server([:])
        _ = engine.step(.run, at: 0)
        _ = engine.step(.sound(block), at: 160)
        let actions = engine.step(.world(.hangUp), at: 200)
        #expect(actions.kinds == ["hungUp"])
        #expect(engine.step(.world(.hangUp), at: 240).kinds == [])
    }

    @Test func aProgramWithoutATelephoneIsToldOfTheHangUp() throws {
        let link = ScriptedLink { turn, _ in .at(turn) }
        var engine = try ProgramEngine.of(link)
        _ = engine.step(.run, at: 0)
        _ = engine.step(.world(.hangUp), at: 100)
        #expect(link.turns.last?.inputs == [.hangUp])
        #expect(ProgramInput.hangUp.object(at: 100) == ["kind": "hangUp", "at": 100])
    }

    @Test func actsOfAServerComeBackFromTheirLines() throws {
        let acts: [ProgramAct.Kind] = [
            .serve(port: 5050), .opened(connection: 1, status: 200, nil),
            .message(connection: 1, CallBody("a", .text), isLast: false),
            .close(connection: 1, code: 1_000, reason: "bye"),
            .close(connection: 2, code: nil, reason: ""),
        ]
        for act in acts {
            let written = ProgramAct(kind: act, line: "bot.py:1 main")
            #expect(try ProgramAct(of: written.object) == written)
        }
    }

    @Test func theSoundOfAServerIsSilenceInACopy() throws {
        let carrier = try TelephoneCall.settings().carrier
        let body = CallBody("{\"event\":\"media\",\"media\":{\"payload\":\"EBAQ\"}}", .text)
        let quiet = carrier.silenced(body)
        #expect(
            quiet.json == ["event": "media", "media": ["payload": "////"]])
    }
}
