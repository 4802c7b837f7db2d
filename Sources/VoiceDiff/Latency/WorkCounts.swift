public import VoiceTrace

/// Work that was counted, not timed: the same on every machine, or something changed.
public struct WorkCounts: Sendable, Hashable {
    /// How often, by what, in the order of their names.
    public var counts: JSONObject

    /// Nothing counted yet.
    public init() { counts = [:] }

    /// How often `name` was done; nil where nobody counted.
    public subscript(name: String) -> Int64? {
        get { counts[name]?.integer }
        set { counts[name] = newValue.map { .integer($0) } }
    }
}
