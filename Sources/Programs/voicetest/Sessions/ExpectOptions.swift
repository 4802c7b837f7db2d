import ArgumentParser
import VoiceJSON
import VoiceSession

/// Options on a run's turn-taking, whatever its goldens do.
struct ExpectOptions: ParsableArguments {
    @Option(
        name: .customLong("expect"), parsing: .unconditionalSingleValue,
        help: .init(
            """
            What every session has to do, with or without a golden; repeatable. In milliseconds: \
            answer<=N (from the caller's end), stop<=N (when interrupted), talkover<=N (over the \
            caller), pause>=N (no prompt in a shorter pause), silence<=N (dead air). repeat=never: \
            nothing twice in a row. Telephone calls: cut<=N, stopped<=N, mute<=N, order=kept, \
            end=once, marks=kept, text=heard. says, hears or calls a "text", /expression/ or \
            {JSON}, alone or before or after another: 'says "bye" after hears "no"'. An event as \
            in a scenario: '{"kind": "spoken", "text": "Bye."}'.
            """, valueName: "rule"), transform: Self.read)
    var expectations: [TurnExpectation] = []

    private static func read(_ text: String) throws -> TurnExpectation {
        do { return try TurnExpectation(text) } catch {
            throw ValidationError(error.description)
        }
    }

    /// Expectations as a report's result names them; nil without any.
    var told: JSONValue? {
        expectations.isEmpty ? nil : .array(expectations.map { .string($0.description) })
    }
}
