import VoiceDiff
import VoiceJSON
import VoiceRecognition
import VoiceSession
import VoiceTime
import VoiceTrace

/// What two sessions do not share besides their traces; nothing where one is a bare trace.
struct SessionContrast {
    /// Settings that are not the same.
    private(set) var settings: [SettingChange] = []
    /// The first input that is not the same.
    private(set) var input: InputChange?
    /// Engine, recognizer, seed and flow files that are not the same, which may be the cause.
    private(set) var surroundings: [String] = []
    /// Everything else; nil where one side is a bare trace.
    private(set) var others: [String]?

    /// Changes of a flow file that are told.
    private static let changeLimit = 3

    init(_ golden: DiffSide, _ actual: DiffSide) {
        guard let left = golden.manifest, let right = actual.manifest else { return }
        settings = Self.changes(left.settings, right.settings)
        if let before = golden.inputs, let after = actual.inputs {
            input = InputChange(golden: before, actual: after)
        }
        surroundings = Self.parts(left, right)
        var others = Self.lone(left.settings, right.settings)
        if left.synthesizer != right.synthesizer {
            others.append(
                "synthesizer \(left.synthesizer.kind) \(left.synthesizer.version) ->"
                    + " \(right.synthesizer.kind) \(right.synthesizer.version)")
        }
        if left.frames != right.frames {
            others.append(
                "length \(left.sampleRate.text(left.frames)) ->"
                    + " \(right.sampleRate.text(right.frames))")
        }
        others += right.unmet.filter { !left.unmet.contains($0) }.map {
            "when \(actual.path) was recorded, \($0)"
        }
        var prompts = 0
        for (path, what) in Self.files(left, right) {
            if path.hasPrefix(SessionFolder.Part.flow + "/") {
                let isChanged = what == Self.isAnother
                surroundings.append(
                    isChanged
                        ? Self.changes(in: path, golden, actual) ?? "\(path) \(what)"
                        : "\(path) \(what)")
            } else if path.hasPrefix(SessionFolder.Part.prompts + "/") {
                prompts += 1
            } else if path != SessionFolder.Part.inputs || input == nil {
                others.append("\(path) \(what)")
            }
        }
        if prompts > 0 {
            others.append(
                "\(prompts) \(prompts == 1 ? "file" : "files") in \(SessionFolder.Part.prompts)")
        }
        self.others = others
    }

    private static func parts(_ left: SessionManifest, _ right: SessionManifest) -> [String] {
        var found: [String] = []
        if left.engine != right.engine {
            found.append(
                "engine \(left.engine.kind) \(left.engine.version) ->"
                    + " \(right.engine.kind) \(right.engine.version)")
        }
        if left.recognizer.kind == RecognizerIdentity.process, left.recognizer != right.recognizer,
            right.recognizer.kind == left.recognizer.kind
        {
            found.append("recognizer \(left.recognizer.text) -> \(right.recognizer.text)")
        } else if left.recognizer != right.recognizer {
            found.append(
                "recognizer \(left.recognizer.kind) -> \(right.recognizer.kind)"
                    + " with another model or grammar")
        }
        if left.seed != right.seed { found.append("seed \(left.seed) -> \(right.seed)") }
        return found
    }

    private static let isAnother = "is another file"

    /// Files of the manifests that are not the same, in the order of the golden session.
    private static func files(
        _ left: SessionManifest, _ right: SessionManifest
    ) -> [(path: String, what: String)] {
        let others = Dictionary(right.files.map { ($0.path, $0.entry) }) { first, _ in first }
        let known = Set(left.files.map(\.path))
        let changed = left.files.compactMap { path, entry -> (path: String, what: String)? in
            guard let other = others[path] else { return (path, "is missing") }
            return other == entry ? nil : (path, isAnother)
        }
        return changed
            + right.files.filter { !known.contains($0.path) }.map { ($0.path, "was added") }
    }

    /// What is not the same in a file of both sessions; nil where that cannot be told.
    private static func changes(
        in path: String, _ golden: DiffSide, _ actual: DiffSide
    ) -> String? {
        func document(_ side: DiffSide) -> JSONValue? {
            guard let bytes = try? DiskFile.read("\(side.path)/\(path)", limit: FileLimit.text)
            else { return nil }
            return try? JSONReader.value(of: bytes, dialect: .lenient)
        }
        guard let before = document(golden), let after = document(actual) else { return nil }
        let changes = DocumentDiff.changes(from: before, to: after)
        guard !changes.isEmpty else { return "\(path) is written otherwise and says the same" }
        let told = changes.prefix(Self.changeLimit).map(\.description)
        let more = changes.count - told.count
        return "\(path): " + told.joined(separator: ", ")
            + (more > 0 ? " and \(more) more changes" : "")
    }

    /// Settings that both sessions have and do not share.
    private static func changes(_ left: JSONObject, _ right: JSONObject) -> [SettingChange] {
        left.members.compactMap { member in
            guard let other = right[member.key], other != member.value else { return nil }
            return SettingChange(name: member.key, expected: member.value, found: other)
        }
    }

    /// Settings that one session has, in words.
    private static func lone(_ left: JSONObject, _ right: JSONObject) -> [String] {
        left.members.filter { right[$0.key] == nil }.map { "setting \($0.key) is missing" }
            + right.members.filter { left[$0.key] == nil }.map { "setting \($0.key) was added" }
    }
}
