internal import VoiceJSON
internal import VoiceTrace

/// Reads what a bot of Pipecat logs: the lines of its logger, or the events of its observer of who
/// speaks, one JSON object a line.
///
/// Source: pipecat-ai 1.14, `transports/base_output.py`, `processors/aggregators`,
/// `observers/speaking_observer.py`, `observers/loggers/transcription_log_observer.py`,
/// `processors/audio/vad_processor.py`, `services`; the form of a line is the standard form of
/// loguru.
struct PipecatLog {
    private(set) var log = CallLog(form: "Pipecat")
    private var unused = UnusedLines()

    /// Event that a line tells.
    private enum Told {
        /// Nothing of the call.
        case nothing
        /// Event of the logger.
        case logged(CallLog.Event)
        /// Event of the observer of who speaks.
        case observed(CallLog.Event)
    }

    /// The events that its observer tells, by their kinds.
    private static let marks: [String: SpeechEdge?] = [
        "user_speech_started": SpeechEdge(.caller, .begins),
        "user_speech_stopped": SpeechEdge(.caller, .ends),
        // A decision of the turn strategy follows the speech by as long as it took.
        "user_turn_started": nil, "user_turn_stopped": nil,
        // So does what a processor of voice activity says, or a service that detects it itself.
        "user_vad_started": nil, "user_vad_stopped": nil,
        "bot_speech_started": SpeechEdge(.app, .begins),
        "bot_speech_stopped": SpeechEdge(.app, .ends),
        "interruption": nil,
    ]

    private static let transcription = "transcription"
    private static let synthesis = "tts"
    private static let call = "function_call"
    private static let problem = "problem"

    /// Every kind that it may tell.
    static let kinds =
        marks.keys.sorted().map { EventKind($0, .progress, lane: .actions) } + [
            EventKind(
                transcription, fields: [EventField("text")], lane: .words,
                sentence: "heard: {text}"),
            EventKind(synthesis, fields: [EventField("text")], sentence: "speaks: {text}"),
            EventKind(
                call,
                fields: [EventField("name", .name, isIdentity: true), EventField("arguments")],
                sentence: "calls {name}"),
            EventKind(
                problem, fields: [EventField("level"), EventField("place"), EventField("text")],
                sentence: "{level} of {place}"),
        ]

    /// Whether `line`, the first of a log, is one of loguru's.
    static func reads(text line: String) -> Bool { LogRecord(line) != nil }

    /// Whether `object`, the first of a log, is an event of the observer of who speaks, or a record
    /// of a logger that writes JSON.
    static func reads(_ object: JSONObject) -> Bool {
        let kind = object["kind"]?.string ?? ""
        return marks[kind] != nil && object["timestamp"] != nil
            || object["record"]?.object?["time"] != nil && object["text"] != nil
    }

    /// The log in `bytes`. Where the observer tells who speaks, what the logger says of it is left
    /// out.
    init(_ bytes: [UInt8], isJSON: Bool) {
        log.kinds = Self.kinds
        var doubled: Set<Int> = []
        var isObserved = false
        var lines = LogLines(bytes)
        while let line = lines.next() {
            switch isJSON ? Self.told(json: line) : Self.told(text: line) {
            case .none: unused.add(line)
            case .nothing?: continue
            case .logged(var event)?:
                event.line = line.number
                if log.add(event), event.mark != nil { doubled.insert(line.number) }
            case .observed(var event)?:
                event.line = line.number
                isObserved = log.add(event) || isObserved
            }
        }
        if isObserved { log.events.removeAll { $0.line.map(doubled.contains) ?? false } }
        log.notes = unused.notes(isJSON ? "events of Pipecat" : "lines of Pipecat's logger")
    }

    private static func told(json line: LogLine) -> Told? {
        guard let object = line.object else { return nil }
        guard let record = object["record"]?.object else {
            return speech(object).map { .observed($0) }
        }
        guard
            let time = LogTime.nanoseconds(record["time"]?.object?["timestamp"], .seconds)
        else { return nil }
        return told(
            time: time, level: record["level"]?.object?["name"]?.string ?? "",
            place: record["name"]?.string ?? "", record["message"]?.string ?? "")
    }

    private static func told(text line: LogLine) -> Told? {
        guard let record = line.text.flatMap({ LogRecord($0) }) else { return nil }
        return told(time: record.time, level: record.level, place: record.place, record.message)
    }

    /// The event of the observer of who speaks that `object` is; nil for another object.
    private static func speech(_ object: JSONObject) -> CallLog.Event? {
        guard let kind = object["kind"]?.string, let mark = marks[kind],
            let time = LogTime.nanoseconds(object["timestamp"], .seconds)
        else { return nil }
        return CallLog.Event(nanoseconds: time, kind: kind, mark: mark)
    }

    /// The event of the observer that a bot logs as the message of a line, as Pipecat's own
    /// documentation does. The observer tells when it was in UTC, the logger when it wrote in a
    /// zone that it does not name: zones differ by quarters of an hour, and the delay is less.
    private static func observed(_ message: String, at time: Int64) -> CallLog.Event? {
        guard message.hasPrefix("{"),
            let object = (try? JSONReader.value(of: Array(message.utf8)))?.object,
            var event = speech(object)
        else { return nil }
        let quarter = 900.0 * 1_000_000_000
        let zone = (Double(time - event.nanoseconds) / quarter).rounded() * quarter
        event.nanoseconds += Int64(zone)
        return event
    }

    private static func told(
        time: Int64, level: String, place: String, _ message: String
    ) -> Told {
        func event(_ kind: String, _ fields: JSONObject = [:]) -> Told {
            .logged(
                CallLog.Event(
                    nanoseconds: time, kind: kind, fields: fields, mark: marks[kind] ?? nil))
        }
        if level == "WARNING" || level == "ERROR" || level == "CRITICAL" {
            let text = JSONValue.string(String(message.prefix(CallLog.textLimit)))
            return event(
                problem, ["level": .string(level), "place": .string(place), "text": text])
        }
        if let event = observed(message, at: time) { return .observed(event) }
        if let text = transcription(in: message) { return event(transcription, ["text": text]) }
        if let text = bracketed(in: message, after: "Generating TTS [") {
            return event(synthesis, ["text": text])
        }
        if let fields = call(in: message) { return event(call, fields) }
        let (isBot, isUser) = (message.hasPrefix("Bot"), message.contains("User "))
        if isBot, message.hasSuffix(" started speaking") { return event("bot_speech_started") }
        if isBot, message.hasSuffix(" stopped speaking") { return event("bot_speech_stopped") }
        guard isUser else { return .nothing }
        if message.contains("User started speaking (strategy") { return event("user_turn_started") }
        if message.contains("User stopped speaking (strategy") { return event("user_turn_stopped") }
        if message.hasSuffix("User started speaking") { return event("user_vad_started") }
        if message.hasSuffix("User stopped speaking") { return event("user_vad_stopped") }
        return .nothing
    }

    /// The text of `… OPENING text]`, which ends the message; nil for another one.
    private static func bracketed(in message: String, after opening: String) -> JSONValue? {
        guard message.hasSuffix("]"), let place = message.range(of: opening) else { return nil }
        let text = message[place.upperBound...].dropLast()
        return text.isEmpty ? nil : .string(String(text.prefix(CallLog.textLimit)))
    }

    /// Returns the facts that `… Calling function [name:id] with arguments {…}` tells; nil for
    /// another message.
    private static func call(in message: String) -> JSONObject? {
        let (opening, middle) = ("Calling function [", "] with arguments ")
        guard let start = message.range(of: opening),
            let end = message[start.upperBound...].range(of: middle)
        else { return nil }
        let name = message[start.upperBound..<end.lowerBound].prefix { $0 != ":" }
        let arguments = message[end.upperBound...].prefix(CallLog.textLimit)
        return ["name": .string(String(name)), "arguments": .string(String(arguments))]
    }

    /// The words of `… TRANSCRIPTION: 'words' from 'user' at 1.20s`, an observer's, or of a
    /// service's `Transcription: [words]`; nil for another message, and for words that are not
    /// final.
    private static func transcription(in message: String) -> JSONValue? {
        if message.hasPrefix("Transcription: [") {
            return bracketed(in: message, after: "Transcription: [")
        }
        let key = " TRANSCRIPTION: "
        guard !message.contains(" INTERIM TRANSCRIPTION: "),
            let place = message.range(of: key)
        else { return nil }
        let rest = message[place.upperBound...]
        guard let quote = rest.first, quote == "'" || quote == "\"",
            let end = rest.range(ofLast: "\(quote) from ")
        else { return nil }
        let words = rest[rest.index(after: rest.startIndex)..<end.lowerBound]
        return .string(String(words.prefix(CallLog.textLimit)))
    }
}

/// A line of loguru: `2026-11-26 12:34:03.123 | DEBUG    | name:function:752 - message`.
private struct LogRecord {
    let time: Int64
    let level: String
    /// The module that logs.
    let place: String
    let message: String

    /// Nil for another line. Colours of a terminal are left out.
    init?(_ line: String) {
        let plain = Self.uncoloured(line)
        let parts = plain.split(separator: " | ", maxSplits: 2)
        guard parts.count == 3, let time = LogTime.date(parts[0]),
            let dash = parts[2].range(of: " - ")
        else { return nil }
        self.time = time
        level = parts[1].filter { $0 != " " }
        place = String(parts[2][..<dash.lowerBound].prefix { $0 != ":" })
        message = String(parts[2][dash.upperBound...])
    }

    private static func uncoloured(_ line: String) -> String {
        guard line.utf8.contains(0x1B) else { return line }
        var text: [UInt8] = []
        var isColour = false
        for byte in line.utf8 {
            if byte == 0x1B { isColour = true } else if !isColour { text.append(byte) }
            if isColour, byte == UInt8(ascii: "m") { isColour = false }
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension StringProtocol {
    /// Returns the first place of `text`.
    fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }

    /// Returns the last place of `text`.
    fileprivate func range(ofLast text: String) -> Range<Index>? { ranges(of: text).last }
}
