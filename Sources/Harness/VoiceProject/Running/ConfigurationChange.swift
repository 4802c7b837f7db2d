internal import VoiceDiff
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// What of a project's own file is not what a golden session was recorded with: seed, clock,
/// recognizer, fields, settings and rules of the app.
struct ConfigurationChange {
    /// Settings first, then other values that a session remembers, each with its place in the file.
    let causes: [Cause]

    /// Compares `golden` with a run of `configuration` that has the settings of `manifest`.
    ///
    /// `fieldCall` is the engine's call that sets a field. A golden that lacks a setting was
    /// recorded with what `standards` says of it.
    init(
        _ golden: GoldenSession, _ configuration: RunConfiguration, manifest: SessionManifest,
        fieldCall: String, standards: JSONObject
    ) {
        let words = Words(configuration: configuration)
        let before = golden.manifest
        var changes = Self.fields(of: golden.inputs, fieldCall, configuration, words)
        changes += Self.rules(golden.files[RecordingPlan.rulesName], configuration.app, words)
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
        let settings = manifest.settings.members.compactMap { member -> Cause? in
            guard let old = before.settings[member.key] ?? standards[member.key],
                old != member.value
            else { return nil }
            return words.change(
                setting: SettingChange(name: member.key, expected: old, found: member.value))
        }
        causes = settings + changes
    }

    /// A manifest's recognizer where no module recognises.
    private static let unused = "none"

    private static func fields(
        of inputs: [InputEvent], _ fieldCall: String, _ configuration: RunConfiguration,
        _ words: Words
    ) -> [Cause] {
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

    /// Rules of the app that the golden had from its project, against those of the project now.
    private static func rules(
        _ before: [UInt8]?, _ rules: AppRules?, _ words: Words
    ) -> [Cause] {
        let none = AppRules.noScenario
        let prefix = rules?.prefix ?? ""
        return Cause.changes(
            before: before ?? none, now: rules?.placed ?? none, file: words.file
        ).map { change in
            Cause(
                .file, file: change.file, line: rules == nil ? nil : change.line,
                key: prefix + change.key, what: prefix + change.what, names: change.names)
        }
    }

    /// Names values by their places in the project's file.
    private struct Words {
        let configuration: RunConfiguration

        var file: String { configuration.projectFile ?? Project.fileName }

        func change(_ name: String, _ what: String, names: Set<String> = []) -> Cause {
            let place = configuration.places[name]
            let key = place?.key ?? name
            return Cause(
                .file, file: file, line: place?.line, key: key, what: "\(key) \(what)", names: names
            )
        }

        func change(field: String, _ before: JSONValue?, _ now: JSONValue?) -> Cause {
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

        /// A setting at its place in the file; nil where the file does not say it.
        func change(setting: SettingChange) -> Cause? {
            let key = setting.name == "language" ? setting.name : "settings.\(setting.name)"
            return configuration.places[key].map { place in
                Cause(setting: setting, file: file, line: place.line, key: place.key)
            }
        }
    }
}
