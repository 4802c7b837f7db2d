package import VoiceFiles
internal import VoiceJSON

/// A trace as a file holds it: events, and whether it still is what was written.
public struct RecordedTrace: Sendable, Equatable {
    /// Largest trace file that is read, in bytes.
    public static let byteLimit: Int64 = 4 << 30

    /// Events in order.
    package var events: [TraceEvent]
    /// True when the last line's count or digest no longer fits, or the sequence numbers do not
    /// ascend: someone changed lines by hand.
    package var isEdited: Bool
    /// Whether the sequence numbers count the events from 0 without a gap.
    package var isNumbered: Bool { events.indices.allSatisfy { events[$0].sequence == $0 } }

    /// A trace of `events`, fresh from an engine.
    package init(events: [TraceEvent]) {
        self.events = events
        isEdited = false
    }

    /// The same events, numbered from 0 without a gap.
    package var numbered: RecordedTrace {
        guard !isNumbered else { return RecordedTrace(events: events) }
        var events = events
        for index in events.indices { events[index].sequence = index }
        return RecordedTrace(events: events)
    }

    /// The hash that certificates compare: frame, kind, fields and evidence of every event, but for
    /// the app's own lines.
    public var digest: String { Self.digest(of: events) }

    /// The hash over `events`.
    public static func digest(of events: [TraceEvent]) -> String {
        var closing = TraceClosing()
        for event in events { closing.add(event) }
        return closing.hex()
    }

    /// The file's bytes: a line an event, and the line that closes the trace.
    package func fileBytes() -> [UInt8] {
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
    package init(path: String) throws(TraceError) {
        try self.init(
            try TraceError.disk { () throws(DiskError) in try OpenFile(path: path) })
    }

    /// Reads a trace file line by line.
    ///
    /// - Throws: ``TraceError``: cut short, empty, or a line that is no event.
    package init(_ file: borrowing OpenFile) throws(TraceError) {
        let path = file.path
        try self.init(path: path) { (body) throws(TraceError) in
            try LineReader.read(file, line: body)
        }
    }

    /// Reads a trace file's bytes; `path` names it in errors.
    ///
    /// - Throws: ``TraceError``: cut short, empty, or a line that is no event.
    package init(bytes: [UInt8], path: String) throws(TraceError) {
        try self.init(path: path) { (body) throws(TraceError) in
            try LineReader.read(bytes, path: path, line: body)
        }
    }

    private init(
        path: String, reading: (LineReader.Body) throws(TraceError) -> Void
    ) throws(TraceError) {
        var events: [TraceEvent] = []
        var pool = ValuePool<JSONObject>()
        var closing: JSONObject?
        var isEmpty = true
        try reading { (number, object) throws(TraceError) in
            isEmpty = false
            guard closing == nil else {
                throw .damaged(path: path, what: "line \(number) stands after the closing line")
            }
            if object["kind"] == "traceEnd" {
                closing = object
            } else if var event = TraceText.event(from: object) {
                event.fields = pool.shared(event.fields)
                events.append(event)
            } else {
                throw .damaged(
                    path: path, what: "line \(number) lacks seq, t, kind or tap, or has a wrong one"
                )
            }
        }
        guard let closing else {
            throw .damaged(path: path, what: TraceText.openEnd(isEmpty: isEmpty))
        }
        self.events = events
        isEdited =
            closing["events"]?.integer != Int64(events.count)
            || closing["digest"]?.string != Self.digest(of: events)
            || !zip(events, events.dropFirst()).allSatisfy { $0.sequence < $1.sequence }
    }
}

/// The inputs of a session as a file holds them.
package struct RecordedInputs: Sendable, Equatable {
    /// Inputs in order.
    package var inputs: [InputEvent]

    /// The inputs given.
    package init(inputs: [InputEvent]) { self.inputs = inputs }

    /// The file's bytes, a line an input.
    package func fileBytes() -> [UInt8] {
        var writer = JSONWriter()
        for input in inputs { TraceText.write(input, into: &writer) }
        return writer.bytes
    }

    /// Reads the inputs file at `path`.
    ///
    /// - Throws: ``TraceError``: missing, a line that is no input, or inputs out of order.
    package init(path: String) throws(TraceError) {
        try self.init(
            try TraceError.disk { () throws(DiskError) in try OpenFile(path: path) })
    }

    /// Reads an inputs file line by line.
    ///
    /// - Throws: ``TraceError``: a line that is no input, or inputs out of order.
    package init(_ file: borrowing OpenFile) throws(TraceError) {
        let path = file.path
        // An array that grows is there twice for a moment; room that is not used is not there.
        let room = min(Int(file.size / Self.shortestLine), Self.roomLimit)
        try self.init(path: path, room: room) { (body) throws(TraceError) in
            try LineReader.read(file, line: body)
        }
    }

    private static let shortestLine: Int64 = 40
    private static let roomLimit = 1 << 20

    /// Reads an inputs file's bytes; `path` names it in errors.
    ///
    /// - Throws: ``TraceError``: a line that is no input, or inputs out of order.
    package init(bytes: [UInt8], path: String) throws(TraceError) {
        try self.init(path: path) { (body) throws(TraceError) in
            try LineReader.read(bytes, path: path, line: body)
        }
    }

    private init(
        path: String, room: Int = 0, reading: (LineReader.Body) throws(TraceError) -> Void
    ) throws(TraceError) {
        var inputs: [InputEvent] = []
        inputs.reserveCapacity(room)
        var pool = ValuePool<SessionInput>()
        try reading { (number, object) throws(TraceError) in
            guard var input = TraceText.input(from: object) else {
                throw .damaged(path: path, what: "line \(number) is not an input")
            }
            input.input = pool.shared(input.input)
            guard input.sequence == inputs.count, input.frame >= inputs.last?.frame ?? 0 else {
                throw .damaged(path: path, what: "line \(number) is out of order")
            }
            inputs.append(input)
        }
        self.inputs = inputs
    }
}

/// Counts and digests events one by one, for the line that closes their trace.
package struct TraceClosing {
    private var digest = Digest()
    private var writer = JSONWriter()
    /// Number of events.
    package private(set) var count: Int64 = 0

    /// Before the first event.
    package init() {}

    /// Takes the next event in.
    package mutating func add(_ event: TraceEvent) {
        TraceText.writeCompared(event, into: &writer)
        count += 1
        if writer.bytes.count > 1 << 16 { flush() }
    }

    private mutating func flush() {
        digest.update(writer.bytes)
        writer.removeAll()
    }

    /// The hash that certificates compare.
    package mutating func hex() -> String {
        flush()
        return digest.hex()
    }

    /// The line behind the last event.
    package mutating func line() -> [UInt8] {
        var line = JSONWriter()
        line.write(
            .object([
                "kind": "traceEnd", "events": .integer(count), "digest": .string(hex()),
            ]))
        line.append(0x0A)
        return line.bytes
    }
}

/// Keeps one copy of values that are read again and again, so that a long file of few different
/// payloads takes the room of its lines' numbers only.
struct ValuePool<Value: Hashable> {
    private var kept: Set<Value> = []
    /// Values that are kept at most; then the pool begins anew.
    private static var limit: Int { 4_096 }

    /// The copy of `value` that was read before; `value` itself if there is none.
    mutating func shared(_ value: Value) -> Value {
        if kept.count >= Self.limit { kept.removeAll(keepingCapacity: true) }
        return kept.insert(value).memberAfterInsert
    }
}
