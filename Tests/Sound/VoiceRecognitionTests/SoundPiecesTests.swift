import Testing
import VoiceAudio
import VoiceRecognition

/// Sound in pieces that its copies share.
struct SoundPiecesTests {
    private static func samples(_ range: Range<Int>) -> [Int16] {
        range.map { Int16(truncatingIfNeeded: $0 * 7) }
    }

    /// The samples from `start` to `end`, in pieces of ten that lie where `start` does not matter.
    private static func sound(_ start: Int, _ end: Int, pieces size: Int = 10) -> SoundPieces {
        let first = start / size * size
        let pieces = stride(from: first, to: end, by: size).map { samples($0..<$0 + size) }
        return SoundPieces(
            sampleRate: 100, pieces: pieces, offset: start - first, count: end - start)
    }

    @Test("gives its samples, from the beginning or later", arguments: [(0, 40), (3, 38), (9, 11)])
    func samples(start: Int, end: Int) {
        let sound = Self.sound(start, end)
        #expect(sound.sound.samples == Self.samples(start..<end))
        for place in 0...end - start {
            #expect(sound.samples(from: place) == Self.samples(start + place..<end))
        }
        #expect(sound.prefix(2).sound.samples == Self.samples(start..<start + 2))
        #expect(sound.prefix(1_000).count == end - start)
    }

    @Test("is the beginning of a longer sound, whatever pieces either is in")
    func beginnings() {
        let whole = Self.sound(3, 60)
        for end in 3...60 {
            #expect(Self.sound(3, end).isBeginning(of: whole))
            #expect(Self.sound(3, end, pieces: 7).isBeginning(of: whole))
            #expect(whole.prefix(end - 3).isBeginning(of: whole))
        }
        #expect(!Self.sound(4, 20).isBeginning(of: whole))
        #expect(!whole.isBeginning(of: Self.sound(3, 59)))
        #expect(Self.sound(3, 60, pieces: 60) == whole)
    }

    @Test("is no beginning of a sound that differs in one sample", arguments: [0, 9, 10, 36])
    func difference(place: Int) {
        var samples = Self.samples(3..<40)
        samples[place] += 1
        let other = SoundPieces(MonoSound(sampleRate: 100, samples: samples))
        #expect(!Self.sound(3, 40).isBeginning(of: other))
        #expect(!other.isBeginning(of: Self.sound(3, 60)))
        #expect(Self.sound(3, 3 + place).isBeginning(of: other))
    }

    @Test("a sound of another rate is another sound")
    func rate() {
        let sound = MonoSound(sampleRate: 100, samples: [1, 2])
        #expect(SoundPieces(sound) != SoundPieces(MonoSound(sampleRate: 200, samples: [1, 2])))
        #expect(SoundPieces(sound).sound == sound)
    }
}
