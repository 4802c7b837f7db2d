package import VoiceJSON
package import VoiceTime
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
    /// Returns the codec for the latencies of the session called `name` at `path`; no frame is
    /// beyond twice the longest session.
    package static func codec(
        name: String, path: String, sampleRate: SampleRate, frames: Frame
    ) -> JSONCodec<SessionLatency> {
        let limit = 2 * SessionManifest.secondsLimit * Frame(sampleRate.hertz)
        let outcome = LatencyOutcome.codec(within: limit)
        return JSONCodec<SessionLatency>(
            JSON.member("turns", JSON.list(TurnLatency.codec(within: limit))),
            JSON.member("gaps", JSON.list(PromptGap.codec(outcome, within: limit))),
            JSON.member("sounds", JSON.list(SoundBeginning.codec(outcome, within: limit))),
            JSON.member("figures", JSON.list(ToldFigure.codec(within: limit)), absentFor: []),
            JSON.member("faults", JSON.list(LatencyFault.codec), absentFor: []),
            JSON.optional("call", CallFigures.codec(rate: sampleRate, within: limit)),
            parts: { ($0.turns, $0.gaps, $0.sounds, $0.figures, $0.faults, $0.call) },
            make: { turns, gaps, sounds, figures, faults, call in
                var latency = SessionLatency(
                    name: name, path: path, sampleRate: sampleRate, frames: frames)
                (latency.turns, latency.gaps, latency.sounds) = (turns, gaps, sounds)
                (latency.figures, latency.faults, latency.call) = (figures, faults, call)
                return latency
            })
    }
}

extension TurnLatency {
    fileprivate static func codec(within limit: Frame) -> JSONCodec<TurnLatency> {
        let outcome = LatencyOutcome.codec(within: limit)
        return JSONCodec<TurnLatency>(
            JSON.member("active", stretch(within: limit)),
            JSON.member("source", JSON.name(of: SpokenTurn.Source.self)),
            JSON.optional("words", JSON.text), JSON.optional("keys", JSON.text),
            JSON.optional("line", JSON.count()),
            JSON.member(LatencyMetric.response.rawValue, outcome),
            JSON.member(LatencyMetric.endpoint.rawValue, outcome),
            JSON.member(LatencyMetric.recognition.rawValue, outcome),
            JSON.member(LatencyMetric.told.rawValue, outcome),
            JSON.member(LatencyMetric.bargeIn.rawValue, outcome),
            JSON.optional("module", JSON.text),
            JSON.member("parts", JSON.list(LatencyPart.codec(within: limit)), absentFor: []),
            JSON.optional("prompt", JSON.text),
            JSON.optional("offset", JSON.integer(-limit...limit)),
            JSON.member("notes", JSON.list(JSON.name(of: Note.self)), absentFor: []),
            JSON.optional("answer", JSON.text), JSON.optional("bounds", stretch(within: limit)),
            parts: {
                (
                    $0.turn.active, $0.turn.source, $0.turn.words, $0.turn.keys, $0.turn.line,
                    $0.response, $0.endpoint, $0.recognition, $0.told, $0.bargeIn, $0.module,
                    $0.parts, $0.prompt, $0.liveEndOffset, $0.notes, $0.answer,
                    $0.bounds
                )
            },
            make: {
                var turn = TurnLatency(
                    turn: SpokenTurn(active: $0, words: $2, line: $4, source: $1), endpoint: $6,
                    recognition: $7, response: $5, bargeIn: $9)
                (turn.turn.keys, turn.told, turn.module, turn.parts) = ($3, $8, $10, $11)
                (turn.prompt, turn.liveEndOffset, turn.notes, turn.answer) = ($12, $13, $14, $15)
                turn.bounds = $16
                return turn
            })
    }
}

extension PromptGap {
    fileprivate static func codec(
        _ outcome: JSONCodec<LatencyOutcome>, within limit: Frame
    ) -> JSONCodec<PromptGap> {
        JSONCodec<PromptGap>(
            row: JSON.text, JSON.integer(0...limit), outcome,
            parts: { ($0.item, $0.frame, $0.outcome) },
            make: { PromptGap(item: $0, frame: $1, outcome: $2) })
    }
}

extension SoundBeginning {
    fileprivate static func codec(
        _ outcome: JSONCodec<LatencyOutcome>, within limit: Frame
    ) -> JSONCodec<SoundBeginning> {
        JSONCodec<SoundBeginning>(
            row: JSON.text, JSON.integer(0...limit), JSON.orNull(outcome), JSON.orNull(outcome),
            parts: { ($0.item, $0.frame, $0.clipGap, $0.start) },
            make: { SoundBeginning(item: $0, frame: $1, clipGap: $2, start: $3) })
    }
}

extension ToldFigure {
    fileprivate static func codec(within limit: Frame) -> JSONCodec<ToldFigure> {
        JSONCodec<ToldFigure>(
            row: JSON.text, JSON.integer(0...limit), JSON.integer(), JSON.orNull(JSON.count()),
            parts: { ($0.name, $0.frame, $0.microseconds, $0.turn) },
            make: { ToldFigure(name: $0, frame: $1, microseconds: $2, turn: $3) })
    }
}

extension LatencyFault {
    fileprivate static let codec = JSONCodec<LatencyFault>(
        row: JSON.name(of: Rule.self), JSON.text, parts: { ($0.rule, $0.what) },
        make: { LatencyFault(rule: $0, what: $1) })
}

extension LatencyPart {
    fileprivate static func codec(within limit: Frame) -> JSONCodec<LatencyPart> {
        JSONCodec<LatencyPart>(
            row: JSON.name(of: Kind.self), JSON.integer(0...limit), JSON.orNull(JSON.text),
            JSON.orNull(JSON.integer(0...limit)),
            parts: { ($0.kind, $0.frames, $0.owner, $0.limit) },
            make: { LatencyPart(kind: $0, frames: $1, owner: $2, limit: $3) })
    }
}

extension LatencyOutcome {
    fileprivate static func codec(within limit: Frame) -> JSONCodec<LatencyOutcome> {
        let frames = JSON.integer(-limit...limit)
        return JSONCodec<LatencyOutcome>(
            write: { outcome in
                switch outcome {
                case .measured(let frames): .integer(frames)
                case .censored(let frames, let why): .array([.integer(frames), .string(why.name)])
                case .talkedOver(let frames): .array([.integer(frames)])
                case .excluded(let reason): .string(reason.name)
                }
            },
            read: { value in
                if let measured = frames.read(value) { return .measured(measured) }
                if let reason = reason(value) { return .excluded(reason) }
                guard let list = value.array, let first = list.first.flatMap(frames.read) else {
                    return nil
                }
                if list.count == 1 { return .talkedOver(first) }
                return list.count == 2 ? reason(list[1]).map { .censored(first, $0) } : nil
            })
    }

    private static func reason(_ value: JSONValue) -> LatencyReason? {
        LatencyReason.allCases.first { $0.name == value.string }
    }
}

/// Returns the codec of a stretch in frames, none of them beyond `limit`.
private func stretch(within limit: Frame) -> JSONCodec<Range<Frame>> {
    JSONCodec<Range<Frame>>(
        row: JSON.integer(0...limit), JSON.integer(0...limit),
        parts: { ($0.lowerBound, $0.upperBound) }, make: { $0 <= $1 ? $0..<$1 : nil })
}
