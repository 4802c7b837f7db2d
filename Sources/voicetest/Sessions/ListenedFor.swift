import VoiceRecognition
import VoiceSession
import VoiceTrace

/// The grammar or the phrases that a session listens for.
enum ListenedFor {
    /// Looks at them without a model: whether they can be read, and are not too large.
    ///
    /// - Throws: `CommandError` that names the file.
    static func check(in folder: SessionFolder, _ manifest: SessionManifest) throws {
        let prefix = SessionFolder.Part.flow + "/"
        for (name, entry) in manifest.files where name.hasPrefix(prefix) {
            let bytes = try folder.bytes(of: name, entry: entry)
            let task = RecognizerSetup.task(
                inFile: String(name.dropFirst(prefix.count)), bytes: bytes)
            do {
                try task?.check()
            } catch {
                throw CommandError(ExitStatus(error), "\(folder.path)/\(name): \(error)")
            }
        }
    }
}
