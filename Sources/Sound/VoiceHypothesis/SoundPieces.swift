public import VoiceAudio

/// Mono sound in pieces that its copies share.
///
/// A sound that grows is given again and again, each time longer, and shares all but its end with
/// what was given before: so it costs its new samples alone.
public struct SoundPieces: Sendable {
    /// Frames per second, in hertz.
    public let sampleRate: Int
    /// Number of samples.
    public let count: Int
    private let pieces: [[Int16]]
    /// Place in the first piece where the sound begins.
    private let offset: Int

    /// The `count` samples of `pieces`, one after the other, that begin at `offset` of the first.
    ///
    /// The last piece may go on behind them.
    package init(sampleRate: Int, pieces: [[Int16]], offset: Int, count: Int) {
        precondition(offset >= 0 && count >= 0, "a place in the pieces")
        precondition(
            offset + count <= pieces.reduce(0) { $0 + $1.count }, "the pieces hold the sound")
        self.sampleRate = sampleRate
        self.pieces = pieces
        self.offset = offset
        self.count = count
    }

    /// A sound that is one piece.
    package init(_ sound: MonoSound) {
        self.init(
            sampleRate: sound.sampleRate, pieces: [sound.samples], offset: 0,
            count: sound.samples.count)
    }

    /// Creates so many samples of silence, at the cost of a second of them.
    package init(silence count: Int, sampleRate: Int) {
        let second = [Int16](repeating: 0, count: sampleRate)
        self.init(
            sampleRate: sampleRate,
            pieces: Array(repeating: second, count: (count + sampleRate - 1) / sampleRate),
            offset: 0, count: count)
    }

    /// The samples in one.
    public var sound: MonoSound {
        if offset == 0, pieces.count == 1, pieces[0].count == count {
            return MonoSound(sampleRate: sampleRate, samples: pieces[0])
        }
        return MonoSound(sampleRate: sampleRate, samples: samples(from: 0))
    }

    /// The samples from `start` on.
    public func samples(from start: Int) -> [Int16] {
        var samples: [Int16] = []
        var left = max(0, count - start)
        samples.reserveCapacity(left)
        var place = offset + start
        for piece in pieces where left > 0 {
            guard place < piece.count else {
                place -= piece.count
                continue
            }
            let taken = min(left, piece.count - place)
            samples += piece[place..<place + taken]
            left -= taken
            place = 0
        }
        return samples
    }

    /// Returns the first samples, all where there are fewer.
    package func prefix(_ count: Int) -> SoundPieces {
        SoundPieces(
            sampleRate: sampleRate, pieces: pieces, offset: offset, count: min(count, self.count))
    }

    /// Whether `other` begins with all of this sound.
    package func isBeginning(of other: SoundPieces) -> Bool {
        guard sampleRate == other.sampleRate, count <= other.count else { return false }
        guard offset == other.offset else { return hasSamples(of: other) }
        var left = offset + count
        for (piece, its) in zip(pieces, other.pieces) where left > 0 {
            let needed = min(left, piece.count)
            // Cut elsewhere.
            guard its.count >= needed, its.count == piece.count || needed == left else {
                return hasSamples(of: other)
            }
            // Pieces that are shared are told at once, others by their samples.
            guard piece == its || piece[..<needed] == its[..<needed] else { return false }
            left -= needed
        }
        return left == 0 || hasSamples(of: other)
    }

    private func hasSamples(of other: SoundPieces) -> Bool {
        samples(from: 0) == other.prefix(count).samples(from: 0)
    }
}

extension SoundPieces: Equatable {
    /// Whether two sounds have the same samples at the same rate, whatever pieces they are in.
    public static func == (left: SoundPieces, right: SoundPieces) -> Bool {
        left.count == right.count && left.isBeginning(of: right)
    }
}
