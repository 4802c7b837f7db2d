/// Decides from the features of hops, in order, which stretches of a whole sound are speech.
public struct OfflineDetector: Sendable {
    private let settings: OfflineSettings
    private let grid: HopGrid
    private let keepsDecisions: Bool
    private var segments: [SpeechSegment] = []
    private var decisions: [HopDecision] = []
    private var hops = 0
    private var floor: Int32 = 0
    private var open: SpeechSegment?

    /// A detector at the beginning of a sound.
    public init(settings: OfflineSettings, grid: HopGrid, keepsDecisions: Bool = false) {
        self.settings = settings
        self.grid = grid
        self.keepsDecisions = keepsDecisions
    }

    /// Takes the next hop.
    public mutating func step(_ features: HopFeatures) {
        var sum: Int32 = 0
        for band in 0..<16 { sum += Int32(features.bands[band]) }
        let energy = sum / 16
        floor = hops == 0 ? energy : min(energy, floor + 2)
        floor = max(floor, -7_000)
        let start = Int64(grid.firstStart + hops * HopGrid.hopFrames)
        let isSpeech = energy - floor > 1_200
        if keepsDecisions {
            decisions.append(
                HopDecision(
                    start: start, isSpeech: isSpeech, rule: isSpeech ? .speech : .quiet,
                    energy: Int16(energy), floor: Int16(floor), margin: Int16(energy - floor),
                    logOdds: 0, features: features))
        }
        if isSpeech {
            open = SpeechSegment(
                start: open?.start ?? max(0, start), end: start + Int64(HopGrid.hopFrames))
        } else if let found = open, start - found.end > Int64(settings.bridgeMs * 16) {
            close(found)
        }
        hops += 1
    }

    private mutating func close(_ found: SpeechSegment) {
        open = nil
        if found.end - found.start >= Int64(settings.minSpeechMs * 16) { segments.append(found) }
    }

    /// Ends the sound, which was `frames` long.
    public mutating func finish(frames: Int64) {
        guard var last = open else { return }
        last.end = min(last.end, frames)
        close(last)
    }

    /// Hands over the stretches that ended since the last call, ascending and apart.
    public mutating func takeSegments() -> [SpeechSegment] {
        defer { segments.removeAll(keepingCapacity: true) }
        return segments
    }

    /// Hands over the decisions made since the last call, in order; none unless they are kept.
    public mutating func takeDecisions() -> [HopDecision] {
        defer { decisions.removeAll(keepingCapacity: true) }
        return decisions
    }
}
