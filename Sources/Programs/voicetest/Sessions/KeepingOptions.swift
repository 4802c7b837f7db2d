import ArgumentParser
import VoiceSession
import VoiceTrace

/// Options on how safely a recording is kept, and how much of it.
struct KeepingOptions: ParsableArguments {
    @Flag(help: "Limits the loss at a power cut to 200 ms, instead of a second.")
    var durable = false

    @Option(
        help: .init(
            """
            Records as a flight recorder: keeps the sound of about the last N seconds, and \
            replaces earlier sound by silence. The session replays from its words.
            """, valueName: "seconds"))
    var keepLast: Int?

    @Option(
        help: .init(
            """
            The event that makes a flight recorder keep the session: end (always), failure (an \
            expectation failed or a caller line never played), a kind of event of the engine, as \
            in intent or intent=NAME, signal (SIGUSR1). The last two end the recording. Without \
            the event no session is kept.
            """, valueName: "trigger"), transform: TriggerOption.read)
    var keepWhen: TriggerOption?

    func validate() throws {
        if let keepLast, !(1...172_800).contains(keepLast) {
            throw ValidationError("--keep-last takes 1 to 172800 seconds.")
        }
        if keepWhen != nil, keepLast == nil {
            throw ValidationError("--keep-when needs --keep-last.")
        }
    }

    /// The signal that keeps the recording, if one is waited for.
    func sign() -> SealRequest? { keepWhen?.trigger == .sign ? SealRequest() : nil }

    func options() -> JournalOptions {
        var options = JournalOptions()
        if durable { options.durability = .durable }
        options.keepLastSeconds = keepLast
        options.trigger = keepWhen?.trigger ?? .end
        return options
    }
}

/// A trigger as the command line spells it.
struct TriggerOption {
    let trigger: RecordingTrigger

    /// Reads what follows `--keep-when`.
    ///
    /// - Throws: `ValidationError` with the words that it takes.
    static func read(_ argument: String) throws -> TriggerOption {
        switch argument {
        case "end": return TriggerOption(trigger: .end)
        case "failure": return TriggerOption(trigger: .failure)
        case "signal": return TriggerOption(trigger: .sign)
        default:
            let parts = argument.split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let kind = String(parts[0])
            let name = parts.count > 1 ? String(parts[1]) : nil
            let kinds = Set(Engines.vocabularies.flatMap(\.kinds).map(\.name))
            guard kinds.contains(kind), name != "" else {
                throw ValidationError(
                    "--keep-when takes end, failure, signal, or a kind of event of the engine, as"
                        + " in intent or intent=NAME.")
            }
            return TriggerOption(trigger: .event(kind: kind, name: name))
        }
    }
}
