public import VoiceTime

/// Where an event crossed: what the microphone held, what was said, what the app did about it.
public enum Tap: String, Sendable, Hashable, CaseIterable {
    case speech
    case words
    case actions
}

/// One thing that happened, at one frame of the session.
public struct TraceEvent: Sendable, Hashable {
    /// Position among the events of its session, from 0.
    public var sequence: Int
    /// When, in frames from the session's start.
    public var frame: Frame
    /// Which tap it crossed.
    public var tap: Tap
    /// What happened: `speechStart`, `media`, `transition`, …
    public var kind: String
    /// The particulars, by kind.
    public var fields: JSONObject
    /// What the decision behind the event compared with what; empty when nothing was decided.
    public var why: JSONObject

    /// An event as its place in the trace knows it.
    public init(
        sequence: Int = 0, frame: Frame, tap: Tap, kind: String, fields: JSONObject = [:],
        why: JSONObject = [:]
    ) {
        self.sequence = sequence
        self.frame = frame
        self.tap = tap
        self.kind = kind
        self.fields = fields
        self.why = why
    }

    /// Every kind that an engine of this program emits.
    public static let kinds = [
        "speechStart", "speechEnd", "partial", "final", "rejected", "recognitionError", "flowStart",
        "flowEnd", "moduleStart", "moduleEnd", "transition", "media", "segment", "prompt", "field",
        "intent", "language", "permission", "error",
    ]

    /// Where in the evidence of a trace's first event the settings in force stand, by name. They
    /// explain differences and are none: a setting that changes nothing else changes nothing.
    public static let settingsKey = "settings"

    /// The settings that ``settingsKey`` holds, nil where this event carries none.
    public var settingsInForce: JSONObject? { why[Self.settingsKey]?.object }

    /// Fields that say *which* thing happened rather than how it went, in the order they are named.
    public static let causalKeys = [
        "module", "item", "function", "event", "name", "from", "to", "by", "prompt", "intent",
    ]

    /// What makes this event the same one in two traces, whenever it happened.
    ///
    /// A transition is known by where it comes from: where it leads is what may have changed.
    public var identity: String {
        var text = kind
        for key in Self.causalKeys where !(kind == "transition" && (key == "to" || key == "by")) {
            guard let value = fields[key] else { continue }
            text += "|\(key)=\(value.string ?? JSONWriter.text(value))"
        }
        return text
    }
}
