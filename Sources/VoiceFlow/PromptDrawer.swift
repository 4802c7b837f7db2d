internal import VoiceTime
internal import VoiceTrace

/// Chooses members of collections: by chance, or one after the other.
struct PromptDrawer: Sendable {
    private let chance: SeededChance
    private var streams: [String: ChanceStream] = [:]
    private var lastDrawn: [String: Int] = [:]
    private var nextInTurn: [String: Int] = [:]

    init(seed: UInt64) { chance = SeededChance(seed: seed) }

    /// Draws one of `count` members for `owner`, never the one drawn last time.
    mutating func draw(_ count: Int, for owner: String) -> Int {
        guard count > 1 else { return 0 }
        var stream = streams[owner] ?? chance.stream("select:\(owner)")
        var index: Int
        if let last = lastDrawn[owner], last < count {
            index = stream.below(count - 1)
            if index >= last { index += 1 }
        } else {
            index = stream.below(count)
        }
        streams[owner] = stream
        lastDrawn[owner] = index
        return index
    }

    /// The member whose turn it is for `owner`; the first follows the last.
    mutating func takeTurn(_ count: Int, for owner: String) -> Int {
        let index = (nextInTurn[owner] ?? 0) % count
        nextInTurn[owner] = index + 1
        return index
    }
}
