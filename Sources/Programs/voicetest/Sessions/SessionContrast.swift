import VoiceDiff
import VoiceFiles
import VoiceJSON
import VoiceRecognition
import VoiceSession
import VoiceTime
import VoiceTrace

/// Things besides their traces that two sessions do not share; nothing where one is a bare trace.
struct SessionContrast {
    /// Settings, engine, recognizer, seed and flow files that differ, which may be the cause.
    private(set) var causes: [Cause] = []
    /// First input that differs.
    private(set) var input: InputChange?
    /// Everything else; nil where one side is a bare trace.
    private(set) var others: [String]?

    init(_ golden: DiffSide, _ actual: DiffSide) {
        guard let left = golden.manifest, let right = actual.manifest else { return }
        causes = Self.changes(left.settings, right.settings) + Self.parts(left, right)
        if let before = golden.inputs, let after = actual.inputs {
            input = InputChange(golden: before, actual: after)
        }
        var others =
            Self.lone(left.settings, right.settings, golden.standards).map {
                "setting \($0) is missing"
            }
            + Self.lone(right.settings, left.settings, actual.standards).map {
                "setting \($0) was added"
            }
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
                causes += Self.changes(in: path, what, golden, actual)
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

    private static func parts(_ left: SessionManifest, _ right: SessionManifest) -> [Cause] {
        var found: [Cause] = []
        if left.engine != right.engine {
            found.append(
                Cause(
                    .engine, key: "engine",
                    what: "engine \(left.engine.kind) \(left.engine.version) ->"
                        + " \(right.engine.kind) \(right.engine.version)"))
        }
        if left.recognizer.kind == RecognizerIdentity.process, left.recognizer != right.recognizer,
            right.recognizer.kind == left.recognizer.kind
        {
            let programs = "\(left.recognizer.text) -> \(right.recognizer.text)"
            found.append(Cause(.recognizer, key: "recognizer", what: "recognizer \(programs)"))
        } else if left.recognizer != right.recognizer {
            found.append(
                Cause(
                    .recognizer, key: "recognizer",
                    what: "recognizer \(left.recognizer.kind) -> \(right.recognizer.kind)"
                        + " with another model or grammar"))
        }
        if left.seed != right.seed {
            found.append(
                Cause(.setting, key: "seed", what: "seed \(left.seed) -> \(right.seed)"))
        }
        return found
    }

    private static let (isAnother, isMissing) = ("is another file", "is missing")

    /// Returns the files of the manifests that differ, in the order of the golden session.
    private static func files(
        _ left: SessionManifest, _ right: SessionManifest
    ) -> [(path: String, what: String)] {
        let others = Dictionary(right.files.map { ($0.path, $0.entry) }) { first, _ in first }
        let known = Set(left.files.map(\.path))
        let changed = left.files.compactMap { path, entry -> (path: String, what: String)? in
            guard let other = others[path] else { return (path, isMissing) }
            return other == entry ? nil : (path, isAnother)
        }
        return changed
            + right.files.filter { !known.contains($0.path) }.map { ($0.path, "was added") }
    }

    /// Returns the changes in a flow file, named as it stands in the actual session.
    private static func changes(
        in path: String, _ what: String, _ golden: DiffSide, _ actual: DiffSide
    ) -> [Cause] {
        let file = "\(what == isMissing ? golden.path : actual.path)/\(path)"
        func bytes(_ side: DiffSide) -> [UInt8]? {
            try? DiskFile.read("\(side.path)/\(path)", limit: FileLimit.text)
        }
        guard what == isAnother, let before = bytes(golden), let now = bytes(actual) else {
            return [Cause(.file, file: file, what: what)]
        }
        let changes = Cause.changes(before: before, now: now, file: file)
        return changes.isEmpty
            ? [Cause(.file, file: file, what: "is written otherwise and says the same")] : changes
    }

    /// Settings that both sessions have and do not share.
    private static func changes(_ left: JSONObject, _ right: JSONObject) -> [Cause] {
        left.members.compactMap { member in
            guard let other = right[member.key], other != member.value else { return nil }
            return Cause(
                setting: SettingChange(name: member.key, expected: member.value, found: other))
        }
    }

    /// Settings of one session that the other does not have, but for those at their standards.
    private static func lone(
        _ own: JSONObject, _ other: JSONObject, _ standards: JSONObject
    ) -> [String] {
        own.members.filter { other[$0.key] == nil && standards[$0.key] != $0.value }.map(\.key)
    }
}
