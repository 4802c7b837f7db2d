import Testing
import VoiceDiff
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceSession
import VoiceSessionSupport
import VoiceTrace

/// Regressions are planted and must be named: where, when, what was expected and what was found.
@Suite("Planted regression")
struct PlantedRegressionTests {
    @Test("a threshold moved by a tenth is named as the first cause")
    func thresholdMoved() throws {
        let stage = Stage()
        let session = try stage.seal()
        let recorded = try SessionSettings(
            engine: stage.factory.declaration, recorded: try session.open().settings
        ).value(of: "speech.thresholdPermille")
        let threshold = try #require(recorded)
        let cause = try cause(of: stage, session) {
            $0.changes = [("speech.thresholdPermille", threshold + 100)]
        }
        #expect(cause.difference?.event.kind == "speechStart")
        #expect(cause.field?.name == "why.threshold")
        #expect(cause.sentence.contains("speech.thresholdPermille"))
        #expect(cause.sentence.contains("+0.1"))
        #expect(cause.sentence.contains("module Ask"))
    }

    @Test("a silence after speech that is one hop longer is named as the first cause")
    func silenceLonger() throws {
        let stage = Stage()
        let cause = try cause(of: stage, try stage.seal()) {
            $0.changes = [("flow.maxPostSpeechSilenceLengthMs", 1_010)]
        }
        #expect(cause.difference?.event.kind == "speechEnd")
        #expect(cause.field?.name == "why.limit")
        #expect(cause.sentence.contains("expected 1000 ms, found 1010 ms"))
    }

    @Test("an endpoint that comes 200 ms late is named whoever asked for it")
    func endpointLate() throws {
        let stage = Stage()
        let cause = try cause(of: stage, try stage.seal()) {
            $0.changes = [("endpoint.offsetMs", 200)]
        }
        #expect(cause.sentence.contains("endpoint.offsetMs 0 -> 200 (+200 ms)"))
        #expect(cause.difference?.shift == 3_200)
    }

    @Test("a dropped event is named as missing, with its module and time")
    func dropped() throws {
        let verdict = try verdict(editing: { events in
            let index = try #require(events.firstIndex { $0.fields["item"] == "P_Yes" })
            events.remove(at: index)
        })
        #expect(verdict.diff?.counts[.extra] == 1)
        let sentence = try #require(verdict.firstCause?.sentence)
        #expect(sentence.contains("P_Yes") && sentence.contains("module SayYes"))
        #expect(sentence.contains(" ms"))
    }

    @Test("two swapped events are named as moved")
    func swapped() throws {
        let verdict = try verdict(editing: { events in
            let index = try #require(events.firstIndex { $0.kind == "segment" })
            events.swapAt(index, index + 1)
        })
        #expect(verdict.diff?.counts[.moved] == 1)
    }

    @Test("a changed field is named with what was expected and what was found")
    func changed() throws {
        let verdict = try verdict(editing: { events in
            let index = try #require(events.firstIndex { $0.kind == "final" })
            events[index].fields["text"] = "no"
        })
        let change = try #require(verdict.firstCause?.field)
        #expect(change == FieldChange(name: "text", expected: "no", found: "yes"))
        #expect(verdict.firstCause?.sentence.contains("module Ask") == true)
    }

    @Test("a golden that someone edited by hand differs even where the events agree")
    func edited() throws {
        let stage = Stage()
        let session = try stage.seal()
        var bytes = try DiskFile.read(session.tracePath, limit: 1 << 20)
        let closing = try #require(bytes.dropLast().lastIndex(of: 0x0A))
        let digest = try #require(bytes[closing...].firstIndex(of: UInt8(ascii: "d")))
        bytes[digest + 12] = bytes[digest + 12] == UInt8(ascii: "0") ? 0x31 : 0x30
        try DiskFile.write(bytes, to: session.tracePath)
        let result = try stage.replay(session)
        #expect(result.golden.isEdited)
        #expect(!Self.diff(result).isEmpty)
    }

    @Test("a golden that is cut short is damage, at every line")
    func cutShort() throws {
        let stage = Stage()
        let session = try stage.seal()
        let bytes = try DiskFile.read(session.tracePath, limit: 1 << 20)
        let lines = bytes.indices.filter { bytes[$0] == 0x0A }
        for end in lines.dropLast() {
            try DiskFile.write(Array(bytes[...end]), to: session.tracePath)
            #expect(throws: SessionError.self) { _ = try stage.replay(session) }
        }
    }

    @Test("a golden that is missing is an error, not a recording")
    func missing() throws {
        let stage = Stage()
        let session = try stage.seal()
        try DiskFile.remove(session.tracePath)
        #expect(throws: SessionError.trace(.noGolden(path: session.path))) {
            _ = try stage.replay(session)
        }
        #expect(!DiskFile.exists(session.tracePath))
    }

    private static func diff(_ result: ReplayResult) -> TraceDiff {
        TraceDiff(
            golden: result.golden.events, actual: result.events,
            sampleRate: result.manifest.sampleRate, vocabulary: .voiceflow,
            goldenIsEdited: result.golden.isEdited)
    }

    private func cause(
        of stage: Stage, _ session: SessionFolder, _ change: (inout ReplayOptions) -> Void
    ) throws -> FirstCause {
        let result = try stage.replay(session, change)
        let settings = result.changes.map {
            Cause(
                setting: SettingChange(
                    name: $0.name, expected: .integer(Int64($0.recorded)),
                    found: .integer(Int64($0.used))))
        }
        return try #require(FirstCause(Self.diff(result), causes: settings))
    }

    /// Replays against a golden whose events were changed, closing line and all.
    private func verdict(
        editing edit: (inout [TraceEvent]) throws -> Void
    ) throws -> Verdict {
        let stage = Stage()
        let session = try stage.seal()
        var events = try RecordedTrace(path: session.tracePath).events
        try edit(&events)
        try DiskFile.write(RecordedTrace(events: events).fileBytes(), to: session.tracePath)
        let result = try stage.replay(session)
        let verdict = Verdict(name: "planted", path: session.path, diff: Self.diff(result))
        #expect(verdict.outcome == .differs)
        return verdict
    }
}
