public import Foundation
internal import VoiceSynthesis

/// The voices of the synthesiser, listed once per process.
@MainActor
public enum SystemVoicesCache {
    /// Lists the voices; those of the speech program unless a test sets its own.
    public static var source: @MainActor () throws -> [TTSVoiceInfo] = { try speechProgramVoices() }

    private static var voices: [TTSVoiceInfo]?
    private static var date: Date?
    /// Reason why the last ``refresh()`` found no voices; nil when it did.
    public private(set) static var lastError: String?

    /// The voices by name, without regard to case; listed when asked for the first time.
    public static func all() -> [TTSVoiceInfo] { voices ?? refresh() }

    /// Lists the voices again; empty where they cannot be listed, see ``lastError``.
    @discardableResult
    public static func refresh() -> [TTSVoiceInfo] {
        date = OutsideWorld.date()
        do {
            let found = try source().sorted(by: precedes)
            lastError = nil
            voices = found
            return found
        } catch {
            lastError = "\(error)"
            voices = nil
            return []
        }
    }

    /// Returns the time at which the voices were listed last; nil before that and after
    /// ``clear()``.
    public static func lastRefreshedAt() -> Date? { date }

    /// Forgets the voices; the next ``all()`` lists them again.
    public static func clear() {
        voices = nil
        date = nil
        lastError = nil
    }

    /// Orders voices by name without regard to case, then by id, so that the order is always the
    /// same.
    nonisolated static func precedes(_ first: TTSVoiceInfo, _ second: TTSVoiceInfo) -> Bool {
        (first.name.lowercased(), first.id) < (second.name.lowercased(), second.id)
    }

    private static func speechProgramVoices() throws -> [TTSVoiceInfo] {
        try SpeechSynthesizer(cacheFolder: nil).voices().map {
            TTSVoiceInfo(id: $0.language, name: $0.name, language: $0.language)
        }
    }
}
