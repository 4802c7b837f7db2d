package import VoiceActivity

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

    /// Whether a call is open.
    package var hasOpen: Bool { !open.isEmpty }

    /// Adds what the app says in the call at `path`, whose side is known.
    package mutating func add(app prints: [SoundPrint], of path: String) { known[path] = prints }

    /// Adds the call at `path`, of whose two channels the side is open.
    package mutating func add(open prints: [[SoundPrint]], of path: String) { open[path] = prints }

    /// Returns the side of the open call at `path`; nil where no channel's prompts recur, or those
    /// of both do.
    ///
    /// Only what the app says in calls whose side is known counts: callers of a test say the same
    /// thing again, too.
    package func hint(for path: String) -> SideHint? {
        guard let own = open[path] else { return nil }
        let others = known.sorted { $0.key < $1.key }.prefix(Self.mostCompared).map(\.value)
        let recurring = own.map { channel -> (prints: Int, calls: Int) in
            let sounds = Self.distinct(channel)
            let prints = sounds.count { print in
                others.contains { $0.contains { $0.isAlike(print) } }
            }
            let calls = others.count { other in
                sounds.contains { print in other.contains { $0.isAlike(print) } }
            }
            return (prints, calls)
        }
        let settled = recurring.indices.filter {
            max(recurring[$0].prints, recurring[$0].calls) >= Self.needed
                && recurring[1 - $0].prints == 0
        }
        guard let channel = settled.first else { return nil }
        let count = recurring[channel].calls
        return SideHint(
            channel: channel,
            reason: "its prompts recur in \(count) other \(count == 1 ? "call" : "calls")")
    }

    /// Returns `prints` without those of a sound that came before.
    private static func distinct(_ prints: [SoundPrint]) -> [SoundPrint] {
        prints.reduce(into: []) { found, print in
            if !found.contains(where: { $0.isAlike(print) }) { found.append(print) }
        }
    }
}
