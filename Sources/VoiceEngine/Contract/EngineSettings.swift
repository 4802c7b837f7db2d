public import VoiceTime

/// The settings of an engine in one run: what the session sets, and the standard of the rest.
public struct EngineSettings: Sendable {
    private let declared: [EngineDeclaration.Setting]
    private let named: [String: Int]
    private let rate: SampleRate

    /// The settings of a set-up by their names; times become frames at `rate`.
    public init(
        _ named: [String: Int], declared: [EngineDeclaration.Setting], rate: SampleRate
    ) {
        self.named = named
        self.declared = declared
        self.rate = rate
    }

    /// The value of a setting, in its own unit; 0 for a name that is not declared.
    public subscript(name: String) -> Int {
        named[name] ?? declared.first { $0.name == name }?.standard ?? 0
    }

    /// The frames of a setting in milliseconds.
    public func frames(_ name: String) -> Frame { rate.frames(milliseconds: Int64(self[name])) }
}
