public import Foundation

/// An error that is one sentence.
public struct SimpleError: LocalizedError, Sendable, Equatable {
    /// The sentence.
    public var message: String

    /// An error that says `message`.
    public init(_ message: String) { self.message = message }

    /// ``message``.
    public var errorDescription: String? { message }
}
