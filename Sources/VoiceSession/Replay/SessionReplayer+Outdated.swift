internal import VoiceRecognition
internal import VoiceTrace

extension SessionReplayer {
    /// A recognizer that is not that of the recording.
    static func outdated(
        _ manifest: SessionManifest, recognizer: RecognizerIdentity
    ) -> [String] {
        var found: [String] = []
        let recorded = manifest.recognizer
        if recognizer.kind == recorded.kind, !recorded.digest.isEmpty, !recognizer.digest.isEmpty,
            recognizer.digest != recorded.digest
        {
            found.append("recorded with another model or grammar of \(recorded.kind)")
        }
        return found
    }
}

extension RecognizerIdentity {
    /// The recognizer as a manifest names it.
    var part: SessionManifest.RecognizerPart { .init(kind: kind, model: model, digest: digest) }
}
