public import Foundation

/// Model of a screen for choosing a voice, without the screen.
@MainActor
public final class VoiceChooserViewModel {
    /// Filter of the voices that are shown.
    public enum LanguageFilter: Equatable, Sendable {
        /// Voices of the user's language.
        case current
        /// Voices of every language.
        case all
        /// Voices of a language, such as "en".
        case specific(String)
    }

    /// Store of the choices.
    public let store: VoiceProfilesStore
    /// The voices; empty before ``refreshAvailableVoices()``.
    public private(set) var voices: [TTSVoiceInfo] = []
    /// Filter of the voices that are shown.
    public var languageFilter = LanguageFilter.current
    /// Whether hidden voices are shown.
    public var showHidden = false
    /// Seconds that the last preview took; nil before one ended, and for an engine that does not
    /// measure.
    public private(set) var lastPreviewSeconds: TimeInterval?

    private let tts: any TTSConfigurable
    private let allowSystemVoices: Bool
    private let language: String
    private var preview: Task<Void, Never>?

    /// A model over an engine and a store.
    ///
    /// - Parameters:
    ///   - tts: the engine whose voices are tried and set.
    ///   - store: where profiles and the default voice are kept.
    ///   - allowSystemVoices: whether the system's voices are listed where the engine is no
    ///     ``VoiceListProvider``.
    ///   - language: the user's language; that of the environment unless given.
    public init(
        tts: any TTSConfigurable, store: VoiceProfilesStore, allowSystemVoices: Bool = false,
        language: String? = nil
    ) {
        self.tts = tts
        self.store = store
        self.allowSystemVoices = allowSystemVoices
        self.language = language ?? PreferredLanguage.code()
    }

    /// Lists the voices of the engine, else of the system where that is allowed, and gives each a
    /// profile; the first becomes the default without one.
    public func refreshAvailableVoices() {
        if let provider = tts as? any VoiceListProvider {
            voices = provider.availableVoices()
        } else {
            voices = allowSystemVoices ? SystemVoicesCache.refresh() : []
        }
        for voice in voices { _ = store.profile(for: voice) }
        if store.defaultVoiceID == nil { store.defaultVoiceID = voices.first?.id }
    }

    /// The voices of ``languageFilter``, hidden ones only with ``showHidden``.
    public var filteredVoices: [TTSVoiceInfo] {
        let code: String? =
            switch languageFilter {
            case .all: nil
            case .current: PreferredLanguage.base(of: language)
            case .specific(let tag): PreferredLanguage.base(of: tag)
            }
        return voices.filter {
            (code == nil || PreferredLanguage.base(of: $0.language) == code)
                && (showHidden || !store.isHidden($0.id))
        }
    }

    /// Keeps a profile.
    public func updateProfile(_ profile: TTSVoiceProfile) { store.setProfile(profile) }

    /// Chooses the default voice.
    public func setDefaultVoice(id: String) { store.defaultVoiceID = id }

    /// Keeps what holds for all voices.
    public func updateTuning(_ tuning: Tuning) { store.tuning = tuning }

    /// Gives tuning, profiles and the default profile to the engine.
    public func applyToTTS() {
        tts.setTuning(store.tuning)
        for id in store.profilesByID.keys.sorted() {
            if let profile = store.profilesByID[id] { tts.setVoiceProfile(profile) }
        }
        if let id = store.defaultVoiceID, let profile = store.profilesByID[id] {
            tts.setDefaultVoiceProfile(profile)
        }
    }

    /// Speaks a phrase with a voice; a preview under way stops.
    public func playPreview(phrase: String, voiceID: String) {
        stopPreview()
        preview = Task { [tts, weak self] in
            guard !Task.isCancelled else { return }
            guard let measuring = tts as? any SpeechMeasuring else {
                return await tts.speak(phrase, using: voiceID)
            }
            let seconds = await measuring.speakAndMeasure(phrase, using: voiceID)
            if !Task.isCancelled { self?.lastPreviewSeconds = seconds }
        }
    }

    /// Stops the preview under way.
    public func stopPreview() {
        guard let running = preview else { return }
        running.cancel()
        preview = nil
        (tts as? any VoiceIO)?.stopAll()
    }

    /// Waits until the preview under way is over.
    public func waitForPreview() async { await preview?.value }
}
