/// The lines that version control leaves where two changes of a file meet.
enum MergeMarker {
    private static let marks = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].map { Array($0.utf8) }

    /// Whether `line` begins with one.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        marks.contains { line.starts(with: $0) }
    }

    /// The first line of `bytes`, from 1, that is one; nil for a text without.
    static func line(in bytes: [UInt8]) -> Int? {
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            if begins(line) { return number }
        }
        return nil
    }
}
