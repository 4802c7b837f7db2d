/// Keeps one copy of values that are read again and again, so that a long file of few different
/// payloads takes the room of its lines' numbers only.
struct ValuePool<Value: Hashable> {
    private var kept: Set<Value> = []
    /// Values that are kept at most; then the pool begins anew.
    private static var limit: Int { 4_096 }

    /// The copy of `value` that was read before; `value` itself where there is none.
    mutating func shared(_ value: Value) -> Value {
        if kept.count >= Self.limit { kept.removeAll(keepingCapacity: true) }
        return kept.insert(value).memberAfterInsert
    }
}
