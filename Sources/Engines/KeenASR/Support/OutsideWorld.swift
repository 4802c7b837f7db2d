internal import Foundation

/// Values from outside the recorded world: dates and names of files that the app gets. No session
/// has them, and they decide nothing.
enum OutsideWorld {
    /// The date of today.
    static func date() -> Date { Date() }

    /// A name that no other response has.
    static func uniqueName() -> String { UUID().uuidString }
}
