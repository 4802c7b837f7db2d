internal import VoiceDiff
internal import VoiceEngine
internal import VoiceJSON
internal import VoiceTrace

/// The first value of an app's calls that is not the recorded one.
struct CalledOtherwise {
    /// The change, in words.
    let cause: Cause

    /// The change among `difference`, after which comes `next`; nil where it is none of calls.
    init?(_ difference: AnswerDifference, before next: AnswerDifference?) {
        let (before, now) = (difference.recorded, difference.actual)
        let same = zip(before, now).prefix { $0.isLike($1) }.count
        let (old, new) = (before.dropFirst(same), now.dropFirst(same))
        guard let cause = Self.swap(old, new, next) ?? Self.cause(old, new) else { return nil }
        self.cause =
            difference.hint.map { Cause(.input, key: cause.key, what: "\(cause.what). \($0)") }
            ?? cause
    }

    /// Two calls of which each came because of the answer to the one before, and that changed
    /// places.
    private static func swap(
        _ old: ArraySlice<EngineCall>, _ new: ArraySlice<EngineCall>, _ next: AnswerDifference?
    ) -> Cause? {
        guard let first = old.first, let other = new.first, let next,
            let later = next.recorded.first, let now = next.actual.first,
            other.stands(for: later, inPlaceOf: first), now.stands(for: first, inPlaceOf: later)
        else { return nil }
        return Cause(
            .input, key: first.name, what: "\(text(other)) and \(text(first)) are swapped")
    }

    private static func cause(
        _ old: ArraySlice<EngineCall>, _ new: ArraySlice<EngineCall>
    ) -> Cause? {
        guard let first = old.first else {
            return new.first.map { added in
                Cause(.input, key: added.name, what: "\(text(added)) was not expected")
            }
        }
        guard let other = new.first else {
            return Cause(.input, key: first.name, what: "\(text(first)) is missing")
        }
        // What comes later is not told of as changed or missing.
        let (isLater, wasLater) = (
            new.contains { $0.isLike(first) }, old.contains { $0.isLike(other) }
        )
        switch (isLater, wasLater) {
        case (true, true):
            return Cause(
                .input, key: first.name,
                what: "\(text(other)) and \(text(first)) are swapped")
        case (true, false):
            return Cause(.input, key: other.name, what: "\(text(other)) was not expected")
        case (false, true):
            return Cause(.input, key: first.name, what: "\(text(first)) is missing")
        case (false, false): break
        }
        guard first.name == other.name else {
            return Cause(
                .input, key: first.name,
                what: "\(text(first)) is missing, in its place stands \(text(other))")
        }
        let changes = HandedInputs.changes(
            in: first.name, from: .object(first.arguments), to: .object(other.arguments))
        return changes.first
            ?? Cause(
                .input, key: first.name,
                what:
                    "\(text(first)) \(first.id == nil ? "is answered now" : "is not answered now")")
    }

    private static func text(_ call: EngineCall) -> String {
        let text = call.name + JSONWriter.text(.object(call.arguments))
        return text.count <= textLimit ? text : text.prefix(textLimit) + "…"
    }

    /// Characters of a call that are shown.
    private static let textLimit = 120
}

extension EngineCall {
    /// Whether the call is `other`, but for arguments that belong to the place of `place`, such as
    /// the number of a speech.
    fileprivate func stands(for other: EngineCall, inPlaceOf place: EngineCall) -> Bool {
        guard facade == other.facade, name == other.name, (id == nil) == (other.id == nil) else {
            return false
        }
        let keys = Set(arguments.members.map(\.key)).union(other.arguments.members.map(\.key))
        let own = keys.filter { arguments[$0] != other.arguments[$0] }
        let isMoved =
            name != place.name
            || keys.contains { key in
                !own.contains(key) && arguments[key] != place.arguments[key]
            }
        return isMoved && own.allSatisfy { arguments[$0] == place.arguments[$0] }
    }
}
