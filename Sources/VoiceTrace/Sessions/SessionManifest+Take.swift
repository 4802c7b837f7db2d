extension SessionManifest {
    private static let takeKey = "take"

    /// Whether the session was recorded on its own to become a golden one: `test` leaves it alone
    /// while it is pending.
    public var isTake: Bool {
        get { self[other: Self.takeKey] == true }
        set { self[other: Self.takeKey] = newValue ? true : nil }
    }
}
