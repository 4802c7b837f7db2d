internal import Foundation

/// Lines on standard error for an app that takes no log: what it would not notice otherwise.
@MainActor
package enum StandardErrorNotice {
    private static var told: Set<String> = []

    /// Writes a line once in a process.
    package static func tell(_ line: String) {
        guard told.count < limit, told.insert(line).inserted else { return }
        // An app whose standard error is closed or full goes on.
        try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
    }

    /// Lines of one process at most.
    private static let limit = 1_000
}
