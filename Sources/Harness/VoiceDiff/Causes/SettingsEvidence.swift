internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Settings and constants that two traces were made with, read from their own evidence.
enum SettingsEvidence {
    /// The evidence stands on the first event; a trace that lost it may still hold it close by.
    private static let reach = 8

    /// Compares the settings of both traces, in order of the names. A name that one trace does not
    /// tell says nothing, since another version of the program has other constants: except for a
    /// setting that is not as `standards` says, and for constants of the detector, where both
    /// traces tell some, because another detector hears otherwise.
    static func changes(
        golden: [TraceEvent], actual: [TraceEvent], standards: JSONObject = [:]
    ) -> [SettingChange] {
        guard let expected = inForce(golden), let found = inForce(actual), expected != found
        else { return [] }
        let isDetectorTold = [expected, found].allSatisfy { object in
            object.members.contains { isDetectors($0.key) }
        }
        let names = Set(expected.members.map(\.key) + found.members.map(\.key))
        return names.sorted().flatMap { name -> [SettingChange] in
            guard let before = expected[name], let after = found[name] else {
                if let change = lone(name, expected, found, standards) { return [change] }
                guard isDetectors(name), isDetectorTold else { return [] }
                return [
                    SettingChange(name: name, expected: expected[name], found: found[name])
                ]
            }
            guard before != after else { return [] }
            return members(name, before, after)
                ?? [SettingChange(name: name, expected: before, found: after)]
        }
    }

    /// Settings that only one of two traces tells and that are not at their standard, which the
    /// other one had.
    static func lone(
        _ expected: JSONObject, _ found: JSONObject, standards: JSONObject
    ) -> [SettingChange] {
        let names = Set(expected.members.map(\.key)).symmetricDifference(found.members.map(\.key))
        return names.sorted().compactMap { lone($0, expected, found, standards) }
    }

    private static func lone(
        _ name: String, _ expected: JSONObject, _ found: JSONObject, _ standards: JSONObject
    ) -> SettingChange? {
        guard let standard = standards[name], let told = expected[name] ?? found[name],
            told != standard
        else { return nil }
        return SettingChange(
            name: name, expected: expected[name] ?? standard, found: found[name] ?? standard)
    }

    /// Returns the name that the setting `name` has as evidence of an event.
    static func fieldName(of name: String) -> String {
        "\(TraceEvent.evidencePrefix)\(TraceEvent.settingsKey).\(name)"
    }

    private static func isDetectors(_ name: String) -> Bool { name.hasPrefix("detector.") }

    /// The members of a list that are not the same; nil where it is no list, or another one.
    private static func members(
        _ name: String, _ before: JSONValue, _ after: JSONValue
    ) -> [SettingChange]? {
        guard let before = before.array, let after = after.array, before.count == after.count
        else { return nil }
        return before.indices.filter { before[$0] != after[$0] }.map {
            SettingChange(name: "\(name)[\($0)]", expected: before[$0], found: after[$0])
        }
    }

    /// The same of two trace files.
    ///
    /// - Throws: ``TraceError`` where one of the first lines is no event.
    static func changes(
        golden: TraceLines, actual: TraceLines, standards: JSONObject
    ) throws(TraceError) -> [SettingChange] {
        func first(_ lines: TraceLines) throws(TraceError) -> [TraceEvent] {
            var events: [TraceEvent] = []
            for index in 0..<min(reach, lines.count) { events.append(try lines.event(at: index)) }
            return events
        }
        return changes(
            golden: try first(golden), actual: try first(actual), standards: standards)
    }

    private static func inForce(_ events: [TraceEvent]) -> JSONObject? {
        events.prefix(reach).lazy.compactMap(\.settingsInForce).first
    }
}

/// Orders settings by how well each explains where two traces begin to part.
struct SettingRelevance {
    /// Differences at the first frame.
    let differences: ArraySlice<Difference>
    /// The difference that the cause is told by.
    let first: Difference
    let field: FieldChange?
    let rate: SampleRate
    let vocabulary: EventVocabulary

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
        guard FieldUnit(field: setting.name, in: vocabulary) == .milliseconds,
            let before = setting.expected?.integer, let after = setting.found?.integer,
            abs(before) < 1 << 40, abs(after) < 1 << 40
        else { return false }
        let frames = rate.frames(milliseconds: abs(after - before))
        if let field, FieldUnit(field: field.name, in: vocabulary) == .frames,
            let expected = field.expected?.integer, let found = field.found?.integer
        {
            return found.subtractingReportingOverflow(expected).partialValue.magnitude
                == frames.magnitude
        }
        return first.shift?.magnitude == frames.magnitude
    }

    /// Whether the setting can have made any of the first differences: it decides something, and
    /// what was decided alike at the same time came out otherwise for another reason.
    func mayExplain(_ setting: SettingChange) -> Bool {
        isExact(setting) || differences.contains { mayExplain(setting.name, $0) }
            || differences.contains { Self.isTold(setting, by: $0) }
    }

    /// Whether the difference is that only one trace tells the setting.
    private static func isTold(_ setting: SettingChange, by difference: Difference) -> Bool {
        let name = SettingsEvidence.fieldName(of: setting.name)
        return difference.fields.contains { $0.name == name }
    }

    private func mayExplain(_ name: String, _ difference: Difference) -> Bool {
        let isAtSameTime =
            difference.kind == .changed && difference.shift == 0 || isReplaced(difference)
        let isDetectors = name.hasPrefix("speech.") || name.hasPrefix("detector.")
        let isRecognizers = name.hasPrefix("recognizer.")
        switch difference.event.tap {
        case .speech:
            return !isRecognizers
                && (!isAtSameTime || isDetectors
                    || difference.fields.contains { Self.decisions.contains($0.name) })
        case .words:
            return !isAtSameTime || isRecognizers || Self.recognition.contains(name)
        case .actions:
            return !isRecognizers && !isDetectors
                && (!isAtSameTime
                    || difference.fields.contains { Self.decisions.contains($0.name) })
        }
    }

    /// Whether another event of its kind came in its place.
    private func isReplaced(_ difference: Difference) -> Bool {
        let other: Difference.Kind? =
            switch difference.kind {
            case .missing: .extra
            case .extra: .missing
            default: nil
            }
        return differences.contains {
            $0.kind == other && $0.event.kind == difference.event.kind
        }
    }

    /// Settings of engines that decide what recognizers are asked.
    private static let recognition: Set<String> = ["flow.partialResultsMs", "flow.alternatives"]

    /// Evidence that settings decide.
    private static let decisions: Set<String> = [
        "why.limit", "why.threshold", "why.most", "why.duration", "why.silence",
    ]

    private func concerns(_ name: String) -> Bool {
        let event = first.event
        switch event.tap {
        case .words: return name.hasPrefix("recognizer.") || Self.recognition.contains(name)
        case .actions: return name.hasPrefix("flow.") || name.hasPrefix("engine.")
        case .speech: break
        }
        switch field?.name {
        case "why.limit":
            return event.core == .speechStart
                ? name.contains("inSpeech") : name.contains("Silence") || name.hasPrefix("endpoint")
        case "why.threshold":
            return name.contains("hreshold") || name.hasPrefix("speech.hold")
                || name.hasPrefix("detector.")
        default:
            return name.hasPrefix("speech.") || name.hasPrefix("detector.")
                || name.hasPrefix("endpoint.")
        }
    }
}
