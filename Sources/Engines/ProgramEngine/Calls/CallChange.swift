internal import VoiceJSON

/// The first call of a run, or message on one, that is another one than before, in words.
struct CallChange {
    /// Description of the change, a sentence without its full stop.
    let what: String
    /// Names by which events know the call: its address and the digest of what it asks.
    let names: [String]

    private static let shownLimit = 80

    private init(_ what: String, _ call: ComparedCall, names: [String]? = nil) {
        self.what = what
        self.names = names ?? [call.to, call.question.digest]
    }

    /// Finds the first difference between the calls and messages of two runs; nil where one is the
    /// beginning of the other, but for messages.
    init?(from before: [CallQuestion], to after: [CallQuestion]) {
        let (before, after) = (before.map(ComparedCall.init), after.map(ComparedCall.init))
        let same = zip(before, after).prefix { CallFit($0, $1).isSame }.count
        let (old, new) = (before[same...], after[same...])
        guard let then = old.first else {
            // A call that was not recorded ends its run, which says so.
            guard let now = new.first, now.isMessage else { return nil }
            self.init(added: now, to: before)
            return
        }
        guard let now = new.first else {
            // A run that ended early makes no more calls.
            guard old.allSatisfy(\.isMessage) else { return nil }
            self.init(missing: then)
            return
        }
        func count(_ call: ComparedCall, in all: ArraySlice<ComparedCall>) -> Int {
            all.count { CallFit($0, call).isSame }
        }
        let isMissing = count(then, in: old) > count(then, in: new)
        let isMore = count(now, in: new) > count(now, in: old)
        switch (isMissing, isMore) {
        case (true, false): self.init(missing: then)
        case (false, true): self.init(added: now, to: before[..<same])
        case (false, false): self.init(moved: now)
        case (true, true) where CallFit(then, now).hasAddress:
            if !now.isMessage || CallFit(then, now).isChange {
                self.init(then, changedTo: now)
            } else if before[..<same].contains(where: { CallFit($0, now).isSame }) {
                self.init(added: now, to: before[..<same])
            } else {
                self.init(missing: then)
            }
        case (true, true) where then.isMessage: self.init(missing: then)
        case (true, true) where now.isMessage: self.init(added: now, to: before[..<same])
        case (true, true):
            self.init(
                "The app calls \(now.to) where it called \(then.to)", now,
                names: [then.to, now.to])
        }
    }

    /// Creates the change in which `now` takes the place of `then`.
    init(_ then: ComparedCall, changedTo now: ComparedCall) {
        let difference = BodyDifference.text(then.question.body, now.question.body)
        let how =
            now.isMessage
            ? "The app sends something else on \(now.to): "
            : "The call \(now.to) asks something else: "
        self.init(how + difference, now)
    }

    /// Creates the change in which `now` comes beside the calls of `before`.
    init(added now: ComparedCall, to before: some Sequence<ComparedCall>) {
        let isMore = before.contains { CallFit($0, now).isSame }
        let how =
            now.isMessage
            ? "The app sends \(isMore ? "once more" : "a new message") on \(now.to)"
            : "The call \(now.to) is made \(isMore ? "once more than it was" : "and was not")"
        self.init(how + Self.shown(now), now)
    }

    private init(missing then: ComparedCall) {
        let how =
            then.isMessage
            ? "The app does not send on \(then.to)" : "The call \(then.to) is not made"
        self.init(how + Self.shown(then), then)
    }

    private init(moved now: ComparedCall) {
        let how =
            now.isMessage
            ? "The app sends in another order on \(now.to)"
            : "The call \(now.to) comes in another order"
        self.init(how + Self.shown(now), now)
    }

    /// Shows the body of a call behind a colon; empty where it has none.
    private static func shown(_ call: ComparedCall) -> String {
        guard !call.text.isEmpty else { return "" }
        let isLong = call.text.count > shownLimit
        return ": " + (isLong ? call.text.prefix(shownLimit) + "…" : call.text)
    }
}
