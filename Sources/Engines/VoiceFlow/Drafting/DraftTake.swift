internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Result of one simulated scenario.
struct DraftTake: Sendable {
    /// One stay in a module.
    struct Visit: Sendable {
        let module: String
        /// Number of times that the module was entered by then, this time included.
        let ordinal: Int
        /// Events of the stay, from its start to the next module's or the session's end.
        var events: Range<Int>
        /// Edge by which it was left; nil where it was left otherwise, or not at all.
        var exit: Int?
        /// Whether it was left.
        var isOver = false
        /// Values of the fields when the stay began.
        let fields: [String: JSONValue]
        /// Permissions that the user had refused.
        let denied: Set<String>
        /// The process module that had last said what follows an interruption.
        let interruptions: String?
    }

    let script: DraftScript
    let steps: [DraftStep]
    let events: [TraceEvent]
    let frames: Frame
    /// Milliseconds of the last thing that its script does.
    let end: Int64
    /// The first visit after all that was done.
    let firstNew: Int
    /// Frame at which the caller spoke last; -1 where the caller did not speak.
    private let lastLine: Frame
    private(set) var visits: [Visit] = []
    /// The edges it takes, each with the first event that did.
    private(set) var edges: [(edge: Int, event: Int)] = []
    /// Whether the flow came to its end.
    let isEnded: Bool

    /// Creates the take of `script`, whose last act stands at `end`, in milliseconds.
    init(
        script: DraftScript, steps: [DraftStep], end: Int64, firstNew: Int,
        session: SimulatedScenario, facts: FlowFacts, finder: EdgeFinder
    ) {
        self.script = script
        self.steps = steps
        self.end = end
        self.firstNew = firstNew
        events = session.events
        frames = session.frames
        isEnded = session.events.contains { $0.kind == "flowEnd" }
        lastLine =
            session.inputs.compactMap { input in
                if case .caller(let line) = input.input { line.start } else { nil }
            }.max() ?? -1
        survey(facts, finder)
    }

    /// The last event before the caller spoke last; -1 where the caller did not speak.
    var lastSaid: Int {
        guard lastLine >= 0 else { return -1 }
        return (events.firstIndex { $0.frame > lastLine } ?? events.count) - 1
    }

    private mutating func survey(_ facts: FlowFacts, _ finder: EdgeFinder) {
        var fields: [String: JSONValue] = [:]
        var denied: Set<String> = []
        var interruptions: String?
        var ordinals: [String: Int] = [:]
        var taken: Set<Int> = []
        for (index, event) in events.enumerated() {
            switch event.kind {
            case "field":
                if let name = event.fields["name"]?.string {
                    fields[name] = event.fields["value"] == .null ? nil : event.fields["value"]
                }
            case "permission":
                guard let what = event.fields["what"]?.string else { break }
                if event.fields["answer"] == "granted" {
                    denied.remove(what)
                } else {
                    denied.insert(what)
                }
            case "moduleStart":
                guard let id = event.fields["module"]?.string else { break }
                ordinals[id, default: 0] += 1
                visits.append(
                    Visit(
                        module: id, ordinal: ordinals[id] ?? 1, events: index..<events.count,
                        fields: fields, denied: denied, interruptions: interruptions))
                if let module = facts.module(id), module.kind == .process,
                    module.interruptionWord != nil
                {
                    interruptions = id
                }
            case "transition":
                let edge = finder.edge(takenBy: event, .voiceflow)
                if let edge, taken.insert(edge).inserted { edges.append((edge, index)) }
                leave(at: index, by: edge)
            case "flowEnd": leave(at: index, by: nil)
            default: break
            }
        }
    }

    private mutating func leave(at index: Int, by edge: Int?) {
        guard let last = visits.indices.last else { return }
        visits[last].events = visits[last].events.lowerBound..<index
        visits[last].exit = edge
        visits[last].isOver = true
    }

    /// The session's milliseconds at an event, rounded up.
    func milliseconds(at event: Int) -> Int64 { (events[event].frame + 15) / 16 }

    /// The first event of `visit` that satisfies `condition`, from `start` on.
    func event(
        in visit: Int, from start: Int = 0, where condition: (TraceEvent) -> Bool
    ) -> Int? {
        let range = visits[visit].events
        return range.clamped(to: max(range.lowerBound, start)..<Int.max)
            .first { condition(events[$0]) }
    }

    /// Whether an event opens the microphone.
    static func opensMicrophone(_ event: TraceEvent) -> Bool {
        let functions: [JSONValue] = ["recognizeAudio", "recordAudio"]
        return event.kind == "media" && event.fields["event"] == "started"
            && functions.contains(event.fields["function"] ?? .null)
    }

    /// Returns the event in a visit at which the microphone opens after the caller spoke last.
    func opening(in visit: Int) -> Int? {
        event(in: visit, from: lastSaid + 1, where: Self.opensMicrophone)
    }

    /// Whether an event begins a segment of a prompt.
    static func beginsSegment(_ event: TraceEvent) -> Bool {
        event.kind == "media" && event.fields["event"] == "started"
            && event.fields["function"] == "playAudioSegment"
    }

    /// Whether an event begins a prompt whose parts are still to be found.
    static func looksForPrompt(_ event: TraceEvent) -> Bool {
        event.kind == "media" && event.fields["event"] == "started"
            && event.fields["function"] == "playAudio"
    }

    /// Whether a visit is one of a dialog.
    func isDialog(_ visit: Int) -> Bool {
        events[visits[visit].events.lowerBound].fields["type"] == "audioDialog"
    }

    /// Returns the duration of what `event` begins, in milliseconds; nil where it has no end here.
    func length(from event: Int) -> Int64? {
        end(of: event).map { (events[$0].frame - events[event].frame) / 16 }
    }

    /// Returns the event at which what `event` begins ends or is stopped; nil where it has no end
    /// here.
    func end(of event: Int) -> Int? {
        let begun = events[event].fields
        for index in (event + 1)..<max(event + 1, events.count) {
            let fields = events[index].fields
            guard events[index].kind == "media", fields["item"] == begun["item"],
                fields["function"] == begun["function"],
                ["ended", "stopped"].contains(fields["event"]?.string)
            else { continue }
            return index
        }
        return nil
    }
}

/// One thing that was done in a module, as names and comments tell it.
struct DraftStep: Sendable, Hashable {
    let module: String
    /// Word for a name: `garbage`, `large`.
    let word: String
    /// Sentence for a comment: `the caller says "large"`.
    var sentence: String
}
