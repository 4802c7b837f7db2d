internal import Foundation

/// Facts that only the machine around the app knows. The names are internal to this SDK and decide
/// nothing in an engine: a session's time comes from its frames, its chance from its seed.
enum OutsideWorld {
    /// Longest pause in seconds: a day.
    static let longestPause: TimeInterval = 86_400

    /// Waits in real time: the pause of an engine that an app makes itself, and that has no run.
    static func wait(seconds: TimeInterval) async throws {
        guard seconds > 0 else { return try Task.checkCancellation() }
        try await Task.sleep(nanoseconds: UInt64(min(seconds, longestPause) * 1e9))
    }

    /// The date: when the list of voices was made.
    static func date() -> Date { Date() }

    /// A part of a file's name in the temporary folder that no other file has.
    static func uniqueName() -> String { UUID().uuidString }
}
