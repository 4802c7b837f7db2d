/// Account of the marks of a server, by which it learns what was heard.
struct MarkAccount {
    /// Names with which it is certain that a server tells its marks apart, and sounds with a mark
    /// behind them with which it is certain that each has one; both are chosen.
    private static let (surelyNames, surelySounds) = (3, 2)
    private static let limit = 10_000

    private var names: Set<String> = []
    /// Marks that did not come back yet.
    private var pending: [String] = []
    /// Whether the server used a name for two marks that were under way.
    private var hasQueue = false
    /// Sounds with a mark behind their last sample, and without one.
    private var marked = 0
    private var unmarked = 0
    private var isMarked = false

    /// The server sends a mark.
    ///
    /// - Returns: whether a mark of that name is under way, of a server that tells them apart.
    mutating func send(_ name: String) -> Bool {
        isMarked = true
        defer { if pending.count < Self.limit { pending.append(name) } }
        guard pending.contains(name) else {
            if names.count < Self.limit { names.insert(name) }
            return false
        }
        defer { hasQueue = true }
        return !hasQueue && names.count >= Self.surelyNames
    }

    /// A mark goes back.
    mutating func returned(_ name: String) {
        if let place = pending.firstIndex(of: name) { pending.remove(at: place) }
    }

    /// Marks that never come back are forgotten.
    mutating func clear() {
        pending = []
        isMarked = true
    }

    /// The server sends sound.
    mutating func sound() { isMarked = false }

    /// A sound was heard to its end.
    ///
    /// - Returns: whether it has no mark behind it, where each sound before it has one.
    mutating func end() -> Bool {
        guard !isMarked else {
            marked += 1
            return false
        }
        unmarked += 1
        return unmarked == 1 && marked >= Self.surelySounds
    }
}
