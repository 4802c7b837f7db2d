import Testing
import VoiceRun
import VoiceTestSupport
import VoiceTime

@testable import KeenASR

extension RecognizerSuite {
    /// Every rule that ends listening, of one caller as sound and simulated.
    @MainActor
    @Suite("Rules that end listening, with sound and simulated")
    struct RuleTableTests {
        struct Row: Sendable, CustomTestStringConvertible {
            var rule: KIOSVadParameter
            /// The limit that is set, in milliseconds; nil for the usual one.
            var limit: Int64?
            var turn: TwoWorlds.Turn?
            var isGated = false
            var trigger: String?
            var counts: TwoWorlds.Start
            var milliseconds: Int64

            var testDescription: String { "\(rule) \(milliseconds) \(turn?.words ?? "-")" }
        }

        private nonisolated static func says(_ words: String?, to end: Int64 = 2_300)
            -> TwoWorlds.Turn
        {
            TwoWorlds.Turn(words, 700, end)
        }

        nonisolated static let rows: [Row] = [
            Row(
                rule: .timeoutForNoSpeech, counts: .listening, milliseconds: 10_000),
            Row(
                rule: .timeoutForNoSpeech, limit: 3_000, counts: .listening, milliseconds: 3_000),
            Row(
                rule: .timeoutEndSilenceForGoodMatch, turn: says("red"), counts: .speechEnd,
                milliseconds: 1_000),
            Row(
                rule: .timeoutEndSilenceForGoodMatch, limit: 800, turn: says("red car"),
                counts: .speechEnd, milliseconds: 800),
            Row(
                rule: .timeoutEndSilenceForAnyMatch, turn: says("go to"), counts: .speechEnd,
                milliseconds: 2_000),
            Row(
                rule: .timeoutEndSilenceForAnyMatch, limit: 1_200, turn: says("go to"),
                counts: .speechEnd, milliseconds: 1_200),
            Row(
                rule: .timeoutEndSilenceForAnyMatch, turn: says(nil), counts: .speechEnd,
                milliseconds: 2_000),
            Row(
                rule: .timeoutMaxDuration, limit: 2_500, turn: says("go to the store", to: 4_500),
                counts: .listening, milliseconds: 2_500),
            Row(
                rule: .timeoutMaxDuration, turn: says("go to the store", to: 22_000),
                counts: .listening, milliseconds: 20_000),
            Row(
                rule: .timeoutMaxDuration, limit: 1_500, turn: says("red car", to: 4_500),
                isGated: true, counts: .speech, milliseconds: 1_500),
            Row(
                rule: .timeoutEndSilenceForGoodMatch, turn: says("hello computer red"),
                trigger: "hello computer", counts: .speechEnd, milliseconds: 1_000),
        ]

        @Test("each rule ends listening in both worlds at the same hop", arguments: rows)
        func rule(row: Row) async throws {
            let fixtures = try KeenFixtures()
            KIOSRecognizer.standardLocations = fixtures.locations
            defer { Self.close() }
            let worlds = TwoWorlds(row.turn.map { [$0] } ?? [], lasting: 24_000)
            let (heard, simulated) = try await worlds.run { host in
                Self.close()
                let recognizer = try KIOSRecognizer.initialize(
                    bundleAtPath: fixtures.bundle(replacing: true), host: host)
                let plan = KIOSGraphPlan(
                    phrases: ["red", "red car", "go to the store"], trigger: row.trigger)
                try KIOSDecodingGraph.create(plan, named: "graph", for: recognizer)
                try recognizer.prepare(graphNamed: "graph")
                recognizer.setVadGating(row.isGated)
                if let limit = row.limit {
                    recognizer.setVADParameter(row.rule, toValue: Float(limit) / 1_000)
                }
                #expect(recognizer.startListening(nil))
                return recognizer
            }
            let limit = TwoWorlds.Limit(row.milliseconds, from: row.counts, by: row.rule.name)
            #expect(TwoWorlds.faults(of: limit, heard: heard, simulated: simulated) == [])
        }

        private static func close() {
            KIOSRecognizer.sharedInstance()?.stopListening()
            KIOSRecognizer.teardown()
        }
    }
}
