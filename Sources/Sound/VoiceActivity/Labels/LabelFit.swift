/// Labels of a call laid on its sound, and the speech of each side by both.
///
/// The offset is voted for: each pair of a boundary in the labels and one that is heard is a vote.
/// Ends count only where the labels tell them: those of segments that end where the next begin say
/// nothing. Then each boundary is that of the sound near it, and the labels' own where the sound
/// has none. Units: frames.
package struct LabelFit: Sendable, Equatable {
    /// Reason for which labels are refused.
    package enum Misfit: Error, Sendable, Equatable {
        /// Too few boundaries of the labels lie on the sound: so many.
        case tooFew(Int)
        /// Too few of all boundaries lie on a heard one.
        case apart(near: Int, of: Int)
        /// So many boundaries lie on the sound at one offset, and almost as many at another one.
        case ambiguous(best: Int, offset: Int64, other: Int, otherOffset: Int64)
    }

    /// Delay of the labels, in frames.
    package let offset: Int64
    /// Boundaries of the labels that lie on one that is heard, and all.
    package let near: Int
    package let all: Int
    /// The difference of those behind the offset: at the median and for 95 %, in frames.
    package let median: Int64
    package let ninetyFifth: Int64
    /// Stretches in which the app speaks, and the caller, ascending and apart.
    package private(set) var app: [Range<Int64>] = []
    package private(set) var caller: [Range<Int64>] = []
    /// Beginnings and ends that the labels decide, since no boundary is heard near them.
    package private(set) var labelled: Set<Int64> = []
    /// Ends of the caller's stretches at which the app begins, where no pause is heard and the
    /// labels tell no ends: whether there is one is not known.
    package private(set) var seamless: [Int64] = []

    /// The fewest boundaries that carry labels, and how many of a hundred lie on the sound.
    package static let fewest = 5
    package static let leastPercent = 75
    /// The most milliseconds between a boundary and the one that is heard.
    package static let reachMilliseconds: Int64 = 200
    /// Offsets that are further apart are different, in milliseconds.
    private static let apartMilliseconds: Int64 = 500
    /// The boundaries that another offset may have at most, in per cent of the best.
    private static let otherPercent = 90
    private static let binsPerSecond: Int64 = 20
    private static let voterLimit = 400
    private static let offsetLimit = 40
    /// Stretches of one speaker with a shorter pause between them are one, in milliseconds.
    private static let pauseMilliseconds: Int64 = 300
    /// Largest delay of the end of speech behind its label, in milliseconds.
    private static let behindMilliseconds: Int64 = 250
    /// Boundaries that are at most so many milliseconds apart meet.
    private static let slackMilliseconds: Int64 = 20
    /// Ends tell something where fewer of a hundred are the beginning of the next segment.
    private static let gaplessPercent = 50

    /// A segment of the labels.
    private struct Segment {
        let isApp: Bool
        var range: Range<Int64>
    }

    /// Fits `labels`, of which `speaker` is the app, to a sound so many frames long in which speech
    /// is `heard`.
    ///
    /// - Throws: ``Misfit``.
    package init(
        _ labels: SpeakerLabels, app speaker: String, heard: [Range<Int64>], frames: Int64,
        rate: Int
    ) throws(Misfit) {
        let clock = { (milliseconds: Int64) in milliseconds * Int64(rate) / 1_000 }
        let segments = Self.segments(labels, speaker, pause: clock(Self.pauseMilliseconds))
        let boundaries = Self.boundaries(segments, slack: clock(Self.slackMilliseconds))
        let sound = (heard.map(\.lowerBound).sorted(), heard.map(\.upperBound).sorted())
        let reach = clock(Self.reachMilliseconds)
        var fits: [(offset: Int64, count: Int)] = []
        for offset in Self.offsets(boundaries, sound, bin: Int64(rate) / Self.binsPerSecond) {
            var offset = offset
            // The median of what is near moves the offset to where most are nearer.
            for _ in 0..<2 {
                let left = Self.differences(boundaries, sound, offset, reach)
                guard !left.isEmpty else { break }
                offset += left.sorted()[left.count / 2]
            }
            fits.append((offset, Self.differences(boundaries, sound, offset, reach).count))
        }
        guard let best = fits.max(by: { ($0.count, -abs($0.offset)) < ($1.count, -abs($1.offset)) })
        else { throw .tooFew(0) }
        guard best.count >= Self.fewest else { throw .tooFew(best.count) }
        let count = boundaries.starts.count + boundaries.ends.count
        guard best.count * 100 >= count * Self.leastPercent else {
            throw .apart(near: best.count, of: count)
        }
        let others = fits.filter { abs($0.offset - best.offset) > clock(Self.apartMilliseconds) }
        if let other = others.max(by: { $0.count < $1.count }),
            other.count * 100 >= best.count * Self.otherPercent
        {
            throw .ambiguous(
                best: best.count, offset: best.offset, other: other.count,
                otherOffset: other.offset)
        }
        let left = Self.differences(boundaries, sound, best.offset, reach).map(abs).sorted()
        (offset, near, all) = (best.offset, best.count, count)
        (median, ninetyFifth) = (
            left[left.count / 2], left[min(left.count - 1, left.count * 95 / 100)]
        )
        refine(
            segments.map { Segment(isApp: $0.isApp, range: Self.moved($0.range, best.offset)) },
            heard, frames: frames, reach: 2 * reach, behind: clock(Self.behindMilliseconds))
        guard boundaries.ends.isEmpty else { return }
        seamless = caller.map(\.upperBound).filter { end in
            labelled.contains(end)
                && app.contains { abs($0.lowerBound - end) <= clock(Self.slackMilliseconds) }
        }
    }

    /// Returns the segments by their beginnings; those of one speaker with a short pause between
    /// them are one.
    private static func segments(
        _ labels: SpeakerLabels, _ speaker: String, pause: Int64
    ) -> [Segment] {
        var segments: [Segment] = []
        for stretch in labels.stretches {
            let isApp = stretch.speaker == speaker
            if let last = segments.last, last.isApp == isApp,
                stretch.range.lowerBound - last.range.upperBound <= pause
            {
                let end = max(last.range.upperBound, stretch.range.upperBound)
                segments[segments.count - 1].range = last.range.lowerBound..<end
            } else {
                segments.append(Segment(isApp: isApp, range: stretch.range))
            }
        }
        return segments
    }

    /// The beginnings of segments, and their ends where these tell something.
    private static func boundaries(
        _ segments: [Segment], slack: Int64
    ) -> (starts: [Int64], ends: [Int64]) {
        let gapless = zip(segments, segments.dropFirst()).count {
            abs($1.range.lowerBound - $0.range.upperBound) <= slack
        }
        let hasEnds = gapless * 100 < segments.count * gaplessPercent
        return (
            segments.map(\.range.lowerBound).sorted(),
            hasEnds ? segments.map(\.range.upperBound).sorted() : []
        )
    }

    /// Offsets that most pairs vote for, in frames.
    private static func offsets(
        _ labels: (starts: [Int64], ends: [Int64]), _ sound: (starts: [Int64], ends: [Int64]),
        bin: Int64
    ) -> [Int64] {
        var votes: [Int64: Int] = [:]
        for (own, others) in [(labels.starts, sound.starts), (labels.ends, sound.ends)] {
            for time in own.prefix(voterLimit) {
                for other in others.prefix(voterLimit) {
                    let place = ((time - other) + (time < other ? -bin / 2 : bin / 2)) / bin
                    for near in place - 2...place + 2 { votes[near, default: 0] += 1 }
                }
            }
        }
        return votes.sorted { ($0.value, -abs($0.key)) > ($1.value, -abs($1.key)) }
            .prefix(offsetLimit).map { $0.key * bin }
    }

    /// Returns the delay of each boundary of the labels behind the nearest heard one, of those that
    /// are near one; each heard one counts once.
    private static func differences(
        _ labels: (starts: [Int64], ends: [Int64]), _ sound: (starts: [Int64], ends: [Int64]),
        _ offset: Int64, _ reach: Int64
    ) -> [Int64] {
        [(labels.starts, sound.starts), (labels.ends, sound.ends)].flatMap { own, heard in
            var found: [Int64] = []
            var rest = heard[...]
            for time in own.map({ $0 - offset }) {
                while let first = rest.first, first < time - reach { rest.removeFirst() }
                guard let first = rest.first, first <= time + reach else { continue }
                var nearest = first
                if let next = rest.dropFirst().first, abs(next - time) < abs(first - time) {
                    nearest = next
                    rest.removeFirst()
                }
                rest.removeFirst()
                found.append(time - nearest)
            }
            return found
        }
    }

    private static func moved(_ range: Range<Int64>, _ offset: Int64) -> Range<Int64> {
        range.lowerBound - offset..<range.upperBound - offset
    }

    /// Gives each side the heard speech in its segments, up to the heard boundaries near those of
    /// the labels.
    private mutating func refine(
        _ segments: [Segment], _ heard: [Range<Int64>], frames: Int64, reach: Int64, behind: Int64
    ) {
        let starts = heard.map(\.lowerBound)
        func start(_ label: Int64) -> Int64 {
            starts.filter { abs($0 - label) <= reach }.min { abs($0 - label) < abs($1 - label) }
                ?? label
        }
        for (place, segment) in segments.enumerated() {
            let from = start(segment.range.lowerBound)
            let next =
                place + 1 < segments.count ? start(segments[place + 1].range.lowerBound) : frames
            let isOverlapped =
                place + 1 < segments.count
                && segments[place + 1].range.lowerBound < segment.range.upperBound - behind
            let limit =
                isOverlapped
                ? segment.range.upperBound : min(segment.range.upperBound + behind, max(from, next))
            let window = (max(0, from)..<max(0, from, min(frames, limit)))
            let inside = heard.map { stretch -> Range<Int64> in
                let part = stretch.clamped(to: window)
                guard part.upperBound < stretch.upperBound else { return part }
                // No end is heard here: the label's own counts.
                let end = max(part.lowerBound, min(part.upperBound, segment.range.upperBound))
                return part.lowerBound..<end
            }.filter { !$0.isEmpty }
            for part in inside {
                if !heard.contains(where: { $0.lowerBound == part.lowerBound }) {
                    labelled.insert(part.lowerBound)
                }
                if !heard.contains(where: { $0.upperBound == part.upperBound }) {
                    labelled.insert(part.upperBound)
                }
            }
            if segment.isApp { app += inside } else { caller += inside }
        }
        app = SpeechLabels.joined(app)
        caller = SpeechLabels.joined(caller)
    }
}

extension LabelFit.Misfit {
    /// Explains what was found, and what is needed; frames are at `rate`.
    package func reason(rate: Int) -> String {
        func seconds(_ frames: Int64) -> String {
            let tenths = (abs(frames) * 10 + Int64(rate) / 2) / Int64(rate)
            return "\(frames < 0 ? "-" : "")\(tenths / 10).\(tenths % 10) s"
        }
        switch self {
        case .tooFew(let count):
            return "\(count) of their boundaries lie on one that is heard, and"
                + " \(LabelFit.fewest) are needed"
        case .apart(let near, let all):
            return "they are not of this sound: \(near) of \(all) boundaries lie within"
                + " \(LabelFit.reachMilliseconds) ms of one that is heard, and"
                + " \(LabelFit.leastPercent) % are needed"
        case .ambiguous(let best, let offset, let other, let otherOffset):
            return "they fit in two ways: \(best) boundaries at an offset of \(seconds(offset)),"
                + " and \(other) at \(seconds(otherOffset))"
        }
    }
}
