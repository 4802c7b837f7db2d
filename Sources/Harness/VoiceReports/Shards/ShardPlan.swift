/// Assignment of sessions to shares: loads as even as can be, the same every time.
///
/// Longest first, each to the share with the least so far; then single sessions are moved and
/// exchanged while that lowers the largest load, and few sessions are searched through. Depends on
/// the durations and their order only.
/// Source: R. L. Graham, Bounds on multiprocessing timing anomalies, 1969.
package struct ShardPlan: Sendable, Equatable {
    /// The share of every item, from 0.
    package private(set) var shares: [Int]
    /// The sum of durations in every share.
    package private(set) var loads: [Int64]
    private let durations: [Int64]

    /// Distributions that are looked at when few items do not fall evenly.
    static let searchLimit = 200_000
    /// Rounds of moving and exchanging at most.
    static let roundLimit = 1_000

    /// Distributes items of these `durations` to `count` shares.
    ///
    /// An item without a duration counts as the shortest possible one: it has to be looked at.
    package init(durations: [Int64], count: Int) {
        precondition(count > 0, "there is at least one share")
        // Sums of them cannot overflow, whatever files say.
        self.durations = durations.map { min(max($0, 1), 1 << 32) }
        shares = Array(repeating: 0, count: durations.count)
        loads = Array(repeating: 0, count: count)
        distribute()
        improve()
        if !isEven { search() }
    }

    /// Places of the items of a share, in order.
    package func places(of shard: Shard) -> [Int] {
        shares.indices.filter { shares[$0] == shard.number - 1 }
    }

    /// Whether the largest load is at most 1.1 times the mean.
    var isEven: Bool { (loads.max() ?? 0) * 10 * Int64(loads.count) <= total * 11 }

    private var total: Int64 { durations.reduce(0, +) }

    private var longestFirst: [Int] {
        durations.indices.sorted { (-durations[$0], $0) < (-durations[$1], $1) }
    }

    private mutating func distribute() {
        for item in longestFirst {
            var least = 0
            for share in loads.indices where loads[share] < loads[least] { least = share }
            shares[item] = least
            loads[least] += durations[item]
        }
    }

    /// Moves from the largest share what makes it smaller without making another as large.
    private mutating func improve() {
        for _ in 0..<Self.roundLimit {
            guard !isEven, let change = bestChange() else { return }
            move(change.item, to: change.share)
            if let other = change.other { move(other, to: change.from) }
        }
    }

    private mutating func move(_ item: Int, to share: Int) {
        loads[shares[item]] -= durations[item]
        loads[share] += durations[item]
        shares[item] = share
    }

    private struct Change {
        let item: Int
        let other: Int?
        let from: Int
        let share: Int
        let largest: Int64
    }

    private func bestChange() -> Change? {
        guard let top = loads.max(), let from = loads.firstIndex(of: top) else { return nil }
        var best: Change?
        func weigh(_ item: Int, _ other: Int?, _ share: Int) {
            let less = durations[item] - (other.map { durations[$0] } ?? 0)
            guard less > 0 else { return }
            let largest = max(loads[from] - less, loads[share] + less)
            guard largest < (best?.largest ?? top) else { return }
            best = Change(item: item, other: other, from: from, share: share, largest: largest)
        }
        let mine = shares.indices.filter { shares[$0] == from }
        // Items of one length all do the same.
        let kinds = Dictionary(mine.map { (durations[$0], $0) }) { first, _ in first }.values
            .sorted()
        for share in loads.indices where share != from {
            for item in kinds { weigh(item, nil, share) }
        }
        guard best == nil || shares.count <= 2_000 else { return best }
        for item in kinds {
            for other in shares.indices where shares[other] != from {
                weigh(item, other, shares[other])
            }
        }
        return best
    }

    /// Looks through distributions, longest item first, for one whose largest load is smaller.
    private mutating func search() {
        guard durations.count <= 24 else { return }
        var finder = Finder(
            durations: longestFirst.map { durations[$0] }, count: loads.count,
            largest: loads.max() ?? 0)
        finder.place(0)
        guard let found = finder.found else { return }
        for (item, share) in zip(longestFirst, found) { move(item, to: share) }
    }

    private struct Finder {
        let durations: [Int64]
        var loads: [Int64]
        var chosen: [Int] = []
        var found: [Int]?
        var largest: Int64
        var looks = 0
        let enough: Int64

        init(durations: [Int64], count: Int, largest: Int64) {
            self.durations = durations
            self.largest = largest
            loads = Array(repeating: 0, count: count)
            let total = durations.reduce(0, +)
            enough = (total + Int64(count) - 1) / Int64(count)
        }

        mutating func place(_ item: Int) {
            looks += 1
            guard looks < ShardPlan.searchLimit, largest > enough else { return }
            guard item < durations.count else {
                largest = loads.max() ?? 0
                found = chosen
                return
            }
            var tried: Set<Int64> = []
            for share in loads.indices {
                let load = loads[share] + durations[item]
                // Shares of one load are alike, and a load that is no better leads nowhere.
                guard load < largest, tried.insert(loads[share]).inserted else { continue }
                loads[share] = load
                chosen.append(share)
                place(item + 1)
                chosen.removeLast()
                loads[share] = load - durations[item]
            }
        }
    }
}

/// One share of a run's sessions: `2/5` is the second of five.
package struct Shard: Sendable, Hashable, CustomStringConvertible {
    /// Shares at most.
    package static let limit = 10_000

    /// Number of the share, from 1.
    package let number: Int
    /// Number of shares.
    package let count: Int

    /// The one shard of a run that is not split.
    package static let whole = Shard(unchecked: 1, of: 1)

    private init(unchecked number: Int, of count: Int) {
        self.number = number
        self.count = count
    }

    /// The share `number` of `count`; nil if there is none.
    package init?(number: Int, count: Int) {
        guard (1...Self.limit).contains(count), (1...count).contains(number) else { return nil }
        self.init(unchecked: number, of: count)
    }

    /// Reads `2/5`; nil when it is not a share.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        func digits(_ part: Substring) -> Int? {
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                ? Int(part) : nil
        }
        guard parts.count == 2, let number = digits(parts[0]), let count = digits(parts[1])
        else { return nil }
        self.init(number: number, count: count)
    }

    /// The share as it is written: `2/5`.
    package var description: String { "\(number)/\(count)" }
}
