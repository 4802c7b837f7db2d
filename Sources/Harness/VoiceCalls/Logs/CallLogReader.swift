internal import VoiceFiles
internal import VoiceJSON
internal import VoiceSession

/// Reads a log of a call, whatever program wrote it.
enum CallLogReader {
    /// Bytes of a mapping at most.
    private static let mappingLimit: Int64 = 1 << 20

    /// The log at `path`, by the `mapping` of its user where one is given.
    ///
    /// - Throws: ``SessionError/callLog(path:what:)`` for a log that is not known, that is cut or
    ///   holds no event; ``SessionError/disk(_:)``.
    static func read(_ path: String, mapping: String?) throws(SessionError) -> CallLog {
        let bytes = try SessionError.disk { () throws(DiskError) in
            try DiskFile.read(path, limit: CallLog.byteLimit)
        }
        let log: CallLog
        if let mapping {
            log = MappedLog(bytes, try self.mapping(mapping)).log
        } else {
            log = try known(bytes, path)
        }
        guard !log.events.isEmpty else {
            let hint = log.notes.first.map { " (\($0))" } ?? ""
            throw .callLog(
                path: path,
                what: "holds no event of the form \(log.form)\(hint). Name the log of this call")
        }
        guard log.events.count < CallLog.eventLimit else {
            throw .callLog(
                path: path,
                what: "holds more than \(CallLog.eventLimit) events. Cut out the part of the call")
        }
        return log
    }

    /// A log of a form that this program knows.
    static func known(_ bytes: [UInt8], _ path: String) throws(SessionError) -> CallLog {
        var lines = LogLines(bytes)
        guard let first = lines.next() else {
            throw .callLog(path: path, what: "is empty. Name the log of this call")
        }
        let start = first.bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.first
        guard start == UInt8(ascii: "{") else {
            if isPipecat(bytes) { return PipecatLog(bytes, isJSON: false).log }
            throw foreign(path)
        }
        if let object = first.batch, lines.next() != nil {
            if SpanLog.reads(object) { return SpanLog(lines: bytes).log }
            if PipecatLog.reads(object) { return PipecatLog(bytes, isJSON: true).log }
            if LiveKitReport.reads(event: object) { return LiveKitReport(lines: bytes).log }
            throw foreign(path)
        }
        let root: JSONValue
        do throws(JSONError) {
            root = try JSONReader.value(of: bytes, dialect: .lenient)
        } catch {
            throw .callLog(
                path: path,
                what: "is neither JSON nor JSON lines, or is cut off: \(error). Name the whole"
                    + " file")
        }
        let object = root.object ?? [:]
        if SpanLog.reads(object) { return SpanLog(object).log }
        if LiveKitReport.reads(report: object) { return LiveKitReport(report: object).log }
        if PipecatLog.reads(object) { return PipecatLog(bytes, isJSON: true).log }
        if LiveKitReport.reads(event: object) { return LiveKitReport(lines: bytes).log }
        throw foreign(path)
    }

    /// Whether one of the first lines is one of Pipecat's logger: others may come before it.
    private static func isPipecat(_ bytes: [UInt8]) -> Bool {
        var lines = LogLines(bytes)
        for _ in 0..<searchedLines {
            guard let line = lines.next() else { return false }
            if let text = line.text, PipecatLog.reads(text: text) { return true }
        }
        return false
    }

    private static let searchedLines = 100

    private static func foreign(_ path: String) -> SessionError {
        .callLog(
            path: path,
            what: "is no log of Pipecat or LiveKit and holds no OTLP spans. Give --log-mapping FILE"
                + " that says what its JSON lines mean")
    }

    private static func mapping(_ file: String) throws(SessionError) -> LogMapping {
        let bytes = try SessionError.disk { () throws(DiskError) in
            try DiskFile.read(file, limit: mappingLimit)
        }
        let form =
            "{\"time\": \"ts\", \"kind\": \"event\", \"events\": {\"tts\": {\"marks\":"
            + " \"app begins\"}}}"
        let mapping: LogMapping
        do throws(JSONError) {
            mapping = try LogMapping(bytes: bytes, file: file)
        } catch { throw .malformed(path: file, what: "is no JSON: \(error)", form: form) }
        if let finding = mapping.findings.first(where: { $0.severity == .error }) {
            throw .malformed(path: file, what: finding.message, form: form)
        }
        return mapping
    }
}

extension ClockAlignment.Misfit {
    /// Reason of the misfit, and the next step.
    var sentence: String {
        switch self {
        case .tooFew(let log, let sound):
            "the log tells \(log) beginnings and ends of speech and the sound \(sound), and three"
                + " of each are needed to lay one on the other. Name a log that tells who speaks"
        case .apart(let near, let of):
            "the log does not lie on the sound: \(near) of its \(of) beginnings and ends of speech"
                + " are within 250 ms of one that is heard. Name the log of this call"
        case .backwards(let count, let all):
            "the times of \(count) of its \(all) events go back by more than 1 s. Name a log that"
                + " is in the order of its times"
        case .stepped(let pairs, let others, let nanoseconds):
            "its clock steps by \(nanoseconds / 1_000_000) ms within the call: \(pairs) of its"
                + " beginnings and ends of speech lie on the sound at one offset and \(others) at"
                + " another. Mend its times, or import the call without the log"
        case .ambiguous:
            "the log lies on the sound in more than one way, so its times say nothing. Name a log"
                + " that tells more of who speaks"
        }
    }
}
