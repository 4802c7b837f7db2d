internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Proves that a comparison still goes red: regressions are planted into copies of a trace, and
/// every one of them must be noticed, while the trace compared with itself must raise no alarm.
///
/// Some are planted into what happened as a whole (``Plant``), the others into one event of every
/// kind and of every group that the tolerance's rules make of a kind: it is missing, it comes half
/// a second late, it crosses another tap, one of its fields says something else. Kinds and fields
/// are those of both traces. A tolerance may leave out partial hypotheses, evidence, confidences,
/// allow less than half a second, and between numbers less than their own size and 10; what lets
/// more pass is no gate.
package struct GateSelfTest: Sendable {
    /// A regression of the trace as a whole.
    package enum Plant: String, Sendable, CaseIterable {
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

    /// A regression that passed, or an alarm without one.
    package struct Failure: Sendable, Hashable {
        /// The fault of the gate, the same for every trace.
        package let what: String
        /// The trace, and the event that it showed at.
        package let place: String
        /// The regression that passed; nil for an alarm without one.
        package let hidden: Hidden?

        /// A failure at `place`.
        package init(what: String, place: String) {
            self.what = what
            self.place = place
            hidden = nil
        }

        /// A regression at `place` that passed.
        package init(_ hidden: Hidden, place: String) {
            what = hidden.sentence
            self.place = place
            self.hidden = hidden
        }

        /// Both in one.
        package var sentence: String { "\(what): \(place)" }
    }

    /// Outcome of the plants in one or more traces.
    package struct Outcome: Sendable, Equatable {
        /// Regressions that were planted and noticed.
        package var found = 0
        /// Traces that agreed with themselves.
        package var silent = 0
        /// Regressions that passed, and alarms without one.
        package var failures: [Failure] = []

        /// Nothing yet.
        package init() {}

        /// An outcome of these parts.
        package init(found: Int, silent: Int, failures: [Failure]) {
            self.found = found
            self.silent = silent
            self.failures = failures
        }

        /// The first failure of every sort, in order.
        package var sorts: [Failure] {
            var known: Set<String> = []
            return failures.filter { known.insert($0.what).inserted }
        }

        /// Adds the outcome of another trace.
        package mutating func add(_ other: Outcome) {
            found += other.found
            silent += other.silent
            failures += other.failures
        }
    }

    /// Half a second, as the clock counts it.
    let delayFrames: Frame
    let tolerance: Tolerance
    let vocabulary: EventVocabulary
    private let differs: @Sendable (_ golden: [TraceEvent], _ actual: [TraceEvent]) -> Bool

    /// A test of `differs`, which says whether it tells two traces apart.
    ///
    /// `tolerance` is the one it goes by.
    package init(
        sampleRate: SampleRate, vocabulary: EventVocabulary, tolerance: Tolerance = .exact,
        differs: @escaping @Sendable (_ golden: [TraceEvent], _ actual: [TraceEvent]) -> Bool
    ) {
        delayFrames = sampleRate.frames(milliseconds: 500)
        self.tolerance = tolerance
        self.vocabulary = vocabulary
        self.differs = differs
    }

    /// A test of the diff under `tolerance`.
    package init(sampleRate: SampleRate, vocabulary: EventVocabulary, tolerance: Tolerance) {
        let judge = FieldJudge(tolerance: tolerance, rate: sampleRate, vocabulary: vocabulary)
        self.init(sampleRate: sampleRate, vocabulary: vocabulary, tolerance: tolerance) {
            golden, actual in
            // Compares as TraceDiff does, without the groups and causes that it makes of it.
            let comparison = TraceComparison(
                golden: tolerance.counted(golden), actual: tolerance.counted(actual), judge: judge,
                takesShortcut: false)
            return !comparison.differences.isEmpty
        }
    }

    /// Plants regressions into copies of both traces, each at a place that `seed` draws, and
    /// compares the trace of now with itself.
    ///
    /// Every sort of event, and every field of it, that one of the traces has is planted into
    /// once: what has vanished is tested where it was. What finds no place in a short trace is
    /// left out.
    package func run(
        golden: [TraceEvent], actual: [TraceEvent], named name: String, seed: UInt64
    ) -> Outcome {
        var outcome = Outcome()
        if agreesWithItself(actual, name) {
            outcome.silent += 1
        } else {
            outcome.failures.append(
                Failure(what: "a trace is said to differ from itself", place: name))
        }
        var sides = [Side(events: actual, name: name)]
        if golden != actual { sides.append(Side(events: golden, name: "\(name), golden")) }
        let chance = SeededChance(seed: seed)
        for plant in Plant.allCases {
            for side in sides {
                var stream = chance.stream(plant.rawValue)
                guard let (changed, place) = planted(plant, in: side.events, &stream)
                else { continue }
                judge(differs(side.events, changed), plant.hidden, at: place, of: side, &outcome)
                break
            }
        }
        var stream = chance.stream("kinds")
        var known: Set<PlantSort> = []
        for side in sides {
            for plant in kindPlants(in: side.events, except: &known, &stream) {
                let piece = Self.piece(of: side.events, around: plant.place)
                let changed = plant.planted(
                    in: side.events[piece], delayFrames: delayFrames, vocabulary)
                judge(
                    differs(Array(side.events[piece]), changed), plant.hidden, at: plant.place,
                    of: side, &outcome)
            }
        }
        return outcome
    }

    /// One of the traces that are planted into.
    private struct Side {
        let events: [TraceEvent]
        let name: String
    }

    private func judge(
        _ isNoticed: Bool, _ hidden: (change: String, subject: String), at place: Int,
        of side: Side, _ outcome: inout Outcome
    ) {
        guard !isNoticed else {
            outcome.found += 1
            return
        }
        guard outcome.failures.count < Self.failureLimit else { return }
        let event = side.events[place]
        outcome.failures.append(
            Failure(
                Hidden(
                    change: hidden.change, subject: hidden.subject,
                    isTolerance: tolerance != .exact),
                place: "\(side.name), event \(event.sequence) (\(vocabulary.label(of: event)))"))
    }

    /// Failures that are kept of one trace at most.
    private static let failureLimit = 100

    /// Whether nothing is said to differ between the trace and what a file would hold of it.
    private func agreesWithItself(_ events: [TraceEvent], _ name: String) -> Bool {
        let bytes = RecordedTrace(events: events).fileBytes()
        guard let read = try? RecordedTrace(bytes: bytes, path: name) else { return false }
        return !read.isEdited && !differs(events, read.events)
    }

    /// Events beside a plant into one of them that are compared with it.
    private static let pieceLimit = 16

    private static func piece(of events: [TraceEvent], around place: Int) -> Range<Int> {
        let start = max(0, min(place - pieceLimit / 2, events.count - pieceLimit))
        return start..<min(events.count, start + pieceLimit)
    }

    /// A copy of `events` with the regression, and where it was put; nil where it has no place.
    func planted(
        _ plant: Plant, in events: [TraceEvent], _ chance: inout ChanceStream
    ) -> (events: [TraceEvent], place: Int)? {
        let places = events.indices.filter { vocabulary.isDecisive(events[$0]) }
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
            let keys = vocabulary.telling(events[place]).filter {
                events[place].fields[$0]?.string != nil
            }
            guard !keys.isEmpty else { return nil }
            let key = keys[chance.below(keys.count)]
            changed[place].fields[key] = .string("planted")
        }
        return (changed, place)
    }

    /// Neighbours that are told apart by what they are.
    private func canSwap(_ events: [TraceEvent], _ place: Int) -> Bool {
        vocabulary.isDecisive(events[place + 1])
            && vocabulary.identity(of: events[place])
                != vocabulary.identity(of: events[place + 1])
    }

    /// The same test of two trace files. Of long ones a sample is planted into: every sort of
    /// event, and every field that a rule of the tolerance names.
    ///
    /// - Throws: `TraceError` where a line that is read is no event.
    package func run(
        golden: TraceLines, actual: TraceLines, named name: String, seed: UInt64 = 1
    ) throws(TraceError) -> Outcome {
        run(
            golden: try sample(of: golden), actual: try sample(of: actual), named: name,
            seed: seed)
    }

    /// Events of a trace that are read as a whole.
    private static let wholeLimit = 2_000
    /// Lines on either side of one that stands for its sort.
    private static let context = 10

    private func sample(of lines: TraceLines) throws(TraceError) -> [TraceEvent] {
        guard lines.count > Self.wholeLimit else { return try lines.events() }
        let choices = tolerance.rules.flatMap { rule in
            // Nothing is planted into evidence.
            let names = rule.fields.filter { $0 != "why" && !$0.hasPrefix("why.") }
            return [rule.members]
                + names.map { rule.members + ["\(JSONWriter.text(.string($0))):"] }
        }
        var events: [TraceEvent] = []
        for index in lines.sample(of: choices, context: Self.context) {
            events.append(try lines.event(at: index))
        }
        return events
    }
}
