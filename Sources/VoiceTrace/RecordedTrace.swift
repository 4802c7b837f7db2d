internal import VoiceTime

/// A trace as a file holds it: events, and whether it still is what was written.
public struct RecordedTrace: Sendable, Equatable {
    /// Largest trace file that is read, in bytes.
    public static let byteLimit: Int64 = 4 << 30

    /// What happened, in order.
    public var events: [TraceEvent]
    /// True when the last line's count or digest no longer fits, or the sequence numbers do not
    /// ascend: someone changed lines by hand.
    public var isEdited: Bool
    /// Whether the sequence numbers count the events from 0 without a gap.
    public var isNumbered: Bool { events.indices.allSatisfy { events[$0].sequence == $0 } }

    /// A trace of `events`, fresh from an engine.
    public init(events: [TraceEvent]) {
        self.events = events
        isEdited = false
    }

    /// The hash that certificates compare: frame, kind, fields and evidence of every event.
    public var digest: String { Self.digest(of: events) }

    /// The hash over `events`.
    public static func digest(of events: [TraceEvent]) -> String {
        var closing = TraceClosing()
        for event in events { closing.add(event) }
        return closing.hex()
    }

    /// The file's bytes: a line an event, and the line that closes the trace.
    public func fileBytes() -> [UInt8] {
        var writer = JSONWriter()
        var closing = TraceClosing()
        for event in events {
            TraceText.write(event, into: &writer)
            closing.add(event)
        }
        return writer.bytes + closing.line()
    }

    /// Reads the trace file at `path`.
    ///
    /// - Throws: ``TraceError``: missing, cut short, empty, or a line that is no event.
    public init(path: String) throws(TraceError) {
        let bytes = try TraceError.disk { () throws(DiskError) in
            try DiskFile.read(path, limit: Self.byteLimit)
        }
        try self.init(bytes: bytes, path: path)
    }

    /// Reads a trace file's bytes; `path` names it in errors.
    ///
    /// - Throws: ``TraceError``: cut short, empty, or a line that is no event.
    public init(bytes: [UInt8], path: String) throws(TraceError) {
        var events: [TraceEvent] = []
        var closing: JSONObject?
        try LineReader.read(bytes, path: path) { (number, object) throws(TraceError) in
            guard closing == nil else {
                throw .damaged(path: path, what: "line \(number) stands after the closing line")
            }
            if object["kind"] == "traceEnd" {
                closing = object
            } else if let event = TraceText.event(from: object) {
                events.append(event)
            } else {
                throw .damaged(
                    path: path, what: "line \(number) lacks seq, t, kind or tap, or has a wrong one"
                )
            }
        }
        guard let closing else {
            throw .damaged(
                path: path,
                what: bytes.isEmpty
                    ? "it is empty" : "it is cut short: the closing traceEnd line is missing")
        }
        self.events = events
        isEdited =
            closing["events"]?.integer != Int64(events.count)
            || closing["digest"]?.string != Self.digest(of: events)
            || !zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    }
}

/// The inputs of a session as a file holds them.
public struct RecordedInputs: Sendable, Equatable {
    /// What came in, in order.
    public var inputs: [InputEvent]

    /// The inputs given.
    public init(inputs: [InputEvent]) { self.inputs = inputs }

    /// The file's bytes, a line an input.
    public func fileBytes() -> [UInt8] {
        var writer = JSONWriter()
        for input in inputs { TraceText.write(input, into: &writer) }
        return writer.bytes
    }

    /// Reads the inputs file at `path`.
    ///
    /// - Throws: ``TraceError``: missing, a line that is no input, or inputs out of order.
    public init(path: String) throws(TraceError) {
        let bytes = try TraceError.disk { () throws(DiskError) in
            try DiskFile.read(path, limit: RecordedTrace.byteLimit)
        }
        try self.init(bytes: bytes, path: path)
    }

    /// Reads an inputs file's bytes; `path` names it in errors.
    ///
    /// - Throws: ``TraceError``: a line that is no input, or inputs out of order.
    public init(bytes: [UInt8], path: String) throws(TraceError) {
        var inputs: [InputEvent] = []
        try LineReader.read(bytes, path: path) { (number, object) throws(TraceError) in
            guard let input = TraceText.input(from: object) else {
                throw .damaged(path: path, what: "line \(number) is not an input")
            }
            guard input.sequence == inputs.count, input.frame >= inputs.last?.frame ?? 0 else {
                throw .damaged(path: path, what: "line \(number) is out of order")
            }
            inputs.append(input)
        }
        self.inputs = inputs
    }
}

/// Reads files of one JSON object a line.
enum LineReader {
    static func read(
        _ bytes: [UInt8], path: String,
        line body: (Int, JSONObject) throws(TraceError) -> Void
    ) throws(TraceError) {
        var start = 0
        var number = 0
        while start < bytes.count {
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
