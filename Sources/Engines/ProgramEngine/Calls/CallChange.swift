/// The first call of a run, or message on one, that is another one than before, in words.
struct CallChange {
    /// What changed, a sentence without its full stop.
    let what: String
    /// What events of the call hold: its address and the digest of what it asks.
    let names: [String]

    private static let shownLimit = 80

    private init(_ what: String, _ question: CallQuestion, names: [String]? = nil) {
        self.what = what
        self.names = names ?? [question.to, question.digest]
    }

    /// What differs between the calls and messages of two runs; nil where none that both have does,
    /// and no message is sent beyond them.
    init?(from before: [CallQuestion], to after: [CallQuestion]) {
        let same = zip(before, after).prefix { Self.isSame($0, $1) }.count
        guard same < after.count else { return nil }
        let now = after[same]
        guard same < before.count else {
            // A call that was not recorded ends its run, which says so.
            guard now.isMessage else { return nil }
            self = Self.added(now, before)
            return
        }
        let then = before[same]
        let isLater = after[same...].contains { Self.isSame($0, then) }
        let wasLater = before[same...].contains { Self.isSame($0, now) }
        switch (wasLater, isLater) {
        case (true, false): self = Self.missing(then)
        case (false, true): self = Self.added(now, before[..<same])
        case (true, true): self = Self.moved(now)
        case (false, false) where then.to == now.to && then.isMessage == now.isMessage:
            let difference = BodyDifference.text(then.body, now.body)
            let what =
                now.isMessage
                ? "The app sends something else on \(now.to): \(difference)"
                : "The call \(now.to) asks something else: \(difference)"
            self.init(what, now)
        case (false, false) where then.isMessage: self = Self.missing(then)
        case (false, false) where now.isMessage: self = Self.added(now, before[..<same])
        case (false, false):
            self.init(
                "The app calls \(now.to) where it called \(then.to)", now,
                names: [then.to, now.to])
        }
    }

    private static func missing(_ then: CallQuestion) -> Self {
        let what =
            then.isMessage
            ? "The app does not send on \(then.to): \(shown(then))"
            : "The call \(then.to) is not made: \(shown(then))"
        return Self(what, then)
    }

    private static func added(_ now: CallQuestion, _ before: some Sequence<CallQuestion>) -> Self {
        let isMore = before.contains { isSame($0, now) }
        if now.isMessage {
            let how = isMore ? "once more" : "what it did not"
            return Self("The app sends \(how) on \(now.to): \(shown(now))", now)
        }
        let how = isMore ? "once more than it was" : "and was not"
        return Self("The call \(now.to) is made \(how): \(shown(now))", now)
    }

    private static func moved(_ now: CallQuestion) -> Self {
        let what =
            now.isMessage
            ? "The app sends in another order on \(now.to): \(shown(now))"
            : "The call \(now.to) comes in another order: \(shown(now))"
        return Self(what, now)
    }

    private static func isSame(_ one: CallQuestion, _ other: CallQuestion) -> Bool {
        one.to == other.to && one.isMessage == other.isMessage
            && one.body.normalized == other.body.normalized
    }

    private static func shown(_ question: CallQuestion) -> String {
        let text = question.body.normalized
        return text.count <= shownLimit ? text : text.prefix(shownLimit) + "…"
    }
}
