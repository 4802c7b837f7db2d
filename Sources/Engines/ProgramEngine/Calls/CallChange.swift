/// The first call of a run that is another one than before, in words.
struct CallChange {
    /// What changed, a sentence without its full stop.
    let what: String
    /// What events of the call hold: its address and the digest of what it asks.
    let names: [String]

    private static let shownLimit = 80

    /// What differs between the calls of two runs; nil where none that both have does.
    init?(from before: [CallQuestion], to after: [CallQuestion]) {
        guard let place = zip(before, after).enumerated().first(where: { !Self.isSame($1.0, $1.1) })
        else { return nil }
        let (then, now) = place.element
        let isLater = after[place.offset...].contains { Self.isSame($0, then) }
        let wasLater = before[place.offset...].contains { Self.isSame($0, now) }
        switch (wasLater, isLater) {
        case (true, false):
            what = "The call \(then.to) is not made: \(Self.shown(then))"
            names = [then.to, then.digest]
        case (false, true):
            let isMore = before[..<place.offset].contains { Self.isSame($0, now) }
            let how = isMore ? "once more than it was" : "and was not"
            what = "The call \(now.to) is made \(how): \(Self.shown(now))"
            names = [now.to, now.digest]
        case (true, true):
            what = "The call \(now.to) comes in another order: \(Self.shown(now))"
            names = [now.to, now.digest]
        case (false, false) where then.to == now.to:
            let difference = BodyDifference.text(then.body, now.body)
            what = "The call \(now.to) asks something else: \(difference)"
            names = [now.to, now.digest]
        case (false, false):
            what = "The app calls \(now.to) where it called \(then.to)"
            names = [then.to, now.to]
        }
    }

    private static func isSame(_ one: CallQuestion, _ other: CallQuestion) -> Bool {
        one.to == other.to && one.body.normalized == other.body.normalized
    }

    private static func shown(_ question: CallQuestion) -> String {
        let text = question.body.normalized
        return text.count <= shownLimit ? text : text.prefix(shownLimit) + "…"
    }
}
