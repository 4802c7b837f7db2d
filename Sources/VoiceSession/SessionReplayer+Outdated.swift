internal import VoiceRecognition
internal import VoiceTrace

extension SessionReplayer {
    /// Engine and recognizer that are not those of the recording.
    static func outdated(
        _ manifest: SessionManifest, engine: String, recognizer: RecognizerIdentity
    ) -> [String] {
        var found: [String] = []
        if manifest.engine.version != engine {
            found.append(
                "recorded with version \(manifest.engine.version) of the engine, this is \(engine)")
        }
        let recorded = manifest.recognizer
        if recognizer.kind == recorded.kind, !recorded.digest.isEmpty, !recognizer.digest.isEmpty,
            recognizer.digest != recorded.digest
        {
            found.append("recorded with another model or grammar of \(recorded.kind)")
        }
        return found
    }
}
