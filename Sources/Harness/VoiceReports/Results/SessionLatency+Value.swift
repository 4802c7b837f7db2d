internal import VoiceDiff
internal import VoiceJSON
internal import VoiceTime
internal import VoiceTrace

/// The latencies of a session as a record keeps them.
///
/// Shape: `{ "turns": [TURN], "gaps": [[item, frame, OUTCOME]],
/// "sounds": [[item, frame, OUTCOME or null, OUTCOME or null]],
/// "figures"?: [[name, frame, microseconds, turn or null]], "faults"?: [[rule, what]] }`.
/// TURN is `{ "active": [from, to], "words"?, "keys"?, "line"?, "source", "module"?,
/// METRIC: OUTCOME, "parts"?: [PART], "prompt"?, "offset"?, "notes"?: [text], "answer"? }`, PART
/// is `[kind, frames, owner or null, limit or null]`. Of a call that was recorded there is `"call"`
/// as in the JSON of `latency`. OUTCOME is the frames of what was measured,
/// `[frames, reason]` of what is only the least, `[frames]` of what was talked over, and a reason
/// of what does not count.
extension SessionLatency {
    var value: JSONObject {
        var value: JSONObject = [
            "turns": .array(turns.map { .object($0.value) }),
            "gaps": .array(
                gaps.map { .array([.string($0.item), .integer($0.frame), $0.outcome.value]) }),
            "sounds": .array(
                sounds.map { sound in
                    .array([
                        .string(sound.item), .integer(sound.frame), sound.clipGap?.value ?? .null,
                        sound.start?.value ?? .null,
                    ])
                }),
        ]
        if !figures.isEmpty {
            value["figures"] = .array(
                figures.map { figure in
                    .array([
                        .string(figure.name), .integer(figure.frame),
                        .integer(figure.microseconds),
                        figure.turn.map { .integer(Int64($0)) } ?? .null,
                    ])
                })
        }
        if !faults.isEmpty {
            value["faults"] = .array(
                faults.map { .array([.string($0.rule.rawValue), .string($0.what)]) })
        }
        value["call"] = call.map { CallJSON.value($0, rate: sampleRate) }
        return value
    }

    /// Reads what ``value`` holds of the session of `record`, which is called `name`; nil when it
    /// is not that.
    init?(_ value: JSONObject, of record: SessionRecord, name: String) {
        guard let frames = record.frames,
            let rate = record.sampleRate.flatMap({ SampleRate(hertz: $0) }),
            let turns = value["turns"]?.array, let gaps = value["gaps"]?.array,
            let sounds = value["sounds"]?.array
        else { return nil }
        self.init(name: name, path: record.path, sampleRate: rate, frames: frames)
        let limit = 2 * SessionManifest.secondsLimit * Frame(rate.hertz)
        let isWithin = { (frame: Frame) in (0...limit).contains(frame) }
        self.turns = turns.compactMap { $0.object.flatMap { TurnLatency($0, within: limit) } }
        self.gaps = gaps.compactMap { gap in
            guard let parts = gap.array, parts.count == 3, let item = parts[0].string,
                let frame = parts[1].integer, isWithin(frame),
                let outcome = LatencyOutcome(parts[2], within: limit)
            else { return nil }
            return PromptGap(item: item, frame: frame, outcome: outcome)
        }
        self.sounds = sounds.compactMap { sound in
            guard let parts = sound.array, parts.count == 4, let item = parts[0].string,
                let frame = parts[1].integer, isWithin(frame)
            else { return nil }
            return SoundBeginning(
                item: item, frame: frame, clipGap: LatencyOutcome(parts[2], within: limit),
                start: LatencyOutcome(parts[3], within: limit))
        }
        let figures = value["figures"]?.array ?? []
        self.figures = figures.compactMap { ToldFigure($0, within: limit) }
        let told = value["faults"]?.array ?? []
        faults = told.compactMap { fault in
            guard let parts = fault.array, parts.count == 2, let what = parts[1].string,
                let rule = parts[0].string.flatMap(LatencyFault.Rule.init)
            else { return nil }
            return LatencyFault(rule: rule, what: what)
        }
        if let kept = value["call"] {
            guard let read = CallJSON.call(kept, within: limit) else { return nil }
            call = read
        }
        guard self.turns.count == turns.count, self.gaps.count == gaps.count,
            self.sounds.count == sounds.count, self.figures.count == figures.count,
            faults.count == told.count
        else { return nil }
    }
}

extension TurnLatency {
    private static let metrics: [LatencyMetric] = [
        .response, .endpoint, .recognition, .told, .bargeIn,
    ]

    fileprivate var value: JSONObject {
        var value: JSONObject = [
            "active": .array([
                .integer(turn.active.lowerBound), .integer(turn.active.upperBound),
            ]),
            "source": .string(turn.source.rawValue),
        ]
        value["words"] = turn.words.map { .string($0) }
        value["keys"] = turn.keys.map { .string($0) }
        value["line"] = turn.line.map { .integer(Int64($0)) }
        value["module"] = module.map { .string($0) }
        for metric in Self.metrics { value[metric.rawValue] = self[metric]?.value }
        if !parts.isEmpty {
            value["parts"] = .array(
                parts.map { part in
                    .array([
                        .string(part.kind.rawValue), .integer(part.frames),
                        part.owner.map { .string($0) } ?? .null,
                        part.limit.map { .integer($0) } ?? .null,
                    ])
                })
        }
        value["prompt"] = prompt.map { .string($0) }
        value["offset"] = liveEndOffset.map { .integer($0) }
        if !notes.isEmpty { value["notes"] = .array(notes.map { .string($0.rawValue) }) }
        value["answer"] = answer.map { .string($0) }
        return value
    }

    /// Reads what ``value`` holds; nil when it is not that, or has a frame beyond `limit`.
    fileprivate init?(_ value: JSONObject, within limit: Frame) {
        func outcome(_ metric: LatencyMetric) -> LatencyOutcome? {
            LatencyOutcome(value[metric.rawValue], within: limit)
        }
        guard let active = value["active"]?.array, active.count == 2,
            let from = active[0].integer, let to = active[1].integer, 0 <= from, from <= to,
            to <= limit, let source = SpokenTurn.Source(rawValue: value["source"]?.string ?? ""),
            let response = outcome(.response), let endpoint = outcome(.endpoint),
            let recognition = outcome(.recognition), let told = outcome(.told),
            let bargeIn = outcome(.bargeIn)
        else { return nil }
        self.init(
            turn: SpokenTurn(
                active: from..<to, words: value["words"]?.string,
                line: value["line"]?.integer.map { Int(clamping: $0) }, source: source),
            endpoint: endpoint, recognition: recognition, response: response, bargeIn: bargeIn)
        turn.keys = value["keys"]?.string
        self.told = told
        module = value["module"]?.string
        let listed = value["parts"]?.array ?? []
        parts = listed.compactMap { LatencyPart($0, within: limit) }
        prompt = value["prompt"]?.string
        liveEndOffset = value["offset"]?.integer
        let remarks = value["notes"]?.array ?? []
        notes = remarks.compactMap { $0.string.flatMap(Note.init) }
        answer = value["answer"]?.string
        guard parts.count == listed.count, notes.count == remarks.count,
            (-limit...limit).contains(liveEndOffset ?? 0)
        else { return nil }
    }
}

extension ToldFigure {
    /// Reads a figure of a session; nil when it is none, or has a frame beyond `limit`.
    fileprivate init?(_ value: JSONValue, within limit: Frame) {
        guard let parts = value.array, parts.count == 4, let name = parts[0].string,
            let frame = parts[1].integer, (0...limit).contains(frame),
            let microseconds = parts[2].integer
        else { return nil }
        self.init(
            name: name, frame: frame, microseconds: microseconds,
            turn: parts[3].integer.map { Int(clamping: $0) })
    }
}

extension LatencyPart {
    /// Reads a part of a turn; nil when it is none, or has a frame beyond `limit`.
    fileprivate init?(_ value: JSONValue, within limit: Frame) {
        guard let parts = value.array, parts.count == 4,
            let kind = parts[0].string.flatMap(Kind.init), let frames = parts[1].integer,
            (0...limit).contains(frames), (0...limit).contains(parts[3].integer ?? 0)
        else { return nil }
        self.init(kind, frames, owner: parts[2].string, limit: parts[3].integer)
    }
}

extension LatencyOutcome {
    fileprivate var value: JSONValue {
        switch self {
        case .measured(let frames): .integer(frames)
        case .censored(let frames, let reason): .array([.integer(frames), .string(reason.name)])
        case .talkedOver(let frames): .array([.integer(frames)])
        case .excluded(let reason): .string(reason.name)
        }
    }

    /// Reads what ``value`` holds; nil when it is not that, or has a frame beyond `limit`.
    fileprivate init?(_ value: JSONValue?, within limit: Frame) {
        func reason(_ value: JSONValue) -> LatencyReason? {
            value.string.flatMap { name in LatencyReason.allCases.first { $0.name == name } }
        }
        let list = value?.array
        guard let value, (-limit...limit).contains(value.integer ?? list?.first?.integer ?? 0)
        else { return nil }
        if let frames = value.integer {
            self = .measured(frames)
        } else if let reason = reason(value) {
            self = .excluded(reason)
        } else if let list, list.count == 2, let frames = list[0].integer,
            let reason = reason(list[1])
        {
            self = .censored(frames, reason)
        } else if let list, list.count == 1, let frames = list[0].integer {
            self = .talkedOver(frames)
        } else {
            return nil
        }
    }
}
