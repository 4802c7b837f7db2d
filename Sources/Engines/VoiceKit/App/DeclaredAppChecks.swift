internal import VoiceEngine
internal import VoiceJSON

/// Looks at a declared app as a whole: names that lead nowhere, steps that nothing leads to.
extension DeclaredAppReader {
    mutating func check(_ surroundings: EngineSurroundings?) {
        let names = app.steps.map(\.name)
        let steps = JSONPath.root.key("steps")
        if !app.start.isEmpty, app[app.start] == nil {
            survey.report(.error, JSONPath.root.key("start"), unknown(app.start, names))
        }
        let saved = Set(app.steps.compactMap(\.saves))
        let voices = Set(app.voices.map(\.name))
        for step in app.steps {
            let path = steps.key(step.name)
            for way in step.ways where app[way.next] == nil {
                survey.report(.error, path, "\(way.label): \(unknown(way.next, names))")
            }
            if step.next == nil, !step.isEnd {
                survey.report(.error, path, "it leads nowhere. Write \"next\" or \"end\": true")
            }
            if step.atMost == nil, step.afterwards != nil {
                survey.report(.error, path.key("afterwards"), "\"atMost\" is missing")
            }
            if step.atMost == 0 {
                survey.report(.warning, path.key("atMost"), "0 never does the step")
            }
            for text in step.texts {
                for name in DeclaredApp.placeholders(in: text) where !saved.contains(name) {
                    survey.report(
                        .error, path,
                        "no step saves \"\(name)\", so \"{\(name)}\" has no value. Add \"save\" "
                            + "to a step that listens")
                }
            }
            for voice in step.voices where !voices.contains(voice) {
                survey.report(.error, path, "there is no voice \"\(voice)\" among \"voices\"")
            }
            if case .clip(let file, _, _) = step.action, let hasMedia = surroundings?.hasMedia,
                !file.isEmpty, !hasMedia(file)
            {
                survey.report(.error, path.key("clip"), "\(file) is not found in the media folder")
            }
        }
        guard surroundings != nil else { return }
        let reached = reachedSteps()
        for step in app.steps where !reached.contains(step.name) {
            survey.report(.warning, steps.key(step.name), "nothing leads to the step")
        }
    }

    private func unknown(_ name: String, _ names: [String]) -> String {
        "unknown step \"\(name)\". Use one of: \(names.prefix(20).joined(separator: ", "))"
    }

    private func reachedSteps() -> Set<String> {
        var reached: Set<String> = [app.start]
        var open = [app.start]
        while let name = open.popLast() {
            for way in app[name]?.ways ?? [] where reached.insert(way.next).inserted {
                open.append(way.next)
            }
        }
        return reached
    }
}

extension DeclaredApp.Step {
    /// The voices that it names.
    fileprivate var voices: [String] {
        switch action {
        case .speak(let lines): lines.compactMap(\.voice)
        case .listen(let hearing): hearing.beside.compactMap(\.voice)
        case .clip, .pause, .none: []
        }
    }
}
