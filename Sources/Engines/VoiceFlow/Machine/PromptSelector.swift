internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// Chooses members of collections: by chance, or one after the other.
///
/// What it remembers outlives a run: a runner gives it to its next run, as inputs of that session.
struct PromptSelector: Sendable {
    /// Memory of one collection, or of one module that chooses.
    private struct Memory: Sendable, Equatable {
        /// State of the chance of `select`; nil at its beginning.
        var stream: ChanceStream?
        /// The member that `select` drew last.
        var lastDrawn: Int?
        /// The member whose turn is next with `serial`.
        var nextInTurn: Int?
    }

    private let chance: SeededChance
    private var memories: [String: Memory] = [:]

    init(seed: UInt64) { chance = SeededChance(seed: seed) }

    /// Draws one of `count` members for `owner`, never the one of last time.
    mutating func draw(_ count: Int, for owner: String) -> Int {
        guard count > 1 else { return 0 }
        var memory = memories[owner] ?? Memory()
        var stream = memory.stream ?? chance.stream("select:\(owner)")
        var index: Int
        if let last = memory.lastDrawn, last < count {
            index = stream.below(count - 1)
            if index >= last { index += 1 }
        } else {
            index = stream.below(count)
        }
        memory.stream = stream
        memory.lastDrawn = index
        memories[owner] = memory
        return index
    }

    /// The member whose turn it is for `owner`; the first follows the last.
    mutating func takeTurn(_ count: Int, for owner: String) -> Int {
        let index = (memories[owner]?.nextInTurn ?? 0) % count
        memories[owner, default: Memory()].nextInTurn = index + 1
        return index
    }

    /// Begins every `serial` collection at its first member again.
    mutating func resetTurns() {
        for owner in memories.keys { memories[owner]?.nextInTurn = nil }
    }
}

/// A selector's memory as inputs of a session: none where it remembers nothing.
extension PromptSelector {
    private static let event = "promptMemory"
    /// A number of members that no file reaches: inputs come from files too.
    private static let memberLimit: Int64 = 1 << 24

    /// Returns what the next run must be told, one input for each owner, in the order of their
    /// names.
    ///
    /// Where that run has another `seed`, its chance begins anew.
    func inputs(seed: UInt64) -> [SessionInput] {
        memories.sorted { $0.key < $1.key }.compactMap { owner, memory in
            var news: JSONObject = ["owner": .string(owner)]
            news["last"] = memory.lastDrawn.map { .integer(Int64($0)) }
            news["next"] = memory.nextInTurn.map { .integer(Int64($0)) }
            if let stream = memory.stream, seed == chance.seed {
                news["chance"] = .string(String(stream.state, radix: 16))
            }
            guard news.members.count > 1 else { return nil }
            return .device(.other(event: Self.event), rest: news)
        }
    }

    /// Takes what an earlier run left behind, which is the rest of news called `event`; false for
    /// other news.
    @discardableResult
    mutating func apply(_ event: String?, _ news: JSONObject) -> Bool {
        guard event == Self.event, let owner = news["owner"]?.string else { return false }
        func place(_ key: String) -> Int? {
            guard let number = news[key]?.integer, (0...Self.memberLimit).contains(number) else {
                return nil
            }
            return Int(number)
        }
        memories[owner] = Memory(
            stream: news["chance"]?.string.flatMap { UInt64($0, radix: 16) }
                .map(ChanceStream.init(state:)),
            lastDrawn: place("last"), nextInTurn: place("next"))
        return true
    }
}
