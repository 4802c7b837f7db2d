/// How much drafting may simulate.
public struct DraftLimits: Sendable, Equatable {
    /// Scenarios that are tried at most.
    public var simulations = 800
    /// Session time of them all, in seconds.
    public var sessionSeconds: Int64 = 40_000
    /// Scenarios in a row that may bring nothing new.
    public var fruitless = 100
    /// Longest time a scenario goes on after the last thing that is done in it, in seconds.
    public var tailSeconds: Int64 = 300

    /// The usual limits.
    public init() {}
}
