internal import VoiceActivity
internal import VoiceHypothesis
internal import VoiceTime

/// The loop's front end: collects frames into hops, decides about speech, keeps the last minute and
/// what is said at the moment.
struct SpeechFrontEnd: ~Copyable {
    /// Length that is remembered while nothing is said, in seconds.
    static let memorySeconds = 60
    /// The longest utterance that is remembered as a whole, in seconds. Of a longer one the later
    /// half is kept, and it goes on from there.
    static let longestSeconds = Utterance.longestSeconds - 1

    private(set) var frames: Frame = 0
    /// The level of the last hop, in thousandths of a decibel; nil before the first.
    private(set) var level: Int?

    let rate: SampleRate
    let edgeFrames: Frame
    private let offsetFrames: Frame
    private let speech: SpeechSettings
    /// Analyzer of the sound; nil where none is heard.
    private var analyzer: SpeechAnalyzer?
    /// Script in the place of sound; nil where sound is heard.
    var script: SoundScript?
    var segmenter: SpeechSegmenter
    private var hop: [Int16] = []
    private var memory: SoundMemory

    /// A front end that decides by sound or by a script; without either, events of speech are
    /// injected.
    init(
        rate: SampleRate, settings: MediaSettings, decides: Bool, script: SoundScript? = nil
    ) throws {
        self.script = script
        self.rate = rate
        edgeFrames = rate.frames(milliseconds: Int64(settings.recognizerEdgeMilliseconds))
        offsetFrames = rate.frames(milliseconds: Int64(settings.endpointOffsetMilliseconds))
        speech = settings.speech
        analyzer =
            decides ? try SpeechAnalyzer(sampleRate: rate.hertz, settings: settings.speech) : nil
        segmenter = SpeechSegmenter(settings: settings.speech, sampleRate: rate.hertz)
        memory = SoundMemory(rate: rate)
        hop.reserveCapacity(rate.hopFrames)
        resetTuning()
    }

    /// The transforms that deciding has taken so far.
    var transforms: Int {
        switch analyzer {
        case .some(let analyzer): analyzer.transforms
        case nil: 0
        }
    }

    /// Whether a hop is full and waits to be decided.
    var isHopComplete: Bool { hop.count == rate.hopFrames }

    /// Consumes frames up to the end of the hop; says how many.
    mutating func consume(_ samples: UnsafeBufferPointer<Int16>) -> Int {
        let count = min(samples.count, rate.hopFrames - hop.count)
        memory.append(samples.prefix(count))
        hop.append(contentsOf: samples.prefix(count))
        frames += Frame(count)
        return count
    }

    /// Returns the detector's decision with the full hop; nil where speech is injected.
    mutating func decide() -> SpeechDecision? {
        guard let evidence = analyze() else { return nil }
        return segmenter.step(evidence, at: frames)
    }

    /// The evidence that comes with the full hop, whose level is known at once.
    private mutating func analyze() -> HopEvidence? {
        guard analyzer != nil else { return nil }
        let evidence = hop.withUnsafeBufferPointer { analyzer?.analyze($0) }
        switch analyzer {
        case .some(let analyzer): level = Int(analyzer.level)
        case nil: break
        }
        return evidence ?? nil
    }

    /// Begins the next hop. What was heard since `speech` began, which is not over, is remembered
    /// as a whole.
    mutating func startHop(during speech: Frame? = nil) {
        hop.removeAll(keepingCapacity: true)
        let usual = frames - Frame(Self.memorySeconds * rate.hertz)
        memory.forget(before: min(usual, speech.map { $0 - edgeFrames } ?? usual))
        let longest = Frame(Self.longestSeconds * rate.hertz)
        if frames - memory.start > longest { memory.forget(before: frames - longest / 2) }
    }

    /// Takes the limits of a listening job.
    mutating func tune(minSpeechFrames: Frame, endSilenceFrames: Frame) {
        segmenter.tune(
            minSpeechFrames: Int(minSpeechFrames),
            endSilenceFrames: Int(max(Frame(rate.hopFrames), endSilenceFrames + offsetFrames)))
    }

    /// Decides from here on as if nothing was heard: another sound begins.
    mutating func restart() {
        for place in hop.indices { hop[place] = 0 }
        segmenter = SpeechSegmenter(settings: speech, sampleRate: rate.hertz)
        guard analyzer != nil else { return }
        analyzer?.restart()
    }

    /// Goes back to the session's own limits.
    mutating func resetTuning() { segmenter.resetTuning() }

    /// The sound of an utterance with its edges, as far as it was heard since `opened` and is
    /// remembered.
    func utterance(spoken: Range<Frame>, since opened: Frame, now: Frame) -> Utterance {
        let end = min(lastHop(before: now), spoken.upperBound + edgeFrames)
        let start = min(end, max(memory.start, opened, spoken.lowerBound - edgeFrames))
        return Utterance(sound(start..<end), start: start, spoken: spoken)
    }

    /// Returns the frame at which the last complete hop ends: whether the current one was fed
    /// already depends on who feeds it.
    func lastHop(before now: Frame) -> Frame {
        let last = now - now % Frame(rate.hopFrames)
        return script == nil ? min(frames, last) : last
    }

    private func sound(_ range: Range<Frame>) -> SoundPieces {
        script == nil
            ? memory.sound(range)
            : SoundPieces(silence: range.count, sampleRate: rate.hertz)
    }

    /// Returns the sound of so many frames before `now`, up to the last complete hop.
    func heard(before now: Frame, frames count: Frame) -> [Int16] {
        let end = lastHop(before: now)
        return remembered(min(end, max(0, end - count))..<end)
    }

    /// Returns the sound from `frame` on: the rest of the current hop, as a rule.
    func remembered(from frame: Frame) -> [Int16] {
        remembered(min(frame, frames)..<frames)
    }

    private func remembered(_ range: Range<Frame>) -> [Int16] {
        memory.sound(range).samples(from: 0)
    }
}
