public import Foundation

/// Profiles, the default voice and the tuning that a user chose, kept in a file.
///
/// The file is `$XDG_DATA_HOME/VoiceIO/voices.json`, else `~/.local/share/VoiceIO/voices.json`. A
/// file that cannot be read leaves the defaults; ``lastError`` says why.
@MainActor
public final class VoiceProfilesStore {
    /// Largest file that is read, in bytes.
    public static let sizeLimit = 1 << 20

    /// The voice of speech without a voice.
    public var defaultVoiceID: String?
    /// Tuning that holds for all voices.
    public var tuning = Tuning()
    /// Profiles by the id of their voice.
    public var profilesByID: [String: TTSVoiceProfile] = [:]
    /// Voices that the user chose.
    public var activeVoiceIDs: Set<String> = []
    /// Voices that the user does not want to see.
    public var hiddenVoiceIDs: Set<String> = []
    /// Reason why the last load or save failed: what, where and the next step; nil when it did not.
    public private(set) var lastError: String?
    /// File in which the store is kept.
    public let fileURL: URL

    /// The store of the user, loaded.
    public convenience init(filename: String = "voices.json") {
        self.init(fileURL: Self.folder().appendingPathComponent(filename))
    }

    /// The store at a path of one's own, loaded.
    public init(fileURL: URL) {
        self.fileURL = fileURL
        load()
    }

    /// `VoiceIO` in the folder for data of the user's apps.
    static func folder(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> URL {
        let data = environment["XDG_DATA_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let home = environment["HOME"].map { $0 + "/.local/share" }
        let folder = data ?? home ?? FileManager.default.temporaryDirectory.path
        return URL(fileURLWithPath: folder, isDirectory: true)
            .appendingPathComponent("VoiceIO", isDirectory: true)
    }

    /// Reads the file again; without one everything stays.
    public func load() {
        lastError = nil
        guard FileManager.default.fileExists(atPath: fileURL.path) else { return }
        do {
            let file = try FileHandle(forReadingFrom: fileURL)
            defer { try? file.close() }
            let data = try file.read(upToCount: Self.sizeLimit + 1) ?? Data()
            guard data.count <= Self.sizeLimit else {
                throw SimpleError("the file has more than \(Self.sizeLimit) bytes")
            }
            let read = try JSONDecoder().decode(VoiceProfilesFile.self, from: data)
            defaultVoiceID = read.defaultVoiceID
            tuning = read.tuning
            profilesByID = read.profilesByID
            activeVoiceIDs = Set(read.activeVoiceIDs)
            hiddenVoiceIDs = Set(read.hiddenVoiceIDs)
        } catch {
            lastError = "cannot read \(fileURL.path): \(error). Correct or delete the file."
        }
    }

    /// Writes the file in one step; its bytes depend on the values only.
    public func save() {
        lastError = nil
        let file = VoiceProfilesFile(
            defaultVoiceID: defaultVoiceID, tuning: tuning, profilesByID: profilesByID,
            activeVoiceIDs: activeVoiceIDs.sorted(), hiddenVoiceIDs: hiddenVoiceIDs.sorted())
        do {
            try FileManager.default.createDirectory(
                at: fileURL.deletingLastPathComponent(), withIntermediateDirectories: true)
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            try encoder.encode(file).write(to: fileURL, options: .atomic)
        } catch {
            lastError = "cannot write \(fileURL.path): \(error). Make the folder writable."
        }
    }

    /// The voice's profile; a new one has rate 0.55, pitch 1 and volume 0.9.
    public func profile(for info: TTSVoiceInfo) -> TTSVoiceProfile {
        if let profile = profilesByID[info.id] { return profile }
        let profile = TTSVoiceProfile(id: info.id, rate: 0.55, pitch: 1, volume: 0.9)
        profilesByID[info.id] = profile
        return profile
    }

    /// Keeps a profile in memory; ``save()`` writes it.
    public func setProfile(_ profile: TTSVoiceProfile) { profilesByID[profile.id] = profile }

    /// Whether the user chose the voice.
    public func isActive(_ id: String) -> Bool { activeVoiceIDs.contains(id) }

    /// Chooses the voice, or no longer, and saves.
    public func toggleActive(_ id: String) {
        if activeVoiceIDs.remove(id) == nil { activeVoiceIDs.insert(id) }
        save()
    }

    /// Whether the user does not want to see the voice.
    public func isHidden(_ id: String) -> Bool { hiddenVoiceIDs.contains(id) }

    /// Hides the voice, or no longer, and saves.
    public func setHidden(_ id: String, _ isHidden: Bool) {
        if isHidden { hiddenVoiceIDs.insert(id) } else { hiddenVoiceIDs.remove(id) }
        save()
    }
}
