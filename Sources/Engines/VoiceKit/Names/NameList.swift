/// List of names, prepared for many questions about which of them a text means.
struct NameList: Sendable, Equatable {
    /// The names as they are listed.
    let names: [String]
    /// The listed spelling of each name, by its key: the first of several.
    private let spellings: [String: String]
    private let policy: NameResolver.Policy

    /// The names that `policy` lets a text mean.
    init(_ names: [String], policy: NameResolver.Policy) {
        self.names = names
        self.policy = policy
        spellings = Dictionary(names.map { (NameResolver.key($0), $0) }) { first, _ in first }
    }

    /// The listed name that `text` means, as `NameResolver.resolve(transcript:allowed:)` says; nil
    /// where it means none.
    func name(in text: String) -> String? {
        if let exact = spellings[NameResolver.key(text)] { return exact }
        if policy == .strictExact { return nil }
        return NameResolver(policy: policy).resolve(transcript: text, allowed: names)
    }
}
