internal import VoiceTime
internal import VoiceTrace

extension GateSelfTest.Plant {
    /// What it does, as the object of a sentence.
    var what: String {
        switch self {
        case .drop: "a missing event"
        case .delay: "a trace that is 500 ms late"
        case .swap: "an event in another order"
        case .change: "an event that says something else"
        case .truncate: "a trace that ends early"
        }
    }
}

/// A regression of a single event.
struct EventPlant {
    enum Change {
        case drop
        case delay
        case field(String)
    }

    let change: Change
    let kind: String
    let place: Int

    /// What it does, as the object of a sentence.
    var what: String {
        switch change {
        case .drop: "a missing \(kind)"
        case .delay: "a \(kind) that is 500 ms late"
        case .field(let name): "a \(kind) with another \(name)"
        }
    }

    /// A copy of `events` with the regression; they hold ``place``.
    func planted(in events: ArraySlice<TraceEvent>, delayFrames: Frame) -> [TraceEvent] {
        var changed = events
        switch change {
        case .drop: changed.remove(at: place)
        case .delay: changed[place].frame += delayFrames
        case .field(let name):
            changed[place].fields[name] = Self.other(
                than: changed[place].fields[name], named: name, delayFrames: delayFrames)
        }
        return Array(changed)
    }

    /// A number that no allowance for a number should reach.
    private static let farOff: Int64 = 1_000_000_001

    private static func other(
        than value: JSONValue?, named name: String, delayFrames: Frame
    ) -> JSONValue {
        switch value {
        case .integer(let number) where FieldUnit(field: name) == .frames:
            .integer(number &+ delayFrames)
        case .integer(let number): .integer(number &+ farOff)
        case .bool(let flag): .bool(!flag)
        default: .string("planted")
        }
    }
}

extension GateSelfTest {
    /// Kinds that a tolerance may leave out: what was understood before the end of an utterance.
    private static let dispensable: Set<String> = ["partial"]
    /// Fields that say how sure a decision was, which a tolerance may leave out.
    private static let estimates: Set<String> = ["confidence"]

    /// Events of one kind that the same rules of the tolerance speak for.
    private struct Sort: Hashable {
        let kind: String
        let rules: [Int]
    }

    /// A plant of every sort of event and each of its fields, at places that `chance` draws.
    func kindPlants(in events: [TraceEvent], _ chance: SeededChance) -> [EventPlant] {
        var places: [Sort: [Int]] = [:]
        var sorts: [Sort] = []
        for (place, event) in events.enumerated() where !Self.dispensable.contains(event.kind) {
            let rules = tolerance.rules.indices.filter { tolerance.rules[$0].fits(event) }
            let sort = Sort(kind: event.kind, rules: rules)
            if places[sort] == nil { sorts.append(sort) }
            places[sort, default: []].append(place)
        }
        var stream = chance.stream("kinds")
        return sorts.flatMap { sort in
            let found = places[sort] ?? []
            func plant(_ change: EventPlant.Change, _ places: [Int]) -> EventPlant {
                EventPlant(
                    change: change, kind: sort.kind, place: places[stream.below(places.count)])
            }
            let names = Set(found.flatMap { events[$0].fields.members.map(\.key) })
                .subtracting(Self.estimates)
            return [plant(.drop, found), plant(.delay, found)]
                + names.sorted().map { name in
                    plant(.field(name), found.filter { events[$0].fields[name] != nil })
                }
        }
    }
}
