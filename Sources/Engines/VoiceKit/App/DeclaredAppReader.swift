internal import VoiceEngine
internal import VoiceJSON

/// Reads the file of a declared app: voices, configuration and steps.
struct DeclaredAppReader {
    var survey: DocumentSurvey
    private(set) var app = DeclaredApp()

    /// Steps of a file at most.
    static let stepLimit = 2_000

    init(bytes: [UInt8], file: String) throws(EngineFileError) {
        survey = try .ofEngine(bytes, file: file)
        guard let root = survey.document.root.object else {
            survey.report(
                .error, .root, "found no object. Write { \"start\": …, \"steps\": { … } }")
            return
        }
        survey.noteUnknownKeys(
            root,
            known: ["$schema", "voices", "config", "tuning", "start", "limits", "steps"],
            at: .root, severity: .error)
        readVoices(root)
        readConfig(root)
        readTuning(root)
        let (limits, place) = survey.object(root, "limits", known: ["steps"], at: .root)
        if let most = survey.count(limits, "steps", at: place) {
            app.stepLimit = Int(clamping: min(max(1, most), 100_000))
        }
        app.start = survey.requiredText(root, "start", at: .root) ?? ""
        readSteps(root)
    }

    // MARK: Voices and configuration

    private mutating func readVoices(_ root: JSONObject) {
        let path = JSONPath.root.key("voices")
        for member in survey.object(root, "voices", at: .root).members {
            let (name, value) = (member.key, member.value)
            guard !name.hasPrefix("_") else { continue }
            let place = path.key(name)
            guard let voice = value.object else {
                survey.report(.error, place, "found \(value.kindName), expected an object")
                continue
            }
            survey.noteUnknownKeys(
                voice, known: ["id", "rate", "pitch", "volume"], at: place, severity: .error)
            var profile: JSONObject = [
                "id": .string(name), "voice": .string(survey.text(voice, "id", at: place) ?? ""),
            ]
            profile["ratePermille"] = permille(voice, "rate", 0...1, place).map { .integer($0) }
            profile["pitchPermille"] = permille(voice, "pitch", 0.5...2, place).map { .integer($0) }
            profile["volumePermille"] = permille(voice, "volume", 0...1, place).map { .integer($0) }
            app.voices.append((name, profile))
        }
    }

    private mutating func readConfig(_ root: JSONObject) {
        guard root["config"] != nil else { return }
        let keys = [
            ("trimPrePad", "trimPrePadMs"), ("trimPostPad", "trimPostPadMs"),
            ("clipWaitTimeoutSeconds", "clipWaitTimeoutMs"),
            ("ttsSuppressAfterFinish", "ttsSuppressMs"),
        ]
        let (object, path) = survey.object(
            root, "config", known: Set(keys.map(\.0) + ["compatibleTracker"]), at: .root,
            severity: .error)
        var config = JSONObject()
        for (name, key) in keys {
            config[key] = permille(object, name, 0...86_400, path).map { .integer($0) }
        }
        config["compatibleTracker"] = survey.flag(object, "compatibleTracker", at: path).map {
            .bool($0)
        }
        app.config = config
    }

    private mutating func readTuning(_ root: JSONObject) {
        guard root["tuning"] != nil else { return }
        let (object, path) = survey.object(
            root, "tuning", known: ["rateVariation", "pitchVariation", "volume"], at: .root,
            severity: .error)
        var tuning = JSONObject()
        for name in ["rateVariation", "pitchVariation", "volume"] {
            tuning["\(name)Permille"] = permille(object, name, 0...1, path).map { .integer($0) }
        }
        app.tuning = tuning
    }

    // MARK: Numbers

    /// Reads a number of `range` in thousandths, rounded; nil where it is absent or refused.
    mutating func permille(
        _ object: JSONObject, _ key: String, _ range: ClosedRange<Double>, _ path: JSONPath
    ) -> Int64? {
        number(object, key, range, path).map { Int64(($0 * 1_000).rounded()) }
    }

    /// Reads a number of `range`; nil where it is absent or refused.
    mutating func number(
        _ object: JSONObject, _ key: String, _ range: ClosedRange<Double>, _ path: JSONPath
    ) -> Double? {
        guard let value = object[key] else { return nil }
        if let number = Self.number(value), range.contains(number) { return number }
        survey.report(
            .error, path.key(key),
            "\(JSONWriter.text(value)) is no number from \(Self.text(range.lowerBound)) to"
                + " \(Self.text(range.upperBound))")
        return nil
    }

    static func number(_ value: JSONValue) -> Double? {
        switch value {
        case .integer(let number): Double(number)
        case .decimal(let text): Double(text)
        default: nil
        }
    }

    static func text(_ number: Double) -> String {
        number == number.rounded() ? "\(Int64(number))" : "\(number)"
    }

    // MARK: Steps

    private mutating func readSteps(_ root: JSONObject) {
        guard root["steps"] != nil else {
            survey.report(.error, .root, "\"steps\" is missing")
            return
        }
        let path = JSONPath.root.key("steps")
        let members = survey.object(root, "steps", at: .root).members
        guard members.count <= Self.stepLimit else {
            survey.report(.error, path, "more than \(Self.stepLimit) steps. Part the app")
            return
        }
        for member in members where !member.key.hasPrefix("_") {
            let place = path.key(member.key)
            guard let object = member.value.object else {
                survey.report(
                    .error, place, "found \(member.value.kindName), expected an object")
                continue
            }
            app.add(readStep(member.key, object, place))
        }
    }
}
