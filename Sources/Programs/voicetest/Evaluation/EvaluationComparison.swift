import VoiceJSON
import VoiceReports

/// Comparison of an evaluation with an earlier one of the same sounds.
struct EvaluationComparison: Sendable, Equatable {
    /// Largest worsening that counts as the same.
    struct Tolerance: Sendable, Equatable {
        /// Tolerance of shares, in percentage points.
        var points: Double
        /// Tolerance of times, in milliseconds.
        var milliseconds: Int64
    }

    /// A figure that is worse.
    struct Change: Sendable, Equatable {
        let figure: String
        let was: String
        let now: String
    }

    /// The earlier evaluation's file.
    let path: String
    let tolerance: Tolerance
    /// Number of figures that were compared.
    let compared: Int
    /// The figures that are worse by more than the tolerance.
    let worse: [Change]
    /// Sounds that were as wanted and are not.
    let newlyWrong: [String]
    /// Sounds that are as wanted and were not.
    let newlyRight: [String]

    /// Compares; a figure that is no longer measured is worse.
    ///
    /// - Throws: `CommandError` 65 where the earlier evaluation is of other sounds or words.
    init(
        _ evaluation: Evaluation, with baseline: EvaluationBaseline, tolerance: Tolerance
    ) throws {
        try baseline.check(evaluation)
        path = baseline.path
        self.tolerance = tolerance
        var worse: [Change] = []
        for was in baseline.shares {
            let now = evaluation.shares.first { $0.name == was.name }
            let text = "\(EvaluationText.percent(was.rate)) (\(was.count) of \(was.total))"
            guard let now else {
                worse.append(Change(figure: was.name.title, was: text, now: "not measured"))
                continue
            }
            let loss = (now.rate - was.rate) * (was.name.isGood ? -100 : 100)
            // Sums of decimal fractions are not exact.
            guard loss > tolerance.points + 1e-9 else { continue }
            worse.append(
                Change(
                    figure: was.name.title, was: text,
                    now: "\(EvaluationText.percent(now.rate)) (\(now.count) of \(now.total))"))
        }
        for was in baseline.timings {
            let now = evaluation.timings.first { $0.name == was.name }
            for (title, value) in [
                ("median", \EvaluatedTiming.median), ("90 %", \EvaluatedTiming.ninetieth),
            ] as [(String, KeyPath<EvaluatedTiming, Int64>)] {
                let limit = was[keyPath: value] + tolerance.milliseconds * 1_000
                let isWorse = now.map { $0[keyPath: value] > limit } ?? true
                guard isWorse else { continue }
                worse.append(
                    Change(
                        figure: "\(was.name.title), \(title)",
                        was: EvaluationText.milliseconds(was[keyPath: value]),
                        now: now.map { EvaluationText.milliseconds($0[keyPath: value]) }
                            ?? "not measured"))
            }
        }
        self.worse = worse
        compared = baseline.shares.count + 2 * baseline.timings.count
        let pairs = zip(evaluation.sounds, baseline.sounds)
        newlyWrong = pairs.filter { !$0.isAsWanted && $1.isAsWanted }.map(\.0.name)
        newlyRight = pairs.filter { $0.isAsWanted && !$1.isAsWanted }.map(\.0.name)
    }

    /// The comparison for people.
    var lines: [String] {
        let allowed =
            "\(Decimal.text(tolerance.points, digits: 1)) points, \(tolerance.milliseconds) ms"
        var lines = [""]
        if worse.isEmpty {
            lines.append("no worse than \(path): \(compared) figures within \(allowed)")
        } else {
            lines.append(
                "worse than \(path): \(worse.count) of \(compared) figures by more than \(allowed)")
        }
        lines += worse.map { "  \($0.figure): \($0.was) -> \($0.now)" }
        lines += newlyWrong.map { "  newly wrong: \($0)" }
        lines += newlyRight.map { "  newly right: \($0)" }
        return lines
    }
}

/// An earlier evaluation, read from what `--format json` printed.
struct EvaluationBaseline: Sendable {
    /// A share without its interval.
    struct Share: Sendable, Equatable {
        let name: EvaluatedShare.Name
        let count: Int
        let total: Int

        var rate: Double { Double(count) / Double(total) }
    }

    /// Result of a sound in the baseline: whether it was right.
    struct Sound: Sendable, Equatable {
        let name: String
        let reference: String
        let isInGrammar: Bool
        let isAsWanted: Bool
    }

    let path: String
    let shares: [Share]
    let timings: [EvaluatedTiming]
    let sounds: [Sound]

    /// Reads the bytes of an evaluation; `path` names it in errors.
    ///
    /// - Throws: `CommandError` 65.
    init(bytes: [UInt8], path: String) throws {
        self.path = path
        let root: JSONObject
        do {
            root = try JSONReader.value(of: bytes).object ?? [:]
        } catch { throw Self.refusal(path, "not JSON: \(error)") }
        guard root["kind"]?.string == EvaluationJSON.kind,
            let version = root["formatVersion"]?.integer, let shares = root["shares"]?.array,
            let timings = root["timings"]?.array, let files = root["files"]?.array
        else { throw Self.refusal(path, "it is not what --format json printed") }
        guard version <= EvaluationJSON.formatVersion else {
            throw Self.refusal(
                path, "its version is \(version), the newest known \(EvaluationJSON.formatVersion)")
        }
        self.shares = try shares.map { try Self.share($0, path) }
        self.timings = try timings.map { try Self.timing($0, path) }
        sounds = try files.map { try Self.sound($0, path) }
        guard !sounds.isEmpty, !self.shares.isEmpty else {
            throw Self.refusal(path, "it has no figure, so nothing can be compared")
        }
    }

    /// Checks that an evaluation is of the same sounds and words.
    func check(_ evaluation: Evaluation) throws {
        let now = evaluation.sounds.map(\.name)
        let was = sounds.map(\.name)
        guard now == was else {
            let (new, old) = (Set(now), Set(was))
            throw Self.refusal(
                path,
                "it was written for other sounds: \(old.subtracting(new).count) are missing now,"
                    + " \(new.subtracting(old).count) are new")
        }
        let changed = zip(evaluation.sounds, sounds).first {
            $0.reference != $1.reference || $0.isInGrammar != $1.isInGrammar
        }
        if let name = changed?.0.name {
            throw Self.refusal(
                path, "the words of \(name) are others, or no longer listened for alike")
        }
    }

    private static func share(_ value: JSONValue, _ path: String) throws -> Share {
        guard let object = value.object,
            let name = object["name"]?.string.flatMap(EvaluatedShare.Name.init),
            let count = object["count"]?.integer, let total = object["total"]?.integer,
            (1...Int64(Int32.max)).contains(total), (0...Int64(Int32.max)).contains(count)
        else { throw refusal(path, "one of its \"shares\" is none") }
        return Share(name: name, count: Int(count), total: Int(total))
    }

    private static func timing(_ value: JSONValue, _ path: String) throws -> EvaluatedTiming {
        let limit: Int64 = 1 << 50
        guard let object = value.object,
            let name = object["name"]?.string.flatMap(EvaluatedTiming.Name.init),
            let count = object["count"]?.integer, let median = object["medianUs"]?.integer,
            let ninetieth = object["p90Us"]?.integer, let bias = object["biasUs"]?.integer,
            (1...limit).contains(count), (0...limit).contains(median),
            (0...limit).contains(ninetieth), (-limit...limit).contains(bias)
        else { throw refusal(path, "one of its \"timings\" is none") }
        return EvaluatedTiming(
            name: name, count: Int(count), median: median, ninetieth: ninetieth, bias: bias)
    }

    private static func sound(_ value: JSONValue, _ path: String) throws -> Sound {
        guard let object = value.object, let name = object["file"]?.string,
            let reference = object["reference"]?.string,
            let isInGrammar = object["inGrammar"]?.bool, let isRight = object["right"]?.bool,
            let isAccepted = object["accepted"]?.bool
        else { throw refusal(path, "one of its \"files\" is none") }
        return Sound(
            name: name, reference: reference, isInGrammar: isInGrammar,
            isAsWanted: isInGrammar ? isRight : !isAccepted)
    }

    private static func refusal(_ path: String, _ why: String) -> CommandError {
        CommandError(
            .badData,
            "\(path): the baseline cannot be used: \(why). Write one with voicetest"
                + " evaluate --format json.")
    }
}
