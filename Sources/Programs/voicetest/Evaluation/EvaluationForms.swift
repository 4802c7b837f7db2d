import VoiceJSON
import VoiceRecognition
import VoiceReports

/// An evaluation as JSON; its schema is `evaluate.schema.json` of `VoiceReports`.
enum EvaluationJSON {
    /// The version of the form that this program writes, and the newest it compares with.
    static let formatVersion: Int64 = 1
    /// Name that the document gives its kind.
    static let kind = "evaluation"

    static func value(
        _ evaluation: Evaluation, comparison: EvaluationComparison?
    ) -> JSONValue {
        func number(_ count: Int) -> JSONValue { .integer(Int64(count)) }
        var object: JSONObject = [
            "kind": .string(kind), "formatVersion": .integer(formatVersion),
            "recognizer": [
                "kind": .string(evaluation.recognizer.kind),
                "model": .string(evaluation.recognizer.model),
                "digest": .string(evaluation.recognizer.digest),
            ],
            "task": .string(evaluation.task), "seed": .string(String(evaluation.seed)),
            "sounds": number(evaluation.sounds.count),
            "inGrammar": number(evaluation.inGrammar),
            "setAside": number(evaluation.setAside),
            "utterances": number(evaluation.utterances),
            "substitutions": number(evaluation.substitutions),
            "deletions": number(evaluation.deletions),
            "insertions": number(evaluation.insertions),
            "shares": .array(evaluation.shares.map(value)),
            "timings": .array(evaluation.timings.map(value)),
            "files": .array(evaluation.sounds.map(value)),
        ]
        object["baseline"] = comparison.map(value)
        return .object(object)
    }

    private static func value(_ share: EvaluatedShare) -> JSONValue {
        [
            "name": .string(share.name.rawValue), "count": .integer(Int64(share.count)),
            "total": .integer(Int64(share.total)), "rate": Decimal.value(share.rate, digits: 6),
            "low": Decimal.value(share.low, digits: 6),
            "high": Decimal.value(share.high, digits: 6),
        ]
    }

    private static func value(_ timing: EvaluatedTiming) -> JSONValue {
        [
            "name": .string(timing.name.rawValue), "count": .integer(Int64(timing.count)),
            "medianUs": .integer(timing.median), "p90Us": .integer(timing.ninetieth),
            "biasUs": .integer(timing.bias),
        ]
    }

    private static func value(_ sound: EvaluatedSound) -> JSONValue {
        var object: JSONObject = [
            "file": .string(sound.name), "reference": .string(sound.reference),
            "heard": .string(sound.heard), "inGrammar": .bool(sound.isInGrammar),
            "accepted": .bool(sound.isAccepted), "right": .bool(sound.isRight),
            "nearestRight": .bool(sound.isNearestRight),
            "utterances": .integer(Int64(sound.utterances)),
        ]
        object["errors"] = sound.alignment.map { .integer(Int64($0.errors)) }
        if sound.hasTruth {
            object["missedTurns"] = .integer(Int64(sound.missedTurns))
            object["extraSpeech"] = .integer(Int64(sound.extraSpeech))
        }
        if !sound.failures.isEmpty {
            object["failures"] = .array(sound.failures.map { .string($0) })
        }
        return .object(object)
    }

    private static func value(_ comparison: EvaluationComparison) -> JSONValue {
        [
            "path": .string(comparison.path), "compared": .integer(Int64(comparison.compared)),
            "tolerance": Decimal.value(comparison.tolerance.points, digits: 3),
            "toleranceMs": .integer(comparison.tolerance.milliseconds),
            "worse": .array(
                comparison.worse.map {
                    ["figure": .string($0.figure), "was": .string($0.was), "is": .string($0.now)]
                }),
            "newlyWrong": .array(comparison.newlyWrong.map { .string($0) }),
            "newlyRight": .array(comparison.newlyRight.map { .string($0) }),
        ]
    }
}

/// An evaluation as a table for people.
struct EvaluationText {
    /// Whether every sound is listed; otherwise the first of those that are not right.
    let listsAll: Bool
    /// The columns that tables fit into; nil leaves them as wide as they are.
    var columns: Int?
    /// Largest number of sounds that are not right and are listed.
    private static let listed = 20

    func lines(_ evaluation: Evaluation, comparison: EvaluationComparison?) -> [String] {
        let outside = evaluation.sounds.count - evaluation.inGrammar
        var lines = [
            "\(evaluation.sounds.count) sounds, \(evaluation.inGrammar) in the grammar, \(outside)"
                + " outside of it, \(evaluation.setAside) set aside; \(evaluation.utterances)"
                + " utterances heard by \(evaluation.recognizer.kind)"
                + " (\(evaluation.recognizer.model), \(evaluation.task))",
            "",
        ]
        lines += table(
            [["figure", "value", "95 % interval", "counted"]]
                + evaluation.shares.map { row($0, evaluation) })
        if !evaluation.timings.isEmpty {
            lines.append("")
            lines += table(
                [["distance from the labels", "median", "90 %", "late by", "of"]]
                    + evaluation.timings.map(Self.row))
        }
        lines += sounds(evaluation)
        if let comparison { lines += comparison.lines }
        return lines
    }

    private func row(_ share: EvaluatedShare, _ evaluation: Evaluation) -> [String] {
        var counted = "\(share.count) of \(share.total)"
        if share.name == .wordErrors {
            counted +=
                " words (\(evaluation.substitutions) wrong, \(evaluation.deletions) missing,"
                + " \(evaluation.insertions) too many)"
        }
        return [
            share.name.title, Self.percent(share.rate),
            "\(Self.percent(share.low)) to \(Self.percent(share.high))", counted,
        ]
    }

    private static func row(_ timing: EvaluatedTiming) -> [String] {
        [
            timing.name.title, milliseconds(timing.median), milliseconds(timing.ninetieth),
            milliseconds(timing.bias), "\(timing.count)",
        ]
    }

    private func sounds(_ evaluation: Evaluation) -> [String] {
        let wrong = evaluation.sounds.filter { !$0.isAsWanted }
        let shown = listsAll ? evaluation.sounds[...] : wrong.prefix(Self.listed)
        guard !shown.isEmpty else { return [] }
        var lines = [""] + shown.map(Self.line)
        if !listsAll, wrong.count > shown.count {
            lines.append("and \(wrong.count - shown.count) more: --list shows all")
        }
        return lines
    }

    private static func line(_ sound: EvaluatedSound) -> String {
        let said = sound.reference.isEmpty ? "nothing" : "'\(sound.reference)'"
        let heard = sound.heard.isEmpty ? "nothing" : "'\(sound.heard)'"
        let verdict =
            switch (sound.isInGrammar, sound.isAsWanted) {
            case (true, true): "right"
            case (true, false): sound.isNearestRight ? "right and rejected" : "wrong"
            case (false, true): "rejected"
            case (false, false): "accepted"
            }
        return "\(sound.name): \(verdict), said \(said), heard \(heard)"
    }

    /// A share in percent with one digit behind the point.
    static func percent(_ share: Double) -> String { "\(Decimal.text(share * 100, digits: 1)) %" }

    /// Microseconds in milliseconds with one digit behind the point.
    static func milliseconds(_ microseconds: Int64) -> String {
        "\(Decimal.text(Double(microseconds) / 1_000, digits: 1)) ms"
    }

    private func table(_ rows: [[String]]) -> [String] {
        let numbers = Set(1..<rows[0].count - 1)
        var table = TextTable(head: rows[0], rightAligned: numbers)
        for row in rows.dropFirst() { table.add(row) }
        return table.lines(columns: columns)
    }
}

extension EvaluatedSound {
    /// Whether the sound was recognised without an error, or not at all where it is not listened
    /// for.
    var isAsWanted: Bool { isInGrammar ? isRight : !isAccepted }
}
