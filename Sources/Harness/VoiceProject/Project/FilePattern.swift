/// A pattern of file names relative to a folder, as in `**/*.scenario.json`.
///
/// `*` stands for any characters of one name, `?` for one character, `**` for any number of
/// folders. A pattern without a slash matches names in the folder itself. Matching is by bytes of
/// UTF-8, except that `?` takes one whole character.
package struct FilePattern: Sendable, Equatable {
    /// The pattern as it was written.
    package let text: String
    private let steps: [[Character]]

    /// A pattern written as `text`; a leading `./` is left out.
    package init(_ text: String) {
        self.text = text
        let plain = text.hasPrefix("./") ? text.dropFirst(2) : text[...]
        steps = plain.split(separator: "/").map(Array.init)
    }

    /// Whether `path`, relative to the folder, matches.
    package func matches(_ path: String) -> Bool {
        Self.matches(steps[...], path.split(separator: "/").map(Array.init)[...])
    }

    private static let anyFolders = Array("**")

    /// Both lists are short: a path has at most 32 steps where projects are searched.
    private static func matches(
        _ pattern: ArraySlice<[Character]>, _ path: ArraySlice<[Character]>
    ) -> Bool {
        // Reach: which positions of the path the pattern so far can end at.
        var reach = Set([path.startIndex])
        for step in pattern {
            if step == anyFolders {
                guard let first = reach.min() else { return false }
                reach = Set(first...path.endIndex)
                continue
            }
            reach = Set(
                reach.filter { $0 < path.endIndex && matches(step, path[$0]) }.map { $0 + 1 })
        }
        return reach.contains(path.endIndex)
    }

    /// One name against one step: linear in the product of both lengths.
    private static func matches(_ pattern: [Character], _ name: [Character]) -> Bool {
        var next = 0
        var star: (pattern: Int, name: Int)?
        var place = 0
        while place < name.count {
            if next < pattern.count, pattern[next] == "*" {
                star = (next, place)
                next += 1
            } else if next < pattern.count, pattern[next] == "?" || pattern[next] == name[place] {
                next += 1
                place += 1
            } else if let last = star {
                star = (last.pattern, last.name + 1)
                next = last.pattern + 1
                place = last.name + 1
            } else {
                return false
            }
        }
        return pattern[next...].allSatisfy { $0 == "*" }
    }
}
