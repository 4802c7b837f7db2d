import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceSession

/// A file of what the recognizer listens for: phrases or a grammar.
struct TaskFile {
    /// The file, as the user named it.
    let path: String
    let task: RecognitionTask
    /// Reason why nothing can be recognised with the file; nil where it can.
    let error: RecognitionError?
    private let bytes: [UInt8]

    /// Reads phrases, one a line, or a grammar.
    ///
    /// - Throws: ``DiskError``.
    init(_ path: String, isGrammar: Bool) throws(DiskError) {
        self.path = path
        bytes = try DiskFile.read(path, limit: FileLimit.text)
        task =
            isGrammar
            ? .grammar(jsgf: String(textFile: bytes))
            : .phrases(RecognizerSetup.phrases(in: bytes))
        do throws(RecognitionError) {
            try task.check()
            error = nil
        } catch { self.error = error }
    }

    /// The error as a finding at its line.
    var findings: [Finding] {
        guard let error else { return [] }
        return [
            Finding(
                severity: .error, file: path, place: TextPlace(line: line(of: error), column: 1),
                path: .root, message: error.description)
        ]
    }

    private func line(of error: RecognitionError) -> Int {
        if let line = error.line { return line }
        guard let phrase = error.phrase else { return 1 }
        let lines = String(textFile: bytes)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let place = lines.firstIndex { RecognizerSetup.phrases(in: Array($0.utf8)) == [phrase] }
        return (place ?? 0) + 1
    }
}
