/// Counts and digests events one by one, for the line that closes their trace.
public struct TraceClosing {
    private var digest = Digest()
    private var writer = JSONWriter()
    /// How many events there were.
    public private(set) var count: Int64 = 0

    /// Before the first event.
    public init() {}

    /// Takes the next event in.
    public mutating func add(_ event: TraceEvent) {
        TraceText.writeCompared(event, into: &writer)
        count += 1
        if writer.bytes.count > 1 << 16 { flush() }
    }

    private mutating func flush() {
        digest.update(writer.bytes)
        writer.removeAll()
    }

    /// The hash that certificates compare.
    public mutating func hex() -> String {
        flush()
        return digest.hex()
    }

    /// The line behind the last event.
    public mutating func line() -> [UInt8] {
        var line = JSONWriter()
        line.write(
            .object([
                "kind": "traceEnd", "events": .integer(count), "digest": .string(hex()),
            ]))
        line.append(0x0A)
        return line.bytes
    }
}
