import ArgumentParser
import VoiceSession

/// How safely a recording is kept, and how much of it.
struct KeepingOptions: ParsableArguments {
    @Flag(help: "Limits the loss at a power cut to 200 ms, instead of a second.")
    var durable = false

    @Option(
        help: .init(
            """
            A flight recorder: the sound of about this many last seconds is kept, silence stands \
            before it, and the session replays from its words.
            """, valueName: "seconds"))
    var keepLast: Int?

    @Option(
        help: .init(
            """
            What a flight recorder seals for: end (any end), failure (a failed expectation or an \
            unreached line), intent or intent=NAME (recording ends there), signal (SIGUSR1; \
            recording ends there). Otherwise nothing is kept.
            """, valueName: "trigger"))
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
struct TriggerOption: ExpressibleByArgument {
    let trigger: RecordingTrigger

    init?(argument: String) {
        switch argument {
        case "end": trigger = .end
        case "failure": trigger = .failure
        case "intent": trigger = .event(kind: "intent", name: nil)
        case "signal": trigger = .sign
        default:
            let prefix = "intent="
            guard argument.hasPrefix(prefix), argument.count > prefix.count else { return nil }
            trigger = .event(kind: "intent", name: String(argument.dropFirst(prefix.count)))
        }
    }
}
