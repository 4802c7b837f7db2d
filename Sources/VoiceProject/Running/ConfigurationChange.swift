internal import VoiceDiff
internal import VoiceRecognition
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// What of a project's own file is not what a golden session was recorded with: seed, clock,
/// recognizer, fields and settings.
struct ConfigurationChange {
    /// Values that a session remembers besides its settings.
    let changes: [SourceChange]
    /// Settings that the file says otherwise.
    let settings: [SettingChange]
    /// Where these stand, as in `voicetest.json:3: settings.endpoint.offsetMs`.
    let settingPlaces: [String: String]

    var isEmpty: Bool { changes.isEmpty && settings.isEmpty }

    /// Everything, in sentences.
    var sentences: [String] {
        changes.map(\.description) + settings.map { settingPlaces[$0.name] ?? $0.name }
    }

    /// Compares `golden` with a run of `configuration` that has the settings of `manifest`.
    ///
    /// `fieldCall` is the engine's call that sets a field.
    init(
        _ golden: GoldenSession, _ configuration: RunConfiguration, manifest: SessionManifest,
        fieldCall: String
    ) {
        let words = Words(configuration: configuration)
        let before = golden.manifest
        var changes = Self.fields(of: golden.inputs, fieldCall, configuration, words)
        if before.seed != manifest.seed {
            changes.append(words.change("seed", "\(before.seed) -> \(manifest.seed)"))
        }
        if before.sampleRate != manifest.sampleRate {
            let rates = "\(before.sampleRate.hertz) -> \(manifest.sampleRate.hertz)"
            changes.append(words.change("sampleRate", rates))
        }
        if before.recognizer.kind != manifest.recognizer.kind,
            before.recognizer.kind != Self.unused, manifest.recognizer.kind != Self.unused
        {
            let kinds = "\(before.recognizer.kind) -> \(manifest.recognizer.kind)"
            changes.append(words.change("recognizer", kinds))
        } else if before.recognizer.kind == RecognizerIdentity.process,
            before.recognizer != manifest.recognizer
        {
            let programs = "\(before.recognizer.text) -> \(manifest.recognizer.text)"
            changes.append(words.change("recognizerCommand", programs))
        }
        self.changes = changes
        var settings: [SettingChange] = []
        var places: [String: String] = [:]
        for member in before.settings.members {
            let name = member.key
            guard let now = manifest.settings[name], now != member.value,
                let place = words.settingPlace(name)
            else { continue }
            settings.append(SettingChange(name: name, expected: member.value, found: now))
            places[name] = place
        }
        self.settings = settings
        settingPlaces = places
    }

    /// A manifest's recognizer where no module recognises.
    private static let unused = "none"

    private static func fields(
        of inputs: [InputEvent], _ fieldCall: String, _ configuration: RunConfiguration,
        _ words: Words
    ) -> [SourceChange] {
        var before: [(name: String, value: JSONValue)] = []
        for event in inputs {
            if case .run = event.input { break }
            guard case .call(let call) = event.input, call.name == fieldCall,
                let name = call.arguments["name"]?.string
            else { continue }
            before.removeAll { $0.name == name }
            before.append((name, call.arguments["value"] ?? .null))
        }
        let now = configuration.fields
        let gone = before.filter { field in !now.contains { $0.name == field.name } }
        return now.compactMap { field in
            let old = before.first { $0.name == field.name }?.value
            return old == field.value ? nil : words.change(field: field.name, old, field.value)
        } + gone.map { words.change(field: $0.name, $0.value, nil) }
    }

    /// Names values by their places in the project's file.
    private struct Words {
        let configuration: RunConfiguration

        private var file: String { configuration.projectFile ?? Project.fileName }

        func change(_ name: String, _ what: String, names: Set<String> = []) -> SourceChange {
            let place = configuration.places[name]
            let key = place?.key ?? name
            return SourceChange(
                file: file, line: place?.line, key: key, what: "\(key) \(what)", names: names)
        }

        func change(field: String, _ before: JSONValue?, _ now: JSONValue?) -> SourceChange {
            let names = Set([field, before?.string, now?.string].compactMap { $0 })
            let old = before.map { JSONWriter.text($0) }
            let new = now.map { JSONWriter.text($0) }
            let what =
                switch (old, new) {
                case (let old?, let new?): "\(old) -> \(new)"
                case (let old?, nil): "is gone, was \(old)"
                default: "is new as \(new ?? "null")"
                }
            return change("fields.\(field)", what, names: names)
        }

        /// Where the file says the setting called `name`; nil where it does not.
        func settingPlace(_ name: String) -> String? {
            let key = name == "language" ? name : "settings.\(name)"
            return configuration.places[key].map { "\(file):\($0.line): \($0.key)" }
        }
    }
}
