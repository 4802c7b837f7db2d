internal import Synchronization

/// Cache of the last compiled templates, so that each is compiled once a request and not at each
/// answer and each of its rivals. A class, since interpreters are values that share it.
final class TemplateCache: Sendable {
    /// Number of sets that are kept; a request of all standard commands has one for each command.
    static let limit = 64

    private let language: SpokenLanguage
    private let sets = Mutex<[TemplateSet]>([])

    init(_ language: SpokenLanguage) { self.language = language }

    /// The set of `sources`, which may have an error.
    func set(of sources: [String]) -> TemplateSet {
        let known = sets.withLock { sets in sets.first { $0.sources == sources } }
        if let known { return known }
        let made = TemplateSet(sources, language: language)
        sets.withLock { sets in
            sets.append(made)
            if sets.count > Self.limit { sets.removeFirst() }
        }
        return made
    }
}
