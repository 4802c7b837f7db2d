/// Decides from the evidence of hops where speech begins and ends.
///
/// A start is decided when enough hops that are probably speech have come with only short gaps
/// between them; an end when none has been likely enough to go on for long enough. Evidence comes
/// some hops after its sound: decisions are made where it comes, and say where speech was.
package struct SpeechSegmenter: Sendable {
    /// Frames that the settings' milliseconds come to.
    private struct Limits {
        var minSpeech, endSilence, bridge, lead: Int64
    }

    /// State of a start that is not confirmed yet.
    private struct Onset {
        var start: Int64
        var lastVoiced: Int64
        var voiced: Int64 = 0
        var height: Int32 = 0
        /// Frames just before, so loud that they confirm it.
        var lead: Int64
    }

    private let settings: SpeechSettings
    private let sampleRate: Int
    private let hopFrames: Int64
    private let delayFrames: Int64
    private let lowest: Int32
    private let tail: Int64
    private let loud: Int32
    private let threshold: Int32
    private let hold: Int32
    private var limits: Limits
    private var onset: Onset?
    private var lastSpeech: Int64 = 0
    /// Frames just before this one that are as loud as speech may begin.
    private var lead: Int64 = 0
    /// The greatest margin of the speech that goes on.
    private var height: Int32 = 0
    /// Whether a start was decided and no end yet.
    package private(set) var isSpeaking = false
    /// Start of the speech that goes on, or of the last one.
    package private(set) var speechStartFrame: Int64?

    /// A segmenter in silence.
    ///
    /// `delayHops` says how many hops after its sound evidence comes.
    package init(
        settings: SpeechSettings, sampleRate: Int, delayHops: Int = SpeechAnalyzer.delayHops
    ) {
        self.settings = settings
        self.sampleRate = sampleRate
        hopFrames = Int64(sampleRate / 100)
        delayFrames = hopFrames * Int64(delayHops)
        lowest = Int32(settings.levelMinimumMilliDB)
        tail = Int64(settings.holdMarginPermille)
        loud = Int32(settings.leadMarginMilliDB)
        threshold = Int32(settings.thresholdPermille)
        hold = Int32(settings.holdPermille)
        limits = Self.limits(settings, sampleRate)
    }

    /// End of the last speech heard so far.
    package var lastSpeechFrame: Int64 { lastSpeech }

    /// Takes over a listening job's own limits, in frames; at least one frame each.
    package mutating func tune(minSpeechFrames: Int, endSilenceFrames: Int) {
        limits.minSpeech = Int64(max(1, minSpeechFrames))
        limits.endSilence = Int64(max(1, endSilenceFrames))
    }

    /// Goes back to the settings' limits.
    package mutating func resetTuning() { limits = Self.limits(settings, sampleRate) }

    /// Whether speech may have begun that is not confirmed yet.
    var isRising: Bool { onset != nil }

    /// Whether hops without speech and without loud sound would change nothing.
    package var isAtRest: Bool { !isSpeaking && onset == nil && lead == 0 }

    /// Whether a hop just before speech confirms it, though it is not probable yet.
    private func isLoud(_ evidence: HopEvidence) -> Bool {
        evidence.energy >= lowest && evidence.margin >= loud
    }

    /// Least height above the noise of a hop with which speech goes on.
    private var leastMargin: Int32 { Int32(Int64(height) * tail / 1_000) }

    /// Whether a hop of this evidence would count as speech.
    func counts(_ evidence: HopEvidence) -> Bool {
        guard evidence.energy >= lowest else { return false }
        guard isSpeaking else { return evidence.probability >= threshold }
        return evidence.probability >= hold && evidence.margin >= leastMargin
    }

    /// Takes the evidence that comes with the hop that ends at `frame`.
    package mutating func step(_ evidence: HopEvidence, at frame: Int64) -> SpeechDecision? {
        let (heard, isVoiced) = (frame - delayFrames, counts(evidence))
        return isSpeaking
            ? proceed(evidence, isVoiced, heard, at: frame)
            : begin(evidence, isVoiced, heard, at: frame)
    }

    /// Begins speech that is known to be some, from `spoken` on, in the place of ``step(_:at:)``.
    package mutating func begin(
        spoken: Int64, _ evidence: HopEvidence, at frame: Int64
    ) -> SpeechDecision? {
        let heard = frame - delayFrames
        guard !isSpeaking, spoken < heard else { return nil }
        return start(
            spoken, evidence, heard, at: frame, height: evidence.margin, length: heard - spoken)
    }

    /// `heard` says where the hop that the evidence is of ends.
    private mutating func begin(
        _ evidence: HopEvidence, _ isVoiced: Bool, _ heard: Int64, at frame: Int64
    ) -> SpeechDecision? {
        guard isVoiced else {
            if let gap = onset.map({ heard - $0.lastVoiced }), gap > limits.bridge { onset = nil }
            lead = isLoud(evidence) ? min(lead + hopFrames, limits.lead) : 0
            return nil
        }
        var current = onset ?? Onset(start: heard - hopFrames, lastVoiced: heard, lead: lead)
        lead = 0
        current.lastVoiced = heard
        current.voiced += hopFrames
        current.height = max(current.height, evidence.margin)
        onset = current
        // At least half of what confirms a start is probably speech.
        let length = current.voiced + min(current.lead, limits.minSpeech / 2)
        guard length >= limits.minSpeech else { return nil }
        return start(
            current.start, evidence, heard, at: frame, height: current.height, length: length)
    }

    private mutating func start(
        _ spoken: Int64, _ evidence: HopEvidence, _ heard: Int64, at frame: Int64, height: Int32,
        length: Int64
    ) -> SpeechDecision {
        onset = nil
        isSpeaking = true
        lastSpeech = heard
        self.height = height
        speechStartFrame = spoken
        return .start(
            SpeechBoundary(
                at: frame, spoken: spoken, evidence, threshold: threshold,
                duration: length, limit: limits.minSpeech))
    }

    private mutating func proceed(
        _ evidence: HopEvidence, _ isVoiced: Bool, _ heard: Int64, at frame: Int64
    ) -> SpeechDecision? {
        guard !isVoiced else {
            lastSpeech = heard
            height = max(height, evidence.margin)
            return nil
        }
        let silence = heard - lastSpeech
        guard silence >= limits.endSilence else { return nil }
        isSpeaking = false
        return .end(
            SpeechBoundary(
                at: frame, spoken: lastSpeech, evidence, leastMargin: leastMargin, threshold: hold,
                duration: silence, limit: limits.endSilence))
    }

    private static func limits(_ settings: SpeechSettings, _ sampleRate: Int) -> Limits {
        func frames(_ milliseconds: Int) -> Int64 { Int64(milliseconds * sampleRate / 1_000) }
        return Limits(
            minSpeech: frames(settings.minSpeechMs), endSilence: frames(settings.endSilenceMs),
            bridge: frames(settings.bridgeMs), lead: frames(settings.leadMs))
    }
}
