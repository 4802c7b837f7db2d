internal import VoiceJSON
internal import VoiceTime

/// The sound of a turn, from just before the caller's end to just after the answer.
struct TurnSound {
    /// Stretch of the sound, in frames.
    let frames: Range<Frame>
    let rate: Int
    /// The number of its session in the page.
    let number: Int
    /// Its pieces, as a ``SessionDetail`` lists them.
    private let pieces: [JSONValue]

    /// The sounds that `detail` holds of turns of the session at `place`.
    static func all(in detail: SessionDetail, place: Int) -> [TurnSound] {
        let rate = Int(clamping: detail.object["rate"]?.integer ?? 0)
        return (detail.object["turns"]?.array ?? []).compactMap { turn in
            guard let from = turn.object?["from"]?.integer, let to = turn.object?["to"]?.integer,
                from <= to, let pieces = turn.object?["sound"]?.array, !pieces.isEmpty
            else { return nil }
            return TurnSound(frames: from..<to, rate: rate, number: place + 1, pieces: pieces)
        }
    }

    /// The sound of the turn in `row` among those of its session.
    static func sound(of row: LatencyRow, in sounds: [TurnSound]) -> TurnSound? {
        let stretch = SlowTurn.stretch(row.turn, of: row.session)
        return sounds.first { $0.frames.lowerBound == stretch.lowerBound }
    }

    /// JSON that the page's script reads: `{ "number", "rate", "from", "to", "sound" }`.
    var text: String {
        JSONWriter.text([
            "number": .integer(Int64(number)), "rate": .integer(Int64(rate)),
            "from": .integer(frames.lowerBound),
            "to": .integer(frames.upperBound), "sound": .array(pieces),
        ])
    }
}
