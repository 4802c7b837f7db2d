internal import VoiceAudio
package import VoiceDiff
internal import VoiceJSON
package import VoiceSession
internal import VoiceTime
package import VoiceTrace

extension HeardCall {
    /// Returns the trace of the call, with what else is known of it.
    package func trace(_ details: CallDetails = CallDetails()) -> CallTrace {
        let pause = speech.sampleRate.frames(milliseconds: Self.pauseMilliseconds)
        return CallTrace(
            speech, pause: pause, source: labels == nil ? .offlinePass : .clip, details: details)
    }

    /// The longest pause in a turn, in milliseconds. People pause to think, and an app that does
    /// not begin meanwhile waits for the rest.
    private static let pauseMilliseconds: Int64 = 1_000
    /// Version of the meaning of a call's events.
    private static let version = "1"
    /// Key of the delay at which the app's channel hears the caller, in milliseconds.
    static let callerHeardKey = "callerHeardMs"

    /// Returns the manifest of a session of the call; its files are listed when it is written.
    package func manifest(named name: String, createdBy: String) -> SessionManifest {
        var manifest = SessionManifest(
            name: name, engine: .init(kind: SessionManifest.callKind, version: Self.version),
            sampleRate: speech.sampleRate, seed: 0, frames: speech.frames,
            recognizer: .init(kind: "none", model: "", digest: ""),
            synthesizer: .init(kind: "none", version: ""), settings: [:], counts: [:],
            createdBy: createdBy)
        manifest.vocabulary = .call
        var call: JSONObject = [
            "guess": .string(sides.rawValue),
            "findings": .array(
                findings.map { ["kind": .string($0.name), "what": .string($0.sentence)] }),
        ]
        if !unfit.isEmpty {
            call["unfit"] = .array(
                unfit.map { ["kind": .string($0.name), "what": .string($0.sentence)] })
        }
        if !hiddenEnds.isEmpty {
            call["hiddenEnds"] = .array(
                hiddenEnds.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) })
        }
        if let labelFit {
            call["labelFit"] = .string(labelFit)
            call["labelledEnds"] = .array(labelledEnds.map { .integer($0) })
            if !seamlessEnds.isEmpty {
                call["seamlessEnds"] = .array(seamlessEnds.map { .integer($0) })
            }
        }
        call["appChannel"] = appChannel.map { .integer(Int64($0) + 1) }
        if appChannel != nil {
            call[Self.callerHeardKey] = callerDelay.map {
                .integer(speech.sampleRate.milliseconds($0))
            }
        }
        manifest.call = call
        return manifest
    }

    /// The call as a run that is measured and judged without being written; `name` is what reports
    /// call it.
    package func run(named name: String, createdBy: String) -> MeasuredRun {
        MeasuredRun(
            name: name, path: recording.path,
            manifest: manifest(named: name, createdBy: createdBy), events: trace(details).events,
            vocabulary: .call, inputs: [], sounds: SessionSounds())
    }
}
