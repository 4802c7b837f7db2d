public import VoiceJSON
public import VoiceTime

/// Where an event crossed: what the microphone held, what was said, what the app did about it.
public enum Tap: String, Sendable, Hashable, CaseIterable {
    /// What the detector decided about the microphone's sound.
    case speech
    /// What the recognizer returned.
    case words
    /// What the engine and the app did.
    case actions
}

/// One thing that happened, at one frame of the session.
public struct TraceEvent: Sendable, Hashable, CustomStringConvertible {
    /// Position among the events of its session, from 0.
    package var sequence: Int
    /// When, in frames from the session's start.
    public var frame: Frame
    /// Which tap it crossed.
    public var tap: Tap
    /// What happened: a ``CoreKind``, or what the engine declares in its ``EventVocabulary``.
    public var kind: String
    /// The particulars, by kind.
    public var fields: JSONObject
    /// What the decision behind the event compared with what; empty when nothing was decided.
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

    /// Where in the evidence of a trace's first event the settings in force stand, by name. They
    /// explain differences and are none: a setting that changes nothing else changes nothing.
    package static let settingsKey = "settings"
    /// The name of the evidence that tells the app's own line, as in `bot.py:12 main`: it is shown,
    /// and neither compared nor part of a digest.
    package static let lineKey = "line"
    /// What stands before the name of evidence where fields and evidence are named together.
    package static let evidencePrefix = "why."

    /// Its number, kind, frame and fields on one line, for messages of tests.
    public var description: String {
        "\(sequence): \(kind) at frame \(frame) \(JSONWriter.text(.object(fields)))"
    }

    /// The settings that ``settingsKey`` holds, nil where this event carries none.
    package var settingsInForce: JSONObject? { why[Self.settingsKey]?.object }
}

extension JSONObject {
    /// Of these settings in force those that `told` names, and those that are neither named there
    /// nor as `standards` says: another value than the standard is news, a standard is none, and a
    /// constant that is not named cannot have been another.
    package func settings(besides told: JSONObject, standards: JSONObject) -> JSONObject {
        var kept: JSONObject = [:]
        for member in members {
            let isNews = standards[member.key].map { $0 != member.value } ?? false
            if told[member.key] != nil || isNews { kept[member.key] = member.value }
        }
        return kept
    }
}
