internal import VoiceAudio

/// Measures the delay of a prompt from its handing over to the microphone, by the sound itself: the
/// times that hosts state can be wrong by half a second.
///
/// Shape: both sides' frames in; how far playback's number of what is heard is ahead of capture's
/// out. Only what was handed over is searched, at most 1.5 s back. A pure machine beside the
/// callbacks; it looks five times in two seconds, and only while something plays.
struct EchoFinder: ~Copyable {
    enum Finding: Equatable {
        /// The frame that was heard as frame `c` of capture is frame `c + offset` of playback.
        case offset(Int)
        /// Something was played, and the microphone heard nothing of it.
        case nothing
    }

    private var heard: DecimatedSignal
    private var played: DecimatedSignal
    private let correlator: CrossCorrelator
    /// Samples of the lines that are looked for, and that they are looked for in.
    private let window: Int
    private let reach: Int
    /// Minimum distance of a rival peak, in samples; ``near`` is how far two looks that agree are
    /// apart.
    private let far: Int
    private let near: Int
    /// End of the microphone's line at the last look.
    private var looked = 0
    /// Place of the echo: playback's number less capture's.
    private var found: Int?
    /// Places at which the last looks found something.
    private var places: [Int?] = []
    /// Whether the last look saw something like an echo.
    private var isInDoubt = false
    /// Mean squares of the hops that were handed over within the reach.
    private var hops: [Float]
    private var hopPlace = 0
    private var hopSum: Float = 0
    private var hopCount = 0
    private let hopFrames: Int

    private static let windowSeconds = 0.4
    private static let reachSeconds = 1.5
    /// Least likeness of an echo, and least factor by which it is more alike than any other place.
    private static let least: (likeness: Float, lead: Float) = (0.25, 1.25)
    /// A likeness and a lead that need no second look.
    private static let sure: (likeness: Float, lead: Float) = (0.7, 1.5)
    /// Minimum distance of a rival peak (one pitch period): speech is like itself one period on.
    private static let otherMilliseconds = 30.0
    private static let agreeMilliseconds = 3.0
    /// Number of looks back with which another may agree.
    private static let lookCount = 3
    /// Amplitude that is loud enough to be missed when it is not heard: -40 dBFS.
    private static let plain: Float = 0.01

    init(rate: Int) {
        let thinRate = Double(DecimatedSignal.rate(of: rate))
        window = Int(thinRate * Self.windowSeconds)
        reach = window + Int(thinRate * Self.reachSeconds)
        far = Int(thinRate * Self.otherMilliseconds / 1_000)
        near = Int(thinRate * Self.agreeMilliseconds / 1_000)
        heard = DecimatedSignal(rate: rate, memory: window)
        played = DecimatedSignal(rate: rate, memory: reach)
        correlator = CrossCorrelator(shortCount: window, longCount: reach)
        hopFrames = rate / 100
        hops = [Float](repeating: 0, count: Int(Self.reachSeconds * 100))
    }

    /// Greatest mean square, over 10 ms, of the sound that was handed over within the reach.
    var loudest: Float { hops.max() ?? 0 }

    mutating func appendPlayed(_ frames: [Float]) {
        played.append(frames)
        for frame in frames {
            hopSum += frame * frame
            hopCount += 1
            guard hopCount == hopFrames else { continue }
            hops[hopPlace] = hopSum / Float(hopFrames)
            hopPlace = (hopPlace + 1) % hops.count
            (hopSum, hopCount) = (0, 0)
        }
    }

    mutating func appendHeard(_ frames: [Float]) { heard.append(frames) }

    /// Frames that were lost, or played as silence: the count goes on.
    mutating func skipPlayed(_ frames: Int) { played.skip(frames) }
    mutating func skipHeard(_ frames: Int) { heard.skip(frames) }

    /// Looks when it is time to; nil when nothing new is known.
    mutating func look() -> Finding? {
        guard heard.end - looked >= window else { return nil }
        looked = heard.end
        guard played.isLoud(within: reach) else {
            places.removeAll()
            isInDoubt = false
            return nil
        }
        let likeness = correlator.coefficients(of: heard.last(window), in: played.last(reach))
        // The first place of the search was played as `played.end - reach`, and what is looked for
        // was heard as `heard.end - window`.
        let first = played.end - reach - (heard.end - window)
        if let found, let still = follow(likeness, found - first) {
            self.found = first + still
            return .offset((first + still) * played.factor)
        }
        let place = search(likeness)
        let offset = place.map { $0.place + first }
        defer {
            places.append(offset)
            if places.count > Self.lookCount { places.removeFirst() }
        }
        guard let offset, let place else { return isOverdue ? .nothing : nil }
        let isAgreed = places.contains { $0.map { abs($0 - offset) <= near } ?? false }
        guard isAgreed || place.isSure && found == nil else { return nil }
        found = offset
        return .offset(offset * played.factor)
    }

    /// Returns the place where an echo that was found at a place stands now: there or beside it.
    /// Nil when it is not heard though it should be: only then is it looked for elsewhere, because
    /// a caller may say what a prompt has said.
    private func follow(_ likeness: [Float], _ place: Int) -> Int? {
        // Losses of one side alone may have put it out of reach.
        guard likeness.indices.contains(place) else { return nil }
        let beside = max(0, place - near)..<min(likeness.count, place + near + 1)
        guard let best = beside.max(by: { likeness[$0] < likeness[$1] }) else { return nil }
        if likeness[best] >= Self.least.likeness { return best }
        let due = played.last(reach).dropFirst(place).prefix(window)
        return due.contains { abs($0) > Self.plain } ? nil : place
    }

    /// Returns the place of the sound, when it stands out.
    private mutating func search(_ likeness: [Float]) -> (place: Int, isSure: Bool)? {
        guard let place = likeness.indices.max(by: { likeness[$0] < likeness[$1] }) else {
            return nil
        }
        let others = [likeness.prefix(max(0, place - far)), likeness.dropFirst(place + far + 1)]
        let other = others.compactMap { $0.max() }.max() ?? 0
        let best = likeness[place]
        isInDoubt = best >= Self.least.likeness
        guard isInDoubt, best >= other * Self.least.lead else { return nil }
        return (place, best >= Self.sure.likeness && best >= other * Self.sure.lead)
    }

    /// Whether what was played is about to leave the reach without having been heard.
    private var isOverdue: Bool {
        !isInDoubt && places.allSatisfy { $0 == nil }
            && played.last(reach).prefix(window).contains { abs($0) > Self.plain }
    }
}

/// News about where the loudspeaker is heard.
public enum EchoNews: Sendable, Equatable {
    /// Nothing is known but what the host's times say: within the next 10 ms nothing louder than
    /// `loudest`, a mean square over 10 ms, can be heard, whenever it comes.
    case sought(loudest: Float)
    /// The echo is found where the reference stood, or there is none.
    case settled
    /// The echo is found elsewhere, and the reference stands there from now on; `loudest` as above.
    case moved(loudest: Float)
}

/// Line of what was played, in the order of what was captured: so that an echo stands beside its
/// cause.
///
/// Shape: the frame that sounded when frame `c` was captured is frame `c + offset` of playback.
struct ReferenceLine {
    private var played: [Float] = []
    /// Playback's number of the first frame of them.
    private var start = 0
    /// Nil until the times of both sides are known.
    var offset: Int?
    /// Number of frames that are kept though they are not asked for.
    private let memory: Int

    init(rate: Int) { memory = 4 * rate }

    /// The number of the frame that is played next.
    var end: Int { start + played.count }

    mutating func append(_ frames: [Float]) {
        played += frames
        guard played.count > 2 * memory else { return }
        start += played.count - memory
        played.removeFirst(played.count - memory)
    }

    /// Silence that the device played in the place of something.
    mutating func skip(_ frames: Int) {
        append([Float](repeating: 0, count: min(frames, 2 * memory)))
        start += max(0, frames - 2 * memory)
    }

    /// Returns what sounded while so many frames from `first` on were captured; silence where that
    /// is not known.
    mutating func read(_ count: Int, from first: Int) -> [Float] {
        guard let offset else { return [Float](repeating: 0, count: count) }
        let wanted = (first + offset)..<(first + offset + count)
        let known = wanted.clamped(to: start..<(start + played.count))
        guard !known.isEmpty else { return [Float](repeating: 0, count: count) }
        let head = [Float](repeating: 0, count: known.lowerBound - wanted.lowerBound)
        let tail = [Float](repeating: 0, count: wanted.upperBound - known.upperBound)
        let body = played[(known.lowerBound - start)..<(known.upperBound - start)]
        return head + body + tail
    }
}
