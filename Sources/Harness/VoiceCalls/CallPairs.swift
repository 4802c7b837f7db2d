internal import VoiceFiles

/// Files of one channel that are the two sides of a call, by their names.
///
/// Two names make a pair where they differ in one word alone: `caller` and `agent`, `in` and `out`,
/// `rx` and `tx`, `left` and `right`. Words are parted by `-`, `_`, `.` and spaces.
package struct CallPairs: Sendable, Equatable {
    /// Two files that are one call.
    package struct Pair: Sendable, Equatable {
        /// The files, in the order of their words.
        package var first: String
        package var second: String
        /// The app's file of the two, from 0; nil where the words do not say it.
        package var app: Int?

        /// A pair whose app's side is `app`.
        package init(first: String, second: String, app: Int?) {
            (self.first, self.second, self.app) = (first, second, app)
        }
    }

    /// The pairs, in the order of their first files.
    package private(set) var pairs: [Pair] = []
    /// Files of which two would be one side: they are refused.
    package private(set) var crowds: [[String]] = []
    /// All others, in order.
    package private(set) var singles: [String] = []

    /// Words of the two sides, and which of them is the app's, from 0.
    private static let words: [(sides: [String], app: Int?)] = [
        (["caller", "agent"], 1), (["in", "out"], nil), (["rx", "tx"], nil),
        (["left", "right"], nil),
    ]

    /// Pairs among `paths`; those of `named` are pairs whatever they are called.
    package init(_ paths: [String], named: [Pair] = []) {
        let taken = Set(named.flatMap { [$0.first, $0.second] })
        pairs = named
        var groups: [(key: String, sides: [[String]], app: Int?)] = []
        for path in paths where !taken.contains(path) {
            guard let (key, side, app) = Self.side(of: path) else {
                singles.append(path)
                continue
            }
            if let place = groups.firstIndex(where: { $0.key == key }) {
                groups[place].sides[side].append(path)
            } else {
                groups.append((key, side == 0 ? [[path], []] : [[], [path]], app))
            }
        }
        for group in groups {
            let all = group.sides.flatMap(\.self)
            if group.sides.contains(where: \.isEmpty) {
                singles += all
            } else if all.count > 2 {
                crowds.append(all)
            } else {
                pairs.append(Pair(first: all[0], second: all[1], app: group.app))
            }
        }
        let places = Dictionary(paths.enumerated().map { ($1, $0) }) { first, _ in first }
        singles.sort { (places[$0] ?? 0) < (places[$1] ?? 0) }
    }

    /// Returns the name of the file at `path` without the word of its side, and that side; nil
    /// where it has no such word.
    private static func side(of path: String) -> (key: String, side: Int, app: Int?)? {
        let name = DiskFile.name(of: path)
        let stem = name.lastIndex(of: ".").map { name[..<$0] } ?? name[...]
        let parts = stem.split(
            omittingEmptySubsequences: false, whereSeparator: { "-_. ".contains($0) })
        for (place, part) in parts.enumerated().reversed() {
            for (family, words) in words.enumerated() {
                guard let side = words.sides.firstIndex(of: part.lowercased()) else { continue }
                var rest = parts.map(String.init)
                rest[place] = "\(family)/"
                return (
                    DiskFile.parent(of: path) + "/" + rest.joined(separator: "-"), side, words.app
                )
            }
        }
        return nil
    }

    /// The files of pairs and crowds that have one channel: others are calls of their own.
    package func monoOnly(_ isMono: (String) -> Bool) -> [String] {
        (pairs.flatMap { [$0.first, $0.second] } + crowds.flatMap(\.self)).filter(isMono)
    }
}
