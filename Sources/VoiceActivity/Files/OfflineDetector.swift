/// Decides from the features of hops, in order, which stretches of a whole sound are speech.
///
/// Both ways are looked: three seconds for the noise, 1.3 s by the network, and for at most 25 s
/// more where the odds are undecided, so that what is remembered never grows. The same features
/// give the same segments on every CPU.
public struct OfflineDetector: Sendable {
    /// Hops remembered until their surroundings are known.
    private static let capacity = 512
    /// Hops at either end whose window reaches beyond the sound: they tell no floor.
    private static let edgeHops = 2
    private let settings: OfflineSettings
    private let grid: HopGrid
    private let keepsDecisions: Bool
    private var noise = NoiseSurroundings()
    private var network = SpeechNetwork()
    private var builder: SegmentBuilder
    private var ring = [HopFeatures](repeating: .silence, count: capacity)
    private var row = [Float](repeating: 0, count: SpeechNetwork.inputs)
    private var hops = 0
    private var blocksDone = 0
    private var segments: [SpeechSegment] = []
    private var evidence = DecisionLog()

    /// A detector at the beginning of a sound.
    ///
    /// - Parameter keepsDecisions: whether ``takeDecisions()`` is to give every hop's evidence.
    public init(settings: OfflineSettings, grid: HopGrid, keepsDecisions: Bool = false) {
        self.settings = settings
        self.grid = grid
        self.keepsDecisions = keepsDecisions
        builder = SegmentBuilder(settings: settings)
    }

    /// Takes the next hop.
    public mutating func step(_ features: HopFeatures) {
        // Whether a hop is among the last is known only when more have come.
        if hops >= 2 * Self.edgeHops { addToNoise(hop: hops - Self.edgeHops) }
        ring[hops % Self.capacity] = features
        builder.add(features)
        hops += 1
        if blocksDone + SpeechInputs.reach < noise.blocks { weighBlock() }
    }

    /// Ends the sound, which was `frames` long at 16 kHz.
    public mutating func finish(frames: Int64) {
        noise.closeBlock()
        let last = hops > 0 ? blockOf(hop: hops - 1) : -1
        while noise.blocks <= last { noise.closeBlock() }
        while blocksDone <= last { weighBlock() }
        network.finish()
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
    public mutating func takeDecisions() -> [HopDecision] { evidence.take() }

    private func blockOf(hop: Int) -> Int { (hop + grid.firstPlace) / HopGrid.blockHops }

    private mutating func addToNoise(hop: Int) {
        while noise.blocks < blockOf(hop: hop) { noise.closeBlock() }
        noise.add(SpeechInputs.levels(ring[hop % Self.capacity]))
    }

    /// Gives the network the pairs of the next block, whose surroundings are known.
    private mutating func weighBlock() {
        let around = noise.around(blocksDone)
        let first = max(0, blocksDone * HopGrid.blockHops - grid.firstPlace)
        blocksDone += 1
        let end = min(hops, blocksDone * HopGrid.blockHops - grid.firstPlace)
        for pair in stride(from: first, to: end, by: 2) {
            fill(hop: pair, into: 0, around)
            // A last hop without another stands for both.
            fill(hop: min(pair + 1, end - 1), into: SpeechInputs.count, around)
            row.withUnsafeBufferPointer { network.step($0.baseAddress.unsafelyUnwrapped) }
        }
        guard keepsDecisions else { return takeOdds() }
        for hop in first..<end { evidence.add(decision(hop: hop, around)) }
        takeOdds()
    }

    private mutating func fill(hop: Int, into place: Int, _ around: SpeechInputs.Surroundings) {
        let features = ring[hop % Self.capacity]
        let last = hop > 0 ? ring[(hop - 1) % Self.capacity] : features
        row.withUnsafeMutableBufferPointer { row in
            let start = row.baseAddress.unsafelyUnwrapped + place
            SpeechInputs.fill(
                start, features, lastLag: last.rest[HopFeatures.Place.lag], around)
        }
    }

    private mutating func takeOdds() {
        guard network.hasOdds else { return }
        for odds in network.takeOdds() {
            let bounded = min(max(odds, -30), 30)
            let milliNats = Int32((bounded * 1_000).rounded())
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
        Int64(grid.firstStart + quarter * HopGrid.hopFrames / 4)
    }

    private func decision(hop: Int, _ around: SpeechInputs.Surroundings) -> HopDecision {
        let features = ring[hop % Self.capacity]
        return HopDecision(
            start: Int64(grid.firstStart + hop * HopGrid.hopFrames),
            energy: Int32(SpeechInputs.levels(features)[SpeechInputs.mean].rounded()),
            floor: Int32(around.floors[SpeechInputs.mean].rounded()), features: features)
    }
}
