import VoiceJSON
import VoiceTrace

/// What a session's scenario asked for and did not get, as findings of its manifest.
enum UnmetFindings {
    /// Errors until an acceptance took the session with a reason, warnings from then on.
    static func of(_ folder: SessionFolder, _ manifest: SessionManifest) throws -> [Finding] {
        let isAccepted = try !AcceptanceLedger(in: folder).entries.isEmpty
        return try manifest.unmet.enumerated().map { index, sentence in
            let path = JSONPath.root.key("unmet").index(index)
            return Finding(
                severity: isAccepted ? .warning : .error, file: folder.manifestPath,
                place: try place(of: path, in: folder), path: path,
                message: "when the session was recorded, \(sentence)"
                    + (isAccepted
                        ? ", and it was accepted with a reason"
                        : ". Record it again, or take it with `voicetest accept --reason`"))
        }
    }

    private static func place(of path: JSONPath, in folder: SessionFolder) throws -> TextPlace {
        let bytes = try DiskFile.read(folder.manifestPath, limit: FileLimit.text)
        let document = try JSONReader.document(of: bytes, dialect: .strict)
        return document.place(of: path)
    }
}
