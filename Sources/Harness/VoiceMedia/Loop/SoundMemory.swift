internal import VoiceHypothesis
internal import VoiceTime

/// The last part of a sound that comes in, in pieces of a second, which are shared with the parts
/// that are cut out of it.
struct SoundMemory {
    private let rate: SampleRate
    /// Each is a second but the last.
    private var pieces: [[Int16]] = []
    /// The frame of the first sample that is remembered, and the one behind the last.
    private(set) var start: Frame = 0
    private(set) var end: Frame = 0

    /// A memory of nothing yet.
    init(rate: SampleRate) { self.rate = rate }

    /// Takes the samples that follow.
    mutating func append(_ samples: some Collection<Int16>) {
        var rest = samples[...]
        while !rest.isEmpty {
            if (pieces.last?.count ?? rate.hertz) >= rate.hertz {
                var piece: [Int16] = []
                piece.reserveCapacity(rate.hertz)
                pieces.append(piece)
            }
            let last = pieces.count - 1
            let room = rest.prefix(rate.hertz - pieces[last].count)
            pieces[last].append(contentsOf: room)
            end += Frame(room.count)
            rest = rest.dropFirst(room.count)
        }
    }

    /// Forgets the pieces that end at `frame` or earlier.
    mutating func forget(before frame: Frame) {
        let past = (frame - start) / Frame(rate.hertz)
        guard past > 0 else { return }
        let count = min(Int(past), pieces.count)
        pieces.removeFirst(count)
        start = min(end, start + Frame(count * rate.hertz))
    }

    /// Returns the sound in a range of frames, as far as it is remembered.
    func sound(_ range: Range<Frame>) -> SoundPieces {
        let range = range.clamped(to: start..<end)
        let first = Int(range.lowerBound - start) / rate.hertz
        let last = range.isEmpty ? first : (Int(range.upperBound - start) - 1) / rate.hertz + 1
        return SoundPieces(
            sampleRate: rate.hertz, pieces: Array(pieces[min(first, pieces.count)..<last]),
            offset: range.isEmpty ? 0 : Int(range.lowerBound - start) % rate.hertz,
            count: range.count)
    }
}
