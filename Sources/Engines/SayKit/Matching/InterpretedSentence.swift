/// A sentence under interpretation: its words, and the numbers in it, which are read once.
struct InterpretedSentence {
    let text: SpokenText
    let language: SpokenLanguage
    let scan: NumberScan
    private var numbers: [[NumberReading]?]

    init(_ text: SpokenText, language: SpokenLanguage) {
        self.text = text
        self.language = language
        scan = language.numberReader.scan(text)
        numbers = Array(repeating: nil, count: text.words.count)
    }

    /// Every number that begins at word `start`, the shortest first; none behind the last word.
    mutating func numbers(from start: Int) -> [NumberReading] {
        guard numbers.indices.contains(start) else { return [] }
        if let known = numbers[start] { return known }
        let found = scan.readings(from: start)
        numbers[start] = found
        return found
    }

    /// Whether word `index` is there and an article of a number.
    func isArticle(_ index: Int) -> Bool {
        text.words.indices.contains(index) && language.articles.contains(text.words[index].normal)
    }

    /// Whether word `index` is there and stands between the parts of a number.
    func isConnector(_ index: Int) -> Bool {
        text.words.indices.contains(index)
            && language.connectors.contains(text.words[index].normal)
    }
}
