internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime

/// The text that a trace's digest covers, line by line: without sequence number and tap.
struct ComparedText {
    private var buffer: [UInt8] = []
    private var lineStart = 0
    private var sha = Digest()
    private static let room = 1 << 16

    /// The hash of the line added last, its tap included: no digest covers that, and it counts.
    private(set) var hash: UInt64 = 0
    /// Whether every sequence number so far was greater than the one before.
    private(set) var isAscending = true
    /// Whether every sequence number so far was the event's place, from 0.
    private(set) var isNumbered = true
    private var lastSequence: Int64 = -1

    init() {
        buffer.reserveCapacity(2 * Self.room)
    }

    /// Adds the line `start..<end` of `bytes`, if it is laid out as usual, and says its frame.
    mutating func add(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Frame? {
        guard let scan = LineScan(bytes, start, end) else { return nil }
        begin()
        buffer.append(contentsOf: bytes[start..<scan.sequenceKey])
        buffer.append(contentsOf: bytes[scan.afterSequence..<scan.afterFrame])
        buffer.append(contentsOf: bytes[scan.afterTap..<end])
        finish(tap: scan.tap, sequence: scan.sequence)
        return scan.frame
    }

    /// Adds an event that was read.
    mutating func add(_ event: TraceEvent) {
        begin()
        var writer = JSONWriter()
        TraceText.writeCompared(event, into: &writer)
        buffer.append(contentsOf: writer.bytes.dropLast())
        finish(
            tap: Tap.allCases.firstIndex(of: event.tap) ?? 0, sequence: Int64(event.sequence))
    }

    private mutating func begin() {
        if buffer.count > Self.room {
            sha.update(buffer)
            buffer.removeAll(keepingCapacity: true)
        }
        lineStart = buffer.count
    }

    private mutating func finish(tap: Int, sequence: Int64) {
        hash = buffer.withUnsafeBytes {
            Self.hash(UnsafeRawBufferPointer(rebasing: $0[lineStart...]))
        }
        hash = Self.mixed(hash ^ UInt64(tap))
        if sequence != lastSequence &+ 1 {
            isNumbered = false
            if sequence <= lastSequence { isAscending = false }
        }
        lastSequence = sequence
        buffer.append(0x0A)
    }

    /// The digest of all lines added.
    mutating func digest() -> String {
        sha.update(buffer)
        buffer.removeAll(keepingCapacity: true)
        return sha.hex()
    }

    /// Eight bytes at a time, multiplied into 128 bits and folded.
    private static func hash(_ line: UnsafeRawBufferPointer) -> UInt64 {
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15 ^ UInt64(line.count)
        var place = 0
        while place + 8 <= line.count {
            let word = UInt64(
                littleEndian: line.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            state = mixed(state ^ word)
            place += 8
        }
        var rest: UInt64 = 0
        while place < line.count {
            rest = rest << 8 | UInt64(line[place])
            place += 1
        }
        return mixed(mixed(state ^ rest))
    }

    private static func mixed(_ value: UInt64) -> UInt64 {
        let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return product.high ^ product.low ^ value
    }
}
