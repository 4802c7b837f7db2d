internal import VoiceFiles
internal import VoiceHypothesis
internal import VoiceJSON

/// Reads answers with the matchers of one language.
struct LanguageInterpreter: Sendable {
    /// The language of answers, and of what is said to the user.
    let language: SpokenLanguage
    let dialogueWords: DialogueWords
    private let compiled: TemplateCache

    init(_ language: SpokenLanguage) {
        self.language = language
        compiled = TemplateCache(language)
        dialogueWords = DialogueWords(language: language)
    }

    /// Interpreter of answers in English.
    static let english = LanguageInterpreter(.english)
    private static let german = LanguageInterpreter(.german)

    /// Returns the interpreter of a folder name such as `de-DE`; English for an unknown language.
    static func ofFolder(_ name: String) -> LanguageInterpreter {
        isGerman(name) ? german : english
    }

    /// The words that it reads answers by, as a file.
    static func file(of folder: String) -> [UInt8] {
        SpokenLanguage.file(isGerman(folder) ? "german" : "english")
    }

    private static func isGerman(_ folder: String) -> Bool {
        folder.lowercased().hasPrefix("de")
    }

    /// Returns the reason why the request itself is of no use, for people; nil where it is of use.
    func fault(of form: RequestForm) -> String? {
        switch form.kind {
        case .select where form.options.isEmpty:
            "The request has no options. Give at least one."
        case .pattern: compiled.set(of: form.templates).error?.description
        case .command: commandFault(form)
        default: nil
        }
    }

    /// Returns the task that the recognizer listens for, and its name for the trace.
    func task(of form: RequestForm) -> (task: RecognitionTask, label: String) {
        RequestTasks(language).task(of: form)
    }

    /// Returns the meaning of the words of an answer to the request.
    func reading(of text: String, for form: RequestForm) -> RequestReading {
        guard let global = global(of: text, for: form) else { return ownReading(of: text, form) }
        let own = ownReading(of: text, form)
        guard !counts(own, before: global, text, form) else { return own }
        return .valid(.object(["global": .string(global.name)]), evidence: ["rule": "global"])
    }

    /// Returns the meaning of the words of an answer to the request, as if it had no globals.
    private func ownReading(of text: String, _ form: RequestForm) -> RequestReading {
        switch form.kind {
        case .confirmation:
            return reading(SAYConfirmationInterpreter(language: language).interpret(text)) {
                .bool($0)
            }
        case .select:
            let options = form.options.map { SAYSelectOption(label: $0.label, aliases: $0.aliases) }
            let interpreter = SAYSelectInterpreter(options: options, language: language)
            return reading(interpreter.interpret(text)) { Self.value(of: $0) }
        case .string:
            return reading(SAYStringInterpreter(language: language).interpret(text)) {
                .string($0)
            }
        case .numerical:
            return reading(SAYNumericalInterpreter(language: language).interpret(text)) {
                Self.value(of: $0)
            }
        case .pattern:
            let interpreter = SAYPatternMatchInterpreter(compiled.set(of: form.templates))
            return reading(interpreter.interpret(text)) {
                .object([
                    "template": .integer(Int64($0.match.template)),
                    "entities": Self.value(of: $0.entities),
                ])
            }
        case .command: return command(text, form)
        }
    }

    private func reading<Value: Sendable>(
        _ interpretation: SAYInterpretation<Value>, _ value: (Value) -> JSONValue
    ) -> RequestReading {
        var evidence: JSONObject = [:]
        if let found = interpretation.evidence {
            for (key, fact) in found.facts.sorted(by: { $0.key < $1.key }) {
                evidence[key] = .string(fact)
            }
            evidence["rule"] = .string(found.rule)
        }
        let faults = interpretation.validationErrors
        let found = faults.isEmpty ? interpretation.value.map(value) : nil
        return RequestReading(value: found ?? .null, faults: faults, evidence: evidence)
    }

    // MARK: Commands

    /// The recognisers of a command request: those it names, or every standard command.
    func recognizers(
        of form: RequestForm
    ) throws(SayFormError) -> [(type: String, templates: [String])] {
        guard form.commands != .null else {
            return SAYStandardCommand.allCases.map {
                ($0.rawValue, language.words.commands[$0.rawValue] ?? [])
            }
        }
        var found: [(type: String, templates: [String])] = []
        let limit = RequestForm.listLimit
        let place = "request.commands"
        for (value, place) in try FormReader.list(form.commands, at: place, limit: limit) {
            if let type = value.string {
                found.append((type, language.words.commands[type] ?? []))
                continue
            }
            let reader = try FormReader(value, at: place)
            guard let type = try reader.text("type") else {
                throw .missing(place: place, key: "type")
            }
            let own = try reader.texts("templates", limit: limit)
            found.append((type, own + (language.words.commands[type] ?? [])))
        }
        return found
    }

    private func commandFault(_ form: RequestForm) -> String? {
        do {
            let recognizers = try recognizers(of: form)
            for (type, templates) in recognizers {
                if let error = compiled.set(of: templates).error {
                    return "The command \"\(type)\": \(error)"
                }
            }
            return recognizers.isEmpty ? "The request has no commands. Give at least one." : nil
        } catch {
            return error.description
        }
    }

    private func command(_ text: String, _ form: RequestForm) -> RequestReading {
        guard let recognizers = try? recognizers(of: form) else { return .invalid() }
        guard !SpokenText(text).words.isEmpty else { return .invalid(.noInput) }
        let resolution = CommandResolution.resolve(
            text,
            recognizers.map { recognizer -> (type: String, matchers: [any SAYTextMatcher]) in
                let matcher = SAYPatternCommandMatcher(compiled.set(of: recognizer.templates))
                return (recognizer.type, [matcher])
            })
        let rule: JSONObject = ["rule": .string(resolution.rule.rawValue)]
        guard let winner = resolution.winner else { return .invalid(evidence: rule) }
        return .valid(
            .object([
                "type": .string(winner.command.type),
                "parameters": Self.value(of: winner.command.parameters),
                "confidence": .integer(Int64((winner.confidence * 1_000).rounded())),
            ]), evidence: rule)
    }

    // MARK: Values

    static func value(of number: ExactNumber) -> JSONValue {
        number.integer.map { .integer(Int64($0)) } ?? .decimal(number.figures)
    }

    private static func value(of result: SAYSelectResult) -> JSONValue {
        .object([
            "index": .integer(Int64(result.selectedIndex ?? -1)),
            "label": .string(result.selectedOption?.label ?? ""),
        ])
    }

    private static func value(of entities: [String: EntityValue]) -> JSONValue {
        var object = JSONObject()
        for (name, entity) in entities.sorted(by: { $0.key < $1.key }) {
            object[name] = entity.number.map { value(of: $0) } ?? .string(entity.description)
        }
        return .object(object)
    }
}
