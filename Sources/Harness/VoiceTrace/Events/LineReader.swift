internal import VoiceFiles
internal import VoiceJSON

/// Reads files of one JSON object a line.
enum LineReader {
    /// Takes a line's number, from 1, and its object.
    typealias Body = (Int, JSONObject) throws(TraceError) -> Void

    /// Reads a file from where it stands to its end, a piece at a time.
    static func read(_ file: borrowing OpenFile, line body: Body) throws(TraceError) {
        let limit = RecordedTrace.byteLimit
        guard file.size <= limit else {
            throw .disk(.tooLarge(path: file.path, bytes: file.size, limit: limit))
        }
        var pending: [UInt8] = []
        var number = 0
        var isAtEnd = false
        let size = file.pieceSize
        while !isAtEnd {
            do throws(DiskError) {
                let piece = try file.piece(size: size)
                isAtEnd = piece.count < size
                pending += piece
            } catch { throw .disk(error) }
            let end = pending.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
            try read(pending[..<end], after: &number, path: file.path, line: body)
            pending.removeFirst(end)
            guard pending.count <= TraceText.lineLimit else {
                throw .damaged(path: file.path, what: "line \(number + 1) is longer than 1 MiB")
            }
        }
        try read(pending[...], after: &number, path: file.path, line: body)
    }

    static func read(
        _ bytes: [UInt8], path: String, line body: Body
    ) throws(TraceError) {
        var number = 0
        try read(bytes[...], after: &number, path: path, line: body)
    }

    private static func read(
        _ bytes: ArraySlice<UInt8>, after number: inout Int, path: String, line body: Body
    ) throws(TraceError) {
        var start = bytes.startIndex
        while start < bytes.endIndex {
            number += 1
            guard let end = bytes[start...].firstIndex(of: 0x0A) else {
                throw .damaged(path: path, what: "it is cut short in line \(number)")
            }
            guard end - start <= TraceText.lineLimit else {
                throw .damaged(path: path, what: "line \(number) is longer than 1 MiB")
            }
            try body(number, try object(of: Array(bytes[start..<end]), path: path, number: number))
            start = end + 1
        }
    }

    /// The object that one line spells.
    static func object(
        of line: [UInt8], path: String, number: Int
    ) throws(TraceError) -> JSONObject {
        // The reader of a whole text passes over the mark at its start; a line has no start of one.
        guard !line.starts(with: JSONReader.byteOrderMark) else {
            throw .damaged(path: path, what: "line \(number) begins with a byte order mark")
        }
        let value: JSONValue
        do {
            value = try JSONReader.value(of: line)
        } catch {
            guard !MergeMarker.begins(line[...]) else { throw .conflict(path: path, line: number) }
            throw .damaged(
                path: path,
                what: "line \(number), column \(error.column) (\(error.path)): \(error.found)")
        }
        guard case .object(let object) = value else {
            throw .damaged(path: path, what: "line \(number) is not an object")
        }
        return object
    }
}

/// The lines that version control leaves where two changes of a file meet.
enum MergeMarker {
    private static let marks = ["<<<<<<<", "|||||||", "=======", ">>>>>>>"].map { Array($0.utf8) }

    /// Whether `line` begins with a marker.
    static func begins(_ line: ArraySlice<UInt8>) -> Bool {
        marks.contains { line.starts(with: $0) }
    }

    /// Returns the first line of `bytes`, from 1, that is a marker; nil for a text without.
    static func line(in bytes: [UInt8]) -> Int? {
        var number = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            number += 1
            if begins(line) { return number }
        }
        return nil
    }
}
