internal import VoiceEngine
package import VoiceMedia
package import VoiceRecognition
public import VoiceTrace

/// Files that a session is replayed through in place of those it was recorded from.
package struct ChangedSources: Sendable {
    /// The files by their names in the session's `flow` folder. What is not named here is the
    /// session's own.
    package var files: [String: [UInt8]]
    /// Task of the recognizer; nil is the session's own.
    package var task: RecognitionTask?
    /// Realises prompts that the session does not hold.
    package var studio: PromptStudio
    /// Whether recorded prompts are read again from the media folder, where they may have changed.
    package var readsMedia: Bool

    /// Sources of these parts.
    package init(
        files: [String: [UInt8]], task: RecognitionTask?, studio: PromptStudio, readsMedia: Bool
    ) {
        self.files = files
        self.task = task
        self.studio = studio
        self.readsMedia = readsMedia
    }

    /// Returns the files of a session that is replayed through these: `own` are its files now.
    func replacing(_ own: [String: [UInt8]]) -> [String: [UInt8]] {
        var result = own
        if let task {
            for name in RecognizerSetup.fileNames { result[name] = nil }
            if let file = RecognizerSetup(kind: .pocketsphinx, task: task).file {
                result[file.name] = file.bytes
            }
        }
        return result.merging(files) { $1 }
    }
}

extension PromptRequest {
    /// Whether a file of the media folder holds its sound or its text, which may have changed.
    var isOfFile: Bool { audioFile != nil || textFile != nil }
}

extension SessionReplayer {
    /// A recognizer that is not that of the recording.
    static func outdated(
        _ manifest: SessionManifest, recognizer: RecognizerIdentity
    ) -> [String] {
        var found: [String] = []
        let recorded = manifest.recognizer
        if recorded.kind == RecognizerIdentity.process {
            let now = recognizer.part
            guard now.kind == recorded.kind, now != recorded else { return [] }
            return ["recorded with another recognizer: \(recorded.text) -> \(now.text)"]
        }
        if recognizer.kind == recorded.kind, !recorded.digest.isEmpty, !recognizer.digest.isEmpty,
            recognizer.digest != recorded.digest
        {
            found.append("recorded with another model or grammar of \(recorded.kind)")
        }
        return found
    }
}

extension SessionManifest.RecognizerPart {
    /// A program of the user's as messages name it: name, version and the beginning of the digest.
    public var text: String { digest.isEmpty ? model : "\(model) (\(digest.prefix(12)))" }
}

extension RecognizerIdentity {
    /// The recognizer as a manifest names it.
    var part: SessionManifest.RecognizerPart { .init(kind: kind, model: model, digest: digest) }
}
