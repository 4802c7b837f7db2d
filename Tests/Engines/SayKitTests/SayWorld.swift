import VoiceEngine
import VoiceJSON
import VoiceRecognition
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

/// A machine on a fake loop, and a caller who answers each time it listens.
struct SayWorld {
    /// What the caller does when the machine listens.
    enum Caller: Equatable {
        case says(String)
        /// Words of which the recognizer is not sure, in thousandths.
        case murmurs(String, confidence: Int)
        /// Words with a rival that is less likely by `distance`.
        case wavers(String, rival: String, distance: Int)
        /// Nothing: the service gives up.
        case isSilent
        /// Something that the recognizer does not know.
        case mumbles
        /// The recognizer fails.
        case breaks
        /// The recognizer never answers.
        case hangs
        /// Nothing, and listening goes on.
        case waits
    }

    static let answerFrames: Frame = 8_000

    var machine: any EngineUnderTest
    var loop = FakeLoop()
    /// What the caller does, one after the other; then nothing.
    var caller: [Caller]
    private var callCount = 0

    init(
        _ caller: [Caller] = [], dialogue: String? = nil, settings: [String: Int] = [:],
        language: String = "en-US"
    ) throws {
        let files = dialogue.map { [SayKitFactory.dialogueFile: Array($0.utf8)] } ?? [:]
        let setup = EngineSetup(
            files: files, settings: settings, language: language, seed: 1, sampleRate: .standard)
        machine = try SayKitFactory().make(setup)
        self.caller = caller
        step(.run)
    }

    mutating func step(_ event: EngineEvent) {
        let actions = machine.step(event, at: loop.now)
        for action in actions {
            loop.perform(action)
            if case .listen(let job, let request) = action { answer(job, request) }
        }
    }

    private mutating func answer(_ job: Int, _ request: ListenRequest) {
        guard !caller.isEmpty else { return }
        let ended = { (heard: Bool) -> MediaSignal in
            .listenEnded(
                job: job,
                reason: heard ? .maxPostSpeechSilenceExceeded : .maxPreSpeechSilenceExceeded,
                heardSpeech: heard, why: [:])
        }
        let after = Self.answerFrames
        func heard(_ words: HeardWords) -> MediaSignal { .heard(job: job, words, event: 0) }
        switch caller.removeFirst() {
        case .says(let text):
            loop.bring(ended(true), after: after)
            loop.bring(heard(.final(text: text, confidence: 900)), after: after)
        case .murmurs(let text, let confidence):
            loop.bring(ended(true), after: after)
            loop.bring(heard(.final(text: text, confidence: confidence)), after: after)
        case .wavers(let text, let rival, let distance):
            let hypothesis = Hypothesis(
                text: text, confidence: 900, words: [],
                alternatives: [AlternativeReading(text: rival, distance: distance)])
            loop.bring(ended(true), after: after)
            loop.bring(heard(.final(hypothesis)), after: after)
        case .mumbles:
            loop.bring(ended(true), after: after)
            loop.bring(heard(.rejected), after: after)
        case .breaks:
            loop.bring(ended(true), after: after)
            loop.bring(heard(.failed(reason: "no model")), after: after)
        case .hangs: loop.bring(ended(true), after: after)
        case .isSilent: loop.bring(ended(false), after: request.preSpeechFrames)
        case .waits: break
        }
    }

    /// Makes a call, and gives its id.
    @discardableResult
    mutating func call(_ name: String, _ arguments: JSONObject = [:]) -> Int {
        callCount += 1
        step(
            .call(
                EngineCall(
                    facade: "saykit", name: name, arguments: arguments, id: callCount)))
        return callCount
    }

    /// Presents a request of `kind` with the prompt "Sure?", and gives the id of the call.
    mutating func present(_ kind: String, _ more: JSONObject = [:]) -> Int {
        var request = more
        request["kind"] = .string(kind)
        if request["prompt"] == nil { request["prompt"] = "Sure?" }
        return call("present", ["request": .object(request)])
    }

    /// Lets time pass until `limit`, or until nothing is due.
    mutating func run(until limit: Frame = .max) {
        var steps = 0
        while steps < 10_000, let event = loop.next(until: limit) {
            steps += 1
            step(event)
        }
    }

    // MARK: What came out

    /// The value that answered a call; nil where it failed or is open.
    func value(of call: Int) -> JSONObject? {
        guard case .value(let value)? = loop.replies[call] else { return nil }
        return value.object
    }

    func outcome(of call: Int) -> String? { value(of: call)?["outcome"]?.string }

    func error(of call: Int) -> String? { value(of: call)?["error"]?.object?["code"]?.string }

    func refusal(of call: Int) -> String? {
        guard case .failure(let reason)? = loop.replies[call] else { return nil }
        return reason
    }

    func events(_ kind: String) -> [JSONObject] {
        loop.events.filter { $0.kind == kind }.map(\.fields)
    }

    /// The states of the requests, in order.
    var states: [String] { events("state").compactMap { $0["state"]?.string } }

    /// What was spoken and played, in order.
    var sounds: [String] { events("sound").compactMap { $0["sound"]?.string } }

    func callbacks(_ name: String) -> [JSONObject] {
        loop.callbacks.filter { $0.name == name }.map(\.arguments)
    }
}
