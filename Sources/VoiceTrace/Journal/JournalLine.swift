/// Lines of a journal's inputs and events: what a sealed session's files will hold.
public enum JournalLine {
    /// The line of an input, its newline included.
    public static func of(_ input: InputEvent) -> [UInt8] {
        var writer = JSONWriter()
        TraceText.write(input, into: &writer)
        return writer.bytes
    }

    /// The line of an event, its newline included.
    public static func of(_ event: TraceEvent) -> [UInt8] {
        var writer = JSONWriter()
        TraceText.write(event, into: &writer)
        return writer.bytes
    }

    /// Shows the inputs of a payload.
    ///
    /// - Throws: ``TraceError/damaged(path:what:)`` for a line that is no input.
    public static func eachInput(
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
    public static func eachEvent(
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
