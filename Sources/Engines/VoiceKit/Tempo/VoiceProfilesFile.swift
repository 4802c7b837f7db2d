/// File that ``VoiceProfilesStore`` keeps on disk, as JSON.
public struct VoiceProfilesFile: Codable, Equatable, Sendable {
    /// The voice of speech without a voice.
    public var defaultVoiceID: String?
    /// Tuning that holds for all voices; the only key that a file must have.
    public var tuning: Tuning
    /// Profiles by the id of their voice.
    public var profilesByID: [String: TTSVoiceProfile]
    /// Voices that the user chose.
    public var activeVoiceIDs: [String]
    /// Voices that the user does not want to see.
    public var hiddenVoiceIDs: [String]

    /// A file without voices.
    public init(
        defaultVoiceID: String? = nil, tuning: Tuning = Tuning(),
        profilesByID: [String: TTSVoiceProfile] = [:], activeVoiceIDs: [String] = [],
        hiddenVoiceIDs: [String] = []
    ) {
        self.defaultVoiceID = defaultVoiceID
        self.tuning = tuning
        self.profilesByID = profilesByID
        self.activeVoiceIDs = activeVoiceIDs
        self.hiddenVoiceIDs = hiddenVoiceIDs
    }

    /// Reads a file in which all keys but `tuning` may be absent.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        defaultVoiceID = try values.decodeIfPresent(String.self, forKey: .defaultVoiceID)
        tuning = try values.decode(Tuning.self, forKey: .tuning)
        profilesByID =
            try values.decodeIfPresent([String: TTSVoiceProfile].self, forKey: .profilesByID) ?? [:]
        activeVoiceIDs = try values.decodeIfPresent([String].self, forKey: .activeVoiceIDs) ?? []
        hiddenVoiceIDs = try values.decodeIfPresent([String].self, forKey: .hiddenVoiceIDs) ?? []
    }
}
