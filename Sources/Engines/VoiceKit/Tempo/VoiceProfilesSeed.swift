/// A voice in a list to choose from.
public struct VoiceProfileSummary: Equatable, Sendable {
    /// The voice's id.
    public let id: String
    /// The voice's name.
    public let name: String
    /// The voice's language.
    public let language: String
    /// Whether the user does not want to see it.
    public let isHidden: Bool

    /// A voice in a list.
    public init(id: String, name: String, language: String, isHidden: Bool = false) {
        self.id = id
        self.name = name
        self.language = language
        self.isHidden = isHidden
    }
}

/// Chooses the first voice of a user who has not chosen one.
@MainActor
public enum VoiceProfilesSeed {
    /// The default voice and all voices of the system, by name.
    public static func bootstrap() -> (defaultID: String?, profiles: [VoiceProfileSummary]) {
        bootstrap(voices: SystemVoicesCache.all(), language: PreferredLanguage.code())
    }

    /// The default voice of a list: the first of the language, else the first by name. The list by
    /// name, without regard to case.
    public static func bootstrap(
        voices: [TTSVoiceInfo], language: String
    ) -> (defaultID: String?, profiles: [VoiceProfileSummary]) {
        let sorted = voices.sorted(by: SystemVoicesCache.precedes)
        let fitting = sorted.first { $0.language.lowercased().hasPrefix(language.lowercased()) }
        let summaries = sorted.map {
            VoiceProfileSummary(id: $0.id, name: $0.name, language: $0.language)
        }
        return ((fitting ?? sorted.first)?.id, summaries)
    }

    /// The voices of a language by name, marked as hidden or not; hidden ones only where asked for.
    public static func filteredProfiles(
        from all: [VoiceProfileSummary], languagePrefix: String, hiddenIDs: Set<String>,
        showHidden: Bool
    ) -> [VoiceProfileSummary] {
        all.filter { $0.language.lowercased().hasPrefix(languagePrefix.lowercased()) }
            .map {
                VoiceProfileSummary(
                    id: $0.id, name: $0.name, language: $0.language,
                    isHidden: hiddenIDs.contains($0.id))
            }
            .filter { showHidden || !$0.isHidden }
            .sorted { ($0.name.lowercased(), $0.id) < ($1.name.lowercased(), $1.id) }
    }
}
