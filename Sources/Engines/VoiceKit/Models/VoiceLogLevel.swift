public import Foundation

/// Importance of a line of the log.
public enum VoiceLogLevel: String, Sendable, CaseIterable {
    /// News of what goes as planned.
    case info
    /// Faults that the engine could do without.
    case warn
    /// Failures.
    case error
}

/// The name that the guide uses.
public typealias LogLevel = VoiceLogLevel

extension RealVoiceIO {
    /// The name that the original has within its engine.
    public typealias LogLevel = VoiceLogLevel
}

/// The log that the environment asks for.
public enum VoiceKitLog {
    /// Whether `VOICEKIT_LOG` is `1`, `true` or `yes`, in any case.
    public static func isWanted(
        in environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool { IsCI.isYes(environment["VOICEKIT_LOG"]) }

    /// The line of the default logger: `[VoiceKit][level] message`.
    public static func line(_ level: VoiceLogLevel, _ message: String) -> String {
        "[VoiceKit][\(level.rawValue)] \(message)"
    }
}
