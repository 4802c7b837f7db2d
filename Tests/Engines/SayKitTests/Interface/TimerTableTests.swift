import Testing
import VoiceRun
import VoiceTestSupport
import VoiceTime
import VoiceTrace

@testable import SayKit

/// Every limit of a request that listens, of one caller as sound and simulated.
@MainActor
@Suite("Limits of requests, with sound and simulated")
struct TimerTableTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var settings: [String: Int] = [:]
        var turn: TwoWorlds.Turn?
        var counts: TwoWorlds.Start
        var milliseconds: Int64
        var reason: String

        var testDescription: String { "\(settings) ends by \(reason)" }
    }

    private nonisolated static func says(_ words: String?, to end: Int64 = 5_500) -> TwoWorlds.Turn
    {
        TwoWorlds.Turn(words, 4_000, end)
    }

    nonisolated static let rows: [Row] = [
        Row(counts: .listening, milliseconds: 8_000, reason: "maxPreSpeechSilenceExceeded"),
        Row(
            settings: ["saykit.noSpeechMs": 2_000], counts: .listening, milliseconds: 2_000,
            reason: "maxPreSpeechSilenceExceeded"),
        Row(
            turn: says("yes please"), counts: .speechEnd, milliseconds: 800,
            reason: "maxPostSpeechSilenceExceeded"),
        Row(
            settings: ["saykit.endSilenceMs": 1_500], turn: says("yes please"),
            counts: .speechEnd, milliseconds: 1_500, reason: "maxPostSpeechSilenceExceeded"),
        Row(
            settings: ["saykit.maxListenMs": 4_000], turn: says("yes please", to: 9_000),
            counts: .listening, milliseconds: 4_000, reason: "maxAudioLengthExceeded"),
        Row(
            turn: says("yes please", to: 64_500), counts: .listening, milliseconds: 60_000,
            reason: "maxAudioLengthExceeded"),
    ]

    @Test("each limit ends listening in both worlds at the same hop", arguments: rows)
    func limit(row: Row) async throws {
        let worlds = TwoWorlds(
            row.turn.map { [$0] } ?? [], lasting: max(12_000, (row.turn?.end ?? 0) + 3_000))
        let (heard, simulated) = try await worlds.run { host in
            (host as? SoundHost)?.conditions.engine = row.settings
            if let host = host as? SimulatedHost {
                host.conditions.engine = row.settings
                // Prompts are as long as with sound.
                host.millisecondsPerLetter = nil
            }
            let conversation = SAYConversationManager(host: host)
            host.perform {
                _ = try? await conversation.presenter.answer(
                    of: SAYConfirmationRequest(prompt: SAYVoicePrompt(message: "Sure?")))
            }
            return conversation
        }
        // The detector hears 40 ms later.
        let limit = TwoWorlds.Limit(
            row.milliseconds, from: row.counts, by: row.reason, slack: 0...50)
        #expect(TwoWorlds.faults(of: limit, heard: heard, simulated: simulated) == [])
    }

    @Test("an answer of the recognizer is waited for as long as the response timeout says")
    func response() {
        let world = ConversationWorld(["yes"]) {
            $0.recognizerMilliseconds = 12_000
        }
        world.ask(SAYConfirmationRequest(prompt: SAYVoicePrompt(message: "Sure?")))
        let listened = world.events.first { $0.kind == "listened" }?.frame ?? 0
        let failure = world.events.first { $0.kind == "failure" }
        #expect(failure.map { ($0.frame - listened) / 16 } == 10_000)
    }
}
