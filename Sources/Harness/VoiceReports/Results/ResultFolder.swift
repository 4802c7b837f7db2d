internal import VoiceDiff
internal import VoiceFiles
internal import VoiceJSON
package import VoiceTrace

/// The folder that `--report` writes.
///
///     DIR/
///       index.html        the page: the list of the sessions, and what is told of all of them
///       result.json       ``RunResult``; written last but for the page
///       result.jsonl      ``SessionResult`` of every session, a line each
///       flows/NNNN.svg    pictures of the flows, with what was exercised
///       sessions/NNNN.js  what opens below the session at place NNNN: ``SessionDetail`` as JSON
///                         in a script, which the page loads when the session is opened
///       sounds/NNNN.js    its sound, as the page plays it
///       audio/NAME.flac   the same sound as it was
///       traces/NNNN.jsonl what happened this time, where that is not the golden trace
///       verdicts/NNNN.json ``SessionResult`` of a session of which its record does not say all
package struct ResultFolder: Sendable, Equatable {
    /// The folder, without a slash at its end.
    package let path: String

    static let resultName = "result.json"
    static let linesName = "result.jsonl"
    static let pageName = "index.html"
    /// Parts of a report; the result comes last when they are put in place.
    static let parts = [
        pageName, "flows", "sessions", "sounds", "traces", "verdicts", "audio", linesName,
        resultName,
    ]
    /// Largest detail and sound file that is read, in bytes.
    static let byteLimit: Int64 = 1 << 30

    /// The folder at `path`, which nothing has looked at yet.
    package init(path: String) {
        self.path = DiskFile.withoutSlashes(path)
    }

    /// Writes what opens below the line of the session of `record`, and its sound; `origin` says
    /// how it is run again.
    ///
    /// - Throws: ``ReportError``.
    package func write(
        _ detail: SessionDetail, of record: SessionRecord, origin: RunOrigin?
    ) throws(ReportError) -> SessionRecord.FileMark {
        let number = Self.number(record.place)
        for (name, bytes) in detail.files { try write(bytes, name) }
        if !detail.files.isEmpty {
            let sounds = JSONValue.object(try PageSounds(detail).texts)
            try write(SessionScript.bytes(["sounds": sounds]), "sounds/\(number).js")
        }
        let body = PageSession(
            record: record, detail: detail,
            command: origin?.line(for: record.path, name: record.name)
        ).body
        return try write(
            SessionScript.bytes([
                "number": .integer(Int64(record.place + 1)), "body": .string(body),
                "detail": .object(detail.object),
            ]), marked: "sessions/\(number).js")
    }

    /// Writes what happened in the session of `record`; nil where that is its golden trace.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    package func write(
        _ trace: RecordedTrace, of record: SessionRecord
    ) throws(ReportError) -> SessionRecord.FileMark? {
        guard record.isRed || record.golden != record.actual else { return nil }
        return try write(
            trace.fileBytes(), marked: "traces/\(Self.number(record.place)).jsonl")
    }

    /// Writes what reports tell of a session; nil where its record says all of it.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    package func write(
        _ result: SessionResult
    ) throws(ReportError) -> SessionRecord.FileMark? {
        guard result != SessionResult(agreeing: result.record) else { return nil }
        let bytes = JSONWriter.prettyBytes(.object(result.kept))
        return try write(bytes, marked: "verdicts/\(Self.number(result.record.place)).json")
    }

    /// Writes the line of a session that has come to its end behind those before it.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    package func stream(_ result: SessionResult) throws(ReportError) {
        let path = "\(path)/\(Self.linesName)"
        try ReportError.disk { () throws(DiskError) in
            try DiskFile.append(result.jsonLine, to: path)
        }
    }

    static func number(_ place: Int) -> String {
        let number = "\(place + 1)"
        return String(repeating: "0", count: max(0, 4 - number.count)) + number
    }

    private func write(
        _ bytes: [UInt8], marked name: String
    ) throws(ReportError) -> SessionRecord.FileMark {
        try write(bytes, name)
        return SessionRecord.FileMark(file: name, sha256: Digest.hex(of: bytes))
    }

    /// Writes the result, the lines of its sessions by their places, and the page made of it and
    /// what stands in the folder. Of sessions with one proven first cause the first stands for the
    /// others.
    ///
    /// - Returns: the result as it is written.
    /// - Throws: ``ReportError``.
    @discardableResult
    package func finish(_ result: RunResult) throws(ReportError) -> RunResult {
        var result = result
        // A thousand calls have 12 MB of lines, which are written a session at a time.
        try write([], Self.linesName)
        var proofs = FirstProofs()
        for index in result.sessions.indices {
            let record = result.sessions[index]
            // A session that could not be written has its fault, and no line.
            guard record.verdict != nil || record.outcome != .differs else { continue }
            var session = try session(of: record)
            if let confirmed = session.confirmed(by: &proofs) {
                session = confirmed
                result.sessions[index] = try write(confirmed, origin: result.origin)
            }
            try stream(session)
        }
        try write(result.fileBytes(), Self.resultName)
        let latency = try ResultLatency.section(result, in: self)
        var details: [Int: SessionDetail] = [:]
        for record in result.sessions where record.isRed {
            details[record.place] = try detail(of: record)
        }
        let page = ReportPage(
            result: result, sections: latency.map { [$0] } ?? [],
            headline: result.isOfLatency ? latency?.headline : nil)
        for picture in PageSummary(result, isWhole: false).pictures {
            try write(Array(picture.svg.utf8), picture.name)
        }
        try write(page.bytes(failing: details), Self.pageName)
        return result
    }

    /// Writes what reports and the page tell of a session that another one stands for; returns its
    /// record.
    private func write(
        _ confirmed: SessionResult, origin: RunOrigin?
    ) throws(ReportError) -> SessionRecord {
        var record = confirmed.record
        if var detail = try wholeDetail(of: record) {
            detail.object["proof"] = confirmed.proof.map { .string($0) }
            record.detail = try write(detail, of: record, origin: origin)
        }
        record.verdict = try write(confirmed)
        return record
    }

    private func write(_ bytes: [UInt8], _ name: String) throws(ReportError) {
        let path = "\(path)/\(name)"
        try ReportError.disk { () throws(DiskError) in try DiskFile.write(bytes, to: path) }
    }

    /// Reads the result.
    ///
    /// - Throws: ``ReportError``: missing, newer, or not what was written.
    package func result() throws(ReportError) -> RunResult {
        let file = "\(path)/\(Self.resultName)"
        let bytes = try ReportError.disk { () throws(DiskError) in
            try DiskFile.read(file, limit: RunResult.byteLimit)
        }
        return try RunResult(bytes: bytes, path: file)
    }

    /// Reads a session's detail, without its sound; nil where it has none.
    ///
    /// - Throws: ``ReportError``: missing, or not what was written.
    package func detail(of record: SessionRecord) throws(ReportError) -> SessionDetail? {
        guard let mark = record.detail else { return nil }
        guard let part = SessionScript.part(try bytes(marked: mark)),
            let object = part["detail"]?.object
        else { throw .damaged(path: "\(path)/\(mark.file)", what: "it is no session's script") }
        return SessionDetail(object: object)
    }

    /// Reads what reports tell of a session.
    ///
    /// - Throws: ``ReportError``: missing, not what was written, or not what the record says.
    package func session(of record: SessionRecord) throws(ReportError) -> SessionResult {
        let kept = try record.verdict.map { (mark) throws(ReportError) in
            try object(marked: mark)
        }
        let told = kept == nil ? SessionResult(agreeing: record) : nil
        guard let result = told ?? SessionResult(record, kept: kept) else {
            throw .damaged(path: path, what: "the verdict on \(record.path) is not its record's")
        }
        return result
    }

    private func object(marked mark: SessionRecord.FileMark) throws(ReportError) -> JSONObject {
        guard let object = (try? JSONReader.value(of: try bytes(marked: mark)))?.object else {
            throw .damaged(path: "\(path)/\(mark.file)", what: "it is not JSON")
        }
        return object
    }

    /// Reads what happened in a session; nil where that was not kept.
    ///
    /// - Throws: ``ReportError``: missing, or not what was written.
    package func trace(of record: SessionRecord) throws(ReportError) -> RecordedTrace? {
        guard let mark = record.trace else { return nil }
        let file = "\(path)/\(mark.file)"
        do {
            return try RecordedTrace(bytes: try bytes(marked: mark), path: file)
        } catch let error as ReportError {
            throw error
        } catch { throw .damaged(path: file, what: "\(error)") }
    }

    private func bytes(marked mark: SessionRecord.FileMark) throws(ReportError) -> [UInt8] {
        let bytes = try bytes(of: mark.file)
        guard Digest.hex(of: bytes) == mark.sha256 else {
            throw .damaged(path: "\(path)/\(mark.file)", what: "it is not what was written")
        }
        return bytes
    }

    /// Reads a sound file that a detail names.
    ///
    /// - Throws: ``ReportError``: missing, outside of the folder, or not what was written.
    package func sound(named name: String) throws(ReportError) -> [UInt8] {
        let bytes = try bytes(of: name)
        guard name == "audio/\(Digest.hex(of: bytes).prefix(24)).flac" else {
            throw .damaged(path: "\(path)/\(name)", what: "it is not what was written")
        }
        return bytes
    }

    private func bytes(of name: String) throws(ReportError) -> [UInt8] {
        let folder = path
        return try ReportError.disk { () throws(DiskError) in
            try DiskFile.read(
                try DiskFile.path(of: name, inside: folder), limit: Self.byteLimit)
        }
    }

    /// A session's detail with its sound.
    func wholeDetail(of record: SessionRecord) throws(ReportError) -> SessionDetail? {
        guard var detail = try detail(of: record) else { return nil }
        for name in detail.soundNames {
            detail.files.append((name, try sound(named: name)))
        }
        return detail
    }
}

extension SessionDetail {
    /// The names of the sound files, each once, in order.
    var soundNames: [String] {
        var names: [String] = []
        let turns = (object["turns"]?.array ?? []).flatMap { $0.object?["sound"]?.array ?? [] }
        for piece in (object["sound"]?.array ?? []) + turns {
            guard let name = piece.object?["file"]?.string, !names.contains(name) else { continue }
            names.append(name)
        }
        return names
    }
}
