internal import VoiceDiff
internal import VoiceJSON
internal import VoiceRecognition
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// Values of a project's own file that differ from those of a golden session: seed, clock,
/// recognizer, fields, settings and rules of the app.
struct ConfigurationChange {
    /// A value of the file that changed.
    struct Value: Sendable {
        let cause: Cause
        /// Gives a configuration the value of the golden session; nil where no session keeps it.
        let undo: (@Sendable (inout RunConfiguration) -> Void)?
    }

    /// Settings first, then other values that a session remembers, each with its place in the file.
    var causes: [Cause] {
        (settings + fields).map(\.cause) + rules.causes + values.map(\.cause)
    }

    private let settings: [Value]
    private let fields: [Value]
    private let values: [Value]
    /// Changes of the rules of the app.
    let rules: RuleChange

    /// The values that changed, but for the rules of the app.
    var edits: [Value] { settings + fields + values }

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
        fields = Self.fields(of: golden.inputs, fieldCall, configuration, words)
        rules = RuleChange(
            golden.files[RecordingPlan.rulesName], configuration.app, file: words.file)
        var values = RunValue.all.compactMap { value in
            value.change(before, manifest).map { change in
                Value(cause: words.change(value.key, change.what), undo: change.undo)
            }
        }
        if before.recognizer.kind == RecognizerIdentity.process,
            manifest.recognizer.kind == RecognizerIdentity.process,
            before.recognizer != manifest.recognizer
        {
            // No session names the program that it had, so it cannot be run.
            let programs = "\(before.recognizer.text) -> \(manifest.recognizer.text)"
            values.append(Value(cause: words.change("recognizerCommand", programs), undo: nil))
        }
        self.values = values
        settings = manifest.settings.members.compactMap { member -> Value? in
            guard let old = before.settings[member.key] ?? standards[member.key],
                old != member.value
            else { return nil }
            let change = SettingChange(name: member.key, expected: old, found: member.value)
            return words.change(setting: change).map { cause in
                Value(cause: cause) { $0.set(change.name, to: old) }
            }
        }
    }

    private static func fields(
        of inputs: [InputEvent], _ fieldCall: String, _ configuration: RunConfiguration,
        _ words: Words
    ) -> [Value] {
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
            guard old != field.value else { return nil }
            return Value(cause: words.change(field: field.name, old, field.value)) {
                configuration in
                guard let old else {
                    return configuration.fields.removeAll { $0.name == field.name }
                }
                configuration.set([.init(name: field.name, value: old)])
            }
        }
            + gone.map { field in
                Value(cause: words.change(field: field.name, field.value, nil)) {
                    $0.set([.init(name: field.name, value: field.value)])
                }
            }
    }

    /// Rules of the app that the golden had from its project, against those of the project now.
    struct RuleChange: Sendable {
        let causes: [Cause]
        let edits: FileEdits
        private let rules: AppRules?
        private let file: String

        init(_ before: [UInt8]?, _ rules: AppRules?, file: String) {
            (self.rules, self.file) = (rules, file)
            let none = AppRules.noScenario
            let prefix = rules?.prefix ?? ""
            edits = FileEdits(before: before ?? none, now: rules?.placed ?? none, file: file)
            causes = edits.causes.map { change in
                Cause(
                    .file, file: change.file, line: rules == nil ? nil : change.line,
                    key: prefix + change.key, what: prefix + change.what, names: change.names)
            }
        }

        /// The rules with the edits at the places in `made` alone.
        func rules(with made: Set<Int>) -> AppRules? {
            if made.count == edits.count { return rules }
            return edits.bytes(with: made).map { AppRules(scenario: $0, file: file) }
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
