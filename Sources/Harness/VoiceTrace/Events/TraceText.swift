package import VoiceJSON
internal import VoiceTime

/// One event or input as one line of canonical JSON, and back.
package enum TraceText {
    /// Lines longer than this are refused, in bytes.
    package static let lineLimit = 1 << 20

    /// Numbers of events and inputs: one more never overflows.
    static let numberRange: Range<Int64> = 0..<(1 << 53)
    /// The last frame of the longest session at the highest rate. Larger numbers come from damaged
    /// files only, and sums with them would overflow.
    static let frameLimit = SessionManifest.secondsLimit * Frame(SampleRate.supported.upperBound)

    /// Returns the fault of a trace that has no closing line.
    static func openEnd(isEmpty: Bool) -> String {
        isEmpty ? "it is empty" : "it is cut short: the closing traceEnd line is missing"
    }

    /// Appends `event` as one line, its newline included.
    package static func write(_ event: TraceEvent, into writer: inout JSONWriter) {
        write(event, into: &writer, places: true)
        writer.append(0x0A)
    }

    /// Writes the part of `event` that the hash of a trace covers: frame, kind, fields and
    /// evidence, but for the app's own line.
    static func writeCompared(_ event: TraceEvent, into writer: inout JSONWriter) {
        var event = event
        if event.why[TraceEvent.lineKey] != nil { event.why[TraceEvent.lineKey] = nil }
        write(event, into: &writer, places: false)
        writer.append(0x0A)
    }

    private static func write(_ event: TraceEvent, into writer: inout JSONWriter, places: Bool) {
        var own: [(key: String, value: JSONValue)] = [("kind", .string(event.kind))]
        if places { own.append(("seq", .integer(Int64(event.sequence)))) }
        own.append(("t", .integer(event.frame)))
        if places { own.append(("tap", .string(event.tap.rawValue))) }
        if !event.why.isEmpty { own.append(("why", .object(event.why))) }
        write(own[...], merging: event.fields, into: &writer)
    }

    /// The input as one object.
    static func object(_ event: InputEvent) -> JSONObject {
        var object = fields(of: event.input)
        object["kind"] = .string(kind(of: event.input))
        object["seq"] = .integer(Int64(event.sequence))
        object["t"] = .integer(event.frame)
        object["after"] = .integer(Int64(event.after))
        if let during = event.during {
            object["during"] = .object([
                "event": .integer(Int64(during.event)), "by": .string(during.by.rawValue),
            ])
        }
        return object
    }

    /// Appends `event` as one line, its newline included.
    package static func write(_ event: InputEvent, into writer: inout JSONWriter) {
        writer.write(.object(object(event)))
        writer.append(0x0A)
    }

    private static func write(
        _ own: ArraySlice<(key: String, value: JSONValue)>, merging fields: JSONObject,
        into writer: inout JSONWriter
    ) {
        var own = own
        var isFirst = true
        func write(_ key: String, _ value: JSONValue) {
            writer.append(UInt8(ascii: isFirst ? "{" : ","))
            isFirst = false
            writer.writeKey(key)
            writer.write(value)
        }
        for member in fields.members {
            while let next = own.first, next.key.precedes(member.key) {
                write(next.key, next.value)
                own.removeFirst()
            }
            write(member.key, member.value)
        }
        for next in own { write(next.key, next.value) }
        writer.append(UInt8(ascii: "}"))
    }

    /// The event that a line's object spells; nil when a key it must have is missing or wrong.
    static func event(from object: JSONObject) -> TraceEvent? {
        guard let frame = object["t"]?.integer, let kind = object["kind"]?.string,
            let tap = Tap(rawValue: object["tap"]?.string ?? ""),
            let sequence = object["seq"]?.integer, (0...frameLimit).contains(frame),
            numberRange.contains(sequence)
        else { return nil }
        let why = object["why"] ?? [:]
        guard case .object(let why) = why else { return nil }
        var fields = object
        for key in ["kind", "seq", "t", "tap", "why"] { fields[key] = nil }
        return TraceEvent(
            sequence: Int(sequence), frame: frame, tap: tap, kind: kind, fields: fields, why: why)
    }

    /// The input that a line's object spells; nil when a key it must have is missing or wrong.
    static func input(from object: JSONObject) -> InputEvent? {
        guard let frame = object["t"]?.integer, let kind = object["kind"]?.string,
            let sequence = object["seq"]?.integer, let after = object["after"]?.integer,
            (0...frameLimit).contains(frame), numberRange.contains(sequence),
            numberRange.contains(after)
        else { return nil }
        var during: DuringCallback?
        if let place = object["during"] {
            guard let event = place.object?["event"]?.integer, numberRange.contains(event),
                let by = place.object?["by"]?.string, !by.isEmpty,
                by.utf8.count <= DuringCallback.Receiver.nameLimit
            else { return nil }
            during = DuringCallback(event: Int(event), by: .init(rawValue: by))
        }
        var fields = object
        for key in ["kind", "seq", "t", "after", "during"] { fields[key] = nil }
        guard let input = input(kind: kind, fields: fields) else { return nil }
        return InputEvent(
            sequence: Int(sequence), frame: frame, after: Int(after), during: during, input: input)
    }

    private static func kind(of input: SessionInput) -> String {
        switch input {
        case .run: "run"
        case .gap: "gap"
        case .call: "call"
        case .returned: "returned"
        case .permission: "permission"
        case .audioSession: "audioSession"
        case .device: "device"
        case .recognizerDelay: "recognizerDelay"
        case .partialDelay: "partialDelay"
        case .caller: "caller"
        case .key: "key"
        case .hangUp: "hangUp"
        case .line(let fault, _): fault.rawValue
        case .end: "end"
        case .other(let kind, _): kind
        }
    }

    private static func fields(of input: SessionInput) -> JSONObject {
        switch input {
        case .run, .returned, .hangUp, .line(.cutOff, _): [:]
        case .gap(let frames), .recognizerDelay(let frames), .partialDelay(let frames),
            .line(_, let frames):
            ["frames": .integer(frames)]
        case .call(let call):
            fields(of: call)
        case .permission(let permission, let answer, let rest):
            SessionInput.fields(permission, answer, rest: rest)
        case .audioSession(let news, let rest): SessionInput.fields(news, rest: rest)
        case .device(let news, let rest): SessionInput.fields(news, rest: rest)
        case .other(_, let fields): fields
        case .end(let reason): ["reason": .string(reason)]
        case .caller(let line): fields(of: line)
        case .key(let key): ["key": .string(String(key))]
        }
    }

    private static func fields(of call: EngineCall) -> JSONObject {
        var fields: JSONObject = [
            "facade": .string(call.facade), "name": .string(call.name),
            "arguments": .object(call.arguments),
        ]
        if let id = call.id { fields["id"] = .integer(Int64(id)) }
        return fields
    }

    private static func fields(of line: CallerLine) -> JSONObject {
        var fields: JSONObject = [
            "line": .integer(Int64(line.line)), "start": .integer(line.start),
            "end": .integer(line.end), "activeStart": .integer(line.active.lowerBound),
            "activeEnd": .integer(line.active.upperBound),
            "words": line.words.map { .string($0) } ?? .null,
        ]
        if let failure = line.failure { fields["fails"] = .string(failure) }
        if let speech = line.speech, let labels = line.labels {
            fields["labelStart"] = .integer(speech.lowerBound)
            fields["labelEnd"] = .integer(speech.upperBound)
            fields["labels"] = .string(labels.rawValue)
        }
        return fields
    }

    private static func input(kind: String, fields: JSONObject) -> SessionInput? {
        switch kind {
        case "run": return .run
        case "returned": return .returned
        case "permission": return SessionInput(permission: fields)
        case "audioSession": return SessionInput(audioSession: fields)
        case "device": return SessionInput(device: fields)
        case "gap": return frames(fields).map { .gap(frames: $0) }
        case "recognizerDelay": return frames(fields).map { .recognizerDelay(frames: $0) }
        case "partialDelay": return frames(fields).map { .partialDelay(frames: $0) }
        case "hangUp": return .hangUp
        case LineFault.cutOff.rawValue: return .line(.cutOff, frames: 0)
        case LineFault.stall.rawValue, LineFault.lateStart.rawValue, LineFault.shuffle.rawValue:
            guard let fault = LineFault(rawValue: kind) else { return nil }
            return frames(fields).map { .line(fault, frames: $0) }
        case "end": return fields["reason"]?.string.map { .end(reason: $0) }
        case "caller": return callerLine(fields).map { .caller($0) }
        case "key":
            guard let key = fields["key"]?.string, key.count == 1 else { return nil }
            return key.first.map { .key($0) }
        case "call":
            guard let facade = fields["facade"]?.string, let name = fields["name"]?.string,
                let arguments = fields["arguments"]?.object
            else { return nil }
            var call = EngineCall(facade: facade, name: name, arguments: arguments)
            if let id = fields["id"] {
                guard let id = id.integer, numberRange.contains(id) else { return nil }
                call.id = Int(id)
            }
            return .call(call)
        default: return .other(kind: kind, fields: fields)
        }
    }

    private static func frames(_ fields: JSONObject) -> Int64? {
        fields["frames"]?.integer.flatMap { (0...frameLimit).contains($0) ? $0 : nil }
    }

    private static func callerLine(_ fields: JSONObject) -> CallerLine? {
        guard let line = fields["line"]?.integer, let start = fields["start"]?.integer,
            let end = fields["end"]?.integer, let activeStart = fields["activeStart"]?.integer,
            let activeEnd = fields["activeEnd"]?.integer,
            line >= 0, start >= 0, start <= activeStart, activeStart <= activeEnd,
            activeEnd <= end, end <= 2 * frameLimit
        else { return nil }
        var caller = CallerLine(
            line: Int(line), start: start, end: end, active: activeStart..<activeEnd,
            words: fields["words"]?.string, failure: fields["fails"]?.string)
        guard let labels = fields["labels"] else { return caller }
        guard let labels = CallerLine.Labels(rawValue: labels.string ?? ""),
            let from = fields["labelStart"]?.integer, let to = fields["labelEnd"]?.integer,
            start <= from, from <= to, to <= end
        else { return nil }
        caller.labels = labels
        caller.speech = from..<to
        return caller
    }
}
