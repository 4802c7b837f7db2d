public import VoiceTime
public import VoiceTrace

/// Proves that a comparison still goes red: regressions are planted into copies of a trace, and
/// every one of them must be noticed, while the trace compared with itself must raise no alarm.
///
/// What a regression is planted into is something that whoever speaks to the app would notice, and
/// a delay is half a second: a tolerance that lets that pass is no gate.
public struct GateSelfTest: Sendable {
    /// A kind of regression.
    public enum Plant: String, Sendable, CaseIterable {
        /// An event never happens.
        case drop
        /// Everything from one event on comes half a second late.
        case delay
        /// Two neighbours come in the other order.
        case swap
        /// A field says something else.
        case change
        /// The trace ends early.
        case truncate
    }

    /// What came of the plants in one or more traces.
    public struct Outcome: Sendable, Equatable {
        /// Regressions that were planted and noticed.
        public var found = 0
        /// Traces that agreed with themselves.
        public var silent = 0
        /// What failed, a sentence each.
        public var failures: [String] = []

        /// Nothing yet.
        public init() {}

        /// Adds what came of another trace.
        public mutating func add(_ other: Outcome) {
            found += other.found
            silent += other.silent
            failures += other.failures
        }
    }

    /// Half a second, as the clock counts it.
    private let delayFrames: Frame
    private let differs: @Sendable (_ golden: [TraceEvent], _ actual: [TraceEvent]) -> Bool

    /// A test of `differs`, which says whether it tells two traces apart.
    public init(
        sampleRate: SampleRate,
        differs: @escaping @Sendable (_ golden: [TraceEvent], _ actual: [TraceEvent]) -> Bool
    ) {
        delayFrames = sampleRate.frames(milliseconds: 500)
        self.differs = differs
    }

    /// A test of the diff under `tolerance`.
    public init(sampleRate: SampleRate, tolerance: Tolerance) {
        self.init(sampleRate: sampleRate) { golden, actual in
            let diff = TraceDiff(
                golden: golden, actual: actual, sampleRate: sampleRate, tolerance: tolerance)
            return !diff.isEmpty
        }
    }

    /// Plants `plants` into copies of `events`, each at a place that `seed` draws, and compares
    /// the trace with itself. A plant that finds no place in a short trace is left out.
    public func run(
        _ events: [TraceEvent], named name: String, plants: [Plant] = Plant.allCases, seed: UInt64
    ) -> Outcome {
        var outcome = Outcome()
        if differs(events, events) {
            outcome.failures.append("\(name) was said to differ from itself")
        } else {
            outcome.silent += 1
        }
        let chance = SeededChance(seed: seed)
        for plant in plants {
            var stream = chance.stream(plant.rawValue)
            guard let (changed, place) = planted(plant, in: events, &stream) else { continue }
            if differs(events, changed) {
                outcome.found += 1
            } else {
                outcome.failures.append(
                    "a \(plant.rawValue) planted into \(name) at \(events[place].label),"
                        + " event \(events[place].sequence), was not noticed")
            }
        }
        return outcome
    }

    /// A copy of `events` with the regression, and where it was put; nil where it has no place.
    func planted(
        _ plant: Plant, in events: [TraceEvent], _ chance: inout ChanceStream
    ) -> (events: [TraceEvent], place: Int)? {
        let places = events.indices.filter { Self.isNoticeable(events[$0]) }
        guard !places.isEmpty else { return nil }
        var changed = events
        var place = places[chance.below(places.count)]
        switch plant {
        case .drop: changed.remove(at: place)
        case .delay:
            for index in place..<changed.count { changed[index].frame += delayFrames }
        case .truncate: changed.removeSubrange(place...)
        case .swap:
            let pairs = places.filter { $0 + 1 < events.count && canSwap(events, $0) }
            guard !pairs.isEmpty else { return nil }
            place = pairs[chance.below(pairs.count)]
            changed.swapAt(place, place + 1)
            (changed[place].frame, changed[place + 1].frame) =
                (changed[place + 1].frame, changed[place].frame)
        case .change:
            let keys = Self.telling.filter { events[place].fields[$0]?.string != nil }
            guard !keys.isEmpty else { return nil }
            let key = keys[chance.below(keys.count)]
            changed[place].fields[key] = .string("planted")
        }
        return (changed, place)
    }

    /// Fields that say what happened, in contrast to how.
    private static let telling = TraceEvent.causalKeys + ["reason"]

    /// What is said or decided. Words may be tolerated where recognizers are compared.
    private static func isNoticeable(_ event: TraceEvent) -> Bool {
        switch event.kind {
        case "media", "transition", "moduleStart", "flowEnd": true
        default: false
        }
    }

    /// Neighbours that are told apart by what they are.
    private func canSwap(_ events: [TraceEvent], _ place: Int) -> Bool {
        Self.isNoticeable(events[place + 1])
            && events[place].identity != events[place + 1].identity
    }
}
