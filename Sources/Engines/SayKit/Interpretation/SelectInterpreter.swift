/// One choice of a list.
public struct SAYSelectOption: Sendable, Hashable {
    /// Text that the list shows, and that can be said.
    public var label: String
    /// Texts that can be said as well.
    public var aliases: [String]

    /// A choice.
    public init(label: String, aliases: [String] = []) {
        self.label = label
        self.aliases = aliases
    }
}

/// The choice that an answer takes.
public struct SAYSelectResult: Sendable, Equatable {
    /// The choice; nil where none was taken.
    public var selectedOption: SAYSelectOption?
    /// Place of the choice in the list, from 0; nil where none was taken.
    public var selectedIndex: Int?
    /// Reason why none was taken; nil where one was.
    public var error: SAYVoiceRequestError?

    /// A result.
    public init(
        selectedOption: SAYSelectOption?, selectedIndex: Int?,
        error: SAYVoiceRequestError? = nil
    ) {
        self.selectedOption = selectedOption
        self.selectedIndex = selectedIndex
        self.error = error
    }
}

/// Makes choices of answers.
public struct SAYSelectInterpreter: SAYTypedInterpreter {
    /// The choices in order.
    public let options: [SAYSelectOption]
    private let language: SpokenLanguage
    private let matcher: SelectMatcher

    /// Interprets answers that take one of `options`; without options no answer is valid.
    public init(options: [SAYSelectOption], language: SpokenLanguage = .english) {
        self.options = options
        self.language = language
        matcher = SelectMatcher(options.map { [$0.label] + $0.aliases }, language: language)
    }

    /// The choice; invalid where none or several fit.
    public func interpret(_ transcript: String) -> SAYInterpretation<SAYSelectResult> {
        let reading = matcher.read(SpokenText(transcript))
        guard !options.isEmpty else {
            return .invalid(
                language, "noOptions", [:], InterpretationEvidence(rule: "noOptions"))
        }
        var facts: [String: String] = [:]
        facts["candidate"] = reading.candidate
        facts["distanceThousandths"] = reading.distanceThousandths.map(String.init)
        facts["rivalDistanceThousandths"] = reading.rivalDistanceThousandths.map(String.init)
        if !reading.rivals.isEmpty {
            facts["rivals"] = reading.rivals.map { options[$0].label }.joined(separator: " | ")
        }
        let evidence = InterpretationEvidence(rule: reading.rule.rawValue, facts: facts)
        if let index = reading.index {
            return SAYInterpretation(
                value: SAYSelectResult(selectedOption: options[index], selectedIndex: index),
                evidence: evidence)
        }
        switch reading.rule {
        case .silent: return .noInput(language)
        case .ambiguous:
            let labels = reading.rivals.map { options[$0].label }.joined(separator: ", ")
            return .invalid(language, "sayOneOf", ["list": labels], evidence)
        default: return .invalid(language, "notAnOption", [:], evidence)
        }
    }
}
