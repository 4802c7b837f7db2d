import Foundation
import Testing
import VoiceDiff
import VoiceFlow
import VoiceTrace

@testable import VoiceSession

/// Numbers of recorded flows are changed one by one; the diff is told nothing of it.
@Suite("Flow mutations")
struct FlowMutationTests {
    private static let corpora =
        "\(#filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" })/Corpora"

    struct Case: Sendable, CustomTestStringConvertible {
        let session: String
        /// The first place that says this is made to say the other.
        let before: String
        let after: String
        let module: String
        let evidence: String

        var testDescription: String { "\(session): \(before) -> \(after)" }
    }

    static let cases = [
        Case(
            session: "recordings/every-way", before: "\"maxAudioLengthMs\": 300",
            after: "\"maxAudioLengthMs\": 600", module: "R_maxAudioLengthExceeded",
            evidence: "why.limit expected 300 ms, found 600 ms (+300 ms)"),
        Case(
            session: "recordings/every-way", before: "\"maxRecordLengthMs\": 300",
            after: "\"maxRecordLengthMs\": 150", module: "R_maxAudioExceeded",
            evidence: "why.limit expected 300 ms, found 150 ms (-150 ms)"),
        Case(
            session: "recordings/every-way", before: "\"maxPreSpeechSilenceLengthMs\": 400",
            after: "\"maxPreSpeechSilenceLengthMs\": 200", module: "R_maxPreSpeechSilenceExceeded",
            evidence: "why.limit expected 400 ms, found 200 ms (-200 ms)"),
        Case(
            session: "recognitions/every-way", before: "\"maxSpeechLengthMs\": 250",
            after: "\"maxSpeechLengthMs\": 500", module: "N_maxSpeechLengthExceeded",
            evidence: "why.limit expected 250 ms, found 500 ms (+250 ms)"),
        Case(
            session: "yes-no/nobody-answers", before: "\"timeout\": 1", after: "\"timeout\": 2",
            module: "AskYesNo", evidence: "why.most expected 1, found 2 (+1)"),
        Case(
            session: "yes-no/garbage-then-no", before: "\"garbage\": 2",
            after: "\"garbage\": 1", module: "AskYesNo",
            evidence: "found \"maxGarbageCount\" with why.count 2, why.most 1"),
        Case(
            session: "yes-no/garbage-then-no", before: "\"maxPreSpeechSilenceLengthMs\": 3000",
            after: "\"maxPreSpeechSilenceLengthMs\": 300", module: "AskYesNo",
            evidence: "why.limit expected 1000 ms, found 300 ms (-700 ms)"),
    ]

    @Test("are named with module, evidence and the time where the traces part", arguments: cases)
    func named(_ mutation: Case) throws {
        let path = "\(Self.corpora)/\(mutation.session).vsession"
        var parts = try SessionParts(folder: SessionFolder(path: path))
        let name = "voiceflow.json"
        let text = String(decoding: try #require(parts.flowFiles[name]), as: UTF8.self)
        let place = try #require(text.firstRange(of: mutation.before))
        parts.flowFiles[name] = Array(
            text.replacingCharacters(in: place, with: mutation.after).utf8)
        var replayer = SessionReplayer(factories: [VoiceflowFactory()])
        let result = try replayer.replay(parts, options: ReplayOptions())
        let rate = result.manifest.sampleRate
        let diff = TraceDiff(
            golden: result.golden.events, actual: result.events, sampleRate: rate,
            vocabulary: .voiceflow)
        let sentence = try #require(FirstCause(diff)?.sentence)
        let start = ConstantMutations.place(result.golden.events, result.events, rate)
        #expect(sentence.contains("\(start) in module \(mutation.module): "))
        #expect(sentence.contains(mutation.evidence))
    }
}
