internal import VoiceTrace

/// The lines of a log, one after another: a log of 256 MB is not held twice.
struct LogLines: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var start = 0
    /// The number of the line that came last, from 1.
    private(set) var number = 0
    /// Whether the line that came last ended with a line end.
    private(set) var isWhole = true

    /// How long a line may be, in bytes; a longer one is left out.
    static let lineLimit = 1 << 20

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The next line, without its end; blank lines are left out.
    mutating func next() -> ArraySlice<UInt8>? {
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            isWhole = end < bytes.count
            number += 1
            var line = bytes[start..<end]
            start = end + 1
            if line.last == UInt8(ascii: "\r") { line.removeLast() }
            let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
            if !isBlank { return line }
        }
        return nil
    }
}

/// Lines that a reader could not use, for a sentence.
struct UnusedLines {
    private var count = 0
    private var first = 0
    private var isCut = false

    /// Notes that the line that `lines` gave last is of no use.
    mutating func note(_ lines: LogLines) {
        if !lines.isWhole {
            isCut = true
            return
        }
        count += 1
        if count == 1 { first = lines.number }
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
