internal import VoiceJSON
internal import VoiceTrace

/// Reads spans of OpenTelemetry as OTLP writes them in JSON: one object, or one a line as a file
/// exporter writes them.
///
/// Source: opentelemetry-proto 1.x, `trace.proto` in its JSON mapping; the spans `agent_speaking`
/// and `user_speaking` are those of livekit-agents 1.8, `turn` is that of pipecat-ai 1.14.
struct SpanLog {
    private(set) var log = CallLog(form: "OTLP spans")
    private var unused = 0

    static let kinds: [EventKind] = [
        EventKind(
            "span",
            fields: [
                EventField("name", .name, isIdentity: true),
                EventField("milliseconds", unit: .milliseconds), EventField("error"),
                EventField("attributes"),
            ], sentence: "{name} for {milliseconds} ms")
    ]

    /// Spans that are speech, by their names.
    private static let sides: [String: SpeechEdge.Side] = [
        "user_speaking": .caller, "agent_speaking": .app,
    ]
    /// Attributes of a span that are kept at most, and those of one text.
    private static let attributeLimit = 32

    /// Whether `object` holds spans.
    static func reads(_ object: JSONObject) -> Bool { object["resourceSpans"]?.array != nil }

    /// The spans of `object`.
    init(_ object: JSONObject) {
        log.kinds = Self.kinds
        add(object, line: nil)
        finish()
    }

    /// The spans of lines.
    init(lines bytes: [UInt8]) {
        log.kinds = Self.kinds
        var lines = LogLines(bytes)
        var bad = UnusedLines()
        while let line = lines.next() {
            guard let object = line.batch, Self.reads(object) else {
                bad.add(line)
                continue
            }
            add(object, line: line.number)
        }
        finish()
        log.notes += bad.notes("batches of spans")
    }

    /// Spans are written when they end: they are put in the order in which they began.
    private mutating func finish() {
        log.events.sort {
            ($0.nanoseconds, $0.line ?? 0) < ($1.nanoseconds, $1.line ?? 0)
        }
        if unused > 0 {
            log.notes.append(
                "\(unused) spans of the log are left out: they have no name or no times, or end"
                    + " before they begin")
        }
    }

    private mutating func add(_ object: JSONObject, line: Int?) {
        for resource in object["resourceSpans"]?.array ?? [] {
            for scope in resource.object?["scopeSpans"]?.array ?? [] {
                for span in scope.object?["spans"]?.array ?? [] {
                    add(span: span.object ?? [:], line)
                }
            }
        }
    }

    private mutating func add(span: JSONObject, _ line: Int?) {
        guard let name = span["name"]?.string, !name.isEmpty,
            let start = LogTime.nanoseconds(span["startTimeUnixNano"], .nanoseconds),
            let end = LogTime.nanoseconds(span["endTimeUnixNano"], .nanoseconds), start > 0,
            start <= end
        else {
            unused += 1
            return
        }
        var fields: JSONObject = [
            "name": .string(String(name.prefix(CallLog.textLimit))),
            "milliseconds": .integer((end - start) / 1_000_000),
        ]
        if span["status"]?.object?["code"].map(Self.isError) == true { fields["error"] = true }
        let attributes = Self.attributes(of: span)
        if !attributes.isEmpty { fields["attributes"] = .object(attributes) }
        let side = Self.sides[name]
        _ = log.add(
            CallLog.Event(
                nanoseconds: start, kind: "span", fields: fields,
                mark: side.map { SpeechEdge($0, .begins) } ?? Self.turn(name, attributes),
                line: line))
        guard let side else { return }
        // The end of speech is an event of its own: it is where the sound ends.
        _ = log.add(
            CallLog.Event(
                nanoseconds: end, kind: "span",
                fields: ["name": .string("\(name) ends"), "milliseconds": 0],
                mark: SpeechEdge(side, .ends), line: line))
    }

    /// A turn of Pipecat begins with the caller, but for the first, which the app may begin.
    private static func turn(_ name: String, _ attributes: JSONObject) -> SpeechEdge? {
        guard name == "turn", let number = attributes["turn.number"]?.integer, number > 1 else {
            return nil
        }
        return SpeechEdge(.caller, .begins)
    }

    private static func isError(_ code: JSONValue) -> Bool {
        code.integer == 2 || code.string == "STATUS_CODE_ERROR"
    }

    /// Attributes with one value each.
    private static func attributes(of span: JSONObject) -> JSONObject {
        var attributes: JSONObject = [:]
        for entry in (span["attributes"]?.array ?? []).prefix(attributeLimit) {
            guard let object = entry.object, let key = object["key"]?.string,
                let value = object["value"]?.object
            else { continue }
            if let text = value["stringValue"]?.string {
                attributes[key] = .string(String(text.prefix(CallLog.textLimit)))
            } else if let flag = value["boolValue"]?.bool {
                attributes[key] = .bool(flag)
            } else if let number = value["intValue"] {
                // 64-bit numbers are texts in this mapping.
                attributes[key] = (number.integer ?? number.string.flatMap { Int64($0) }).map {
                    .integer($0)
                }
            } else if let number = value["doubleValue"] {
                attributes[key] = number
            }
        }
        return attributes
    }
}
