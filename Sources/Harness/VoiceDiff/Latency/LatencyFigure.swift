internal import VoiceTime

/// One metric over a set of sessions: what was counted how, and the percentiles.
package struct LatencyFigure: Sendable, Hashable {
    /// Quantity that is measured.
    package var metric: LatencyMetric
    /// Outcomes that were measured.
    package var measured = 0
    /// Outcomes of which only the least is known, by reason.
    package var censored: [LatencyReason: Int] = [:]
    /// Turns in which the app spoke too early.
    package var talkedOver = 0
    /// Outcomes that do not count, by reason.
    package var excluded: [LatencyReason: Int] = [:]
    /// The percentiles of the measured and the censored; nil of none.
    package var percentiles: Percentiles?
    /// The same, with what the caller's waiting left out filled in; nil where the interval is not
    /// known.
    package var corrected: Percentiles?
    /// The interval of that correction, in microseconds.
    package var interval: Int64?
    /// Every value in microseconds, ascending, and whether it is only the least; none for blocks.
    package var values: [Value] = []

    /// One value of a plot.
    public struct Value: Sendable, Hashable {
        /// The latency in microseconds; at least so long where ``isAtLeast`` says so.
        package var microseconds: Int64
        /// Whether it took at least so long.
        package var isAtLeast: Bool

        /// So many microseconds, or at least so many.
        package init(microseconds: Int64, isAtLeast: Bool) {
            self.microseconds = microseconds
            self.isAtLeast = isAtLeast
        }
    }

    /// The figure of `metric` over `sessions`.
    package init(_ metric: LatencyMetric, _ sessions: [SessionLatency]) {
        self.metric = metric
        if metric == .blockCompute {
            fillBlocks(sessions)
            return
        }
        var samples: [LatencySample] = []
        for session in sessions {
            for outcome in session.outcomes(metric) {
                count(outcome)
                guard let frames = outcome.counted else { continue }
                samples.append(
                    LatencySample(
                        microseconds: session.sampleRate.microseconds(frames),
                        isCensored: outcome.measured == nil))
            }
        }
        values = samples.map { Value(microseconds: $0.microseconds, isAtLeast: $0.isCensored) }
            .sorted { $0.microseconds < $1.microseconds }
        percentiles = Percentiles(samples)
        interval = Self.interval(metric, sessions)
        if let interval { corrected = Percentiles(samples, interval: interval) }
    }

    /// The figure of values that were kept; how they came to be is not known any more.
    package init(_ metric: LatencyMetric, values: [Value]) {
        self.metric = metric
        self.values = values.sorted { $0.microseconds < $1.microseconds }
        measured = values.count { !$0.isAtLeast }
        percentiles = Percentiles(
            values.map { LatencySample(microseconds: $0.microseconds, isCensored: $0.isAtLeast) })
    }

    /// Outcomes of all kinds.
    package var total: Int {
        measured + talkedOver + censored.values.reduce(0, +) + excluded.values.reduce(0, +)
    }

    /// Whether the sessions' engines tell what this figure counts: reports leave the others out.
    package var isTold: Bool {
        switch metric {
        case .told: total > excluded[.notTold] ?? 0
        case .clipGap, .soundStart: total > 0
        default: true
        }
    }

    /// Censored outcomes by reason, in the order in which reasons are declared.
    package var censoredByReason: [(reason: LatencyReason, count: Int)] { Self.listed(censored) }

    /// Excluded outcomes by reason, in the order in which reasons are declared.
    package var excludedByReason: [(reason: LatencyReason, count: Int)] { Self.listed(excluded) }

    private static func listed(
        _ counts: [LatencyReason: Int]
    ) -> [(reason: LatencyReason, count: Int)] {
        LatencyReason.allCases.compactMap { reason in counts[reason].map { (reason, $0) } }
    }

    private mutating func count(_ outcome: LatencyOutcome) {
        switch outcome {
        case .measured: measured += 1
        case .censored(_, let reason): censored[reason, default: 0] += 1
        case .talkedOver: talkedOver += 1
        case .excluded(let reason): excluded[reason, default: 0] += 1
        }
    }

    private mutating func fillBlocks(_ sessions: [SessionLatency]) {
        let groups = sessions.compactMap(\.blocks).flatMap(\.groups)
        let samples = groups.map {
            LatencySample(microseconds: ($0.nanoseconds + 999) / 1_000, count: $0.count)
        }
        measured = Int(clamping: groups.reduce(0) { $0 &+ $1.count })
        percentiles = Percentiles(samples)
        guard percentiles != nil else { return }
        interval = Self.blockMicroseconds
        corrected = Percentiles(samples, interval: Self.blockMicroseconds)
    }

    private static let blockMicroseconds: Int64 = 10_000

    /// The median distance between one turn, or prompt, and the next: how often a latency would
    /// have been taken by a caller who does not wait.
    private static func interval(
        _ metric: LatencyMetric, _ sessions: [SessionLatency]
    ) -> Int64? {
        var distances: [Int64] = []
        for session in sessions {
            let starts =
                switch metric {
                case .promptGap: session.gaps.map(\.frame)
                case .clipGap: session.sounds.filter { $0.clipGap != nil }.map(\.frame)
                case .soundStart: session.sounds.filter { $0.start != nil }.map(\.frame)
                default: session.turns.map(\.turn.active.lowerBound)
                }
            for (one, next) in zip(starts, starts.dropFirst()) where next > one {
                distances.append(session.sampleRate.microseconds(next - one))
            }
        }
        guard !distances.isEmpty else { return nil }
        // A correction in steps shorter than a block would fill in millions.
        return max(blockMicroseconds, distances.sorted()[distances.count / 2])
    }
}

extension LatencyOutcome {
    /// Frames that percentiles count: those measured, and the least of those that were not.
    var counted: Int64? {
        switch self {
        case .measured(let frames), .censored(let frames, _): max(0, frames)
        case .talkedOver, .excluded: nil
        }
    }
}

/// Quantity that is measured.
package enum LatencyMetric: String, Sendable, Hashable, CaseIterable {
    /// From the end of the caller's speech to where the answer is heard.
    case response
    /// From the end of the caller's speech to the decision `speechEnd`.
    case endpoint
    /// From `speechEnd` to the recognizer's answer.
    case recognition
    /// From the end of the caller's speech to the app's being told what was said.
    case told
    /// From the start of the caller's speech over a prompt to where the app stops talking.
    case bargeIn
    /// From the end of a prompt to the start of the next one.
    case promptGap
    /// From the last frame of speech to the first frame of the clip that follows.
    case clipGap
    /// From what asks for speech to its first frame that is heard.
    case soundStart
    /// Wall time that the machine needs for 10 ms of sound.
    case blockCompute

    /// Beginning and end of the measured time, as a person reads them.
    package var meaning: String {
        switch self {
        case .response: "speech really ended to the answer is heard"
        case .endpoint: "speech really ended to speechEnd decided"
        case .recognition: "the recognizer is asked to its answer"
        case .told: "speech really ended to the app is told what was said"
        case .bargeIn: "speech really began to the app stopped talking"
        case .promptGap: "prompt ended to next prompt began"
        case .clipGap: "speech ended to the clip after it began"
        case .soundStart: "speech asked for to its first frame heard"
        case .blockCompute: "wall time for 10 ms of sound"
        }
    }

    /// Whether there is one for every turn of the caller.
    package var isOfTurns: Bool {
        switch self {
        case .response, .endpoint, .recognition, .told, .bargeIn: true
        case .promptGap, .clipGap, .soundStart, .blockCompute: false
        }
    }
}

/// The latencies of a run over sessions.
package struct LatencyReport: Sendable, Hashable {
    /// The sessions, in the order in which they were given.
    package var sessions: [SessionLatency]
    /// A figure for every metric, in the order in which metrics are declared.
    package var figures: [LatencyFigure]

    /// The report on `sessions`.
    package init(_ sessions: [SessionLatency]) {
        self.sessions = sessions
        figures = LatencyMetric.allCases.map { LatencyFigure($0, sessions) }
    }

    /// Faults of figures that cannot be, by session.
    package var faults: [(session: String, fault: LatencyFault)] {
        var faults = sessions.flatMap { session in session.faults.map { (session.name, $0) } }
        let turns = sessions.reduce(0) { $0 + $1.turns.count }
        for figure in figures where figure.metric.isOfTurns && figure.total != turns {
            let fault = LatencyFault(
                rule: .accounting,
                what: "\(figure.metric.rawValue) counts \(figure.total) of \(turns) turns")
            faults.append(("all sessions", fault))
        }
        return faults
    }

    /// The figure of a metric.
    package subscript(metric: LatencyMetric) -> LatencyFigure? {
        figures.first { $0.metric == metric }
    }
}
