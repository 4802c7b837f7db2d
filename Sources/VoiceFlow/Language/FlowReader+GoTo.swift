internal import VoiceMedia
internal import VoiceTrace

extension FlowReader {
    mutating func readGoTo(
        _ object: JSONObject, isEnd: Bool, at path: JSONPath
    ) -> GoToTable {
        var table = GoToTable()
        let goTo = survey.object(object, "goTo", at: path)
        let path = path.key("goTo")
        if goTo["DEFAULT"] == nil { survey.note(.error, path, "\"DEFAULT\" is missing") }
        for key in GoToTable.singleKeys {
            guard let target = survey.text(goTo, key, at: path) else { continue }
            table.targets.add(key, survey.nameText(target, at: path.key(key)))
            if target.isEmpty, !isEnd {
                survey.note(.fault, path.key(key), "the target is empty")
            }
        }
        for (entry, place) in survey.list(goTo, "userIntentCollection", at: path) {
            survey.noteUnknownKeys(entry, known: ["intent", "goTo"], at: place)
            guard let intent = survey.requiredText(entry, "intent", at: place),
                let target = survey.requiredText(entry, "goTo", at: place)
            else { continue }
            table.intents.append(
                .init(
                    intent: survey.fieldText(intent, at: place.key("intent")),
                    target: survey.nameText(target, at: place.key("goTo")), path: place))
        }
        for key in ["userInputCollection", "goToForUserInputCollection"] {
            for (entry, place) in survey.list(goTo, key, at: path) {
                if let rule = readInputRule(entry, at: place) { table.inputs.append(rule) }
            }
        }
        readStops(goTo, into: &table, at: path)
        survey.noteUnknownKeys(goTo, known: Self.goToKeys, at: path)
        return table
    }

    /// Sets that are made once: a flow may have thousands of modules.
    private static let goToKeys = Set(
        GoToTable.singleKeys + stopKeys + [
            "userIntentCollection", "userInputCollection", "goToForUserInputCollection",
        ])

    private static let stopKeys = ["stopRecordReason", "goToForStopRecordReason"]

    private mutating func readStops(
        _ goTo: JSONObject, into table: inout GoToTable, at path: JSONPath
    ) {
        for key in Self.stopKeys where goTo[key] != nil {
            let stops = survey.object(goTo, key, at: path)
            let place = path.key(key)
            survey.noteUnknownKeys(
                stops, known: Set(StopReason.allCases.map(\.rawValue)), at: place)
            for reason in StopReason.allCases {
                guard let target = survey.text(stops, reason.rawValue, at: place) else { continue }
                table.stops[reason] = survey.nameText(target, at: place.key(reason.rawValue))
                if target.isEmpty {
                    survey.note(.fault, place.key(reason.rawValue), "the target is empty")
                }
            }
        }
    }

    private mutating func readInputRule(
        _ entry: JSONObject, at place: JSONPath
    ) -> GoToTable.InputRule? {
        survey.noteUnknownKeys(
            entry, known: ["enablePartialSRHypothsis", "comparator", "input", "goTo"], at: place)
        let comparator: InputPattern.Comparator? = survey.word(entry, "comparator", at: place)
        let partial = survey.flag(entry, "enablePartialSRHypothsis", at: place)
        guard let input = survey.requiredText(entry, "input", at: place),
            let target = survey.requiredText(entry, "goTo", at: place)
        else { return nil }
        return .init(
            pattern: InputPattern(comparator ?? .equals, input), acceptsPartial: partial ?? false,
            target: survey.nameText(target, at: place.key("goTo")), path: place)
    }
}
