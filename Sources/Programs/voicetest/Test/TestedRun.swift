import VoiceProject
import VoiceSession
import VoiceTrace

/// Manifest, events, inputs and files of a case's run.
struct TestedRun {
    let manifest: SessionManifest
    let events: [TraceEvent]
    let inputs: [InputEvent]
    let files: [String: [UInt8]]

    /// The run of `result`; a recording that agrees is what its golden holds.
    init(_ result: CaseResult) {
        if let session = result.session {
            (manifest, events) = (session.manifest, result.comparedEvents ?? session.events)
            (inputs, files) = (session.inputs, session.files)
        } else if let golden = result.golden {
            (manifest, events) = (golden.manifest, golden.trace.events)
            (inputs, files) = (golden.inputs, golden.files)
        } else {
            preconditionFailure("a case that was compared has a run")
        }
    }
}
