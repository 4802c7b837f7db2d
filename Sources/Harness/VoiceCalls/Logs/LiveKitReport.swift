internal import VoiceJSON
internal import VoiceTrace

/// Reads the report of a session of LiveKit Agents, `session_report.json`, or its events, one JSON
/// object a line.
///
/// Source: livekit-agents 1.8, `voice/report.py` and `voice/events.py`.
struct LiveKitReport {
    private(set) var log = CallLog(form: "LiveKit")

    /// Every kind that it may tell: the types of its events.
    static let kinds: [EventKind] = [
        EventKind(
            "user_state_changed", .progress,
            fields: [EventField("old_state"), EventField("new_state", isIdentity: true)]),
        EventKind(
            "agent_state_changed", .progress,
            fields: [EventField("old_state"), EventField("new_state", isIdentity: true)]),
        EventKind(
            "user_input_transcribed", fields: [EventField("transcript")], lane: .words,
            sentence: "heard: {transcript}"),
        EventKind(
            "conversation_item_added",
            fields: [EventField("role", isIdentity: true), EventField("interrupted")]),
        EventKind(
            "function_tools_executed", fields: [EventField("calls", .name, isIdentity: true)],
            sentence: "calls {calls}"),
        EventKind("speech_created", .progress, fields: [EventField("source", isIdentity: true)]),
        EventKind("agent_false_interruption", fields: [EventField("resumed")]),
        EventKind("error", fields: [EventField("source"), EventField("text")]),
        EventKind("close", fields: [EventField("reason", .reason)]),
    ]

    private static let names = Set(kinds.map(\.name))

    /// Whether `object` is a report.
    static func reads(report object: JSONObject) -> Bool {
        object["events"]?.array != nil && (object["job_id"] != nil || object["room"] != nil)
    }

    /// Whether `object` is an event.
    static func reads(event object: JSONObject) -> Bool {
        object["created_at"] != nil && names.contains(object["type"]?.string ?? "")
    }

    /// The events of a report.
    init(report: JSONObject) {
        log.kinds = Self.kinds
        log.recordingStart = LogTime.nanoseconds(report["audio_recording_started_at"], .seconds)
        var unused = 0
        for value in report["events"]?.array ?? [] {
            guard let object = value.object, let event = Self.event(object) else {
                unused += 1
                continue
            }
            if let event { _ = log.add(event) }
        }
        if unused > 0 {
            log.notes.append(
                "\(unused) events of the log are left out: they have no \"type\" or no"
                    + " \"created_at\"")
        }
    }

    /// The events of lines.
    init(lines bytes: [UInt8]) {
        log.kinds = Self.kinds
        var unused = UnusedLines()
        var lines = LogLines(bytes)
        while let line = lines.next() {
            guard let object = line.object, let event = Self.event(object) else {
                unused.add(line)
                continue
            }
            guard var event else { continue }
            event.line = line.number
            _ = log.add(event)
        }
        log.notes = unused.notes("events of LiveKit")
    }

    /// The event that `object` tells: none within one for a type that tells nothing of the call.
    private static func event(_ object: JSONObject) -> CallLog.Event?? {
        guard let type = object["type"]?.string,
            let time = LogTime.nanoseconds(object["created_at"], .seconds)
        else { return nil }
        guard names.contains(type), let fields = fields(of: object, type) else { return .some(nil) }
        return .some(
            CallLog.Event(
                nanoseconds: time, kind: type, fields: fields, mark: mark(of: object, type)))
    }

    /// The beginning or end of speech that a change of state is.
    private static func mark(of object: JSONObject, _ type: String) -> SpeechEdge? {
        let sides: [String: SpeechEdge.Side] = [
            "user_state_changed": .caller, "agent_state_changed": .app,
        ]
        guard let side = sides[type] else { return nil }
        if object["new_state"]?.string == "speaking" { return SpeechEdge(side, .begins) }
        return object["old_state"]?.string == "speaking" ? SpeechEdge(side, .ends) : nil
    }

    /// Returns the fields that are kept of an event; nil for words that are not final.
    private static func fields(of object: JSONObject, _ type: String) -> JSONObject? {
        func texts(_ object: JSONObject, _ names: [String]) -> JSONObject {
            var fields: JSONObject = [:]
            for name in names {
                fields[name] = object[name]?.string.map {
                    .string(String($0.prefix(CallLog.textLimit)))
                }
            }
            return fields
        }
        switch type {
        case "user_input_transcribed":
            return object["is_final"]?.bool == false ? nil : texts(object, ["transcript"])
        case "conversation_item_added":
            var fields = texts(object["item"]?.object ?? [:], ["role"])
            if let flag = object["item"]?.object?["interrupted"]?.bool {
                fields["interrupted"] = .bool(flag)
            }
            return fields
        case "function_tools_executed":
            let calls = (object["function_calls"]?.array ?? []).compactMap {
                $0.object?["name"]?.string
            }
            return [
                "calls": .string(String(calls.joined(separator: ", ").prefix(CallLog.textLimit)))
            ]
        case "agent_false_interruption":
            return object["resumed"]?.bool.map { ["resumed": .bool($0)] } ?? [:]
        case "error":
            var fields: JSONObject = [:]
            let source = object["source"]?.object ?? [:]
            fields["source"] = (source["model"] ?? source["provider"])?.string.map { .string($0) }
            let error = object["error"]?.object ?? [:]
            fields["text"] = (error["message"] ?? error["type"])?.string.map {
                .string(String($0.prefix(CallLog.textLimit)))
            }
            return fields
        default: return texts(object, ["old_state", "new_state", "source", "reason"])
        }
    }
}
