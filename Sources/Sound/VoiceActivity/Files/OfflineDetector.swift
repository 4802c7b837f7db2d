/// Decides from the features of hops, in order, which stretches of a whole sound are speech.
///
/// The network that live sessions have hears the sound first; then a second part of it looks 1.3 s
/// either way, and for at most 25 s more is looked ahead where the odds are undecided, so that
/// what is remembered never grows. The same features give the same segments on every CPU.
public struct OfflineDetector: Sendable {
    private let settings: OfflineSettings
    private let opening: SoundOpening
    private let keepsDecisions: Bool
    private var listener: HopListener
    private var revision = SpeechRevision()
    private var builder: SegmentBuilder
    private var hops = 0
    /// The pairs of hops of the room before the sound, whose odds are still to come.
    private var pairsBefore = 0
    private var segments: [SpeechSegment] = []
    private var evidence = DecisionLog()

    /// A detector at the beginning of a sound.
    ///
    /// `keepsDecisions` says whether ``takeDecisions()`` is to give every hop's evidence.
    public init(settings: OfflineSettings, opening: SoundOpening, keepsDecisions: Bool = false) {
        self.settings = settings
        self.opening = opening
        self.keepsDecisions = keepsDecisions
        builder = SegmentBuilder(settings: settings)
        var listener = HopListener(firstPlace: opening.grid.firstPlace, pairs: 2)
        var states: [ChannelLanes] = []
        listener.enter(opening.room.hops(QuietRoom.hopsBefore)) { states += $0 }
        self.listener = listener
        revision.step(states)
        pairsBefore = states.count
    }

    /// Takes the next hop, measured with the opening's gain.
    public mutating func step(_ features: HopFeatures) {
        builder.add(features)
        let hasStates = listener.process(features)
        if keepsDecisions { evidence.add(decision(features)) }
        hops += 1
        if hasStates { revise(listener.states) }
    }

    /// Ends the sound, which was `frames` long at 16 kHz.
    public mutating func finish(frames: Int64) {
        for hop in opening.room.hops(QuietRoom.hopsAfter) {
            builder.add(hop)
            if listener.process(hop) { revise(listener.states) }
        }
        revise(listener.finish())
        revision.finish()
        takeOdds()
        builder.finish()
        takeFound()
        for index in segments.indices {
            segments[index].end = min(segments[index].end, frames)
        }
        segments.removeAll { $0.start >= $0.end }
    }

    /// Hands over the stretches that ended since the last call, ascending and apart.
    public mutating func takeSegments() -> [SpeechSegment] {
        defer { segments.removeAll(keepingCapacity: true) }
        return segments
    }

    /// Hands over the decisions made since the last call, in order; none unless they are kept.
    public mutating func takeDecisions() -> [HopDecision] { evidence.drain() }

    private mutating func revise(_ states: [ChannelLanes]) {
        revision.step(states)
        takeOdds()
    }

    private mutating func takeOdds() {
        guard revision.hasOdds else { return }
        for odds in revision.takeOdds() {
            guard pairsBefore == 0 else {
                pairsBefore -= 1
                continue
            }
            let milliNats = SpeechOdds.milliNats(odds)
            if keepsDecisions { evidence.score(milliNats - Int32(settings.biasMilliNats)) }
            builder.step(milliNats)
            // What is settled while speech goes on is told before that speech can end.
            if keepsDecisions { takeFound() }
        }
        takeFound()
    }

    private mutating func takeFound() {
        for found in builder.found {
            let segment = SpeechSegment(
                start: max(0, frame(quarter: found.lowerBound)),
                end: frame(quarter: found.upperBound))
            if segment.start < segment.end { segments.append(segment) }
            if keepsDecisions { evidence.mark(segment) }
        }
        builder.removeFound()
        guard keepsDecisions else { return }
        evidence.settle(
            hop: builder.settledHop, open: builder.openStart.map { frame(quarter: $0) })
    }

    private func frame(quarter: Int) -> Int64 {
        Int64(opening.grid.firstStart + quarter * HopGrid.hopFrames / 4)
    }

    private func decision(_ features: HopFeatures) -> HopDecision {
        HopDecision(
            start: Int64(opening.grid.firstStart + hops * HopGrid.hopFrames),
            energy: Int32(listener.energy.rounded()) - opening.centiDecibels,
            floor: Int32(listener.floor.rounded()) - opening.centiDecibels,
            features: features)
    }
}

/// Decision about one hop, with its evidence.
public struct HopDecision: Sendable, Equatable {
    /// Rule that decided.
    public enum Rule: String, Sendable, CaseIterable {
        /// The odds are for silence, and all around agrees.
        case quiet
        /// The odds are for speech, and all around agrees.
        case speech
        /// The odds are for silence, but not for long enough to end the speech around it.
        case held
        /// The odds are for speech, but not for long enough to begin one.
        case passing
        /// There is no decision yet.
        case open
    }

    /// The first frame of the hop, at 16 kHz; the first hops may begin before the sound.
    public var start: Int64
    /// Whether most of the hop is taken for speech.
    package var isSpeech = false
    /// The rule that decided.
    public var rule = Rule.open
    /// The mean level of the bands below 4 kHz, in hundredths of a decibel of full scale.
    public var energy: Int32
    /// The mean level of the noise in these bands, likewise.
    public var floor: Int32
    /// The log-odds of speech, in thousandths of a natural logarithm.
    package var logOdds: Int32 = 0
    /// Features that the hop shows by itself.
    public var features: HopFeatures

    /// Height of the hop above the noise, in hundredths of a decibel.
    public var margin: Int32 { energy - floor }

    /// Likeness of the hop to itself one pitch period earlier, in thousandths.
    package var periodicity: Int { Int(features.rest[HopFeatures.Place.periodicity]) }
}
