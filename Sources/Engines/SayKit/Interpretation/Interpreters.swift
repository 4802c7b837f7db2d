internal import VoiceLanguage

/// Makes values of answers.
///
/// Pure: the same text gives the same interpretation.
public protocol SAYTypedInterpreter<Value>: Sendable {
    /// Type of the values that answers are made into.
    associatedtype Value: Sendable

    /// Returns the meaning of `transcript`.
    func interpret(_ transcript: String) -> SAYInterpretation<Value>
}

extension SAYTypedInterpreter {
    /// Returns the meaning of the surest transcript of `result`.
    public func interpret(_ result: SAYSpeechRecognitionResult) -> SAYInterpretation<Value> {
        interpret(result.transcript.text)
    }
}

extension SAYInterpretation {
    /// Makes the interpretation of an answer without words.
    static func noInput(_ language: SpokenLanguage) -> Self {
        Self(
            value: nil,
            validationErrors: [
                SAYValidationError(type: .noInput, reason: language.sentence("noInput"))
            ], evidence: InterpretationEvidence(rule: "silent"))
    }

    /// Makes the interpretation of an answer that does not fit; `sentence` is the name of the
    /// sentence that tells why.
    static func invalid(
        _ language: SpokenLanguage, _ sentence: String, _ values: [String: String] = [:],
        _ evidence: InterpretationEvidence
    ) -> Self {
        Self(
            value: nil,
            validationErrors: [
                SAYValidationError(
                    type: .invalidInput, reason: language.sentence(sentence, values))
            ], evidence: evidence)
    }
}

/// Makes yes and no of answers.
public struct SAYConfirmationInterpreter: SAYTypedInterpreter {
    private let language: SpokenLanguage

    /// Interprets answers of `language`.
    public init(language: SpokenLanguage = .english) { self.language = language }

    /// True for yes, false for no; invalid for anything else.
    public func interpret(_ transcript: String) -> SAYInterpretation<Bool> {
        let reading = language.confirmation.read(SpokenText(transcript))
        guard reading.rule != .silent else { return .noInput(language) }
        let evidence = InterpretationEvidence(
            rule: reading.rule.rawValue,
            facts: reading.phrase.map { ["phrase": $0] } ?? [:])
        guard let isConfirmed = reading.isConfirmed else {
            return .invalid(language, "sayYesOrNo", [:], evidence)
        }
        return SAYInterpretation(value: isConfirmed, evidence: evidence)
    }
}

/// Takes any text.
public struct SAYStringInterpreter: SAYTypedInterpreter {
    private let language: SpokenLanguage

    /// Interprets answers of `language`.
    public init(language: SpokenLanguage = .english) { self.language = language }

    /// The text without blanks at its ends; nothing else is changed.
    public func interpret(_ transcript: String) -> SAYInterpretation<String> {
        let text = transcript.trimmed
        guard !text.isEmpty else { return .noInput(language) }
        return SAYInterpretation(
            value: String(text), evidence: InterpretationEvidence(rule: "text"))
    }
}

/// Makes one number of answers.
public struct SAYNumericalInterpreter: SAYTypedInterpreter {
    private let language: SpokenLanguage

    /// Interprets answers of `language`.
    public init(language: SpokenLanguage = .english) { self.language = language }

    /// Returns the one number in the answer; invalid for none and for several.
    public func interpret(_ transcript: String) -> SAYInterpretation<ExactNumber> {
        let reading = NumericalMatcher(language: language).read(SpokenText(transcript))
        var facts =
            reading.phrases.isEmpty
            ? [:] : ["phrases": reading.phrases.joined(separator: " | ")]
        if let number = reading.number {
            facts["kind"] = number.kind.rawValue
            facts["digits"] = number.digits
        }
        let evidence = InterpretationEvidence(rule: reading.rule.rawValue, facts: facts)
        switch reading.rule {
        case .silent: return .noInput(language)
        case .severalNumbers: return .invalid(language, "sayOneNumber", [:], evidence)
        case .timeOfDay, .unread, .rejected, .unknown:
            return .invalid(language, "sayANumber", [:], evidence)
        case .oneNumber, .amount:
            return SAYInterpretation(value: reading.number?.value, evidence: evidence)
        }
    }
}

/// Reading of a sentence that fits a template.
public struct SAYPatternMatch: Sendable, Equatable {
    /// The values by the names of their entities.
    public var entities: [String: EntityValue]
    /// The sentence.
    public var transcription: String
    /// The template, and why it was chosen.
    public var match: TemplateMatch
}

/// Makes entities of answers that fit a template.
public struct SAYPatternMatchInterpreter: SAYTypedInterpreter {
    /// Templates that an answer is matched with.
    public let templates: TemplateSet

    /// Interprets answers with `templates`; where one is wrong, no answer is valid.
    public init(templates: [String], language: SpokenLanguage = .english) {
        self.init(TemplateSet(templates, language: language))
    }

    /// Interprets answers with templates that are compiled already.
    init(_ templates: TemplateSet) { self.templates = templates }

    /// The entities; invalid where no template fits.
    public func interpret(_ transcript: String) -> SAYInterpretation<SAYPatternMatch> {
        let language = templates.language
        let text = SpokenText(transcript)
        guard !text.words.isEmpty else { return .noInput(language) }
        if let error = templates.error {
            return SAYInterpretation(
                value: nil,
                validationErrors: [
                    SAYValidationError(type: .invalidInput, reason: error.description)
                ], evidence: InterpretationEvidence(rule: "wrongTemplate"))
        }
        let outcome = templates.match(text)
        guard let match = outcome.match else {
            return .invalid(
                language, "notUnderstood", [:],
                InterpretationEvidence(
                    rule: "noTemplate", facts: ["tried": String(outcome.triedCount)]))
        }
        return SAYInterpretation(
            value: SAYPatternMatch(
                entities: match.entities, transcription: transcript, match: match),
            evidence: InterpretationEvidence(
                rule: match.reason.rawValue,
                facts: [
                    "template": templates.sources[match.template],
                    "literalWords": String(match.literalWords),
                    "stringWords": String(match.stringWords),
                    "rivals": match.rivals.map { String($0.template) }.joined(separator: " "),
                ]))
    }
}
