package import VoiceActivity

/// Prints of a call, by which its prompts are found in others.
package enum CallPrints: Sendable {
    /// Those of what the app says; none where both sides share a channel.
    case app([SoundPrint])
    /// Those of both channels of a call whose side is open.
    case open([[SoundPrint]])
}

/// Prompts that recur over the calls of a folder, which settle a side that a call alone leaves
/// open: an app says the same thing to each caller.
///
/// The order of the calls changes nothing.
package struct RecurringPrompts: Sendable {
    /// Prints of the sides that are the app's, by their calls.
    private var known: [String: [SoundPrint]] = [:]
    /// Calls whose side is open: prints of both channels.
    private var open: [String: [[SoundPrint]]] = [:]

    /// So many prints of a channel that recur make it the app's, or one that recurs in so many
    /// calls.
    private static let needed = 2
    /// Other calls that are compared, in the order of their paths.
    private static let mostCompared = 100

    /// No call yet.
    package init() {}

    /// Adds the prints of the call at `path`.
    package mutating func add(_ prints: CallPrints, of path: String) {
        switch prints {
        case .app(let said): if !said.isEmpty { known[path] = said }
        case .open(let channels): open[path] = channels
        }
    }

    /// Sides of the open calls by their paths, without those of whose channels no prompt recurs, or
    /// prompts of both do.
    ///
    /// Only what the app says in calls whose side is known counts: callers of a test say the same
    /// thing again, too.
    package var hints: [String: SideHint] {
        guard !open.isEmpty else { return [:] }
        let others = known.sorted { $0.key < $1.key }.prefix(Self.mostCompared).map(\.value)
        return open.compactMapValues { Self.hint($0, others) }
    }

    private static func hint(_ channels: [[SoundPrint]], _ others: [[SoundPrint]]) -> SideHint? {
        let recurring = channels.map { channel -> (prints: Int, calls: Int) in
            let alike = distinct(channel).map { print in
                others.map { other in other.contains { $0.isAlike(print) } }
            }
            let calls = others.indices.count { call in alike.contains { $0[call] } }
            return (alike.count { $0.contains(true) }, calls)
        }
        let settled = recurring.indices.first {
            max(recurring[$0].prints, recurring[$0].calls) >= needed
                && recurring[1 - $0].prints == 0
        }
        guard let settled else { return nil }
        let count = recurring[settled].calls
        return SideHint(
            channel: settled,
            reason: "its prompts recur in \(count) other \(count == 1 ? "call" : "calls")")
    }

    /// Returns `prints` without those of a sound that came before.
    private static func distinct(_ prints: [SoundPrint]) -> [SoundPrint] {
        prints.reduce(into: []) { found, print in
            if !found.contains(where: { $0.isAlike(print) }) { found.append(print) }
        }
    }
}
