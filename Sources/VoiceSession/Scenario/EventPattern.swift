public import VoiceTrace

/// Which events or callbacks a scenario waits for: every key it names must be equal.
public struct EventPattern: Sendable, Equatable {
    /// The kind of an event, or the name of a callback.
    public var name: String
    /// Fields or arguments that must have these values.
    public var fields: JSONObject
    /// A regular expression that must fit some part of the hypothesis.
    public var expression: TextPattern?

    /// Functions that concern a whole prompt or recording, not its segments.
    private static let segmentFunction = "playAudioSegment"

    /// Whether an event or callback called `name` with these fields is meant.
    ///
    /// A media pattern without `function` means whole prompts and recordings, not their segments.
    func matches(_ name: String, _ found: JSONObject) -> Bool {
        guard name == self.name else { return false }
        if fields["function"] == nil, found["function"]?.string == Self.segmentFunction {
            return false
        }
        guard fields.members.allSatisfy({ found[$0.key] == $0.value }) else { return false }
        guard let expression else { return true }
        let text = (found["hypothesis"] ?? found["text"])?.string ?? ""
        return expression.isFound(in: text)
    }

    /// As a message names it.
    var text: String {
        fields.members.reduce(into: name) { text, member in
            text += " \(member.key)=\(member.value.string ?? JSONWriter.text(member.value))"
        }
    }
}
