import VoiceRecognition
import VoiceTime

/// Share of counted things, with the range in which it would lie for other sounds of the kind.
struct EvaluatedShare: Sendable, Equatable {
    /// Kinds of counted shares.
    enum Name: String, Sendable, CaseIterable {
        /// Errors, of the words that are said and listened for.
        case wordErrors
        /// Sounds recognised without an error, of those that are listened for.
        case sentencesRight
        /// Sounds recognised as something, of those that are not listened for.
        case falseAccepts
        /// Sounds recognised rightly, of those that would be if nothing were rejected.
        case rightOnesKept
        /// Turns without any speech found, of the turns of the labels.
        case missedTurns
        /// Stretches of speech in no turn, of the stretches found where there are labels.
        case extraSpeech

        /// Whether more of it is better.
        var isGood: Bool { self == .sentencesRight || self == .rightOnesKept }

        /// The name for people.
        var title: String {
            switch self {
            case .wordErrors: "word error rate"
            case .sentencesRight: "sentences right"
            case .falseAccepts: "false accepts"
            case .rightOnesKept: "right ones kept"
            case .missedTurns: "turns missed"
            case .extraSpeech: "speech beside turns"
            }
        }
    }

    let name: Name
    let count: Int
    let total: Int
    /// The 95 % interval of ``rate``, 0 or more.
    let low: Double
    let high: Double

    /// ``count`` for each of ``total``.
    var rate: Double { Double(count) / Double(total) }
}

/// Distance of times from the labels.
struct EvaluatedTiming: Sendable, Equatable {
    /// Kinds of times.
    enum Name: String, Sendable, CaseIterable {
        case speechStart, speechEnd, wordStart, wordEnd

        /// The name for people.
        var title: String {
            switch self {
            case .speechStart: "speech start"
            case .speechEnd: "speech end"
            case .wordStart: "word start"
            case .wordEnd: "word end"
            }
        }
    }

    let name: Name
    let count: Int
    /// Median of the sizes of the errors, in microseconds.
    let median: Int64
    /// Nine in ten errors are no larger, in microseconds.
    let ninetieth: Int64
    /// Median of the errors, in microseconds; late is above 0.
    let bias: Int64
}

extension EvaluatedTiming {
    /// The figures of `errors` in frames of ``SoundListener/rate``; nil of none.
    ///
    /// Percentiles are by the nearest rank; of an even number the median is the lower one.
    init?(_ name: Name, errors: [Int64]) {
        guard !errors.isEmpty else { return nil }
        let sizes = errors.map(abs).sorted()
        func ranked(_ values: [Int64], _ percent: Int) -> Int64 {
            SoundListener.rate.microseconds(values[(values.count * percent + 99) / 100 - 1])
        }
        self.init(
            name: name, count: errors.count, median: ranked(sizes, 50),
            ninetieth: ranked(sizes, 90), bias: ranked(errors.sorted(), 50))
    }
}

/// Evaluation of a folder of sounds with transcripts.
struct Evaluation: Sendable {
    /// Number of times that the sounds are drawn anew for the intervals.
    static let resamples = 1_000

    /// Recognizer that heard the sounds.
    let recognizer: RecognizerIdentity
    /// Kind of the task: `grammar`, `phrases`, `graph` or `general`.
    let task: String
    /// The seed of the intervals.
    let seed: UInt64
    /// The sounds in the order of their names.
    let sounds: [EvaluatedSound]
    /// Number of sounds that the list says are not for evaluating.
    let setAside: Int
    /// Shares with anything counted, in the order of their names' cases.
    let shares: [EvaluatedShare]
    /// The times that were compared, in the order of their names' cases.
    let timings: [EvaluatedTiming]

    /// Adds the sounds up.
    init(
        _ sounds: [EvaluatedSound], recognizer: RecognizerIdentity, task: String,
        seed: UInt64 = 1, setAside: Int = 0
    ) {
        self.recognizer = recognizer
        self.task = task
        self.seed = seed
        self.sounds = sounds
        self.setAside = setAside
        shares = Self.shares(of: sounds, seed: seed)
        timings = EvaluatedTiming.Name.allCases.compactMap { name in
            EvaluatedTiming(name, errors: sounds.flatMap { $0.errors(name) })
        }
    }

    /// Sounds with words that are listened for.
    var inGrammar: Int { sounds.count { $0.isInGrammar } }
    /// Stretches of speech found in all sounds.
    var utterances: Int { sounds.reduce(0) { $0 + $1.utterances } }
    /// Words of the kinds of error, of all sounds.
    var substitutions: Int { sounds.reduce(0) { $0 + ($1.alignment?.substitutions ?? 0) } }
    var deletions: Int { sounds.reduce(0) { $0 + ($1.alignment?.deletions ?? 0) } }
    var insertions: Int { sounds.reduce(0) { $0 + ($1.alignment?.insertions ?? 0) } }

    /// Works out the shares with intervals by a bootstrap over sounds: as many are drawn as there
    /// are, with replacement, and the middle 95 % of the shares count (Bisani and Ney 2004).
    private static func shares(of sounds: [EvaluatedSound], seed: UInt64) -> [EvaluatedShare] {
        let names = EvaluatedShare.Name.allCases
        let counts = names.map { name in sounds.map { $0.counts(name) } }
        var drawn = names.map { _ in [Double]() }
        var chance = SeededChance(seed: seed).stream("evaluation")
        for _ in 0..<resamples where !sounds.isEmpty {
            let picked = sounds.indices.map { _ in chance.below(sounds.count) }
            for index in names.indices {
                var (count, total) = (0, 0)
                for sound in picked {
                    count += counts[index][sound].count
                    total += counts[index][sound].total
                }
                if total > 0 { drawn[index].append(Double(count) / Double(total)) }
            }
        }
        return names.indices.compactMap { index in
            let total = counts[index].reduce(0) { $0 + $1.total }
            guard total > 0 else { return nil }
            let rates = drawn[index].sorted()
            let cut = rates.count / 40
            return EvaluatedShare(
                name: names[index], count: counts[index].reduce(0) { $0 + $1.count }, total: total,
                low: rates[cut], high: rates[rates.count - 1 - cut])
        }
    }
}

extension EvaluatedSound {
    /// Returns the amounts that the sound adds to a share.
    func counts(_ name: EvaluatedShare.Name) -> (count: Int, total: Int) {
        switch name {
        case .wordErrors: (alignment?.errors ?? 0, alignment?.referenceWords ?? 0)
        case .sentencesRight: isInGrammar ? (isRight ? 1 : 0, 1) : (0, 0)
        case .falseAccepts: isInGrammar ? (0, 0) : (isAccepted ? 1 : 0, 1)
        case .rightOnesKept: isNearestRight ? (isRight ? 1 : 0, 1) : (0, 0)
        case .missedTurns: (missedTurns, turns)
        case .extraSpeech: hasTruth ? (extraSpeech, utterances) : (0, 0)
        }
    }

    /// The errors of times, in frames of ``SoundListener/rate``.
    func errors(_ name: EvaluatedTiming.Name) -> [Int64] {
        switch name {
        case .speechStart: speech.starts
        case .speechEnd: speech.ends
        case .wordStart: words.starts
        case .wordEnd: words.ends
        }
    }
}
