import VoiceJSON
internal import VoiceTime
import VoiceTrace

extension TwoWorlds {
    /// What a limit of listening counts from.
    package enum Start: Sendable {
        /// The beginning of listening.
        case listening
        /// The beginning of the speech, or its end.
        case speech, speechEnd
        /// When the microphone was as loud as speech last.
        case loud
    }

    /// A limit that ends listening.
    package struct Limit: Sendable {
        var start: Start
        var milliseconds: Int64
        var event: String
        var field: String
        var reason: String
        var slack: ClosedRange<Int64>

        /// A limit of so many `milliseconds` from `start`. `field` of the first event called
        /// `event` names it as `reason`. It may be late by `slack`, in milliseconds.
        package init(
            _ milliseconds: Int64, from start: Start, by reason: String, event: String = "listened",
            field: String = "by", slack: ClosedRange<Int64> = 0...10
        ) {
            self.milliseconds = milliseconds
            self.start = start
            self.reason = reason
            self.event = event
            self.field = field
            self.slack = slack
        }
    }

    /// What is wrong with a limit that was reached in both worlds, in sentences: it has to end
    /// listening at the same hop, when its time is over, and to be the reason that is told.
    package static func faults(
        of limit: Limit, heard: Outcome, simulated: Outcome
    ) -> [String] {
        var faults: [String] = []
        if let took = heard.milliseconds, let simulation = simulated.milliseconds,
            abs(took - simulation) > 10
        {
            faults.append("it took \(took) ms with sound and \(simulation) ms simulated")
        }
        for (world, outcome) in [("with sound", heard), ("simulated", simulated)] {
            guard let start = outcome.start(limit.start), let ended = outcome.ended else {
                faults.append("\(world) it did not begin, or did not end")
                continue
            }
            let late = (ended - start) / 16 - limit.milliseconds
            if !limit.slack.contains(late) { faults.append("\(world) it is \(late) ms late") }
            let end = outcome.events.first {
                $0.kind == limit.event && (limit.event == "listened" || $0.frame == ended)
            }
            let reason = end?.fields[limit.field]?.string
            if reason != limit.reason {
                faults.append("\(world) its reason is \(reason ?? "none")")
            }
        }
        return faults
    }
}

extension TwoWorlds.Outcome {
    fileprivate func start(_ start: TwoWorlds.Start) -> Frame? {
        switch start {
        case .listening: began
        case .speech: speech.first?.spoken
        case .speechEnd: speech.first?.end
        case .loud: lastLoud
        }
    }
}
