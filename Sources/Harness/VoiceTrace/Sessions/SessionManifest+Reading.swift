internal import VoiceFiles
internal import VoiceJSON
internal import VoiceTime

extension SessionManifest {
    /// Largest manifest that is read, in bytes.
    public static let byteLimit: Int64 = 16 << 20

    /// Longest session, in seconds.
    public static let secondsLimit: Int64 = 48 * 3_600

    /// Reads the manifest at `path`.
    ///
    /// - Throws: ``TraceError`` when it is missing, newer, or not a manifest.
    package init(path: String) throws(TraceError) {
        try self.init(
            bytes: try TraceError.disk { () throws(DiskError) in
                try DiskFile.read(path, limit: Self.byteLimit)
            }, path: path)
    }

    /// Reads a manifest's bytes; `path` names it in errors.
    ///
    /// - Throws: ``TraceError`` when they are newer, or no manifest.
    package init(bytes: [UInt8], path: String) throws(TraceError) {
        let value: JSONValue
        do {
            value = try JSONReader.value(of: bytes)
        } catch {
            if let line = MergeMarker.line(in: bytes) { throw .conflict(path: path, line: line) }
            throw .damaged(path: path, what: error.description)
        }
        guard let object = value.object, let version = object["formatVersion"]?.integer else {
            throw .damaged(path: path, what: "formatVersion is missing")
        }
        guard version <= Self.formatVersion else {
            throw .newerFormat(path: path, version: version)
        }
        guard version > 0 else {
            throw .damaged(path: path, what: "formatVersion \(version) was never in use")
        }
        try self.init(ManifestFields(object: object, path: path))
    }

    private init(_ fields: ManifestFields) throws(TraceError) {
        let engine = try fields.object("engine")
        let recognizer = try fields.object("recognizer")
        let synthesizer = try fields.object("synthesizer")
        let hertz = try fields.object("clock").integer("sampleRate")
        guard let rate = Int(exactly: hertz).flatMap({ SampleRate(hertz: $0) }) else {
            throw fields.damaged("clock.sampleRate \(hertz) is not a rate of this program")
        }
        let frames = try fields.integer("frames")
        guard (0...(Self.secondsLimit * Int64(rate.hertz))).contains(frames) else {
            throw fields.damaged("frames \(frames) is out of range")
        }
        try self.init(
            name: fields.string("name"),
            engine: Part(kind: engine.string("kind"), version: engine.string("version")),
            sampleRate: rate, seed: fields.seed(), frames: frames,
            recognizer: RecognizerPart(
                kind: recognizer.string("kind"), model: recognizer.string("model"),
                digest: recognizer.string("digest")),
            synthesizer: Part(
                kind: synthesizer.string("kind"), version: synthesizer.string("version")),
            settings: fields.object("settings").object, counts: fields.object("counts").object,
            createdBy: fields.string("createdBy"))
        for member in try fields.object("files").object.members {
            let entry = ManifestFields(
                object: member.value.object ?? [:], path: fields.path)
            files.append(
                (
                    member.key,
                    try FileEntry(sha256: entry.string("sha256"), size: entry.integer("size"))
                )
            )
        }
        others = fields.object
        do {
            ownVocabulary = try fields.object[Self.vocabularyKey].map {
                (value) throws(VocabularyFault) in try EventVocabulary.cached(value)
            }
        } catch { throw fields.damaged(error.description) }
        guard isUnmetReadable else { throw fields.damaged("unmet is not a list of strings") }
    }
}

/// A JSON object of the manifest whose members must be there.
private struct ManifestFields {
    let object: JSONObject
    let path: String

    func damaged(_ what: String) -> TraceError { .damaged(path: path, what: what) }

    func string(_ key: String) throws(TraceError) -> String {
        guard let text = object[key]?.string else { throw damaged("\(key) is not a string") }
        return text
    }

    func integer(_ key: String) throws(TraceError) -> Int64 {
        guard let number = object[key]?.integer else { throw damaged("\(key) is not an integer") }
        return number
    }

    func object(_ key: String) throws(TraceError) -> ManifestFields {
        guard let inner = object[key]?.object else { throw damaged("\(key) is not an object") }
        return ManifestFields(object: inner, path: path)
    }

    func seed() throws(TraceError) -> UInt64 {
        switch object["seed"] {
        case .integer(let number) where number >= 0: return UInt64(number)
        case .decimal(let digits):
            guard let number = UInt64(digits) else { break }
            return number
        default: break
        }
        throw damaged("seed is not a whole number from 0")
    }
}
