import VoiceFiles
import VoiceJSON
import VoiceTrace

/// Trace file that is named by itself, such as one that another program made.
///
/// Without a closing line it is not sealed: nothing says that its events are all there. A trace
/// that belongs to a session has one.
enum BareTrace {
    /// Reads the trace file at `path`; says on standard error where it is not sealed.
    ///
    /// - Throws: ``TraceError`` for what is no trace.
    static func lines(of path: String) throws(TraceError) -> TraceLines {
        let parent = DiskFile.parent(of: path)
        let session = SessionFolder(path: parent.isEmpty ? "." : parent)
        let trace = try TraceLines(
            path: path, mayBeOpen: !DiskFile.exists(session.manifestPath))
        if !trace.isSealed { Console.report("warning: \(path): \(notSealed)") }
        return trace
    }

    private static let notSealed =
        "not sealed: it has no closing traceEnd line, so events may be missing at its end."

    /// Whether the file at `path` is one, by its name or by its first line.
    static func stands(at path: String) -> Bool {
        guard !DiskFile.isFolder(path) else { return false }
        if path.hasSuffix(".jsonl") { return true }
        guard let bytes = try? DiskFile.read(path, limit: FileLimit.text),
            let end = bytes.firstIndex(of: 0x0A),
            let line = try? JSONReader.value(of: Array(bytes[..<end])).object
        else { return false }
        return line["seq"] != nil && line["t"] != nil && line["tap"] != nil
    }

    /// Returns the faults of the trace file at `path`, as findings.
    ///
    /// - Throws: ``TraceError`` for what is no trace.
    static func findings(in path: String) throws(TraceError) -> [Finding] {
        let trace = try lines(of: path)
        guard trace.isEdited else { return [] }
        return [
            Finding(
                severity: .error, file: path, place: TextPlace(line: 1, column: 1), path: .root,
                message: "The trace was edited by hand: its digest or its numbering no longer"
                    + " fits it. Write it again as a whole.")
        ]
    }
}
