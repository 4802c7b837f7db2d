public import VoiceJSON
public import VoiceRecognition

extension VoiceflowFactory {
    /// Rules of a flow that wait for words that no caller can say, and phrases that a rule misses
    /// because it compares whole words: `task` is what the recognizer listens for, and `taskFile`
    /// names it in messages. `name` calls the flow as the user does.
    ///
    /// A task that cannot be read has nothing that a rule could be compared with.
    ///
    /// - Throws: ``FlowError/notJSON(file:error:)``.
    public static func findings(
        inRulesOf files: [String: [UInt8]], named name: (String) -> String,
        against task: RecognitionTask, taskFile: String
    ) throws(FlowError) -> [Finding] {
        guard let flow = files[FileName.flow], let said = try? SpeakableTexts(of: task) else {
            return []
        }
        var reader: FlowReader
        do throws(JSONError) {
            reader = try FlowReader(bytes: flow, file: name(FileName.flow))
        } catch { throw .notJSON(file: name(FileName.flow), error: error) }
        // What reading has found is told by the check of the flow itself.
        reader.survey.dropFindings()
        let modules = reader.modules.filter(\.kind.takesIntents)
        let rules = modules.reduce(0) { $0 + $1.goTo.inputs.count }
        guard rules * max(said.texts?.count ?? 0, said.words.count) <= SpeakableWords.limit else {
            return []
        }
        let words = SpeakableWords(said: said, file: taskFile)
        for module in modules {
            for rule in module.goTo.inputs {
                let path = rule.path.key(FlowKey.input)
                let soFar = module.hearsPartially != false
                // Keys are no words of a task.
                if module.mayTakeKeys, rule.pattern.isOfKeys { continue }
                if let complaint = words.complaint(about: rule, soFar: soFar) {
                    reader.survey.report(.fault, path, complaint)
                } else if let miss = words.miss(of: rule.pattern, in: module.goTo.inputs) {
                    reader.survey.report(.warning, path, miss)
                }
            }
        }
        return reader.survey.findings
    }
}

/// Rules against everything that a caller can say.
struct SpeakableWords {
    let said: SpeakableTexts
    /// Name of the file of what is listened for, as messages give it.
    let file: String

    /// Largest number of comparisons of rules with texts: files come from anywhere.
    static let limit = 1_000_000

    /// Returns the reason why no caller can say what `rule` waits for; nil where one may. `soFar`
    /// is whether speech under way is recognised.
    func complaint(about rule: GoToTable.InputRule, soFar: Bool) -> String? {
        if said.texts?.contains(where: { rule.takes($0, soFar: soFar) }) ?? false { return nil }
        let pattern = rule.pattern
        for part in pattern.ofWords where !said.words.contains(where: part.matches) {
            return "\"\(part.input)\" is not a word of \(file), so the recognizer never returns it"
                + " and this rule never applies."
                + NearMiss.hint(for: part.input, in: said.words.sorted(), quotes: "\"")
        }
        guard said.texts != nil else { return nil }
        return "No phrase of \(file) \(pattern.comparator.form.verb) \"\(pattern.input)\", so this"
            + " rule never applies. Add such a phrase, or remove the rule."
    }

    /// Names a phrase that holds what `pattern` waits for inside of a word only, where none of the
    /// module's `rules` takes that phrase; nil where there is none.
    func miss(of pattern: InputPattern, in rules: [GoToTable.InputRule]) -> String? {
        guard let inside = pattern.insideWords, let texts = said.texts else { return nil }
        let missed = texts.first { text in
            inside.matches(text) && !rules.contains { $0.pattern.matches(text) }
        }
        guard let missed else { return nil }
        return "\"\(pattern.comparator.rawValue)\" compares whole words, so no rule takes"
            + " \"\(missed)\" of \(file), which has \"\(pattern.input)\" inside of a word. Add a"
            + " rule for it, or use the comparator \"\(inside.comparator.rawValue)\"."
    }
}
