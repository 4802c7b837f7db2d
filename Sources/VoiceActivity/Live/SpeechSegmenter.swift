/// Decides from the evidence of hops where speech begins and ends.
///
/// A start is decided when enough voiced hops, enough of them pitched, have come with only short
/// gaps between them; an end when nothing has been voiced for long enough. Hops far from any
/// pitched one (a chair, a keyboard) neither begin speech nor prolong it.
public struct SpeechSegmenter: Sendable {
    /// Frames that the settings' milliseconds come to.
    private struct Limits {
        var minSpeech, endSilence, minPitched, bridge, head, tail: Int64
    }

    /// What has come of a start that is not confirmed yet.
    fileprivate struct Onset {
        var start: Int64
        var lastVoiced: Int64
        var voiced: Int64 = 0
        var firstPitched: Int64?
        var lastPitched: Int64 = 0
        var pitched: Int64 = 0
    }

    private let settings: SpeechSettings
    private let sampleRate: Int
    private let hopFrames: Int64
    private var limits: Limits
    private var onset: Onset?
    private var lastSpeech: Int64 = 0
    private var lastPitched: Int64 = 0
    /// Whether a start was decided and no end yet.
    public private(set) var isSpeaking = false
    /// Where the speech that goes on, or the last one, began.
    public private(set) var speechStartFrame: Int64?

    /// A segmenter in silence.
    public init(settings: SpeechSettings, sampleRate: Int) {
        self.settings = settings
        self.sampleRate = sampleRate
        hopFrames = Int64(sampleRate / 100)
        limits = Self.limits(settings, sampleRate)
    }

    /// Where the last speech heard so far ended.
    public var lastSpeechFrame: Int64 { lastSpeech }

    /// Takes over a listening job's own limits, in frames; at least one frame each.
    public mutating func tune(minSpeechFrames: Int, endSilenceFrames: Int) {
        limits.minSpeech = Int64(max(1, minSpeechFrames))
        limits.endSilence = Int64(max(1, endSilenceFrames))
    }

    /// Goes back to the settings' limits.
    public mutating func resetTuning() { limits = Self.limits(settings, sampleRate) }

    /// Takes the evidence of the hop that ends at `frame`.
    public mutating func step(_ evidence: HopEvidence, at frame: Int64) -> SpeechDecision? {
        isSpeaking ? goOn(evidence, at: frame) : begin(evidence, at: frame)
    }

    private mutating func begin(_ evidence: HopEvidence, at frame: Int64) -> SpeechDecision? {
        guard evidence.voiced else {
            if let gap = onset.map({ frame - $0.lastVoiced }), gap > limits.bridge { onset = nil }
            return nil
        }
        var current = onset ?? Onset(start: frame - hopFrames, lastVoiced: frame)
        current.lastVoiced = frame
        current.voiced += hopFrames
        if evidence.pitched { current.addPitched(frame: frame, hopFrames: hopFrames, limits.head) }
        onset = current
        guard current.voiced >= limits.minSpeech, current.pitched >= limits.minPitched else {
            return nil
        }
        onset = nil
        isSpeaking = true
        lastSpeech = frame
        lastPitched = frame
        let earliest = current.firstPitched.map { $0 - hopFrames - limits.head }
        let spoken = max(current.start, earliest ?? current.start)
        speechStartFrame = spoken
        return .start(
            SpeechCrossing(
                at: frame, spoken: spoken, evidence, duration: current.voiced,
                limit: limits.minSpeech))
    }

    private mutating func goOn(_ evidence: HopEvidence, at frame: Int64) -> SpeechDecision? {
        if evidence.pitched { lastPitched = frame }
        if evidence.voiced, limits.minPitched == 0 || frame - lastPitched <= limits.tail {
            lastSpeech = frame
            return nil
        }
        let silence = frame - lastSpeech
        guard silence >= limits.endSilence else { return nil }
        isSpeaking = false
        return .end(
            SpeechCrossing(
                at: frame, spoken: lastSpeech, evidence, duration: silence,
                limit: limits.endSilence))
    }

    private static func limits(_ settings: SpeechSettings, _ sampleRate: Int) -> Limits {
        func frames(_ milliseconds: Int) -> Int64 { Int64(milliseconds * sampleRate / 1_000) }
        return Limits(
            minSpeech: frames(settings.minSpeechMs), endSilence: frames(settings.endSilenceMs),
            minPitched: frames(settings.minPitchedMs), bridge: frames(settings.bridgeMs),
            head: frames(settings.headMs), tail: frames(settings.tailMs))
    }
}

extension SpeechSegmenter.Onset {
    /// Counts a pitched hop; one that comes long after the last begins the count anew.
    fileprivate mutating func addPitched(frame: Int64, hopFrames: Int64, _ reach: Int64) {
        if firstPitched == nil || frame - lastPitched > reach {
            firstPitched = frame
            pitched = 0
        }
        lastPitched = frame
        pitched += hopFrames
    }
}
