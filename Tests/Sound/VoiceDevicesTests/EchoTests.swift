import Foundation
import Testing
import VoiceAudio
import VoiceTestSupport

@testable import VoiceDevices

/// Where a prompt stands in what the microphone hears, and what becomes of it until that is known.
@Suite struct EchoTests {
    /// A device that plays a prompt to a microphone, and a port on it.
    private struct Room: ~Copyable {
        var port: DuplexPort
        var device: SimulatedDevice
        let rate: Int
        /// What somebody says, from the beginning on.
        var caller: [Float] = []
        private(set) var heard: [Float] = []
        private(set) var played: [Float] = []
        private(set) var news: [EchoNews] = []
        private(set) var pieces: [DuplexPort.Piece] = []

        /// A room after a second of silence: prompts are heard after `trueMs`, the device says
        /// after `statedMs`.
        init(rate: Int = 16_000, gain: Float, trueMs: Int, statedMs: Int) {
            self.rate = rate
            port = DuplexPort(rate: rate, inputChannels: 1, outputChannels: 1)
            device = SimulatedDevice(rate: rate)
            device.echo = .init(gain: gain, delayFrames: rate * trueMs / 1_000)
            device.latencySeconds = Double(statedMs) / 1_000
            run(milliseconds: 1_000)
            port.align()
            news = []
        }

        mutating func play(_ samples: [Int16]) {
            _ = port.play(PreparedSound(samples: samples.map(PCM16.float)), job: 1)
        }

        mutating func run(milliseconds: Int, hasInput: Bool = true) {
            let block = rate / 100
            for _ in 0..<(milliseconds / 10) {
                let start = device.frames
                let room = SpeechLikeSound.noise(
                    frames: block, decibels: -65, seed: UInt64(start))
                let sound = room.samples.enumerated().map { place, sample in
                    let frame = start + place
                    return PCM16.float(sample)
                        + (caller.indices.contains(frame) ? caller[frame] : 0)
                }
                device.call(sound, port, hasInput: hasInput)
                for piece in port.take() {
                    pieces.append(piece)
                    switch piece {
                    case .frames(let frames):
                        heard += frames.map(\.heard)
                        played += frames.map(\.played)
                    case .echo(let new): news.append(new)
                    case .lost, .lostOutput: break
                    }
                }
            }
        }

        /// The host says that so many frames of capture were lost, or of playback where negative.
        mutating func lose(_ frames: Int) {
            if frames > 0 {
                port.state.pointee.capture.loseInHost(frames)
            } else {
                port.state.pointee.playback.loseInHost(-frames)
            }
        }

        /// How early the reference is in the last second, in milliseconds, by what is most alike.
        func earlyMs() -> Int? {
            let (window, reach) = (rate / 2, rate)
            let correlator = CrossCorrelator(shortCount: window, longCount: reach)
            let likeness = correlator.coefficients(
                of: heard.suffix(window), in: played.suffix(reach))
            guard let place = likeness.indices.max(by: { likeness[$0] < likeness[$1] }),
                likeness[place] > 0.5
            else { return nil }
            return (reach - window - place) * 1_000 / rate
        }
    }

    /// How often it was settled or moved.
    private func settlements(_ news: [EchoNews]) -> [String] {
        news.compactMap {
            switch $0 {
            case .sought: nil
            case .settled: "settled"
            case .moved: "moved"
            }
        }
    }

    private func prompt(seconds: Double, rate: Int = 16_000) -> [Int16] {
        SpeechLikeSound.syllables(frames: Int(seconds * Double(rate)), sampleRate: rate)
    }

    @Test(
        "finds the prompt in what is heard, whatever times the device states",
        arguments: [
            (150, 600, 8_000), (600, 150, 44_100), (30, 30, 48_000), (1_200, 100, 16_000),
            (150, 600, 48_000), (30, 30, 8_000),
        ])
    func finds(real: Int, stated: Int, rate: Int) throws {
        var room = Room(rate: rate, gain: 0.3, trueMs: real, statedMs: stated)
        room.play(prompt(seconds: 4, rate: rate))
        room.run(milliseconds: 3_500)
        let early = room.earlyMs()
        #expect(abs(try #require(early) - 20) <= 2)
        #expect(settlements(room.news) == [real == stated ? "settled" : "moved"])
    }

    @Test("believes the times where nothing of the prompt is heard, whatever else is")
    func headphones() {
        var room = Room(gain: 0, trueMs: 100, statedMs: 100)
        room.caller = SpeechLikeSound.noise(frames: 100_000, decibels: -25).samples
            .map(PCM16.float)
        room.play(prompt(seconds: 4))
        room.run(milliseconds: 5_000)
        #expect(settlements(room.news) == ["settled"])
    }

    @Test("stays where it is when the caller says what the prompt said, in its voice")
    func mocking() {
        var room = Room(gain: 0.3, trueMs: 100, statedMs: 100)
        let words = prompt(seconds: 1)
        room.caller = [Float](repeating: 0, count: 36_000) + words.map(PCM16.float)
        room.play(words)
        room.run(milliseconds: 3_000)
        #expect(settlements(room.news) == ["settled"])
    }

    @Test("does not move for a tone, which is like itself everywhere")
    func tone() {
        var room = Room(gain: 0.3, trueMs: 600, statedMs: 100)
        room.play((0..<64_000).map { $0 / 16 % 2 == 0 ? 6_000 : -6_000 })
        room.run(milliseconds: 4_000)
        #expect(!settlements(room.news).contains("moved"))
    }

    @Test("follows when the way becomes longer")
    func follows() throws {
        var room = Room(gain: 0.3, trueMs: 100, statedMs: 100)
        room.play(prompt(seconds: 8))
        room.run(milliseconds: 3_000)
        room.device.echo?.delayFrames = 16_000 * 350 / 1_000
        room.run(milliseconds: 3_000)
        #expect(settlements(room.news) == ["settled", "moved"])
        let early = room.earlyMs()
        #expect(abs(try #require(early) - 20) <= 2)
    }

    @Test("looks elsewhere when losses of one side put the echo out of reach", arguments: [-1, 1])
    func outOfReach(side: Int) throws {
        var room = Room(gain: 0.3, trueMs: 300, statedMs: 100)
        room.play(prompt(seconds: 8))
        room.run(milliseconds: 2_000)
        room.lose(side * 64_000)
        room.run(milliseconds: 3_000)
        let early = room.earlyMs()
        #expect(abs(try #require(early) - 20) <= 2)
    }

    @Test("counts over frames that the microphone lost while a prompt was heard")
    func losses() throws {
        var room = Room(gain: 0.3, trueMs: 100, statedMs: 100)
        room.play(prompt(seconds: 6))
        room.run(milliseconds: 2_000)
        room.run(milliseconds: 230, hasInput: false)
        room.run(milliseconds: 2_500)
        #expect(settlements(room.news) == ["settled"])
        let early = room.earlyMs()
        #expect(abs(try #require(early) - 20) <= 2)
    }

    @Test("holds back the first prompt while it is sought, and lets a caller through after it")
    func held() throws {
        var room = Room(gain: 1, trueMs: 150, statedMs: 600)
        room.play(prompt(seconds: 2))
        let from = room.device.frames
        let shout = SpeechLikeSound.syllables(frames: 16_000, amplitude: 0.3).map(PCM16.float)
        let callerAt = from + 16_000 * 3
        room.caller = [Float](repeating: 0, count: callerAt) + shout
        room.run(milliseconds: 4_000)
        var pipe = try LivePipe(deviceRate: 16_000, sessionRate: 16_000, cancelsEcho: true)
        let left = pipe.take(room.pieces).flatMap { piece -> [Int16] in
            if case .sound(let samples) = piece { samples } else { [] }
        }
        #expect(Level.rms(left[from..<callerAt]) < -50)
        #expect(Level.rms(left[callerAt...]) > -30)
        // The echo alone is that loud.
        #expect(Level.rms(room.heard[(from + 3_200)..<(from + 32_000)].map(PCM16.sample)) > -30)
    }

    @Test("lets a voice through that rises slowly over a prompt, and no echo that becomes louder")
    func risesSlowly() {
        func hop(_ decibels: Float) -> [Int16] {
            let level = 32_768 * powf(10, decibels / 20)
            return (0..<160).map { Int16($0 % 2 == 0 ? level : -level) }
        }
        for isCaller in [true, false] {
            var gate = EchoGate()
            // Nothing of the first second of the prompt is heard, or an echo that rises by 8 dB.
            for number in 0..<100 {
                let echo = isCaller ? -90 : -26 + 8 * Float(number) / 100
                _ = gate.process(hop(echo), reference: hop(-14))
            }
            var passed = 0
            for number in 0..<40 {
                let voice = isCaller ? min(-16, -40 + 2 * Float(number)) : -18
                let left = gate.process(hop(voice), reference: hop(-14))
                if EchoGate.meanSquare(left) > 0.001 { passed += 1 }
            }
            #expect(isCaller ? passed > 20 : passed == 0)
        }
    }

    @Test("never makes a hop louder than what was heard, however wrong the filter is")
    func adds() {
        var canceller = EchoCanceller(rate: 16_000)
        let prompt = prompt(seconds: 8)
        let path = [(delay: 0, gain: Float(1)), (1_500, -1), (800, 1), (3_000, -1), (100, -1)]
        var worst: Float = 0
        var before: [Float] = []
        for start in stride(from: 4_000, to: prompt.count - 160, by: 160) {
            let (delay, gain) = path[start / 4_000 % path.count]
            let heard = prompt[(start - delay)..<(start - delay + 160)].map {
                PCM16.sample(PCM16.float($0) * gain)
            }
            let left = canceller.cancel(
                heard: heard, played: Array(prompt[start..<(start + 160)]))
            before = before.suffix(2) + [EchoGate.meanSquare(heard)]
            let loudest = max(1e-6, before.max() ?? 0)
            worst = max(worst, EchoGate.meanSquare(left) / loudest)
        }
        #expect(worst <= 1.5)
    }

    @Test("gives a caller as they are, ten milliseconds late, while nothing is played")
    func transparent() {
        var canceller = EchoCanceller(rate: 16_000)
        let still = [Int16](repeating: 0, count: 160)
        let caller = prompt(seconds: 3)
        var left: [Int16] = []
        for start in stride(from: 0, to: caller.count, by: 160) {
            left += canceller.cancel(
                heard: Array(caller[start..<(start + 160)]), played: still)
        }
        let correlator = CrossCorrelator(shortCount: 16_000, longCount: 16_800)
        let likeness = correlator.coefficients(
            of: left[20_000..<36_000].map(PCM16.float)[...],
            in: caller[19_400..<36_200].map(PCM16.float)[...])
        #expect((likeness.max() ?? 0) > 0.97)
    }
}
