import SayKit

/// The number that the whole sentence says as one number; nil where it says none or several.
func number(_ text: String, _ language: SpokenLanguage = .english) -> String? {
    NumericalMatcher(language: language).read(SpokenText(text)).number?.value.figures
}

func rule(_ text: String, _ language: SpokenLanguage = .english) -> NumericalReading.Rule {
    NumericalMatcher(language: language).read(SpokenText(text)).rule
}

func confirmed(_ text: String, _ language: SpokenLanguage = .english) -> Bool? {
    language.confirmation.read(SpokenText(text)).isConfirmed
}

/// The entities of the only template, as text.
func entities(
    _ template: String, _ text: String, _ language: SpokenLanguage = .english
) -> [String: String]? {
    TemplateSet([template], language: language).match(text).match?.entities
        .mapValues(\.description)
}
