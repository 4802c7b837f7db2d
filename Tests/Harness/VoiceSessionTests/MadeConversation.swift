import VoiceAudio
import VoiceDiff
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceMedia
import VoiceTime
import VoiceTrace

@testable import VoiceSession

/// A conversation whose truth is known, in milliseconds, as the trace of a flow would tell it.
struct MadeConversation {
    private var events: [(ms: Int64, event: TraceEvent)] = []
    private var inputs: [(ms: Int64, input: SessionInput)] = []
    private var lines = 0
    var scenario = "{}"
    var vocabulary = EventVocabulary.voiceflow
    var project: [TurnExpectation] = []
    /// How long it is.
    var milliseconds: Int64 = 10_000

    /// A prompt that plays from one time to another.
    mutating func prompt(
        _ item: String, _ text: String, _ from: Int64, _ to: Int64, isStopped: Bool = false
    ) {
        media(item, "playAudio", "started", from)
        add(
            "segment", ["prompt": .string(item), "text": .string(text), "digest": .string(text)],
            from)
        media(item, "playAudio", isStopped ? "stopped" : "ended", to)
    }

    /// The app listens from one time to another.
    mutating func listen(_ from: Int64, _ to: Int64) {
        media("R", "recognizeAudio", "started", from)
        media("R", "recognizeAudio", "ended", to)
    }

    /// The caller speaks, and the detector decides the end `endpoint` later.
    mutating func caller(
        _ words: String, _ from: Int64, _ to: Int64, endpoint: Int64? = 500
    ) {
        let speech = frame(from)..<frame(to)
        var line = CallerLine(
            line: lines, start: speech.lowerBound, end: speech.upperBound, active: speech,
            words: words)
        line.speech = speech
        line.labels = .scenario
        lines += 1
        inputs.append((from, .caller(line)))
        guard let endpoint else { return }
        add("speechStart", ["spoken": .integer(frame(from))], from + 150, .speech)
        add(
            "speechEnd", ["spoken": .integer(frame(to))], to + endpoint, .speech,
            ["limit": .integer(frame(endpoint))])
        if !words.isEmpty { add("final", ["text": .string(words)], to + endpoint, .words) }
    }

    /// An engine without prompts tells its app what the caller said.
    mutating func answer(_ text: String, at time: Int64) {
        add("response", ["text": .string(text)], time)
    }

    /// The app calls its engine.
    mutating func call(_ name: String, _ arguments: JSONObject, at time: Int64) {
        inputs.append(
            (time, .call(EngineCall(facade: "voiceflow", name: name, arguments: arguments))))
    }

    /// The telephone tells of its call; its frames are given in milliseconds.
    mutating func telephone(
        _ kind: String, at time: Int64, item: String? = nil, milliseconds: Int64? = nil,
        frames: [String: Int64] = [:], numbers: [String: Int64] = [:],
        texts: [String: String] = [:]
    ) {
        var fields: JSONObject = [:]
        for (key, value) in numbers { fields[key] = .integer(value) }
        for (key, value) in texts { fields[key] = .string(value) }
        if let item { fields["item"] = .string(item) }
        if let milliseconds { fields["milliseconds"] = .integer(milliseconds) }
        for (key, value) in frames { fields[key] = .integer(frame(value)) }
        add(kind, fields, time, .actions, ["line": "bot.py:7 answer"])
    }

    private func frame(_ ms: Int64) -> Frame { SampleRate.standard.frames(milliseconds: ms) }

    private mutating func media(
        _ item: String, _ function: String, _ event: String, _ time: Int64
    ) {
        add(
            "media",
            [
                "module": "Ask", "item": .string(item), "function": .string(function),
                "event": .string(event),
            ], time)
    }

    private mutating func add(
        _ kind: String, _ fields: JSONObject, _ time: Int64, _ tap: Tap = .actions,
        _ why: JSONObject = [:]
    ) {
        events.append(
            (time, TraceEvent(frame: frame(time), tap: tap, kind: kind, fields: fields, why: why)))
    }

    /// The run, with its events and inputs in order.
    var run: JudgedRun {
        let ordered = events.enumerated().sorted {
            ($0.element.ms, $0.offset) < ($1.element.ms, $1.offset)
        }
        var trace: [TraceEvent] = []
        for (number, one) in ordered.enumerated() {
            var event = one.element.event
            event.sequence = number
            trace.append(event)
        }
        let came = inputs.enumerated().sorted {
            ($0.element.ms, $0.offset) < ($1.element.ms, $1.offset)
        }
        let recorded = came.enumerated().map { number, one in
            InputEvent(
                sequence: number, frame: frame(one.element.ms),
                after: trace.filter { $0.frame <= frame(one.element.ms) }.count,
                input: one.element.input)
        }
        var manifest = SessionManifest(
            name: "made", engine: .init(kind: "voiceflow", version: "1"), sampleRate: .standard,
            seed: 1, frames: frame(milliseconds),
            recognizer: .init(kind: "scripted", model: "", digest: ""),
            synthesizer: .init(kind: "none", version: "1"),
            settings: ["speech.endSilenceMs": 500], counts: [:], createdBy: "test")
        manifest.vocabulary = vocabulary
        manifest.files.append(("flow/scenario.json", FileEntry(sha256: "", size: 2)))
        var files = ["scenario.json": Array(scenario.utf8)]
        files[RecordingPlan.expectationsName] = FileExpectations.file(project)
        return JudgedRun(
            MeasuredRun(
                name: "made", path: "made.vsession", manifest: manifest, events: trace,
                vocabulary: vocabulary, inputs: recorded, sounds: SessionSounds()),
            prompts: PromptIndex(), files: files)
    }

    /// What breaks the rule.
    func faults(_ rule: String) throws -> [TurnFault] {
        run.faults(of: [try TurnExpectation(rule)])
    }
}
