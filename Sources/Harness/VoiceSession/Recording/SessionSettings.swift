internal import VoiceActivity
package import VoiceEngine
package import VoiceJSON
package import VoiceMedia
internal import VoiceRecognition
internal import VoiceTrace

/// Every effective setting of a session by name: the detector's, the media core's, the engine's.
package struct SessionSettings: Sendable, Equatable {
    /// Settings of detector and media core.
    package internal(set) var media = MediaSettings()
    /// Settings of the engine.
    package private(set) var engine: [String: Int]

    private let declared: [EngineDeclaration.Setting]
    private let engineConstants: [String: Int]

    /// The standard settings of an engine.
    package init(engine declaration: EngineDeclaration) {
        declared = declaration.settings
        engineConstants = declaration.constants
        engine = Dictionary(uniqueKeysWithValues: declared.map { ($0.name, $0.standard) })
    }

    /// The settings of a manifest; names this program does not know are left out.
    ///
    /// - Throws: ``SessionError/setting(reason:)`` for a value out of range.
    package init(
        engine declaration: EngineDeclaration, recorded: JSONObject
    ) throws(SessionError) {
        self.init(engine: declaration)
        let known = Set(names)
        for member in recorded.members where known.contains(member.key) {
            guard let value = member.value.integer, let number = Int(exactly: value) else {
                throw .setting(reason: "setting \(member.key) is not a whole number.")
            }
            try apply(member.key, number)
        }
    }

    /// All names, in a fixed order.
    package var names: [String] { media.named.map(\.name) + declared.map(\.name) }

    /// The value of a setting, nil if there is none of that name.
    package func value(of name: String) -> Int? {
        engine[name] ?? media.named.first { $0.name == name }?.value
    }

    /// The names in `recorded` that are no setting of this program.
    func unknown(of recorded: JSONObject) -> [String] {
        let known = Set(names).union([SessionManifest.languageKey])
        return recorded.members.map(\.key).filter { !known.contains($0) }
    }

    /// Changes one setting.
    ///
    /// - Throws: ``SessionError/unknownSetting(name:known:)`` or
    ///   ``SessionError/setting(reason:)`` outside its range.
    package mutating func set(_ name: String, to value: Int) throws(SessionError) {
        // The detector says what there is instead of a setting that it no longer has.
        guard names.contains(name) || RemovedSettings.instead(of: name) != nil else {
            throw .unknownSetting(name: name, known: names)
        }
        try apply(name, value)
    }

    private mutating func apply(_ name: String, _ value: Int) throws(SessionError) {
        if let setting = declared.first(where: { $0.name == name }) {
            guard setting.range.contains(value) else {
                throw .setting(
                    reason: "setting \(name) cannot be \(value). Pick \(setting.range.lowerBound)"
                        + " to \(setting.range.upperBound).")
            }
            engine[name] = value
            return
        }
        do {
            try media.set(name, to: value)
        } catch { throw .setting(reason: "\(error)") }
    }

    /// All settings and the constants that no session chooses, as a trace's first event holds them.
    var inForce: JSONObject {
        var object = object
        let constants = media.speech.constants
        for (name, path) in SpeechConstants.scalars {
            object[name] = .integer(Int64(constants[keyPath: path]))
        }
        for (name, value) in SpeechConstants.fixed { object[name] = .integer(Int64(value)) }
        for (name, value) in RecognizerConstants.named { object[name] = .integer(Int64(value)) }
        for (name, value) in engineConstants { object[name] = .integer(Int64(value)) }
        return object
    }

    /// The default of every setting.
    var standards: JSONObject {
        var standard = self
        standard.media = MediaSettings()
        for setting in declared { standard.engine[setting.name] = setting.standard }
        return standard.object
    }

    /// ``inForce`` as a trace tells it that is compared with one whose first event told `told`:
    /// those of its names, and further settings that are not at their standard. What a later
    /// version of this program has besides is no news; nil tells everything.
    func inForce(besides told: JSONObject?) -> JSONObject {
        guard let told else { return inForce }
        return inForce.settings(besides: told, standards: standards)
    }

    /// All settings, as a manifest holds them.
    package var object: JSONObject {
        var object = JSONObject()
        for (name, value) in media.named { object[name] = .integer(Int64(value)) }
        for setting in declared {
            object[setting.name] = .integer(Int64(engine[setting.name] ?? setting.standard))
        }
        return object
    }
}
