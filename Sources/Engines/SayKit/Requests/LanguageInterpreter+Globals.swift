internal import VoiceJSON

/// Words that are said to a dialogue as such, beside what its requests ask for.
extension LanguageInterpreter {
    /// The global that the whole text is one of the wordings of; nil for none.
    func global(of text: String, for form: RequestForm) -> RequestForm.Global? {
        guard !form.globals.isEmpty else { return nil }
        let normal = SpokenText(text).normal
        let word = dialogueWords.read(text)?.rawValue
        return form.globals.first { global in
            global.wordings.isEmpty
                ? global.name == word
                : global.wordings.contains { SpokenText($0).normal == normal }
        }
    }

    /// Whether the request's own reading of `text` counts, and not the global that it is as well.
    ///
    /// What a request asks for counts: the label of an option, a literal template, the words of a
    /// command, yes and no. A confirmation leaves the plain name of a global to that one: "cancel"
    /// cancels, and "stop" is no. Free text and numbers are not asked for by these words. Wordings
    /// that the request itself gives a global count before all but an option that is said exactly.
    func counts(
        _ own: RequestReading, before global: RequestForm.Global, _ text: String,
        _ form: RequestForm
    ) -> Bool {
        guard own.isValid else { return false }
        let rule = own.evidence["rule"]?.string
        if form.kind == .select, rule == SelectReading.Rule.equality.rawValue { return true }
        guard global.wordings.isEmpty else { return false }
        switch form.kind {
        case .confirmation: return SpokenText(text).normal != plainName(of: global.name)
        case .select: return rule == SelectReading.Rule.contained.rawValue
        case .pattern: return own.evidence["stringWords"]?.string == "0"
        case .command: return own.value.object?["confidence"]?.integer == 1_000
        case .string, .numerical: return false
        }
    }

    /// The first wording of a global in the language, as in "go back".
    private func plainName(of global: String) -> String? {
        language.words.dialogue[global]?.first.flatMap { TemplateRules.wordings(of: $0).first }
            .map { SpokenText($0).normal }
    }
}
