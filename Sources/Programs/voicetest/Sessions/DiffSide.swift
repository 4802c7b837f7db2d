import VoiceFiles
import VoiceJSON
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
    /// Meaning of its events.
    let vocabulary: EventVocabulary
    /// Values that its settings have unless said otherwise; empty where that is not known.
    let standards: JSONObject

    var rate: SampleRate? { manifest?.sampleRate }

    init(path: String) async throws {
        self.path = path
        guard DiskFile.isFolder(path) else {
            trace = try BareTrace.lines(of: path)
            manifest = nil
            inputs = nil
            vocabulary = try Engines.vocabulary(of: nil, trace)
            standards = [:]
            return
        }
        let folder = SessionFolder(path: path)
        var replayer = ReplayRunner.replayer()
        let manifest = try replayer.checkClaims(of: folder)
        self.manifest = manifest
        trace = try folder.goldenLines()
        inputs = try RecordedInputs(path: folder.inputsPath).inputs
        vocabulary = try Engines.vocabulary(of: manifest, trace)
        standards = Engines.standards(of: manifest, in: folder)
    }

    /// Returns the expectations of the session's scenario that were not met, and that no acceptance
    /// took.
    func unmetFaults() throws -> [String] {
        guard let manifest else { return [] }
        return try AcceptanceLedger(in: SessionFolder(path: path)).unmetFaults(of: manifest)
    }

    /// Says that the trace was edited by hand; nil where it is as it was written, and where the
    /// diff says so already. A bare trace and a recovered session may lack some events.
    func editFault(isGolden: Bool) throws -> String? {
        let subject = isGolden ? "the golden trace" : "the trace of \(path)"
        guard trace.isEdited else { return try claimFault().map { "\(subject) \($0)" } }
        return isGolden
            ? nil
            : "\(subject) was edited by hand: its digest or its numbering no longer fits it"
    }

    private func claimFault() throws -> String? {
        guard let manifest else { return nil }
        let folder = SessionFolder(path: path)
        if !trace.isNumbered {
            return try GoldenState.numberFault(
                RecordedTrace(events: try trace.events()), in: folder)
        }
        let ledger = try AcceptanceLedger(in: folder)
        if let fault = GoldenState.countFault(trace.count, manifest, ledger) { return fault }
        guard trace.count > 0 else { return nil }
        return GoldenState.settingFault([try trace.event(at: 0)], manifest, ledger)
    }
}
