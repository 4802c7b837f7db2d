public import VoiceTime
public import VoiceTrace

/// What happened in a session as spans and moments on lanes, for pictures with a time axis.
///
/// Shape: per lane, in order of their beginning. What was still going on when the trace ended ends
/// with its last event. Pure: made from the events alone.
public struct TraceLanes: Sendable, Equatable {
    /// One row of a picture.
    public enum Lane: String, Sendable, Hashable, CaseIterable {
        /// Prompts that played.
        case prompts
        /// When somebody listened: recognition and recording.
        case listening
        /// Speech that the detector found.
        case speech
        /// Words that were recognised.
        case words
        /// Modules of the flow.
        case modules
        /// Everything else: transitions, fields, intents, errors.
        case actions

        /// The lane that an event stands on.
        public init(_ event: TraceEvent) {
            let function = event.fields["function"]?.string ?? ""
            switch event.kind {
            case "speechStart", "speechEnd": self = .speech
            case "segment": self = .prompts
            case "moduleStart", "moduleEnd": self = .modules
            case "media" where function.hasPrefix("play"): self = .prompts
            case "media" where function.hasPrefix("reco"): self = .listening
            default: self = event.tap == .words ? .words : .actions
            }
        }
    }

    /// Something that lasts, or a moment where both ends are the same.
    public struct Span: Sendable, Equatable {
        /// Where it begins.
        public var from: Frame
        /// Where it ends.
        public var to: Frame
        /// What it is, in a few words.
        public var label: String
        /// When it was decided, where that is later than it happened.
        public var decided: Frame?
        /// The event that told of it, by its sequence number.
        public var sequence: Int
    }

    /// The spans of every lane.
    public private(set) var spans: [Lane: [Span]] = [:]
    private let end: Frame

    /// The lanes of `events`, which are in order of time.
    public init(_ events: [TraceEvent]) {
        end = events.map(\.frame).max() ?? 0
        for lane in Lane.allCases { spans[lane] = [] }
        for event in events { take(event) }
        for lane in Lane.allCases {
            for place in open[lane]?.values.flatMap({ $0 }) ?? [] { spans[lane]?[place].to = end }
            // Speech is told of when it was decided, which may be after something else began.
            let sorted = (spans[lane] ?? []).enumerated().sorted {
                ($0.element.from, $0.offset) < ($1.element.from, $1.offset)
            }
            spans[lane] = sorted.map(\.element)
        }
        open = [:]
    }

    /// What has begun and not ended: places in ``spans`` by what it is.
    private var open: [Lane: [String: [Int]]] = [:]

    private mutating func take(_ event: TraceEvent) {
        let lane = Lane(event)
        switch event.kind {
        case "speechStart":
            begin("speech", "speech", on: lane, at: spoken(event), event)
        case "speechEnd":
            finish("speech", on: lane, at: spoken(event), event)
        case "moduleStart":
            let name = text(event, "module")
            begin(name, name, on: lane, at: event.frame, event)
        case "moduleEnd": finish(text(event, "module"), on: lane, at: event.frame, event)
        case "media" where lane != .actions: takeMedia(event, lane)
        case "segment": break
        case "final", "partial", "rejected", "recognitionError": takeWords(event, lane)
        default: add(label(event), on: lane, from: event.frame, to: event.frame, event)
        }
    }

    private mutating func takeMedia(_ event: TraceEvent, _ lane: Lane) {
        let function = text(event, "function")
        let item = text(event, "item")
        let name = "\(function) \(item)"
        // A prompt's segments are shown, and the prompt itself only where it has none.
        guard function != "playAudio" else {
            if text(event, "event") == "error" {
                add("\(item) failed", on: lane, from: event.frame, to: event.frame, event)
            }
            return
        }
        switch text(event, "event") {
        case "started", "resumed": begin(name, item, on: lane, at: event.frame, event)
        case "ended", "stopped", "paused": finish(name, on: lane, at: event.frame, event)
        case "position": break
        case let other:
            add("\(item) \(other)", on: lane, from: event.frame, to: event.frame, event)
        }
    }

    private mutating func takeWords(_ event: TraceEvent, _ lane: Lane) {
        let said = event.fields["text"]?.string ?? event.fields["reason"]?.string ?? ""
        let label =
            switch event.kind {
            case "final": said
            case "partial": "\(said)…"
            default: said.isEmpty ? event.kind : "\(event.kind): \(said)"
            }
        var from = event.why["start"]?.integer ?? event.frame
        var to = event.why["end"]?.integer ?? event.frame
        guard event.kind != "partial", from >= 0, from < to, to <= event.frame else {
            add(label, on: lane, from: event.frame, to: event.frame, event)
            return
        }
        // The recognizer is given sound from before and after the speech: words stand where it was.
        let heard = (spans[.speech] ?? []).filter { $0.from < to && $0.to > from }
        if let first = heard.first, let last = heard.last {
            from = max(from, first.from)
            to = max(from, min(to, last.to))
        }
        add(label, on: lane, from: from, to: to, event, decided: event.frame)
    }

    private mutating func begin(
        _ name: String, _ label: String, on lane: Lane, at frame: Frame, _ event: TraceEvent
    ) {
        let isLate = event.frame > frame
        open[lane, default: [:]][name, default: []].append(spans[lane]?.count ?? 0)
        add(label, on: lane, from: frame, to: frame, event, decided: isLate ? event.frame : nil)
    }

    private mutating func finish(
        _ name: String, on lane: Lane, at frame: Frame, _ event: TraceEvent
    ) {
        guard let place = open[lane]?[name]?.popLast(), let from = spans[lane]?[place].from else {
            // An end without a beginning: a trace that was cut or edited.
            add(label(event), on: lane, from: event.frame, to: event.frame, event)
            return
        }
        spans[lane]?[place].to = max(frame, from)
        spans[lane]?[place].decided = lane == .speech ? event.frame : nil
    }

    private mutating func add(
        _ label: String, on lane: Lane, from: Frame, to: Frame, _ event: TraceEvent,
        decided: Frame? = nil
    ) {
        spans[lane]?.append(
            Span(from: from, to: to, label: label, decided: decided, sequence: event.sequence))
    }

    /// Where speech really began or ended; never after the decision.
    private func spoken(_ event: TraceEvent) -> Frame {
        let spoken = event.fields["spoken"]?.integer ?? event.frame
        return (0...event.frame).contains(spoken) ? spoken : event.frame
    }

    private func text(_ event: TraceEvent, _ key: String) -> String {
        event.fields[key]?.string ?? ""
    }

    private func label(_ event: TraceEvent) -> String {
        switch event.kind {
        case "transition": "\(text(event, "by")) → \(text(event, "to"))"
        case "field":
            "\(text(event, "name")) = "
                + (event.fields["value"].map { $0.string ?? JSONWriter.text($0) } ?? "nothing")
        case "flowEnd": "flow ends: \(text(event, "reason"))"
        default:
            ([event.kind]
                + TraceEvent.causalKeys.compactMap { $0 == "module" ? nil : event.fields[$0] }
                .map { $0.string ?? JSONWriter.text($0) }).joined(separator: " ")
        }
    }
}
