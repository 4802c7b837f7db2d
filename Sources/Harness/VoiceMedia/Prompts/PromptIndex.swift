public import VoiceEngine
internal import VoiceFiles
public import VoiceJSON
package import VoiceTrace

/// Sound that each prompt request of a session became: `audio/prompts/index.json`.
public struct PromptIndex: Sendable, Equatable {
    /// One request and its outcome.
    public struct Entry: Sendable, Equatable {
        /// The request, for people who read the file.
        public var request: JSONObject
        /// Outcome of the request.
        public var outcome: PromptOutcome

        /// A request and its outcome.
        package init(request: JSONObject, outcome: PromptOutcome) {
            self.request = request
            self.outcome = outcome
        }
    }

    private var entries: [String: Entry] = [:]
    /// Digests of audio that the session does not hold: a host without sound had only its length,
    /// or it was lost with a recorder.
    package private(set) var unheld: Set<String> = []

    /// An index of nothing.
    package init() {}

    /// The entry of a request's digest.
    public subscript(digest: String) -> Entry? {
        get { entries[digest] }
        set { entries[digest] = newValue }
    }

    /// Digests of all requests, sorted.
    package var digests: [String] { entries.keys.sorted() }

    /// Notes that the session does not hold the audio for which `isMissing` is true of its digest.
    package mutating func forgetSounds(where isMissing: (_ audioDigest: String) -> Bool) {
        for entry in entries.values {
            guard case .realized(let prompt) = entry.outcome, isMissing(prompt.digest) else {
                continue
            }
            unheld.insert(prompt.digest)
        }
    }

    /// The name of the file that holds realised audio of this digest.
    public static func fileName(_ audioDigest: String) -> String {
        "\(audioDigest.prefix(16)).flac"
    }

    /// The file's bytes.
    package func fileBytes() -> [UInt8] {
        var listing = JSONObject()
        for digest in digests {
            guard let entry = entries[digest] else { continue }
            var object: JSONObject = ["request": .object(entry.request)]
            switch entry.outcome {
            case .failed(let reason): object["failed"] = .string(reason)
            case .realized(let prompt):
                object["source"] = .string(prompt.source.rawValue)
                object["digest"] = .string(prompt.digest)
                object["frames"] = .integer(prompt.frames)
                if let fault = prompt.fault { object["fault"] = .string(fault) }
                if !prompt.marks.isEmpty { object["marks"] = .array(prompt.marks.map(Self.mark)) }
                if !unheld.contains(prompt.digest) {
                    object["file"] = .string(Self.fileName(prompt.digest))
                }
            }
            listing[digest] = .object(object)
        }
        return JSONWriter.prettyBytes(["prompts": .object(listing)])
    }

    /// Reads an index; `path` names it in errors.
    ///
    /// - Throws: `TraceError/damaged(path:what:)` when it is not one.
    package init(bytes: [UInt8], path: String) throws(TraceError) {
        let root: JSONValue
        do {
            root = try JSONReader.value(of: bytes)
        } catch {
            throw .damaged(path: path, what: error.description)
        }
        guard let listing = root.object?["prompts"]?.object else {
            throw .damaged(path: path, what: "\"prompts\" is missing")
        }
        for member in listing.members {
            guard let object = member.value.object, let request = object["request"]?.object,
                let outcome = Self.outcome(object)
            else { throw .damaged(path: path, what: "the entry \(member.key) is not a prompt") }
            guard Digest.hex(of: Array(JSONWriter.text(.object(request)).utf8)) == member.key else {
                throw .damaged(
                    path: path, what: "the entry \(member.key) is not that of its request")
            }
            if case .realized(let prompt) = outcome {
                switch object["file"] {
                case nil: unheld.insert(prompt.digest)
                case .string(Self.fileName(prompt.digest))?: break
                default:
                    throw .damaged(
                        path: path, what: "the entry \(member.key) names another prompt's file")
                }
            }
            entries[member.key] = Entry(request: request, outcome: outcome)
        }
    }

    private static func outcome(_ object: JSONObject) -> PromptOutcome? {
        if let reason = object["failed"]?.string { return .failed(reason: reason) }
        guard let source = RealizedPrompt.Source(rawValue: object["source"]?.string ?? ""),
            let digest = object["digest"]?.string, let frames = object["frames"]?.integer,
            (0...(SessionManifest.secondsLimit * 48_000)).contains(frames)
        else { return nil }
        var marks: [WordMark] = []
        for (index, value) in (object["marks"]?.array ?? []).enumerated() {
            guard let mark = mark(value, index, from: marks.last?.frame ?? 0, to: frames) else {
                return nil
            }
            marks.append(mark)
        }
        return .realized(
            RealizedPrompt(
                source: source, digest: digest, frames: frames, fault: object["fault"]?.string,
                marks: marks))
    }

    /// A word: its characters from the first to the one behind the last, and its frame.
    private static func mark(_ mark: WordMark) -> JSONValue {
        [
            "start": .integer(Int64(mark.characters.lowerBound)),
            "end": .integer(Int64(mark.characters.upperBound)), "frame": .integer(mark.frame),
        ]
    }

    private static func mark(
        _ value: JSONValue, _ index: Int, from first: Int64, to last: Int64
    ) -> WordMark? {
        guard let start = value.object?["start"]?.integer.flatMap({ Int(exactly: $0) }),
            let end = value.object?["end"]?.integer.flatMap({ Int(exactly: $0) }),
            let frame = value.object?["frame"]?.integer, 0 <= start, start <= end,
            first <= frame, frame <= last
        else { return nil }
        return WordMark(index: index, characters: start..<end, frame: frame)
    }
}

/// SHA-256 over rate and samples of a sound, which no container or encoder changes.
package struct SoundDigest {
    private var digest = Digest()

    /// The digest of a sound of `hertz` of which no sample came yet.
    package init(hertz: Int) { digest.update(Array("\(hertz)\n".utf8)) }

    /// Takes the next samples in.
    package mutating func update(_ samples: UnsafeBufferPointer<Int16>) {
        #if _endian(little)
            digest.update(UnsafeRawBufferPointer(samples))
        #else
            var bytes: [UInt8] = []
            for sample in samples {
                bytes.append(UInt8(truncatingIfNeeded: sample))
                bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
            }
            digest.update(bytes)
        #endif
    }

    /// The digest of all samples taken in so far.
    package func hex() -> String { digest.hex() }
}
