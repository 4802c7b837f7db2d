/// Reads numbers that callers say, in words, in figures or in both.
///
///     SpokenNumberReader().read("two hundred and six")?.figures    // "206"
///     SpokenNumberReader().read("four two point five")?.figures    // "42.5"
///
/// Reads cardinals to billions with or without "and" ("a hundred", "twelve hundred"),
/// negatives, ordinals, decimals ("point five", "three point five million"), and digits one by one
/// or in pairs ("two oh six", "double four", "nineteen eighty four").
///
/// The whole text is one number or none. `NumberReader` of SayKit has words of its own and finds
/// numbers within sentences, where pairs of digits stay apart.
package struct SpokenNumberReader: Sendable {
    private let table: NumberWordTable

    /// A reader of the language whose words `lexicon` has.
    package init(_ lexicon: NumberLexicon = .english) { table = NumberWordTable(lexicon) }

    /// Returns the number that the whole text says; nil where it says none, more than one, or is
    /// longer than 64 words or 1,000 bytes.
    package func read(_ text: String) -> SpokenNumber? {
        table.meanings(of: text).flatMap(NumberParser.number)
    }
}
