public import VoiceFiles
public import VoiceJSON
public import VoiceTime

/// Manifest of a session: `session.json` lists everything that it is made of.
public struct SessionManifest: Sendable, Equatable {
    /// The version this program writes, and the newest it reads.
    public static let formatVersion: Int64 = 1
    /// The setting that names the language of prompts and recognition, which no event names.
    public static let languageKey = "language"
    /// The language of the session; US English where its settings name none.
    package var language: String { settings[Self.languageKey]?.string ?? "en-US" }

    /// A part of the recording set-up, by kind and version.
    public struct Part: Sendable, Equatable {
        /// Kind of the part: the engine's kind, `pocketsphinx`, `espeak-ng`, …
        public var kind: String
        /// Version or model of it.
        public var version: String

        /// A part of `kind`.
        package init(kind: String, version: String) {
            self.kind = kind
            self.version = version
        }
    }

    /// Recognizer that listened.
    public struct RecognizerPart: Sendable, Equatable {
        /// `pocketsphinx`, `scripted`, or `none` when no module recognises.
        public var kind: String
        /// The model's name.
        public var model: String
        /// Digest of model and grammar.
        public var digest: String

        /// A recognizer of `kind`.
        package init(kind: String, model: String, digest: String) {
            self.kind = kind
            self.model = model
            self.digest = digest
        }
    }

    /// The session's name.
    public var name: String
    /// The engine under test.
    public var engine: Part
    /// The clock's rate.
    public var sampleRate: SampleRate
    /// The seed of all chance.
    package var seed: UInt64
    /// The session's length.
    public var frames: Frame
    /// Recognizer of the caller's speech: kind, model and digest.
    public var recognizer: RecognizerPart
    /// Synthesizer of the prompts: kind and version.
    package var synthesizer: Part
    /// Every effective setting, by name.
    public var settings: JSONObject
    /// Every file but session.json, timing.json and the traces, by path.
    public var files: [(path: String, entry: FileEntry)] = []
    /// Numbers of events and inputs.
    public var counts: JSONObject
    /// The program that recorded the session.
    package var createdBy: String
    /// The manifest as it was read: keys that a newer minor version wrote are kept from it.
    var others: JSONObject = [:]

    /// A member beside those of the format: kept when the manifest is written.
    public subscript(other key: String) -> JSONValue? {
        get { others[key] }
        set { others[key] = newValue }
    }

    static let vocabularyKey = "vocabulary"
    /// ``vocabulary`` as it was read or set.
    var ownVocabulary: EventVocabulary?

    /// Meaning of the engine's events; nil in a session of a program that did not write it.
    public var vocabulary: EventVocabulary? {
        get { ownVocabulary }
        set {
            ownVocabulary = newValue
            others[Self.vocabularyKey] = newValue?.value
        }
    }

    /// A manifest without files.
    package init(
        name: String, engine: Part, sampleRate: SampleRate, seed: UInt64, frames: Frame,
        recognizer: RecognizerPart, synthesizer: Part, settings: JSONObject, counts: JSONObject,
        createdBy: String
    ) {
        self.name = name
        self.engine = engine
        self.sampleRate = sampleRate
        self.seed = seed
        self.frames = frames
        self.recognizer = recognizer
        self.synthesizer = synthesizer
        self.settings = settings
        self.counts = counts
        self.createdBy = createdBy
    }

    /// Lists a file with its size and digest.
    package mutating func add(_ path: String, _ bytes: [UInt8]) {
        files.append((path, FileEntry(sha256: Digest.hex(of: bytes), size: Int64(bytes.count))))
    }

    /// Equal when they would be written alike.
    public static func == (left: Self, right: Self) -> Bool { left.object == right.object }

    /// The manifest as JSON.
    public var object: JSONObject {
        var object = others
        object["formatVersion"] = .integer(Self.formatVersion)
        object["name"] = .string(name)
        func write(_ key: String, _ own: JSONObject) {
            object[key] = .object(Self.adding(own, to: others[key]))
        }
        write("engine", Self.object(engine))
        write("clock", ["sampleRate": .integer(Int64(sampleRate.hertz))])
        object["seed"] = Int64(exactly: seed).map { .integer($0) } ?? .decimal("\(seed)")
        object["frames"] = .integer(frames)
        write(
            "recognizer",
            [
                "kind": .string(recognizer.kind), "model": .string(recognizer.model),
                "digest": .string(recognizer.digest),
            ])
        write("synthesizer", Self.object(synthesizer))
        object["settings"] = .object(settings)
        var listing: JSONObject = [:]
        for (path, entry) in files {
            let own: JSONObject = ["sha256": .string(entry.sha256), "size": .integer(entry.size)]
            listing[path] = .object(Self.adding(own, to: others["files"]?.object?[path]))
        }
        object["files"] = .object(listing)
        object["counts"] = .object(counts)
        object["createdBy"] = .string(createdBy)
        return object
    }

    private static func adding(_ own: JSONObject, to read: JSONValue?) -> JSONObject {
        own.members.reduce(into: read?.object ?? [:]) { $0[$1.key] = $1.value }
    }

    private static func object(_ part: Part) -> JSONObject {
        ["kind": .string(part.kind), "version": .string(part.version)]
    }

    private static let takeKey = "take"

    /// Whether the session was recorded on its own to become a golden one: `test` leaves it alone
    /// while it is pending.
    package var isTake: Bool {
        get { self[other: Self.takeKey] == true }
        set { self[other: Self.takeKey] = newValue ? true : nil }
    }

    /// The kind of the engine of a call that happened: no code of this program, so that nothing can
    /// be run again.
    package static let callKind = "call"
    private static let callKey = "call"

    /// Whether the session is a call that happened and was imported.
    package var isCall: Bool { engine.kind == Self.callKind }

    /// Facts of an imported call about its recording: the app's channel, how that is known, what
    /// makes the recording unfit in part, and its log; empty for other sessions.
    package var call: JSONObject {
        get { self[other: Self.callKey]?.object ?? [:] }
        set { self[other: Self.callKey] = newValue.isEmpty ? nil : .object(newValue) }
    }

    static let unmetKey = "unmet"

    /// Demands of the scenario that were not met when the session was recorded, in sentences:
    /// `Caller line 2 ("yes") never played: P_Ask did not end.` Empty where it got everything.
    ///
    /// Such a session is no golden that agrees before it is accepted with a reason.
    public var unmet: [String] {
        get { self[other: Self.unmetKey]?.array?.compactMap(\.string) ?? [] }
        set {
            self[other: Self.unmetKey] =
                newValue.isEmpty ? nil : .array(newValue.map { .string($0) })
        }
    }

    /// Whether the manifest says in a readable way which demands of the scenario were not met.
    var isUnmetReadable: Bool {
        guard let value = self[other: Self.unmetKey] else { return true }
        return value.array?.allSatisfy { $0.string != nil } ?? false
    }

    /// The bytes of `session.json`: a line a setting, a file and a kind of event.
    package var fileBytes: [UInt8] {
        JSONWriter.prettyBytes(.object(object), levels: 2, spread: ["kinds"])
    }

    /// Leaves out of the vocabulary what a trace of `names` does not need: the engine declares it.
    ///
    /// A call that was imported has no engine and keeps all.
    package mutating func keepVocabulary(for names: TraceNames) {
        guard !isCall, let all = vocabulary else { return }
        vocabulary = all.needed(for: names)
    }
}

extension AcceptanceLedger {
    /// Returns the faults that keep the session of `manifest` from being a golden: demands of its
    /// scenario that were not met, in sentences. Nothing once an acceptance took it with a reason.
    package func unmetFaults(of manifest: SessionManifest) -> [String] {
        guard entries.isEmpty else { return [] }
        return manifest.unmet.map { sentence in
            "The recording of the golden had a fault: \(sentence) Record it again, or accept it "
                + "with `voicetest accept --unmet --reason`"
        }
    }
}
