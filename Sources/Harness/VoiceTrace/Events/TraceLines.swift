package import VoiceFiles
internal import VoiceJSON
internal import VoiceSystem
public import VoiceTime

/// A trace file as lines: which of two files' lines are the same shows without reading their JSON.
///
/// Equal events are equal bytes but for their sequence number, which moves with every event that
/// comes or goes before them. So a line is known by its frame and a 64-bit hash of all the rest
/// (the tap left out, as in a trace's digest); only lines that are asked for become events.
public struct TraceLines: Sendable {
    /// Path of the trace.
    public let path: String
    /// True when the closing line's count or digest does not fit the events, or their sequence
    /// numbers do not ascend.
    package private(set) var isEdited = false
    /// Whether the sequence numbers count the events from 0 without a gap.
    package private(set) var isNumbered = true
    /// Whether a closing line seals the events: without one, nothing says that they are all there.
    package private(set) var isSealed = true

    private let bytes: [UInt8]
    private var starts: [Int] = []
    private var lengths: [UInt32] = []
    private var hashes: [UInt64] = []
    private var frames: [Frame] = []
    /// The number of each line in the file; empty where none is left out.
    private var numbers: [Int] = []

    /// Number of events.
    public var count: Int { hashes.count }

    /// Reads the trace file at `path`, which needs no closing line where it `mayBeOpen`.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that cannot be an event.
    package init(path: String, mayBeOpen: Bool = false) throws(TraceError) {
        let file = try TraceError.disk { () throws(DiskError) in try OpenFile(path: path) }
        try self.init(bytes: try Self.bytes(of: file), path: path, mayBeOpen: mayBeOpen)
    }

    /// Reads a trace file.
    ///
    /// - Throws: ``TraceError``: cut short, empty, or a line that cannot be an event.
    package init(_ file: borrowing OpenFile) throws(TraceError) {
        try self.init(bytes: try Self.bytes(of: file), path: file.path)
    }

    /// All bytes of a file of lines; one without lines is refused before it is read to its end.
    private static func bytes(of file: borrowing OpenFile) throws(TraceError) -> [UInt8] {
        let limit = RecordedTrace.byteLimit
        guard file.size <= limit else {
            throw .disk(.tooLarge(path: file.path, bytes: file.size, limit: limit))
        }
        let pieceSize = TraceText.lineLimit + 1
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(file.size))
        while bytes.count <= limit {
            let piece: [UInt8]
            do { piece = try file.piece(size: pieceSize) } catch { throw .disk(error) }
            bytes += piece
            if piece.count < pieceSize { return bytes }
            guard piece.contains(0x0A) else {
                throw .damaged(path: file.path, what: "a line is longer than 1 MiB")
            }
        }
        throw .disk(.tooLarge(path: file.path, bytes: Int64(bytes.count), limit: limit))
    }

    /// Takes a trace file's bytes, which need no closing line where they `mayBeOpen`; `path` names
    /// the file in errors.
    ///
    /// - Throws: ``TraceError``: cut short, empty, or a line that cannot be an event.
    package init(bytes: [UInt8], path: String, mayBeOpen: Bool = false) throws(TraceError) {
        self.bytes = bytes
        self.path = path
        let room = bytes.count / 128
        starts.reserveCapacity(room)
        lengths.reserveCapacity(room)
        hashes.reserveCapacity(room)
        frames.reserveCapacity(room)
        var text = ComparedText()
        var closing: JSONObject?
        var start = 0
        while start < bytes.count {
            let number = count + 1
            guard closing == nil else {
                throw .damaged(path: path, what: "line \(number + 1) stands after the closing line")
            }
            let end = try lineEnd(from: start, number: number)
            if let frame = bytes.withUnsafeBytes({ text.add($0, start, end) }) {
                add(start..<end, frame, text.hash)
            } else {
                switch try parse(start..<end, number: number) {
                case .closing(let object): closing = object
                case .event(let event):
                    text.add(event)
                    add(start..<end, event.frame, text.hash)
                }
            }
            start = end + 1
        }
        isNumbered = text.isNumbered
        isEdited = !text.isAscending
        guard let closing else {
            guard mayBeOpen, !bytes.isEmpty else {
                throw .damaged(path: path, what: TraceText.openEnd(isEmpty: bytes.isEmpty))
            }
            isSealed = false
            return
        }
        guard !isEdited else { return }
        isEdited = closing["events"]?.integer != Int64(count)
        if !isEdited, closing["digest"]?.string != text.digest() {
            // Lines may be spelled otherwise and say the same: the slow way is the sure one.
            isEdited = try closing["digest"]?.string != spelledDigest()
        }
    }

    private mutating func add(_ line: Range<Int>, _ frame: Frame, _ hash: UInt64) {
        starts.append(line.lowerBound)
        lengths.append(UInt32(line.count))
        frames.append(frame)
        hashes.append(hash)
    }

    private func lineEnd(from start: Int, number: Int) throws(TraceError) -> Int {
        let end = bytes.withUnsafeBytes { bytes -> Int? in
            guard let base = bytes.baseAddress,
                let found = memchr(base + start, 0x0A, bytes.count - start)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
        guard let end else {
            throw .damaged(path: path, what: "it is cut short in line \(number)")
        }
        guard end - start <= TraceText.lineLimit else {
            throw .damaged(path: path, what: "line \(number) is longer than 1 MiB")
        }
        return end
    }

    private enum Line {
        case event(TraceEvent)
        case closing(JSONObject)
    }

    private func parse(_ range: Range<Int>, number: Int) throws(TraceError) -> Line {
        let object = try LineReader.object(
            of: Array(bytes[range]), path: path, number: number)
        if object["kind"] == "traceEnd" { return .closing(object) }
        if let event = TraceText.event(from: object) { return .event(event) }
        throw .damaged(
            path: path, what: "line \(number) lacks seq, t, kind or tap, or has a wrong one")
    }

    /// The digest of the events as they read, whatever their spelling; keeps none of them.
    private func spelledDigest() throws(TraceError) -> String {
        var text = ComparedText()
        for index in 0..<count { text.add(try event(at: index)) }
        return text.digest()
    }

    /// The frame of the event at `index`.
    public func frame(at index: Int) -> Frame { frames[index] }

    /// Whether the event at `index` equals another trace's: frame, kind, fields and evidence.
    package func isExact(_ index: Int, _ other: TraceLines, _ position: Int) -> Bool {
        hashes[index] == other.hashes[position] && frames[index] == other.frames[position]
    }

    /// The sequence number of the event at `index`; nil where only reading the line tells.
    package func sequence(at index: Int) -> Int? {
        bytes.withUnsafeBytes { bytes in
            let line = byteRange(at: index)
            guard let scan = LineScan(bytes, line.lowerBound, line.upperBound) else { return nil }
            return Int(
                String(
                    decoding: bytes[scan.sequenceKey + 6..<scan.afterSequence - 1], as: UTF8.self))
        }
    }

    /// Whether the line of an event holds one of `members` as a trace spells them.
    package func holds(_ members: [[UInt8]], at index: Int) -> Bool {
        let line = bytes[byteRange(at: index)]
        return line.withUnsafeBytes { line in
            members.contains { word in
                word.withUnsafeBytes { word in
                    guard let base = line.baseAddress, let pattern = word.baseAddress,
                        line.count > word.count
                    else { return false }
                    // The kind mostly stands at the line's start: keys are sorted.
                    return (0..<line.count - word.count).contains { offset in
                        line[offset] == word[0]
                            && memcmp(base + offset, pattern, word.count) == 0
                    }
                }
            }
        }
    }

    /// All events.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` where a line is none.
    package func events() throws(TraceError) -> [TraceEvent] {
        var events: [TraceEvent] = []
        events.reserveCapacity(count)
        for index in 0..<count { events.append(try event(at: index)) }
        return events
    }

    /// The event at `index`.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` where the line is none.
    public func event(at index: Int) throws(TraceError) -> TraceEvent {
        let number = numbers.isEmpty ? index + 1 : numbers[index]
        guard case .event(let event) = try parse(byteRange(at: index), number: number) else {
            throw .damaged(path: path, what: "line \(number) ends the trace too early")
        }
        return event
    }

    /// The lines but for those at `indices`, which ascend.
    package func leavingOut(_ indices: [Int]) -> TraceLines {
        guard !indices.isEmpty else { return self }
        var rest = indices[...]
        let kept = (0..<count).filter { index in
            guard rest.first == index else { return true }
            rest.removeFirst()
            return false
        }
        var lines = self
        lines.numbers = kept.map { numbers.isEmpty ? $0 + 1 : numbers[$0] }
        lines.starts = kept.map { starts[$0] }
        lines.lengths = kept.map { lengths[$0] }
        lines.hashes = kept.map { hashes[$0] }
        lines.frames = kept.map { frames[$0] }
        return lines
    }

    func withBytes<Value>(_ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        bytes.withUnsafeBytes(body)
    }

    /// Returns the range of the line at `index`, its newline left out.
    func byteRange(at index: Int) -> Range<Int> {
        starts[index]..<starts[index] + Int(lengths[index])
    }

    /// The line that a byte belongs to; nil for the closing line and for one that is left out.
    func index(ofByte offset: Int) -> Int? {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        guard low > 0, byteRange(at: low - 1).contains(offset) else { return nil }
        return low - 1
    }
}
