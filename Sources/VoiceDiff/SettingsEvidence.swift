internal import VoiceTime
internal import VoiceTrace

/// Settings and constants that two traces were made with, read from their own evidence.
enum SettingsEvidence {
    /// The evidence stands on the first event; a trace that lost it may still hold it close by.
    private static let reach = 8

    /// What is not the same, in order of the names; nothing where one trace does not tell.
    static func changes(golden: [TraceEvent], actual: [TraceEvent]) -> [SettingChange] {
        guard let expected = inForce(golden), let found = inForce(actual), expected != found
        else { return [] }
        var names = expected.members.map(\.key)
        names += found.members.map(\.key).filter { expected[$0] == nil }
        return names.sorted().compactMap { name in
            let (before, after) = (expected[name], found[name])
            guard before != after else { return nil }
            return SettingChange(name: name, expected: before, found: after)
        }
    }

    private static func inForce(_ events: [TraceEvent]) -> JSONObject? {
        events.prefix(reach).lazy.compactMap(\.settingsInForce).first
    }
}

/// Orders settings by how well each explains where two traces begin to part.
struct SettingRelevance {
    let difference: Difference
    let field: FieldChange?
    let rate: SampleRate

    /// The settings, those first that explain most; equals stay in their order.
    func ordered(_ settings: [SettingChange]) -> [SettingChange] {
        settings.indices.sorted { left, right in
            (rank(settings[left]), left) < (rank(settings[right]), right)
        }.map { settings[$0] }
    }

    private func rank(_ setting: SettingChange) -> Int {
        if isExact(setting) { return 0 }
        return concerns(setting.name) ? 1 : 2
    }

    /// Whether the setting moved by just as much time as the event or its limit did.
    private func isExact(_ setting: SettingChange) -> Bool {
        guard FieldUnit(field: setting.name) == .milliseconds,
            let before = setting.expected?.integer, let after = setting.found?.integer,
            abs(before) < 1 << 40, abs(after) < 1 << 40
        else { return false }
        let frames = rate.frames(milliseconds: abs(after - before))
        if let field, FieldUnit(field: field.name) == .frames,
            let expected = field.expected?.integer, let found = field.found?.integer
        {
            return found.subtractingReportingOverflow(expected).partialValue.magnitude
                == frames.magnitude
        }
        return difference.shift?.magnitude == frames.magnitude
    }

    private func concerns(_ name: String) -> Bool {
        let event = difference.event
        switch event.tap {
        case .words: return name.hasPrefix("recognizer.") || name == "flow.partialResultsMs"
        case .actions: return name.hasPrefix("flow.")
        case .speech: break
        }
        switch field?.name {
        case "why.limit":
            return event.kind == "speechStart"
                ? name.contains("inSpeech") : name.contains("Silence") || name.hasPrefix("endpoint")
        case "why.threshold":
            return name.contains("hreshold") || name.contains("hysteresis")
                || name.contains("restless") || name.hasPrefix("detector.")
        default:
            return name.hasPrefix("speech.") || name.hasPrefix("detector.")
                || name.hasPrefix("endpoint.")
        }
    }
}
