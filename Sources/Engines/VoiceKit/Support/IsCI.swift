internal import Foundation

/// Whether the environment asks for the fast path without devices.
public enum IsCI {
    /// Whether `VOICEKIT_FORCE_CI` is `1`, `true` or `yes`, in any case.
    ///
    /// `CI` alone changes nothing, unlike in the original: a test chooses ``ScriptedVoiceIO``.
    public static var running: Bool { running(in: ProcessInfo.processInfo.environment) }

    /// ``running`` for an environment of one's own.
    public static func running(in environment: [String: String]) -> Bool {
        isYes(environment["VOICEKIT_FORCE_CI"])
    }

    static func isYes(_ value: String?) -> Bool {
        ["1", "true", "yes"].contains(value?.lowercased() ?? "")
    }
}
