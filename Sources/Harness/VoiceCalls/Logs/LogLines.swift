internal import VoiceJSON

/// One line of a log, without its end.
struct LogLine {
    /// Bytes of the line.
    let bytes: ArraySlice<UInt8>
    /// Its number, from 1.
    let number: Int
    /// Whether it ended with a line end.
    let isWhole: Bool

    /// Length up to which a line is read, in bytes; a batch of spans is longer.
    private static let byteLimit = 1 << 20

    /// Its text; nil where it is too long.
    var text: String? {
        bytes.count <= Self.byteLimit ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// The JSON object that it is; nil where it is none, or too long.
    var object: JSONObject? { bytes.count <= Self.byteLimit ? batch : nil }

    /// The JSON object that it is, however long; nil where it is none.
    var batch: JSONObject? { (try? JSONReader.value(of: Array(bytes)))?.object }
}

/// The lines of a log, one after another: a log of 256 MB is not held twice.
struct LogLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var start = 0
    private var number = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: JSONReader.byteOrderMark) { start = JSONReader.byteOrderMark.count }
    }

    /// The next line; blank lines are left out.
    mutating func next() -> LogLine? {
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            number += 1
            var line = bytes[start..<end]
            start = end + 1
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !isBlank {
                return LogLine(bytes: line, number: number, isWhole: end < bytes.count)
            }
        }
        return nil
    }
}

/// Lines that a reader could not use, for a sentence.
struct UnusedLines {
    private var count = 0
    private var first = 0
    private var isCut = false

    /// Adds a line that is of no use.
    mutating func add(_ line: LogLine) {
        if !line.isWhole {
            isCut = true
            return
        }
        count += 1
        if count == 1 { first = line.number }
    }

    /// The sentences; `what` is what the lines are not, such as `JSON objects`.
    func notes(_ what: String) -> [String] {
        var notes: [String] = []
        if count > 0 {
            notes.append(
                "\(count) lines of the log are left out: they are no \(what), the first is line"
                    + " \(first)")
        }
        if isCut { notes.append("the last line of the log is cut off and left out") }
        return notes
    }
}
