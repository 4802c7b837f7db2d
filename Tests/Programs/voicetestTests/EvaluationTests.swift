import Foundation
import Testing
import VoiceAudio
import VoiceJSON
import VoiceRecognition
import VoiceReports
import VoiceTestSupport

@testable import voicetest

/// Evaluations put together without a sound.
enum Evaluated {
    /// One utterance from 1 to 2 s; a text that begins with `?` was rejected.
    static func heard(_ text: String?, _ words: [RecognizedWord] = []) -> HeardSound {
        guard let text else { return HeardSound(frames: 48_000, utterances: []) }
        let hypothesis = Hypothesis(
            text: text.replacingOccurrences(of: "?", with: ""), confidence: 700, words: words)
        return HeardSound(
            frames: 48_000,
            utterances: [
                .init(
                    spoken: 16_000..<32_000,
                    outcome: text.hasPrefix("?") ? .rejected(hypothesis) : .final(hypothesis))
            ])
    }

    static func sound(
        _ name: String, _ said: String, heard text: String?, truth: SoundTruth? = nil,
        task: RecognitionTask = .phrases(["yes", "no", "turn it on"])
    ) throws -> EvaluatedSound {
        try EvaluatedSound(
            TranscribedSound(path: name, name: name, transcript: said, truth: truth),
            heard: heard(text), coverage: TaskCoverage(of: task))
    }

    /// What was said and heard in sounds called a, b, c …
    static func evaluation(_ pairs: [(String, String?)]) throws -> Evaluation {
        let sounds = try pairs.enumerated().map { index, pair in
            try sound(String("abcdefgh".dropFirst(index).prefix(1)), pair.0, heard: pair.1)
        }
        return Evaluation(sounds, recognizer: .init(kind: "scripted"), task: "phrases")
    }
}

@Suite("Figures of an evaluation")
struct EvaluationTests {
    private func share(
        _ name: EvaluatedShare.Name, _ evaluation: Evaluation
    ) throws -> (Int, Int) {
        let found = try #require(evaluation.shares.first { $0.name == name })
        return (found.count, found.total)
    }

    @Test("counts words, sentences, false accepts and right ones kept")
    func counts() throws {
        let evaluation = try Evaluated.evaluation([
            ("yes", "yes"), ("Turn it on!", "turn on"), ("no", "?no"), ("no", "?yes"),
            ("yes", nil), ("maybe", "yes"), ("hello", "?no"), ("", "no"),
        ])
        #expect(evaluation.inGrammar == 5)
        #expect(try share(.wordErrors, evaluation) == (4, 7))
        #expect(evaluation.substitutions == 0 && evaluation.deletions == 4)
        #expect(try share(.sentencesRight, evaluation) == (1, 5))
        #expect(try share(.falseAccepts, evaluation) == (2, 3))
        #expect(try share(.rightOnesKept, evaluation) == (1, 2))
        #expect(!evaluation.shares.contains { $0.name == .missedTurns })
        #expect(evaluation.timings.isEmpty)
    }

    @Test("an interval holds its share, repeats with its seed and is a point where all agree")
    func intervals() throws {
        let mixed: [(String, String?)] = [
            ("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", "no"), ("yes", "yes"),
            ("no", "yes"),
        ]
        let evaluation = try Evaluated.evaluation(mixed)
        for share in evaluation.shares {
            #expect(share.low <= share.rate && share.rate <= share.high)
            #expect(share.low < share.high || share.count == share.total)
        }
        #expect(try Evaluated.evaluation(mixed).shares == evaluation.shares)
        let other = Evaluation(
            evaluation.sounds, recognizer: evaluation.recognizer, task: "phrases", seed: 2)
        #expect(other.shares.map(\.count) == evaluation.shares.map(\.count))
        let right = try Evaluated.evaluation([("yes", "yes"), ("no", "no")])
        #expect(right.shares.first { $0.name == .wordErrors }?.high == 0)
    }

    @Test("starts and ends of speech and of words that are right are measured against labels")
    func times() throws {
        let labels = #"""
            { "sampleRate": 8000, "turns": [{"start": 8080, "end": 15840}],
              "words": [{"word": "turn", "start": 8000, "end": 10000},
                        {"text": "it", "start": 10000, "end": 12000},
                        {"text": "on.", "start": 12000, "end": 16000}] }
            """#
        let truth = try SoundTruth(bytes: Array(labels.utf8), path: "l")
        let words = [("turn", 16_160), ("if", 20_000), ("on", 24_800)].map { text, start in
            RecognizedWord(
                text: text, range: Int64(start)..<Int64(start) + 4_000, confidence: 900)
        }
        let sound = try EvaluatedSound(
            TranscribedSound(path: "a", name: "a", transcript: "turn it on", truth: truth),
            heard: Evaluated.heard("turn if on", words), coverage: TaskCoverage(of: .general))
        #expect(sound.speech == .init(starts: [-160], ends: [320]))
        #expect(sound.words == .init(starts: [160, 800], ends: [160, -3_200]))
        let timing = EvaluatedTiming(.wordEnd, errors: [160, -3_200, 480])
        #expect(
            timing
                == EvaluatedTiming(
                    name: .wordEnd, count: 3, median: 30_000, ninetieth: 200_000, bias: 10_000))
        #expect(EvaluatedTiming(.wordEnd, errors: []) == nil)
    }

    @Test("turns are missed, stretches lie beside turns, and one over two turns tells two edges")
    func turns() throws {
        func truth(_ turns: String) throws -> SoundTruth {
            let text = #"{"sampleRate": 16000, "turns": [\#(turns)]}"#
            return try SoundTruth(bytes: Array(text.utf8), path: "l")
        }
        let both = #"{"start": 15000, "end": 20000}, {"start": 30000, "end": 33000}"#
        let merged = try Evaluated.sound("a", "yes", heard: "yes", truth: truth(both))
        #expect(merged.speech == .init(starts: [1_000], ends: [-1_000]))
        #expect(merged.missedTurns == 0 && merged.extraSpeech == 0)
        let missed = try Evaluated.sound(
            "a", "yes", heard: "yes", truth: truth(#"{"start": 0, "end": 9000}"#))
        #expect(missed.missedTurns == 1 && missed.extraSpeech == 1)
        let empty = try Evaluated.sound("a", "", heard: "yes", truth: truth(""))
        #expect(empty.counts(.extraSpeech) == (1, 1) && empty.counts(.missedTurns) == (0, 0))
    }

    @Test("worse than the baseline by more than the tolerance is worse, the rest is not")
    func comparison() throws {
        let pairs: [(String, String?)] = [
            ("yes", "yes"), ("no", "no"), ("yes", "yes"), ("no", "no"), ("maybe", "?no"),
        ]
        var planted = pairs
        planted[1].1 = "?no"
        planted[4].1 = "no"
        let before = try Evaluated.evaluation(pairs)
        let after = try Evaluated.evaluation(planted)
        let baseline = try self.baseline(of: before)
        func worse(_ evaluation: Evaluation, points: Double) throws -> EvaluationComparison {
            try EvaluationComparison(
                evaluation, with: baseline, tolerance: .init(points: points, milliseconds: 0))
        }
        #expect(try worse(before, points: 0).worse.isEmpty)
        let found = try worse(after, points: 0)
        #expect(
            found.worse.map(\.figure) == [
                "word error rate", "sentences right", "false accepts", "right ones kept",
            ])
        #expect(found.worse[0].was == "0.0 % (0 of 4)" && found.worse[0].now == "25.0 % (1 of 4)")
        #expect(found.newlyWrong == ["b", "e"] && found.newlyRight.isEmpty)
        #expect(try worse(after, points: 25).worse.map(\.figure) == ["false accepts"])
        #expect(try worse(after, points: 100).worse.isEmpty)
        let back = try EvaluationComparison(
            before, with: self.baseline(of: after), tolerance: .init(points: 0, milliseconds: 0))
        #expect(back.worse.isEmpty && back.newlyRight == ["b", "e"])
    }

    @Test("times are worse by milliseconds, and a figure that is gone is worse")
    func laterTimes() throws {
        func evaluation(start: Int, labelled: Bool = true) throws -> Evaluation {
            let text = #"{"sampleRate": 16000, "extent": [\#(start), 32000]}"#
            let truth = try SoundTruth(bytes: Array(text.utf8), path: "l")
            let sound = try Evaluated.sound(
                "a", "yes", heard: "yes", truth: labelled ? truth : nil)
            return Evaluation([sound], recognizer: .init(kind: "scripted"), task: "phrases")
        }
        let baseline = try self.baseline(of: evaluation(start: 16_000))
        func worse(_ evaluation: Evaluation) throws -> [String] {
            try EvaluationComparison(
                evaluation, with: baseline, tolerance: .init(points: 0, milliseconds: 10)
            ).worse.map { "\($0.figure): \($0.was) -> \($0.now)" }
        }
        #expect(try worse(evaluation(start: 15_840)).isEmpty)
        #expect(
            try worse(evaluation(start: 15_824)) == [
                "speech start, median: 0.0 ms -> 11.0 ms", "speech start, 90 %: 0.0 ms -> 11.0 ms",
            ])
        let gone = try worse(evaluation(start: 16_000, labelled: false))
        #expect(gone.count == 6 && gone.allSatisfy { $0.hasSuffix("-> not measured") })
    }

    @Test("a baseline of other sounds or words, or that is none, is refused with the reason")
    func otherBaseline() throws {
        let baseline = try self.baseline(of: Evaluated.evaluation([("yes", "yes"), ("no", "no")]))
        for (pairs, words) in [
            ([("yes", "yes")], "1 are missing now, 0 are new"),
            ([("yes", "yes"), ("yes", "yes")], "the words of b are others"),
        ] as [([(String, String?)], String)] {
            let error = #expect(throws: CommandError.self) {
                _ = try EvaluationComparison(
                    Evaluated.evaluation(pairs), with: baseline,
                    tolerance: .init(points: 0, milliseconds: 0))
            }
            #expect(error?.description.contains(words) == true)
            #expect(error?.status == .badData)
        }
        for text in [
            "", "[]", "{}", #"{"kind": "evaluation", "formatVersion": 1}"#,
            #"{"kind": "evaluation", "formatVersion": 2, "shares": [], "timings": [], "#
                + #""files": []}"#,
            #"{"kind": "evaluation", "formatVersion": 1, "shares": [], "timings": [], "#
                + #""files": []}"#,
            #"{"kind": "evaluation", "formatVersion": 1, "shares": [{"name": "wordErrors", "#
                + #""count": 1, "total": 0}], "timings": [], "files": []}"#,
        ] {
            let error = #expect(throws: CommandError.self) {
                _ = try EvaluationBaseline(bytes: Array(text.utf8), path: "b.json")
            }
            #expect(error?.status == .badData && error?.description.hasPrefix("b.json") == true)
        }
    }

    private func baseline(of evaluation: Evaluation) throws -> EvaluationBaseline {
        let value = EvaluationJSON.value(evaluation, comparison: nil)
        return try EvaluationBaseline(bytes: JSONWriter.prettyBytes(value), path: "before.json")
    }
}
