internal import VoiceEngine
internal import VoiceJSON

extension FlowReader {
    mutating func readGoTo(
        _ object: JSONObject, isEnd: Bool, at path: JSONPath
    ) -> GoToTable {
        var table = GoToTable()
        let goTo = survey.object(object, FlowKey.goTo, at: path)
        let path = path.key(FlowKey.goTo)
        if goTo[FlowKey.defaultWay] == nil { survey.report(.error, path, "\"DEFAULT\" is missing") }
        for key in GoToTable.singleKeys {
            guard let target = survey.text(goTo, key, at: path) else { continue }
            table.targets.add(key, survey.nameText(target, at: path.key(key)))
            if target.isEmpty, !isEnd {
                survey.report(.fault, path.key(key), "the target is empty")
            }
        }
        for (entry, place) in survey.list(goTo, FlowKey.userIntentCollection, at: path) {
            survey.noteUnknownKeys(entry, known: [FlowKey.intent, FlowKey.goTo], at: place)
            guard let intent = survey.requiredText(entry, FlowKey.intent, at: place),
                let target = survey.requiredText(entry, FlowKey.goTo, at: place)
            else { continue }
            table.intents.append(
                .init(
                    intent: survey.fieldText(intent, at: place.key(FlowKey.intent)),
                    target: survey.nameText(target, at: place.key(FlowKey.goTo)), path: place))
        }
        for key in [FlowKey.userInputCollection, FlowKey.goToForUserInputCollection] {
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
            FlowKey.userIntentCollection, FlowKey.userInputCollection,
            FlowKey.goToForUserInputCollection,
        ])

    private static let stopKeys = [FlowKey.stopRecordReason, FlowKey.goToForStopRecordReason]

    private mutating func readStops(
        _ goTo: JSONObject, into table: inout GoToTable, at path: JSONPath
    ) {
        for key in Self.stopKeys where goTo[key] != nil {
            let (stops, place) = survey.object(
                goTo, key, known: Set(StopReason.allCases.map(\.rawValue)), at: path)
            for reason in StopReason.allCases {
                guard let target = survey.text(stops, reason.rawValue, at: place) else { continue }
                table.stops[reason] = survey.nameText(target, at: place.key(reason.rawValue))
                if target.isEmpty {
                    survey.report(.fault, place.key(reason.rawValue), "the target is empty")
                }
            }
        }
    }

    private mutating func readInputRule(
        _ entry: JSONObject, at place: JSONPath
    ) -> GoToTable.InputRule? {
        survey.noteUnknownKeys(
            entry,
            known: [
                FlowKey.enablePartialSRHypothsis, FlowKey.comparator, FlowKey.input, FlowKey.goTo,
            ], at: place)
        let comparator: InputPattern.Comparator? = survey.word(
            entry, FlowKey.comparator, standard: .equals, at: place)
        let partial = survey.flag(entry, FlowKey.enablePartialSRHypothsis, at: place)
        guard let input = survey.requiredText(entry, FlowKey.input, at: place),
            let target = survey.requiredText(entry, FlowKey.goTo, at: place)
        else { return nil }
        return .init(
            pattern: InputPattern(comparator ?? .equals, input), acceptsPartial: partial ?? false,
            target: survey.nameText(target, at: place.key(FlowKey.goTo)), path: place)
    }
}
