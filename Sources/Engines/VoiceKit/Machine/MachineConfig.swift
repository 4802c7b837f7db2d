internal import VoiceJSON
internal import VoiceTime

/// Configuration by an app, in frames of the session's clock.
struct MachineConfig: Sendable, Equatable {
    /// Time that a clip may take longer than its sound before its caller is told that it timed out.
    var clipWaitFrames: Frame
    /// Time after speech of the app's own in which nothing is listened to; 0 listens beside speech.
    var suppressFrames: Frame
    /// Whether the tracker of loud sound goes by its first version's rule.
    var usesCompatibleTracker = false

    /// The defaults of ``VoiceIOConfig``: 2 s and 0.25 s.
    init(rate: SampleRate) {
        clipWaitFrames = rate.frames(milliseconds: 2_000)
        suppressFrames = rate.frames(milliseconds: 250)
    }

    /// Takes over the settings that a call names; the others stay.
    mutating func merge(_ object: JSONObject, rate: SampleRate) {
        func frames(_ key: String) -> Frame? {
            object[key]?.integer.map {
                rate.frames(milliseconds: min(max(0, $0), Self.longestMilliseconds))
            }
        }
        clipWaitFrames = frames("clipWaitTimeoutMs") ?? clipWaitFrames
        suppressFrames = frames("ttsSuppressMs") ?? suppressFrames
        usesCompatibleTracker = object["compatibleTracker"]?.bool ?? usesCompatibleTracker
    }

    /// Returns the members by which events tell of it, in milliseconds.
    func fields(rate: SampleRate) -> JSONObject {
        [
            "clipWait": .integer(rate.milliseconds(clipWaitFrames)),
            "suppress": .integer(rate.milliseconds(suppressFrames)),
            "compatibleTracker": .bool(usesCompatibleTracker),
        ]
    }

    /// A day: numbers come from files.
    static let longestMilliseconds: Int64 = 86_400_000
}

/// Voice of a profile, in thousandths.
struct MachineProfile: Sendable, Equatable {
    /// Id of the voice, by which it is asked for.
    var id = ""
    /// The synthesiser's name of the voice; empty for the default voice.
    var voice = ""
    /// 0 slowest, 1,000 fastest.
    var rate = 500
    /// 1,000 is the voice's own.
    var pitch = 1_000
    var volume = 1_000
}

/// Profiles of voices and the tuning on top of them.
struct MachineVoices: Sendable, Equatable {
    private var profiles: [String: MachineProfile] = [:]
    private(set) var standard = MachineProfile()
    var rateVariation = 0
    var pitchVariation = 0
    var volume = 1_000

    /// Voices that are remembered at most; past it only the default profile changes.
    private static let limit = 1_000

    /// The profile of a voice: its own, else the default one; nil asks for the default voice.
    func profile(of voice: String?) -> MachineProfile {
        guard let voice else { return standard }
        if let profile = profiles[voice] { return profile }
        var profile = standard
        profile.id = voice
        profile.voice = voice
        return profile
    }

    mutating func set(_ profile: MachineProfile, isStandard: Bool) {
        if isStandard { standard = profile }
        guard profiles.count < Self.limit || profiles[profile.id] != nil else { return }
        profiles[profile.id] = profile
    }
}

extension MachineProfile {
    /// Words a minute of a rate in thousandths: 0 is the slowest rate of the synthesiser, 500 the
    /// usual one and 1,000 the fastest; the rates between lie evenly on either side of 500.
    static func wordsPerMinute(rate: Int) -> Int {
        let (range, usual) = (
            VoiceKitConstants.wordsPerMinute, VoiceKitConstants.usualWordsPerMinute
        )
        let rate = min(max(0, rate), 1_000)
        return rate <= 500
            ? range.lowerBound + (usual - range.lowerBound) * rate / 500
            : usual + (range.upperBound - usual) * (rate - 500) / 500
    }

    /// The synthesiser's pitch, 0 to 99, of one in thousandths: 500 is 0, 1,000 is 50, 2,000 is 99.
    static func synthesizerPitch(_ pitch: Int) -> Int {
        let pitch = min(max(500, pitch), 2_000)
        return pitch <= 1_000 ? (pitch - 500) / 10 : 50 + (pitch - 1_000) * 49 / 1_000
    }
}

/// Wave by which a talking mouth moves: it rises and falls with the words of a speech.
enum PulseWave {
    /// The pulse at the word of this number, from 1, in thousandths: max(0, sin(0.2 · word)).
    ///
    /// A Taylor series with additions, multiplications and divisions alone: it gives the same bits
    /// on every processor, which the library's sine does not.
    static func permille(atWord word: Int) -> Int64 {
        let turn = 2 * Double.pi
        var angle = (0.2 * Double(word)).truncatingRemainder(dividingBy: turn)
        if angle > .pi { return 0 }
        if angle > .pi / 2 { angle = .pi - angle }
        var (term, sum) = (angle, angle)
        for step in 1...8 {
            term = -term * angle * angle / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return Int64((max(0, sum) * 1_000).rounded())
    }
}
