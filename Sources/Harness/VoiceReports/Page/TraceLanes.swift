internal import VoiceJSON
package import VoiceTime
package import VoiceTrace

/// Events of a session as spans and moments on lanes, for pictures with a time axis.
///
/// Shape: per lane, in order of their beginning. What was still going on when the trace ended ends
/// with its last event. Pure: made from the events alone.
package struct TraceLanes: Sendable, Equatable {
    /// One row of a picture.
    package typealias Lane = EventLane

    /// Something that lasts, or a moment where both ends are the same.
    package struct Span: Sendable, Equatable {
        /// First frame.
        package var from: Frame
        /// End frame; that of a moment is its first.
        package var to: Frame
        /// Description in a few words.
        package var label: String
        /// Frame of the decision, where that is later than it happened.
        package var decided: Frame?
        /// The event that told of it, by its sequence number.
        package var sequence: Int
        /// Height in its row, in thousandths: of a level -60 dB of full scale is 0 and 0 dB is
        /// 1,000; nil for what fills the row.
        package var height: Int?
    }

    /// Levels are drawn in steps of so many decibels, so that equal ones are one span.
    private static let levelStep: Int64 = 3
    /// Longest time that a level is taken to last when none precedes it, in frames.
    private static let levelFrames: Frame = 1_024

    /// The spans of every lane.
    package private(set) var spans: [Lane: [Span]] = [:]
    private let end: Frame
    private let vocabulary: EventVocabulary

    /// The lanes of `events`, which are in order of time and mean what `vocabulary` says.
    package init(_ events: [TraceEvent], _ vocabulary: EventVocabulary) {
        self.vocabulary = vocabulary
        end = events.map(\.frame).max() ?? 0
        for lane in Lane.allCases { spans[lane] = [] }
        for event in events { add(event) }
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

    /// Spans that have begun and not ended: places in ``spans`` by the name of what goes on.
    private var open: [Lane: [String: [Int]]] = [:]

    private mutating func add(_ event: TraceEvent) {
        let lane = vocabulary.lane(of: event)
        switch event.core {
        case .speechStart: begin("speech", "speech", on: lane, at: spoken(event), event)
        case .speechEnd: finish("speech", on: lane, at: spoken(event), event)
        case .level: takeLevel(event, lane)
        case let kind?: takeWords(event, kind, lane)
        case nil: takeOwn(event, lane)
        }
    }

    /// An event of the engine.
    private mutating func takeOwn(_ event: TraceEvent, _ lane: Lane) {
        if lane == .sent || lane == .heard { return takeStretch(event, lane) }
        let item = vocabulary.text(.item, of: event) ?? ""
        let name = "\(vocabulary.text(.activity, of: event) ?? "") \(item)"
        let scope = vocabulary.scope(of: event) ?? ""
        switch vocabulary.role(of: event) {
        case .scopeBegin: begin(scope, scope, on: lane, at: event.frame, event)
        case .scopeEnd: finish(scope, on: lane, at: event.frame, event)
        case .soundGain: change(name, item, on: lane, event)
        // A prompt's sounds are shown, and the prompt itself only where they are not told.
        case .playBegin where vocabulary.tellsSounds: break
        case .playEnd where vocabulary.tellsSounds: break
        case .playStop where vocabulary.tellsSounds: break
        case .playBegin, .soundBegin, .soundResume, .listenBegin:
            begin(name, item, on: lane, at: event.frame, event)
        case .playEnd, .playStop, .soundEnd, .soundPause, .listenEnd, .listenCut:
            finish(name, on: lane, at: event.frame, event)
        case .progress, .figure, .sound: break
        case .step, .playFail, .soundFail, .listenFail, .answer, .waitEnd, .runEnd, .other:
            let sentence = vocabulary.sentence(of: event)
            add(sentence, on: lane, from: event.frame, to: event.frame, event)
        }
    }

    /// Sound of a phone bot: what was sent in a row is one span, what was heard ends with its
    /// event.
    private mutating func takeStretch(_ event: TraceEvent, _ lane: Lane) {
        let label =
            event.fields[TelephoneEvent.Key.item]?.string ?? vocabulary.text(.item, of: event) ?? ""
        let frames = event.fields[TelephoneEvent.Key.frames]?.integer ?? 0
        switch event.kind {
        case TelephoneEvent.sent:
            if spans[lane]?.last?.label == label {
                extendLast(on: lane, to: event.frame)
            } else {
                add(label, on: lane, from: event.frame, to: event.frame, event)
            }
        case TelephoneEvent.heard where (0...event.frame).contains(frames):
            let told = event.why[CoreKey.end]?.integer ?? event.frame
            let end = (frames...event.frame).contains(told) ? told : event.frame
            add(label, on: lane, from: end - frames, to: end, event)
        default:
            let sentence = vocabulary.sentence(of: event)
            add(sentence, on: lane, from: event.frame, to: event.frame, event)
        }
    }

    /// The level of a buffer that ends with the event: it goes on from the one before it.
    private mutating func takeLevel(_ event: TraceEvent, _ lane: Lane) {
        let level = (event.fields[CoreKey.level]?.integer ?? -60_000) / 1_000
        let steps = min(max(-60, level), 0) / Self.levelStep
        let label = "\(steps * Self.levelStep) dB"
        let height = Int(steps * Self.levelStep + 60) * 1_000 / 60
        let last = spans[lane]?.last
        let isFollowing = last.map { event.frame - $0.to <= 2 * Self.levelFrames } ?? false
        let from = isFollowing ? last?.to ?? 0 : max(0, event.frame - Self.levelFrames)
        if isFollowing, last?.height == height {
            extendLast(on: lane, to: event.frame)
        } else {
            let start = min(from, event.frame)
            add(label, on: lane, from: start, to: event.frame, event, height: height)
        }
    }

    private mutating func extendLast(on lane: Lane, to frame: Frame) {
        guard let place = spans[lane]?.indices.last else { return }
        spans[lane]?[place].to = frame
    }

    private mutating func takeWords(_ event: TraceEvent, _ kind: CoreKind, _ lane: Lane) {
        let said =
            event.fields[CoreKey.text]?.string ?? event.fields[CoreKey.reason]?.string ?? ""
        let label =
            switch kind {
            case .final: said
            case .partial: "\(said)…"
            default: said.isEmpty ? event.kind : "\(event.kind): \(said)"
            }
        var from = event.why[CoreKey.start]?.integer ?? event.frame
        var to = event.why[CoreKey.end]?.integer ?? event.frame
        guard kind != .partial, from >= 0, from < to, to <= event.frame else {
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
            let label = vocabulary.sentence(of: event)
            add(label, on: lane, from: event.frame, to: event.frame, event)
            return
        }
        spans[lane]?[place].to = max(frame, from)
        spans[lane]?[place].decided = lane == .speech ? event.frame : nil
    }

    /// Ends what is drawn of a sound, and begins it anew with its gain in the label.
    private mutating func change(
        _ name: String, _ item: String, on lane: Lane, _ event: TraceEvent
    ) {
        guard open[lane]?[name]?.isEmpty == false else {
            add(vocabulary.sentence(of: event), on: lane, from: event.frame, to: event.frame, event)
            return
        }
        finish(name, on: lane, at: event.frame, event)
        let gain = vocabulary.gain(of: event)
        let label = gain == 1_000 ? item : "\(item) at \(gain / 10) %"
        begin(name, label, on: lane, at: event.frame, event)
    }

    private mutating func add(
        _ label: String, on lane: Lane, from: Frame, to: Frame, _ event: TraceEvent,
        decided: Frame? = nil, height: Int? = nil
    ) {
        spans[lane]?.append(
            Span(
                from: from, to: to, label: label, decided: decided, sequence: event.sequence,
                height: height))
    }

    /// Returns the frame at which speech really began or ended; never after the decision.
    private func spoken(_ event: TraceEvent) -> Frame {
        let spoken = event.fields[CoreKey.spoken]?.integer ?? event.frame
        return (0...event.frame).contains(spoken) ? spoken : event.frame
    }
}
