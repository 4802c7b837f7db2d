import Testing
import VoiceFiles
import VoiceJSON
import VoiceTestSupport
import VoiceTime
import VoiceTrace

/// One input or event a line, and back.
@Suite struct TraceTextTests {
    static let inputs: [SessionInput] = [
        .run, .gap(frames: 480), .returned, .end(reason: "silence"),
        .call(
            EngineCall(
                facade: "voiceflow", name: "setField", arguments: ["name": "a", "value": .null])),
        .call(EngineCall(facade: "counter", name: "countTo", id: 7)),
        .permission(.microphone, .denied), .audioSession(.began),
        .device(.other(event: "gone"), rest: ["name": "mic"]), .recognizerDelay(frames: 1_600),
        .caller(CallerLine(line: 0, start: 10, end: 90, active: 20..<80, words: "go to sleep")),
        .caller(CallerLine(line: 1, start: 0, end: 0, active: 0..<0, words: nil)),
        .other(kind: "lightning", fields: ["bolts": 3]),
    ]

    @Test("an event describes itself on one line")
    func description() {
        let event = TraceEvent(
            sequence: 3, frame: 480, tap: .actions, kind: "beat", fields: ["count": 1],
            why: ["most": 8])
        #expect("\(event)" == #"3: beat at frame 480 {"count":1}"#)
    }

    private func reread(_ input: InputEvent) throws -> [InputEvent] {
        let folder = TemporaryFolder()
        try DiskFile.write(RecordedInputs(inputs: [input]).fileBytes(), to: folder.path("i"))
        return try RecordedInputs(path: folder.path("i")).inputs
    }

    private func line(_ event: TraceEvent) -> String {
        var writer = JSONWriter()
        TraceText.write(event, into: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test("keeps every kind of input", arguments: inputs)
    func keepsEveryKindOfInput(input: SessionInput) throws {
        let event = InputEvent(sequence: 0, frame: 160, after: 7, input: input)
        #expect(try reread(event) == [event])
    }

    @Test(
        "keeps the callback an input was made from",
        arguments: [DuringCallback.Receiver.observer, .callback, .init(rawValue: "tally")])
    func during(receiver: DuringCallback.Receiver) throws {
        let event = InputEvent(
            sequence: 0, frame: 0, after: 4, during: DuringCallback(event: 3, by: receiver),
            input: .returned)
        #expect(try reread(event) == [event])
    }

    @Test("writes an input with sorted keys on one line")
    func inputLine() {
        var writer = JSONWriter()
        TraceText.write(
            InputEvent(
                sequence: 2, frame: 320, after: 5, during: DuringCallback(event: 4),
                input: .gap(frames: 7)),
            into: &writer)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"after":5,"during":{"by":"callback","event":4},"frames":7,"kind":"gap","#
                + #""seq":2,"t":320}"# + "\n")
    }

    @Test("writes an event with its own keys sorted among the fields")
    func eventLine() {
        let event = TraceEvent(
            sequence: 3, frame: 160, tap: .actions, kind: "media",
            fields: ["a": 1, "m": 2, "sequel": 3, "zone": 4, "é": 5], why: ["limit": 9])
        #expect(
            line(event)
                == #"{"a":1,"kind":"media","m":2,"seq":3,"sequel":3,"t":160,"tap":"actions","#
                + #""why":{"limit":9},"zone":4,"é":5}"# + "\n")
    }

    @Test("leaves out evidence that there is none of")
    func noEvidence() {
        let event = TraceEvent(frame: 0, tap: .speech, kind: "speechStart")
        #expect(line(event) == #"{"kind":"speechStart","seq":0,"t":0,"tap":"speech"}"# + "\n")
    }

    @Test("keeps every event, unknown kinds and fields too", arguments: 0..<UInt64(50))
    func events(seed: UInt64) throws {
        var values = RandomValues(seed: seed)
        let event = TraceEvent(
            sequence: 0, frame: Frame(seed) * 160, tap: Tap.allCases[Int(seed % 3)],
            kind: values.text(), fields: ["value": values.next(depth: 3)],
            why: ["evidence": values.next(depth: 2)])
        let folder = TemporaryFolder()
        try DiskFile.write(RecordedTrace(events: [event]).fileBytes(), to: folder.path("t"))
        #expect(try RecordedTrace(path: folder.path("t")).events == [event])
    }
}
