/// Error at a place in a file which a person wrote: reports show it there.
package protocol PlacedError: Error {
    /// File, as the user named it, and the line of its first fault, from 1; the line is nil where
    /// the whole file is meant. All is nil where the error is about no file.
    var faultPlace: (file: String, line: Int?)? { get }
}

extension [Finding] {
    /// Place of the first finding that is an error, or else of the first finding.
    package var faultPlace: (file: String, line: Int?)? {
        (first { $0.severity == .error } ?? first).map { ($0.file, $0.place.line) }
    }
}
