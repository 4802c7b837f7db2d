/// Cuts a program's output into lines.
///
/// Bytes come in blocks of any size; lines end with a line feed, or a carriage return and a line
/// feed. What is kept never grows beyond the limit and one block.
package struct LineCutter: Sendable {
    /// Next cut.
    package enum Cut: Sendable, Equatable {
        /// A whole line without its end.
        case line([UInt8])
        /// Nothing whole is there.
        case nothing
        /// A line has more bytes than are taken.
        case tooLong
    }

    /// Bytes of one line at most, without its end.
    package let limit: Int
    private var bytes: [UInt8] = []
    /// Number of bytes that hold no line end for sure.
    private var searched = 0

    /// A cutter of lines of `limit` bytes at most.
    package init(limit: Int) { self.limit = limit }

    /// Whether nothing waits.
    package var isEmpty: Bool { bytes.isEmpty }

    /// Appends what was written.
    package mutating func append(_ block: some Sequence<UInt8>) { bytes.append(contentsOf: block) }

    /// Takes the next line away, where it is whole; one that is too long stays.
    package mutating func next() -> Cut {
        guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
            searched = bytes.count
            return searched > limit ? .tooLong : .nothing
        }
        var line = Array(bytes[..<end])
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        guard line.count <= limit else { return .tooLong }
        bytes.removeFirst(end + 1)
        searched = 0
        return .line(line)
    }

    /// Takes away the part that is there of a line that is too long.
    package mutating func takeLong() -> [UInt8] {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return takeRest() }
        let line = Array(bytes[..<end])
        bytes.removeFirst(end + 1)
        searched = 0
        return line
    }

    /// Takes away everything that waits.
    package mutating func takeRest() -> [UInt8] {
        defer {
            bytes = []
            searched = 0
        }
        return bytes
    }
}
