internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

extension GateSelfTest.Plant {
    /// Change and subject of the regression, as the object of a sentence.
    var hidden: (change: String, subject: String) {
        switch self {
        case .drop: (GateSelfTest.Hidden.loss, "an event")
        case .delay: (GateSelfTest.Hidden.delay, "the trace")
        case .swap: ("another order", "events")
        case .change: ("a change", "an event")
        case .truncate: (GateSelfTest.Hidden.loss, "the end of the trace")
        }
    }
}

/// A regression of a single event.
struct EventPlant {
    enum Change: Hashable {
        case drop
        case delay
        case tap
        case field(String)
    }

    let change: Change
    let kind: String
    let place: Int

    /// Change and subject of the regression, as the object of a sentence.
    var hidden: (change: String, subject: String) {
        switch change {
        case .drop: (GateSelfTest.Hidden.loss, kind)
        case .delay: (GateSelfTest.Hidden.delay, kind)
        case .tap: ("another tap", kind)
        case .field(let name): ("a change", "\"\(name)\" in \(kind)")
        }
    }

    /// A copy of `events` with the regression; they hold ``place``.
    func planted(
        in events: ArraySlice<TraceEvent>, delayFrames: Frame, _ vocabulary: EventVocabulary
    ) -> [TraceEvent] {
        var changed = events
        switch change {
        case .drop: changed.remove(at: place)
        case .delay: changed[place].frame += delayFrames
        case .tap: changed[place].tap = changed[place].tap == .actions ? .words : .actions
        case .field(let name):
            changed[place].fields[name] = Self.other(
                than: changed[place].fields[name], unit: FieldUnit(field: name, in: vocabulary),
                delayFrames: delayFrames)
        }
        return Array(changed)
    }

    private static func other(
        than value: JSONValue?, unit: FieldUnit, delayFrames: Frame
    ) -> JSONValue {
        switch value {
        case .integer(let number):
            let step = step(from: number, unit: unit, delayFrames: delayFrames)
            let (sum, overflow) = number.addingReportingOverflow(step)
            return .integer(overflow ? number - step : sum)
        case .bool(let flag): return .bool(!flag)
        default: return .string("planted")
        }
    }

    /// A distance that no allowance for such a number should reach.
    private static func step(
        from number: Int64, unit: FieldUnit, delayFrames: Frame
    ) -> Int64 {
        switch unit {
        case .frames: delayFrames
        case .milliseconds: 500
        case .milliDecibels: 20_000
        case .thousandths: 500
        case .plain: max(10, Int64(clamping: number.magnitude))
        }
    }
}

/// A regression of a sort of events.
struct PlantSort: Hashable {
    let kind: String
    /// The rules of the tolerance that speak for the events.
    let rules: [Int]
    let change: EventPlant.Change
}

extension GateSelfTest {
    /// Kinds that a tolerance may leave out: recognitions before the end of an utterance.
    private static let dispensable: Set<String> = [CoreKind.partial.rawValue]
    /// Fields that say how sure a decision was, which a tolerance may leave out.
    private static let estimates: Set<String> = [CoreKey.confidence]

    /// Events of one kind that the same rules of the tolerance speak for.
    private struct Sort: Hashable {
        let kind: String
        let rules: [Int]
    }

    /// A plant of every sort of event and each of its fields, at places that `stream` draws; what
    /// is in `known` has been planted, and what is planted now is added to it.
    func kindPlants(
        in events: [TraceEvent], except known: inout Set<PlantSort>, _ stream: inout ChanceStream
    ) -> [EventPlant] {
        var places: [Sort: [Int]] = [:]
        var sorts: [Sort] = []
        for (place, event) in events.enumerated() where !Self.dispensable.contains(event.kind) {
            let rules = tolerance.rules.indices.filter { tolerance.rules[$0].fits(event) }
            let sort = Sort(kind: event.kind, rules: rules)
            if places[sort] == nil { sorts.append(sort) }
            places[sort, default: []].append(place)
        }
        var plants: [EventPlant] = []
        for sort in sorts {
            let found = places[sort] ?? []
            let names = Set(found.flatMap { events[$0].fields.members.map(\.key) })
                .subtracting(Self.estimates)
            let changes: [EventPlant.Change] = [.drop, .delay, .tap]
            for change in changes + names.sorted().map({ .field($0) }) {
                let planted = PlantSort(kind: sort.kind, rules: sort.rules, change: change)
                guard known.insert(planted).inserted else { continue }
                var fitting = found
                if case .field(let name) = change {
                    fitting = found.filter { events[$0].fields[name] != nil }
                }
                plants.append(
                    EventPlant(
                        change: change, kind: sort.kind,
                        place: fitting[stream.below(fitting.count)]))
            }
        }
        return plants
    }
}
