import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceDevices

@Suite struct LivePipeTests {
    private func frames(_ heard: [Float]) -> DuplexPort.Piece {
        .frames(heard.map { DuplexSample(heard: $0, played: 0) })
    }

    private func sound(_ pieces: [LivePipe.Piece]) -> [Int16] {
        pieces.flatMap { if case .sound(let samples) = $0 { samples } else { [Int16]() } }
    }

    @Test("gives the samples themselves at the session's own rate")
    func sameRate() throws {
        var pipe = try LivePipe(
            deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: false)
        let samples = (0..<800).map { Int16($0 * 7) }
        #expect(sound(pipe.take([frames(samples.map(PCM16.float))])) == samples)
    }

    @Test("takes echo out only while that is wanted")
    func switchesEcho() throws {
        var pipe = try LivePipe(
            deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: true)
        let samples = SpeechLikeSound.syllables(frames: 1_600)
        let block = frames(samples.map(PCM16.float))
        pipe.cancelEcho(false)
        #expect(sound(pipe.take([block])) == samples)
        pipe.cancelEcho(true)
        #expect(sound(pipe.take([block])) != samples)
        var plain = try LivePipe(
            deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: false)
        plain.cancelEcho(true)
        let isOffered = plain.offersEchoCancellation
        #expect(!isOffered)
        #expect(sound(plain.take([block])) == samples)
    }

    @Test("puts a gap where the frames are missing, and goes on behind it")
    func gap() throws {
        var pipe = try LivePipe(
            deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: false)
        let tone = [Float](repeating: 0.5, count: 250)
        let pieces = pipe.take([frames(tone), .lost(frames: 300), frames(tone)])
        let half = PCM16.sample(0.5)
        #expect(
            pieces == [
                .sound([Int16](repeating: half, count: 250)), .gap(frames: 300),
                .sound([Int16](repeating: half, count: 250)),
            ])
    }

    @Test("tells of silence that was played at its place")
    func lostOutput() throws {
        var pipe = try LivePipe(
            deviceRate: 32_000, sessionRate: 16_000, cancelsEcho: false)
        let tone = [Float](repeating: 0.5, count: 3_200)
        let pieces = pipe.take([frames(tone), .lostOutput(frames: 64), frames(tone)])
        #expect(pieces.contains(.lostOutput(frames: 32)))
        guard case .sound(let before)? = pieces.first else {
            Issue.record("sound comes first")
            return
        }
        #expect(before.count == 1_600)
    }

    @Test("counts the session's frames over gaps at any rate", arguments: [8_000, 44_100, 48_000])
    func rates(rate: Int) throws {
        var pipe = try LivePipe(
            deviceRate: rate, sessionRate: 16_000, cancelsEcho: false)
        var count: Int64 = 0
        var gaps: Int64 = 0
        for round in 0..<100 {
            let lost = round % 10 == 3 ? [DuplexPort.Piece.lost(frames: 77)] : []
            for piece in pipe.take(lost + [frames([Float](repeating: 0.1, count: 997))]) {
                switch piece {
                case .sound(let samples): count += Int64(samples.count)
                case .gap(let frames): gaps += frames
                case .lostOutput: break
                }
            }
        }
        let device = 100 * 997 + 10 * 77
        #expect(abs(gaps - Int64(770 * 16_000 / rate)) <= 10)
        // What the filters still hold is at most 30 ms.
        let total = Int64(device * 16_000 / rate)
        #expect((total - 480)...total ~= count + gaps)
    }

    @Test("gives the same however the device cuts its blocks")
    func blocks() throws {
        let heard = SpeechLikeSound.syllables(frames: 20_000).map(PCM16.float)
        func run(_ size: Int) throws -> [Int16] {
            var pipe = try LivePipe(
                deviceRate: 44_100, sessionRate: 16_000, cancelsEcho: true)
            var samples: [Int16] = []
            for start in stride(from: 0, to: heard.count, by: size) {
                let block = Array(heard[start..<min(start + size, heard.count)])
                samples += sound(pipe.take([frames(block)]))
            }
            return samples
        }
        let whole = try run(20_000)
        #expect(whole.count > 6_000)
        #expect(try run(441) == whole)
        #expect(try run(33) == whole)
    }

    @Test("takes out what the loudspeaker plays")
    func echo() throws {
        var pipe = try LivePipe(
            deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: true)
        let played = SpeechLikeSound.syllables(frames: 96_000).map(PCM16.float)
        let heard = played.indices.map { $0 < 800 ? 0 : played[$0 - 800] * 0.316 }
        let piece = DuplexPort.Piece.frames(
            played.indices.map { DuplexSample(heard: heard[$0], played: played[$0]) })
        let left = sound(pipe.take([piece]))
        let before = Level.rms(heard[64_000...].map(PCM16.sample))
        #expect(Level.rms(left[64_000...]) < before - 15)
    }
}
