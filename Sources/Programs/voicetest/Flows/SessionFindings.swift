import VoiceFiles
import VoiceJSON
import VoiceProject
import VoiceRecognition
import VoiceReports
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

/// Events of kinds that a session's engine does not declare, as findings of its trace.
enum UndeclaredFindings {
    static func of(_ folder: SessionFolder, _ manifest: SessionManifest) throws -> [Finding] {
        let events = try folder.golden().events
        let undeclared = (manifest.vocabulary ?? .of(manifest)).undeclared(in: events)
        return undeclared.map { kind in
            let line = (events.firstIndex { $0.kind == kind } ?? 0) + 1
            return Finding(
                severity: .error, file: folder.tracePath, place: TextPlace(line: line, column: 1),
                path: JSONPath.root.key("kind"),
                message: "\"\(kind)\" is not a kind of event that session.json declares for the"
                    + " engine \(manifest.engine.kind). Declare it in the engine's vocabulary,"
                    + " and record the session again.")
        }
    }
}

/// Settings of a later version of this program, as a warning of the manifest.
enum LaterFindings {
    static func of(_ folder: SessionFolder, _ manifest: SessionManifest) throws -> [Finding] {
        let standards = Engines.standards(of: manifest, in: folder)
        let unknown = manifest.settings.members.map(\.key).filter {
            standards[$0] == nil && $0 != SessionManifest.languageKey
        }
        let later = manifest.laterSettings(unknown, than: Voicetest.program)
        return try later.map { sentence in
            let path = JSONPath.root.key("settings")
            return [
                Finding(
                    severity: .warning, file: folder.manifestPath,
                    place: try ManifestPlace.of(path, in: folder), path: path, message: sentence)
            ]
        } ?? []
    }
}

/// Places in a session's manifest.
private enum ManifestPlace {
    static func of(_ path: JSONPath, in folder: SessionFolder) throws -> TextPlace {
        let bytes = try DiskFile.read(folder.manifestPath, limit: FileLimit.text)
        return try JSONReader.document(of: bytes, dialect: .strict).place(of: path)
    }
}

/// Expectations of a session's scenario that were not met, as findings of its manifest.
enum UnmetFindings {
    /// Errors until an acceptance took the session with a reason, warnings from then on.
    static func of(_ folder: SessionFolder, _ manifest: SessionManifest) throws -> [Finding] {
        let isAccepted = try !AcceptanceLedger(in: folder).entries.isEmpty
        return try manifest.unmet.enumerated().map { index, sentence in
            let path = JSONPath.root.key("unmet").index(index)
            return Finding(
                severity: isAccepted ? .warning : .error, file: folder.manifestPath,
                place: try ManifestPlace.of(path, in: folder), path: path,
                message: "When the session was recorded: \(sentence)"
                    + (isAccepted
                        ? " It was accepted with a reason."
                        : " Record it again, or take it with `voicetest accept --unmet --reason`."))
        }
    }
}
