internal import Synchronization

/// The rules of a language's numbers: they are written with the first request that needs them, and
/// every copy of the language has them then.
final class KeptNumberRules: Sendable {
    private let made = Mutex<NumberRules??>(nil)

    /// The rules for `words`; nil where the language has no numbers.
    func rules(of words: LanguageWords) -> NumberRules? {
        made.withLock { made in
            if let made { return made }
            let rules = NumberRules(words)
            made = .some(rules)
            return rules
        }
    }
}
