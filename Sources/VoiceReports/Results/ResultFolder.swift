public import VoiceTrace

/// The folder that `--report` writes.
///
///     DIR/
///       index.html        the page, which needs nothing beside it
///       result.json       ``RunResult``; written last but for the page
///       sessions/NNNN.json   ``SessionDetail`` of the session at place NNNN
///       traces/NNNN.jsonl    what happened in it this time
///       verdicts/NNNN.json   ``VerdictSummary``
///       audio/NAME.flac   the sound around differences
public struct ResultFolder: Sendable, Equatable {
    /// The folder, without a slash at its end.
    public let path: String

    static let resultName = "result.json"
    static let pageName = "index.html"
    /// What a report consists of; the result comes last when they are put in place.
    static let parts = [pageName, "sessions", "traces", "verdicts", "audio", resultName]
    /// Largest detail and sound file that is read, in bytes.
    static let byteLimit: Int64 = 1 << 30

    /// The folder at `path`, which nothing has looked at yet.
    public init(path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    /// Writes a session's detail and sound.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    public func write(
        _ detail: SessionDetail, place: Int
    ) throws(ReportError) -> SessionRecord.FileMark {
        for (name, bytes) in detail.files { try write(bytes, name) }
        let bytes = JSONWriter.prettyBytes(.object(detail.object))
        return try write(bytes, marked: "sessions/\(Self.number(place)).json")
    }

    /// Writes what happened in a session.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    public func write(
        _ trace: RecordedTrace, place: Int
    ) throws(ReportError) -> SessionRecord.FileMark {
        try write(trace.fileBytes(), marked: "traces/\(Self.number(place)).jsonl")
    }

    /// Writes what reports tell of a session.
    ///
    /// - Throws: ``ReportError/disk(_:)``.
    public func write(
        _ verdict: VerdictSummary, place: Int
    ) throws(ReportError) -> SessionRecord.FileMark {
        let bytes = JSONWriter.prettyBytes(verdict.kept)
        return try write(bytes, marked: "verdicts/\(Self.number(place)).json")
    }

    private static func number(_ place: Int) -> String {
        let number = "\(place + 1)"
        return String(repeating: "0", count: max(0, 4 - number.count)) + number
    }

    private func write(
        _ bytes: [UInt8], marked name: String
    ) throws(ReportError) -> SessionRecord.FileMark {
        try write(bytes, name)
        return SessionRecord.FileMark(file: name, sha256: Digest.hex(of: bytes))
    }

    /// Writes the result, and the page made of it and what stands in the folder.
    ///
    /// - Throws: ``ReportError``.
    public func finish(
        _ result: RunResult, sections: [PageSection] = []
    ) throws(ReportError) {
        try write(result.fileBytes(), Self.resultName)
        let latency = try ResultLatency.section(result, in: self)
        let page = ReportPage(
            result: result, sections: (latency.map { [$0] } ?? []) + sections,
            headline: result.isOfLatency ? latency?.headline : nil)
        try write(try page.bytes(from: .folder(self)), Self.pageName)
    }

    private func write(_ bytes: [UInt8], _ name: String) throws(ReportError) {
        let path = "\(path)/\(name)"
        try ReportError.disk { () throws(DiskError) in try DiskFile.write(bytes, to: path) }
    }

    /// Reads the result.
    ///
    /// - Throws: ``ReportError``: missing, newer, or not what was written.
    public func result() throws(ReportError) -> RunResult {
        let file = "\(path)/\(Self.resultName)"
        let bytes = try ReportError.disk { () throws(DiskError) in
            try DiskFile.read(file, limit: RunResult.byteLimit)
        }
        return try RunResult(bytes: bytes, path: file)
    }

    /// Reads a session's detail, without its sound; nil where it has none.
    ///
    /// - Throws: ``ReportError``: missing, or not what was written.
    public func detail(of record: SessionRecord) throws(ReportError) -> SessionDetail? {
        guard let mark = record.detail else { return nil }
        return SessionDetail(object: try object(marked: mark))
    }

    /// Reads what reports tell of a session.
    ///
    /// - Throws: ``ReportError``: missing, not what was written, or not what the record says.
    public func verdict(of record: SessionRecord) throws(ReportError) -> VerdictSummary {
        let kept = try record.verdict.map { (mark) throws(ReportError) in
            try object(marked: mark)
        }
        guard let verdict = VerdictSummary(record, kept: kept) else {
            throw .damaged(path: path, what: "the verdict on \(record.path) is not its record's")
        }
        return verdict
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
    public func trace(of record: SessionRecord) throws(ReportError) -> RecordedTrace? {
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
    public func sound(named name: String) throws(ReportError) -> [UInt8] {
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
