import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTime
import VoiceTrace

@testable import ProgramEngine

/// A program of a test: it answers turns by a closure and remembers them.
final class ScriptedLink: ProgramLink {
    let ready: JSONObject
    private(set) var turns: [ProgramTurn] = []
    private(set) var hello: ProgramHello?
    /// How often it asks its own network for what is not there.
    var networkFailures = 0
    private let answer: (ProgramTurn, Int) throws(ProgramFault) -> ProgramReply

    /// A program at the level of words, or as `ready` says; the number of a turn counts from 0.
    init(
        ready: JSONObject = [:],
        _ answer: @escaping (ProgramTurn, Int) throws(ProgramFault) -> ProgramReply
    ) {
        let usual: JSONObject = [
            "kind": "ready", "protocol": 1, "name": "bot", "version": "1", "hears": "words",
            "kinds": ["decided": ["role": "decision", "fields": ["state": "text"]]],
            "settings": ["patienceMs": 500, "voice": "anna"],
        ]
        self.ready = usual.adding(ready)
        self.answer = answer
    }

    func greet(_ hello: ProgramHello) throws(ProgramFault) -> (
        ready: JSONObject, asides: [ProgramAct]
    ) {
        self.hello = hello
        return (ready, [])
    }

    func turn(_ turn: ProgramTurn) throws(ProgramFault) -> ProgramReply {
        turns.append(turn)
        return try answer(turn, turns.count - 1)
    }
}

extension ProgramReply {
    /// `acts` at the end of `turn`, each with a line of its own.
    static func at(
        _ turn: ProgramTurn, _ acts: [ProgramAct.Kind] = [], next: Frame? = nil
    ) -> ProgramReply {
        ProgramReply(
            acts: acts.enumerated().map { ProgramAct(kind: $1, line: "bot.py:\($0 + 1) main") },
            idle: ProgramIdle(frame: turn.until, next: next))
    }
}

extension ProgramEngine {
    /// An engine of `link`, which answers calls from `tape`; nil makes them for real. `note` is
    /// told what a person has to know.
    static func of(
        _ link: ScriptedLink, tape: CallTape? = nil, stepFrames: Frame? = nil,
        note: (@Sendable (String) -> Void)? = nil, telephone: Telephone? = nil
    ) throws -> ProgramEngine {
        var command = try ProgramCommand("bot")
        command.note = note
        var setup = EngineSetup(
            files: [:], settings: [:], language: "en-US", seed: 7,
            sampleRate: telephone?.rate ?? .standard)
        setup.stepFrames = stepFrames
        let machine = ProgramMachine(
            described: try ProgramDescription(link.ready),
            settings: ProgramSettings([:], rate: .standard), setup: setup, tape: tape,
            telephone: telephone)
        return ProgramEngine(
            machine: machine, link: link, hello: ProgramHello(rate: .standard, seed: 7),
            command: command)
    }
}

extension [EngineAction] {
    /// The kinds of the events that are emitted.
    var kinds: [String] {
        compactMap { if case .emit(let kind, _, _) = $0 { kind } else { nil } }
    }

    /// The fields of the first event of `kind`.
    func fields(of kind: String) -> JSONObject? {
        for case .emit(kind, let fields, _) in self { return fields }
        return nil
    }

    /// Why the run proves nothing.
    var objections: [String] {
        compactMap { if case .object(let what, _, _) = $0 { what } else { nil } }
    }

    /// Why the engine broke down.
    var breakdown: String? {
        for case .breakDown(let reason) in self { return reason }
        return nil
    }

    /// After how many frames the program is woken.
    var wake: Frame? {
        for case .setTimer(1, let frames) in self { return frames }
        return nil
    }

    /// The jobs that play, with their requests.
    var plays: [(job: Int, request: PromptRequest)] {
        compactMap { if case .play(let job, let request) = $0 { (job, request) } else { nil } }
    }
}

/// A question in JSON.
func question(_ text: String, to: String = "POST https://model.example/ask") -> CallQuestion {
    CallQuestion(to: to, body: CallBody(["text": .string(text)], .json))
}

/// An answer of `texts`, the first after `after` frames and the others 100 frames apart.
func answer(_ texts: String..., after: Frame = 1_600) -> OutsideAnswer {
    var answer = OutsideAnswer.nothing
    answer.status = 200
    answer.chunks = texts.enumerated().map {
        .init(after: after + Frame(100 * $0), body: CallBody(.string($1), .text))
    }
    return answer
}

extension OutsideAnswer {
    static var nothing: OutsideAnswer {
        guard let answer = OutsideAnswer(of: ["chunks": .array([])]) else {
            preconditionFailure("is one")
        }
        return answer
    }
}

extension CallTape {
    /// A recorded tape of these calls, as a session holds it.
    init(recorded rows: [(CallQuestion, OutsideAnswer)]) throws {
        var tape = CallTape()
        for (question, answer) in rows { tape.add(question, answer) }
        try self.init(bytes: tape.fileBytes)
    }
}
