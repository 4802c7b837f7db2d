internal import VoiceJSON

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

    /// What differs between the calls and messages of two runs; nil where one is the beginning of
    /// the other, but for messages.
    init?(from before: [CallQuestion], to after: [CallQuestion]) {
        let same = zip(before, after).prefix { Self.isSame($0, $1) }.count
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
        func count(_ question: CallQuestion, in all: ArraySlice<CallQuestion>) -> Int {
            all.count { Self.isSame($0, question) }
        }
        let isMissing = count(then, in: old) > count(then, in: new)
        let isMore = count(now, in: new) > count(now, in: old)
        switch (isMissing, isMore) {
        case (true, false): self.init(missing: then)
        case (false, true): self.init(added: now, to: before[..<same])
        case (false, false): self.init(moved: now)
        case (true, true) where then.to == now.to && then.isMessage == now.isMessage:
            if !now.isMessage || then.body.resembles(now.body) {
                self.init(then, changedTo: now)
            } else if before[..<same].contains(where: { Self.isSame($0, now) }) {
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

    /// `now` stands where `then` did.
    init(_ then: CallQuestion, changedTo now: CallQuestion) {
        let difference = BodyDifference.text(then.body, now.body)
        let how =
            now.isMessage
            ? "The app sends something else on \(now.to): "
            : "The call \(now.to) asks something else: "
        self.init(how + difference, now)
    }

    /// `now` stands beside those of `before`.
    init(added now: CallQuestion, to before: some Sequence<CallQuestion>) {
        let isMore = before.contains { Self.isSame($0, now) }
        let how =
            now.isMessage
            ? "The app sends \(isMore ? "once more" : "a new message") on \(now.to)"
            : "The call \(now.to) is made \(isMore ? "once more than it was" : "and was not")"
        self.init(how + Self.shown(now), now)
    }

    private init(missing then: CallQuestion) {
        let how =
            then.isMessage
            ? "The app does not send on \(then.to)" : "The call \(then.to) is not made"
        self.init(how + Self.shown(then), then)
    }

    private init(moved now: CallQuestion) {
        let how =
            now.isMessage
            ? "The app sends in another order on \(now.to)"
            : "The call \(now.to) comes in another order"
        self.init(how + Self.shown(now), now)
    }

    private static func isSame(_ one: CallQuestion, _ other: CallQuestion) -> Bool {
        one.to == other.to && one.isMessage == other.isMessage
            && one.body.normalized == other.body.normalized
    }

    /// What a question asks, behind a colon; empty where it asks nothing.
    private static func shown(_ question: CallQuestion) -> String {
        let text = question.body.normalized
        guard !text.isEmpty else { return "" }
        return ": " + (text.count <= shownLimit ? text : text.prefix(shownLimit) + "…")
    }
}

extension CallBody {
    /// Whether one may be a changed form of the other: objects with the same keys or an equal
    /// member, or texts.
    func resembles(_ other: CallBody) -> Bool {
        guard let one = json?.object, let other = other.json?.object else {
            return json == nil && other.json == nil
        }
        return Set(one.members.map(\.key)) == Set(other.members.map(\.key))
            || one.members.contains { other[$0.key] == $0.value }
    }
}
