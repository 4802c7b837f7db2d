package import VoiceJSON

/// Times that the blocks of a recording took, as `timing.json` keeps them.
package struct BlockTiming: Sendable, Hashable {
    /// Number of blocks that took so many nanoseconds, ascending. Nanoseconds are grouped by the
    /// recorder; a group is named by its largest.
    package struct Group: Sendable, Hashable {
        /// Nanoseconds a block.
        package var nanoseconds: Int64
        /// Number of blocks.
        package var count: Int64

        /// So many blocks of so many nanoseconds.
        package init(nanoseconds: Int64, count: Int64) {
            self.nanoseconds = nanoseconds
            self.count = count
        }
    }

    /// Blocks of more than an hour, and more groups than this, come from damaged files.
    private static let nanosecondsLimit: Int64 = 3_600_000_000_000
    private static let groupLimit = 100_000
    private static let countLimit: Int64 = 1 << 40

    /// The groups, ascending.
    package var groups: [Group]

    /// These groups.
    package init(groups: [Group]) { self.groups = groups }

    /// Reads a timing file; nil where it was written without, or says nothing sensible.
    ///
    /// Shape: `"blockNanoseconds": [[nanoseconds, count], …]`.
    package init?(timing: JSONObject) {
        guard let listed = timing["blockNanoseconds"]?.array, listed.count <= Self.groupLimit,
            !listed.isEmpty
        else { return nil }
        groups = []
        for entry in listed {
            guard let pair = entry.array, pair.count == 2, let time = pair[0].integer,
                let count = pair[1].integer, (0...Self.nanosecondsLimit).contains(time),
                (1...Self.countLimit).contains(count), time > groups.last?.nanoseconds ?? -1
            else { return nil }
            groups.append(Group(nanoseconds: time, count: count))
        }
    }

    /// The groups as the timing file says them.
    package var value: JSONValue {
        .array(groups.map { .array([.integer($0.nanoseconds), .integer($0.count)]) })
    }
}
