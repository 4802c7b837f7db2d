public import VoiceJSON
public import VoiceTime

/// Point at which an event crossed: what the microphone held, what was said, what the app did about
/// it.
public enum Tap: String, Sendable, Hashable, CaseIterable {
    /// The detector's decisions about the microphone's sound.
    case speech
    /// The recognizer's results.
    case words
    /// Actions of the engine and the app.
    case actions
}

/// One thing that happened, at one frame of the session.
public struct TraceEvent: Sendable, Hashable, CustomStringConvertible {
    /// Position among the events of its session, from 0.
    package var sequence: Int
    /// Time of the event, in frames from the session's start.
    public var frame: Frame
    /// Tap that it crossed.
    public var tap: Tap
    /// Kind of the event: a ``CoreKind``, or one that the engine declares in its
    /// ``EventVocabulary``.
    public var kind: String
    /// The particulars, by kind.
    public var fields: JSONObject
    /// Evidence of the decision behind the event: what was compared with what; empty when nothing
    /// was decided.
    public var why: JSONObject

    /// An event as its place in the trace knows it.
    package init(
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

    /// Key of the settings in force, by name, in the evidence of a trace's first event. They
    /// explain differences and are none: a setting that changes nothing else changes nothing.
    package static let settingsKey = "settings"
    /// The name of the evidence that tells the app's own line, as in `bot.py:12 main`: it is shown,
    /// and neither compared nor part of a digest.
    package static let lineKey = "line"
    /// Prefix of the name of evidence where fields and evidence are named together.
    package static let evidencePrefix = "why."

    /// Its number, kind, frame and fields on one line, for messages of tests.
    public var description: String {
        "\(sequence): \(kind) at frame \(frame) \(JSONWriter.text(.object(fields)))"
    }

    /// The settings that ``settingsKey`` holds, nil where this event carries none.
    package var settingsInForce: JSONObject? { why[Self.settingsKey]?.object }
}

extension JSONObject {
    /// Returns the settings in force that `told` names, and those that `told` names, and those that
    /// are neither named there nor as `standards` says: another value than the standard is news, a
    /// standard is none, and a constant that is not named cannot have been another.
    package func settings(besides told: JSONObject, standards: JSONObject) -> JSONObject {
        var kept: JSONObject = [:]
        for member in members {
            let isNews = standards[member.key].map { $0 != member.value } ?? false
            if told[member.key] != nil || isNews { kept[member.key] = member.value }
        }
        return kept
    }
}
