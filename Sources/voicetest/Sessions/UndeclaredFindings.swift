import VoiceTrace

/// Events of kinds that a session's engine does not declare, as findings of its trace.
enum UndeclaredFindings {
    static func of(_ folder: SessionFolder, _ manifest: SessionManifest) throws -> [Finding] {
        let events = try folder.golden().events
        let undeclared = EventVocabulary.of(manifest).undeclared(in: events)
        return undeclared.map { kind in
            let line = (events.firstIndex { $0.kind == kind } ?? 0) + 1
            return Finding(
                severity: .error, file: folder.tracePath, place: TextPlace(line: line, column: 1),
                path: JSONPath.root.key("kind"),
                message: "\"\(kind)\" is no kind of event that the engine \(manifest.engine.kind)"
                    + " declares. Declare it in the engine's vocabulary and record again.")
        }
    }
}
