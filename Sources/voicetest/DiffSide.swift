import VoiceProject
import VoiceSession
import VoiceTime
import VoiceTrace

/// One side of a comparison: a session, or a bare trace.
struct DiffSide: Sendable {
    let path: String
    let trace: TraceLines
    let manifest: SessionManifest?
    let inputs: [InputEvent]?

    var rate: SampleRate? { manifest?.sampleRate }

    init(path: String, isGolden: Bool) async throws {
        self.path = path
        guard DiskFile.isFolder(path) else {
            trace = try TraceLines(path: path, checksDigest: isGolden)
            manifest = nil
            inputs = nil
            return
        }
        let folder = SessionFolder(path: path)
        var replayer = ReplayRunner.replayer()
        manifest = try replayer.checkClaims(of: folder)
        trace = try folder.goldenLines(checksDigest: isGolden)
        inputs = try RecordedInputs(path: folder.inputsPath).inputs
    }

    /// What the session's scenario asked for and did not get, and no acceptance took.
    func unmetFaults() throws -> [String] {
        guard let manifest else { return [] }
        return try AcceptanceLedger(in: SessionFolder(path: path)).unmetFaults(of: manifest)
    }

    /// That the events' numbers were changed by hand; nil where they fit, and where the trace is
    /// called edited already. A bare trace and a recovered session may lack some events.
    func numberFault(isGolden: Bool) throws -> String? {
        if trace.isEdited, !isGolden {
            return "\(path) was edited by hand: its events are not numbered in order"
        }
        if manifest != nil, !trace.isNumbered, !trace.isEdited {
            return try GoldenState.numberFault(
                RecordedTrace(events: try trace.events()), in: SessionFolder(path: path))
        }
        return nil
    }
}
