extension SessionManifest {
    static let unmetKey = "unmet"

    /// What the scenario asked for and did not get when the session was recorded, in sentences:
    /// `caller line 2 (say "yes") was never reached`. Empty where it got everything.
    ///
    /// Such a session is no golden that agrees before somebody accepted it with a reason.
    public var unmet: [String] {
        get { self[other: Self.unmetKey]?.array?.compactMap(\.string) ?? [] }
        set {
            self[other: Self.unmetKey] =
                newValue.isEmpty ? nil : .array(newValue.map { .string($0) })
        }
    }

    /// Whether the manifest says in a readable way what the scenario did not get.
    var isUnmetReadable: Bool {
        guard let value = self[other: Self.unmetKey] else { return true }
        return value.array?.allSatisfy { $0.string != nil } ?? false
    }
}

extension AcceptanceLedger {
    /// What keeps the session of `manifest` from being a golden: what its scenario asked for and
    /// did not get, in sentences. Nothing once an acceptance took it with a reason.
    public func unmetFaults(of manifest: SessionManifest) -> [String] {
        guard entries.isEmpty else { return [] }
        return manifest.unmet.map { sentence in
            "when the golden was recorded, \(sentence): record it again, or take it with `accept"
                + " --reason`"
        }
    }
}
