/// Recognizes what a user says to a dialogue as such: repeat, back, cancel, help.
public struct DialogueWords: Sendable {
    private let sets: [(word: DialogueWord, templates: TemplateSet)]

    /// Prepares the templates of `language`.
    public init(language: SpokenLanguage = .english) {
        sets = DialogueWord.allCases.compactMap { word in
            language.words.dialogue[word.rawValue].map {
                (word, TemplateSet($0, language: language))
            }
        }
    }

    /// Returns the word that the whole sentence says; nil where it says none of them.
    public func read(_ text: String) -> DialogueWord? {
        let text = SpokenText(text)
        return sets.first { $0.templates.match(text).match != nil }?.word
    }
}
