internal import VoiceJSON

/// One record of a journal, which is how a session is written while it happens.
///
/// Shape, in little-endian bytes: the mark `FF 56 54 FE`, which no text contains; kind (1);
/// version (1); two zeros; the payload's length (4); the sequence number (8); CRC-32C of these 20
/// (4); the payload; CRC-32C of all before it (4).
public struct JournalRecord: Sendable, Equatable {
    /// Content of a payload.
    public enum Kind: UInt8, Sendable, CaseIterable {
        /// Lines of `inputs.jsonl`.
        case inputs = 1
        /// Lines of the trace.
        case events = 2
        /// A frame number (8 bytes) and 16-bit samples from there on.
        case sound = 3
        /// A prompt index of what was realised since.
        case prompts = 4
        /// The frame number (8 bytes) up to which inputs and events stand before this record.
        case settled = 5
        /// The frame number (8 bytes) at which the session ended: nothing follows.
        case end = 6
    }

    /// Kind of the payload; unknown numbers are of a newer minor version.
    public var kind: UInt8
    /// Position among the records of its kind of journal, story or sound, from 0.
    package var sequence: UInt64
    /// The content.
    package var payload: [UInt8]

    /// The longest payload, in bytes.
    public static let payloadLimit = 2 << 20
    /// Sequence numbers stay below it; a greater one is damage.
    public static let sequenceLimit: UInt64 = 1 << 48
    /// The longest sound of one record, in milliseconds.
    public static let soundMilliseconds = 50

    static let mark: [UInt8] = [0xFF, 0x56, 0x54, 0xFE]
    static let version: UInt8 = 1
    static let headerSize = 24
    static let trailerSize = 4
}

extension JournalRecord {
    /// A record of a kind this version knows.
    package init(_ kind: Kind, sequence: UInt64, payload: [UInt8]) {
        self.init(kind: kind.rawValue, sequence: sequence, payload: payload)
    }

    /// The record as it stands in a file.
    public var bytes: [UInt8] {
        var bytes = Self.mark + [kind, Self.version, 0, 0]
        bytes.reserveCapacity(Self.headerSize + payload.count + Self.trailerSize)
        Self.append(UInt32(payload.count), to: &bytes)
        Self.append(sequence, to: &bytes)
        Self.append(CRC32C.of(bytes), to: &bytes)
        bytes += payload
        Self.append(CRC32C.of(bytes), to: &bytes)
        return bytes
    }

    static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    static func number<Number: FixedWidthInteger>(
        _ type: Number.Type, in bytes: ArraySlice<UInt8>, at offset: Int
    ) -> Number {
        bytes.withUnsafeBytes {
            Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: type))
        }
    }
}

/// The payloads that hold frames.
extension JournalRecord {
    /// A payload of the sound from `frame` on.
    public static func sound(_ samples: UnsafeBufferPointer<Int16>, from frame: Int64) -> [UInt8] {
        var payload: [UInt8] = []
        payload.reserveCapacity(8 + 2 * samples.count)
        append(frame, to: &payload)
        #if _endian(little)
            payload.append(contentsOf: UnsafeRawBufferPointer(samples))
        #else
            for sample in samples { append(sample, to: &payload) }
        #endif
        return payload
    }

    /// The frame that a payload of sound, `settled` or the end begins with; nil for any other.
    public var frame: Int64? {
        switch Kind(rawValue: kind) {
        case .sound, .settled, .end: break
        default: return nil
        }
        return payload.count < 8 ? nil : Self.number(Int64.self, in: payload[...], at: 0)
    }

    /// The samples of a payload of sound.
    public var samples: [Int16] {
        guard kind == Kind.sound.rawValue, payload.count >= 8 else { return [] }
        return payload.withUnsafeBytes { bytes in
            (0..<((payload.count - 8) / 2)).map {
                Int16(
                    littleEndian: bytes.loadUnaligned(
                        fromByteOffset: 8 + 2 * $0, as: Int16.self))
            }
        }
    }

    /// A payload of `settled`, or of the end, at `frame`.
    public static func place(_ frame: Int64) -> [UInt8] {
        var payload: [UInt8] = []
        append(frame, to: &payload)
        return payload
    }
}

/// Lines of a journal's inputs and events: what a sealed session's files will hold.
package enum JournalLine {
    /// The line of an input, its newline included.
    package static func of(_ input: InputEvent) -> [UInt8] {
        var writer = JSONWriter()
        TraceText.write(input, into: &writer)
        return writer.bytes
    }

    /// The line of an event, its newline included.
    package static func of(_ event: TraceEvent) -> [UInt8] {
        var writer = JSONWriter()
        TraceText.write(event, into: &writer)
        return writer.bytes
    }

    /// Shows the inputs of a payload.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` for a line that is no input.
    package static func eachInput(
        in payload: [UInt8], path: String, showing body: (InputEvent) throws(TraceError) -> Void
    ) throws(TraceError) {
        try LineReader.read(payload, path: path) { (number, object) throws(TraceError) in
            guard let input = TraceText.input(from: object) else {
                throw .damaged(path: path, what: "line \(number) of a record is not an input")
            }
            try body(input)
        }
    }

    /// Shows the events of a payload.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` for a line that is no event.
    package static func eachEvent(
        in payload: [UInt8], path: String, showing body: (TraceEvent) throws(TraceError) -> Void
    ) throws(TraceError) {
        try LineReader.read(payload, path: path) { (number, object) throws(TraceError) in
            guard let event = TraceText.event(from: object) else {
                throw .damaged(path: path, what: "line \(number) of a record is not an event")
            }
            try body(event)
        }
    }
}
