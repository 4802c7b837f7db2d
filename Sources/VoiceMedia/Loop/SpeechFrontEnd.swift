internal import VoiceActivity
internal import VoiceAudio
internal import VoiceRecognition
internal import VoiceTime

/// The loop's front end: collects frames into hops, decides about speech, keeps the last minute.
struct SpeechFrontEnd: ~Copyable {
    /// Longest utterance that can be recognised, in seconds; of a longer one the end is kept.
    static let memorySeconds = 60
    private static let usualSeconds = 12

    private(set) var frames: Frame = 0
    /// The level of the last hop, in thousandths of a decibel; nil before the first.
    private(set) var level: Int?

    private let rate: SampleRate
    private let edgeFrames: Frame
    private let offsetFrames: Frame
    /// Only where speech is decided here and not injected.
    private var analyzer: SpeechAnalyzer?
    private var segmenter: SpeechSegmenter
    private var hop: [Int16] = []
    /// A ring that grows until it is full: the sample of frame `f` stands at `f % memoryFrames`.
    private var memory: [Int16] = []
    private let memoryFrames: Int

    /// A front end; where it does not decide, crossings of speech are injected.
    init(rate: SampleRate, settings: MediaSettings, decides: Bool) throws {
        self.rate = rate
        edgeFrames = rate.frames(milliseconds: Int64(settings.recognizerEdgeMilliseconds))
        offsetFrames = rate.frames(milliseconds: Int64(settings.endpointOffsetMilliseconds))
        analyzer =
            decides ? try SpeechAnalyzer(sampleRate: rate.hertz, settings: settings.speech) : nil
        segmenter = SpeechSegmenter(settings: settings.speech, sampleRate: rate.hertz)
        memoryFrames = Self.memorySeconds * rate.hertz
        // Most sessions are short: one allocation holds them.
        memory.reserveCapacity(Self.usualSeconds * rate.hertz)
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

    /// Takes frames up to the end of the hop; says how many.
    mutating func take(_ samples: UnsafeBufferPointer<Int16>) -> Int {
        let count = min(samples.count, rate.hopFrames - hop.count)
        remember(samples, count)
        hop.append(contentsOf: samples.prefix(count))
        frames += Frame(count)
        return count
    }

    private mutating func remember(_ samples: UnsafeBufferPointer<Int16>, _ count: Int) {
        let room = min(count, memoryFrames - memory.count)
        memory.append(contentsOf: samples.prefix(room))
        var place = Int((frames + Frame(room)) % Frame(memoryFrames))
        for sample in samples[room..<count] {
            memory[place] = sample
            place += 1
            if place == memoryFrames { place = 0 }
        }
    }

    /// What the detector decides with the full hop; nil where speech is injected.
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

    /// Begins the next hop.
    mutating func startHop() { hop.removeAll(keepingCapacity: true) }

    /// Takes the limits of a listening job.
    mutating func tune(minSpeechFrames: Frame, endSilenceFrames: Frame) {
        segmenter.tune(
            minSpeechFrames: Int(minSpeechFrames),
            endSilenceFrames: Int(max(Frame(rate.hopFrames), endSilenceFrames + offsetFrames)))
    }

    /// Goes back to the session's own limits.
    mutating func resetTuning() { segmenter.resetTuning() }

    /// The sound of an utterance with its edges, as far as it was heard and is remembered.
    func utterance(spoken: Range<Frame>, now: Frame) -> Utterance {
        // Up to the last hop that was over: whether the current one was fed already depends on who
        // feeds it.
        let last = min(frames, now - now % Frame(rate.hopFrames))
        let end = min(last, spoken.upperBound + edgeFrames)
        let oldest = max(0, frames - Frame(memory.count))
        let start = min(end, max(oldest, spoken.lowerBound - edgeFrames))
        let samples = start < end ? remembered(start..<end) : []
        return Utterance(
            sound: MonoSound(sampleRate: rate.hertz, samples: samples), start: start,
            spoken: spoken)
    }

    /// What was heard in so many frames before `now`, up to the last hop that was over.
    func heard(before now: Frame, frames count: Frame) -> [Int16] {
        let end = min(frames, now - now % Frame(rate.hopFrames))
        let start = max(frames - Frame(memory.count), end - count, 0)
        return start < end ? remembered(start..<end) : []
    }

    /// What was heard from `frame` on: the rest of the current hop, as a rule.
    func remembered(from frame: Frame) -> [Int16] {
        let start = max(frame, frames - Frame(memory.count))
        return start < frames ? remembered(start..<frames) : []
    }

    /// The samples of `range`, all of which are remembered.
    private func remembered(_ range: Range<Frame>) -> [Int16] {
        let first = Int(range.lowerBound % Frame(memoryFrames))
        // Up to the ring's seam, then from its start on.
        let beforeSeam = memory[first..<min(first + range.count, memory.count)]
        return Array(beforeSeam) + memory[..<(range.count - beforeSeam.count)]
    }
}
