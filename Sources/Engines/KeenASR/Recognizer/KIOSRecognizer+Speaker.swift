internal import VoiceAudio
internal import VoiceJSON
internal import VoiceRecognition

/// State of a recognizer's knowledge of who speaks.
struct SpeakerState {
    /// The name of a speaker that the app has not named.
    static let usualName = "default"

    /// The name of the speaker from the next start on.
    var name = usualName
    /// Source of the sound of the next listening.
    var route = KIOSAudioRoute.builtin
    /// Source of the sound of the open device.
    var microphone = KIOSAudioRoute.builtin
    /// Profile that was learnt so far; nil before the first start.
    var profile: KIOSSpeakerProfile?
    var profileName: String?
    var profileRoute: KIOSAudioRoute?
    /// Whether something was learnt since the profile was given to the machine.
    var hasLearnt = false

    /// Forgets the speaker, and not the device.
    mutating func reset() {
        let device = microphone
        self = SpeakerState()
        microphone = device
        route = device
    }
}

/// Speaker adaptation: profiles in memory and on disk.
///
/// What is learnt of a speaker is the running mean of the cepstra of what was understood. Each
/// start of listening gives it as an input, and partial results begin with it. Final results do not
/// depend on it: they go by the mean of their own utterance, and adapting them lost words.
extension KIOSRecognizer {
    /// Names the speaker whose profile is used from the next start of listening on.
    public func adaptToSpeaker(withName speakerName: String) {
        guard !isTornDown else { return }
        speaker.name = speakerName
        send("adaptToSpeaker", ["speaker": .string(speakerName)])
    }

    /// Goes back to the name `default` and its saved profile, or to none; ignored while the
    /// recognizer listens.
    public func resetSpeakerAdaptation() {
        guard refusal(.resetSpeakerAdaptation) == nil else { return }
        speaker.reset()
        let profile = savedProfile()
        speaker.profile = profile
        speaker.profileName = speaker.name
        speaker.profileRoute = speaker.route
        send(
            GuardedCall.resetSpeakerAdaptation.rawValue, ["profile": Self.value(of: profile)])
    }

    /// Saves the learnt profile, in a file of its speaker, bundle and audio route; nothing where
    /// nothing was learnt. After ``adaptToSpeaker(withName:)`` that is the speaker before, until
    /// listening starts.
    public func saveSpeakerAdaptationProfile() {
        _ = Self.succeeds { () throws(KIOSRecognizerError) in try saveProfile() }
    }

    /// Saves as ``saveSpeakerAdaptationProfile()`` does.
    ///
    /// - Throws: ``KIOSRecognizerError/failed(call:reason:)`` where it cannot be written.
    public func saveProfile() throws(KIOSRecognizerError) {
        let call = "saveSpeakerAdaptationProfile"
        guard !isTornDown else { throw .refused(call: call, .tornDown) }
        let name = speaker.profileName ?? speaker.name
        send(call, ["speaker": .string(name)])
        guard let profiles, let profile = speaker.profile else { return }
        do throws(KIOSProfileError) {
            try profiles.save(
                profile, speaker: name, bundle: asrBundleName,
                route: speaker.profileRoute ?? speaker.route)
        } catch { throw .failed(call: call, reason: error.description) }
    }

    /// Removes the profiles of all speakers; true also without any.
    @discardableResult
    public static func removeAllSpeakerAdaptationProfiles() -> Bool { removeProfiles(nil) }

    /// Removes the profiles of a speaker; true also without any.
    @discardableResult
    public static func removeSpeakerAdaptationProfiles(_ speakerName: String) -> Bool {
        removeProfiles(speakerName)
    }

    private static func removeProfiles(_ speaker: String?) -> Bool {
        guard let locations = sharedInstance()?.locations ?? standardLocations else { return true }
        return
            (try? KIOSSpeakerProfiles(folder: locations.speakerProfiles)
            .remove(speaker: speaker)) != nil
    }

    private var profiles: KIOSSpeakerProfiles? {
        locations.map { KIOSSpeakerProfiles(folder: $0.speakerProfiles) }
    }

    private func savedProfile() -> KIOSSpeakerProfile? {
        let found = try? profiles?.load(
            speaker: speaker.name, bundle: asrBundleName, route: speaker.route)
        return found ?? nil
    }

    /// Takes the profile of the speaker of now, before listening begins.
    func useProfile() {
        if speaker.profileName != speaker.name || speaker.profileRoute != speaker.route {
            speaker.profile = savedProfile()
            speaker.profileName = speaker.name
            speaker.profileRoute = speaker.route
        } else if !speaker.hasLearnt {
            return
        }
        speaker.hasLearnt = false
        send(
            "useSpeakerProfile",
            [
                "speaker": .string(speaker.name), "route": .string(speaker.route.rawValue),
                "profile": Self.value(of: speaker.profile),
            ])
    }

    /// A profile as an input holds it: whole numbers, thousandths.
    private static func value(of profile: KIOSSpeakerProfile?) -> JSONValue {
        guard let profile else { return .null }
        return [
            "frames": .integer(profile.frames),
            "mean": .array(
                profile.mean.map { .integer(Int64(max(-1e9, min(1e9, $0 * 1_000)).rounded())) }),
        ]
    }

    /// Learns of a speaker from the sound of a response, as far as words were understood in it.
    func learn(from sound: MonoSound, speech: [Range<Int>]) {
        let edge = sound.sampleRate * Self.learntEdgeMilliseconds / 1_000
        guard let first = speech.first, let last = speech.last else { return }
        let start = max(0, first.lowerBound - edge)
        let end = min(sound.samples.count, last.upperBound + edge)
        guard start < end else { return }
        let said = MonoSound(
            sampleRate: sound.sampleRate, samples: Array(sound.samples[start..<end]))
        guard let found = try? SpeakerMean.measured(in: said) else { return }
        var profile = speaker.profile ?? KIOSSpeakerProfile()
        profile.add(found.mean.cepstra, frames: Int64(found.frames))
        speaker.profile = profile
        speaker.hasLearnt = true
    }

    /// Milliseconds of sound before and after words that belong to an utterance.
    private static let learntEdgeMilliseconds = 200
}
