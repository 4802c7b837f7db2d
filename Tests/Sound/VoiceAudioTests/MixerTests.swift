import Testing
import VoiceAudio

@Suite struct LevelTests {
    @Test("measures RMS and peak in dBFS")
    func levels() {
        let square: [Int16] = [16_384, -16_384, 16_384, -16_384]
        #expect(abs(Level.rms(square) - (-6.02)) < 0.01)
        #expect(abs(Level.peak(square) - (-6.02)) < 0.01)
        #expect(Level.peak([Int16.min]) == 0)
        #expect(Level.rms([Int16]()) == -.infinity)
        #expect(Level.peak([Int16(0)]) == -.infinity)
    }

    @Test("leaves pauses out of the active power")
    func active() {
        let speech = [Int16](repeating: 1_000, count: 1_600)
        let silence = [Int16](repeating: 0, count: 16_000)
        let sound = MonoSound(sampleRate: 16_000, samples: silence + speech + silence)
        #expect(abs(Level.decibels(power: Level.activePower(sound)) - Level.rms(speech)) < 0.01)
    }
}

@Suite struct MixerTests {
    @Test("applies an exact gain and clamps")
    func gain() {
        let sound = MonoSound(sampleRate: 8_000, samples: [1_000, -1_000, 30_000, -30_000])
        #expect(Mixer.applying(gainDB: 0, to: sound) == sound)
        #expect(
            Mixer.applying(gainDB: 20, to: sound).samples == [10_000, -10_000, 32_767, -32_768])
    }
}

@Suite struct RoomToneTests {
    @Test("lies near -60 dBFS without an offset", arguments: [UInt64(0), 1, 0xFFFF_FFFF_FFFF_FFFF])
    func level(seed: UInt64) {
        let sound = RoomTone(seed: seed).sound(frames: 160_000, sampleRate: 16_000)
        #expect(abs(Level.rms(sound.samples) + 60) < 0.2)
        let mean = sound.samples.reduce(0) { $0 + Int($1) } / sound.frames
        #expect(mean == 0)
    }

    @Test("fills blocks of any size with the same samples", arguments: [1, 7, 160, 999])
    func blocks(size: Int) {
        let tone = RoomTone(seed: 42)
        let whole = tone.sound(frames: 2_000, sampleRate: 16_000).samples
        var pieces = [Int16](repeating: 0, count: 2_000)
        pieces.withUnsafeMutableBufferPointer { all in
            for start in stride(from: 0, to: 2_000, by: size) {
                let end = min(start + size, 2_000)
                tone.fill(
                    UnsafeMutableBufferPointer(rebasing: all[start..<end]), from: Int64(start))
            }
        }
        #expect(pieces == whole)
    }

    @Test("gives known samples for a known seed, and others for another")
    func known() {
        let tone = RoomTone(seed: 42)
        #expect((0..<8).map { tone.sample(at: $0) } == [-25, 39, -35, 10, -76, 9, -39, -10])
        let other = RoomTone(seed: 43)
        #expect((0..<99).map { other.sample(at: $0) } != (0..<99).map { tone.sample(at: $0) })
    }
}
