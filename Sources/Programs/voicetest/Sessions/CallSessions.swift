import VoiceProject
import VoiceReports
import VoiceSession
import VoiceTrace

/// Messages of commands that run code about sessions of calls that happened.
enum CallSessions {
    /// Whether `session` is one; a session that cannot be read is left to what reads it next.
    static func isOne(_ session: SessionFolder) -> Bool {
        (try? session.manifest())?.isCall ?? false
    }

    private static let nextStep =
        "Measure it with `voicetest latency`, or make a test of it with `voicetest scenario`."

    /// Returns the note that `session` is left out.
    static func notice(_ session: SessionFolder) -> String {
        "\(session.path): is a call that was imported. No code can run it again, so it is left out."
            + " \(nextStep)"
    }

    /// Returns the error that there is nothing but `sessions`.
    static func refusal(_ sessions: [SessionFolder]) -> CommandError {
        let others = sessions.count - 1
        let more = others > 0 ? " and \(others) more" : ""
        return CommandError(
            .usage,
            "\(sessions.first?.path ?? "")\(more): a call that was imported, which no code can run"
                + " again. \(nextStep)")
    }

    /// Returns the error that the scenario of `item` has the name of a call.
    static func namesake(_ item: ProjectCase) -> CommandError {
        CommandError(
            .badData,
            "\(item.golden.path): is a call that was imported, and stands where the golden session"
                + " of the scenario \(item.name) belongs. Rename one of them.")
    }
}
