import Testing
import VoiceTestSupport

@testable import VoiceDevices

@Suite struct DuplexPortTests {
    private func port(ringFrames: Int = 4_096) -> DuplexPort {
        DuplexPort(rate: 16_000, inputChannels: 1, outputChannels: 1, ringFrames: ringFrames)
    }

    private func heard(_ pieces: [DuplexPort.Piece]) -> [Float] {
        pieces.flatMap { piece -> [Float] in
            if case .frames(let frames) = piece { frames.map(\.heard) } else { [] }
        }
    }

    private func losses(_ pieces: [DuplexPort.Piece]) -> [Int] {
        pieces.compactMap { if case .lost(let frames) = $0 { frames } else { nil } }
    }

    private func ramp(_ range: Range<Int>) -> [Float] { range.map { Float($0) / 65_536 } }

    @Test("gives what was heard, whatever the blocks", arguments: [1, 7, 160, 5_000])
    func hears(block: Int) {
        var port = port(ringFrames: 8_192)
        var device = SimulatedDevice()
        var start = 0
        while start < 6_000 {
            let end = min(6_000, start + block)
            device.call(ramp(start..<end), port)
            start = end
        }
        let pieces = port.take()
        #expect(heard(pieces) == ramp(0..<6_000))
        let rest = port.take()
        #expect(rest == [])
    }

    @Test("counts what a full ring could not take to the frame, at its place")
    func overrun() {
        var port = port(ringFrames: 256)
        var device = SimulatedDevice()
        device.call(ramp(0..<200), port)
        device.call(ramp(200..<300), port)
        device.call(ramp(300..<350), port)
        let first = port.take()
        device.call(ramp(350..<400), port)
        let second = port.take()
        #expect(losses(first) == [100])
        #expect(first.count == 3)
        #expect(heard(first) == ramp(0..<200) + ramp(300..<350))
        #expect(second == [.frames(ramp(350..<400).map { DuplexSample(heard: $0, played: 0) })])
    }

    @Test("counts everything that is lost while the core sleeps")
    func longOverrun() {
        var port = port(ringFrames: 256)
        var device = SimulatedDevice()
        for start in stride(from: 0, to: 6_400, by: 160) {
            device.call(ramp(start..<(start + 160)), port)
        }
        let before = port.take()
        device.call(ramp(6_400..<6_560), port)
        let after = port.take()
        #expect(heard(before) == ramp(0..<160))
        #expect(losses(after) == [6_240])
        #expect(heard(after) == ramp(6_400..<6_560))
    }

    @Test("counts what the host says it lost, by its times")
    func hostLoss() {
        var port = port()
        var device = SimulatedDevice()
        device.call(ramp(0..<100), port)
        device.lose(37)
        device.call(ramp(137..<200), port, isBroken: true)
        let pieces = port.take()
        #expect(losses(pieces) == [37])
        #expect(pieces.first == .lostOutput(frames: 37))
        #expect(heard(pieces) == ramp(0..<100) + ramp(137..<200))
    }

    @Test("counts frames that the host had no microphone for")
    func deaf() {
        var port = port()
        var device = SimulatedDevice()
        device.call(ramp(0..<100), port)
        device.call([Float](repeating: 0, count: 50), port, hasInput: false)
        device.call(ramp(150..<200), port)
        let pieces = port.take()
        #expect(losses(pieces) == [50])
    }

    @Test("plays a sound from the next block on, after its lead, as often as it is asked to")
    func plays() {
        var port = port()
        var device = SimulatedDevice()
        var sound = PreparedSound(samples: [0.1, 0.2, 0.3])
        sound.leadFrames = 2
        sound.startFrame = 1
        sound.plays = 2
        let isTaken1 = port.play(sound, job: 1)
        #expect(isTaken1)
        let isTaken2 = port.isPlaying()
        #expect(isTaken2)
        device.call([Float](repeating: 0, count: 4), port)
        device.call([Float](repeating: 0, count: 5), port)
        #expect(device.played == [0, 0, 0.2, 0.3, 0.1, 0.2, 0.3, 0, 0])
        let isTaken3 = port.isPlaying()
        #expect(!isTaken3)
    }

    @Test("changes the gain of one sound along a line within a block, and keeps the place")
    func gain() {
        var port = port()
        var device = SimulatedDevice()
        _ = port.play(PreparedSound(samples: [Float](repeating: 0.5, count: 12)), job: 1)
        device.call([Float](repeating: 0, count: 4), port)
        port.setGain(permille: 500, job: 1)
        device.call([Float](repeating: 0, count: 4), port)
        port.setGain(permille: 1_000, job: 1)
        device.call([Float](repeating: 0, count: 2), port)
        device.call([Float](repeating: 0, count: 3), port)
        #expect(
            device.played == [
                0.5, 0.5, 0.5, 0.5, 0.4375, 0.375, 0.3125, 0.25, 0.375, 0.5, 0.5, 0.5, 0,
            ])
    }

    @Test("gives what sounded while a frame was heard, 20 ms early")
    func reference() {
        var port = port()
        var device = SimulatedDevice()
        device.latencySeconds = 0.05
        for _ in 0..<100 { device.call([Float](repeating: 0, count: 160), port) }
        _ = port.take()
        port.align()
        let start = device.frames
        _ = port.play(PreparedSound(samples: [0.1, 0.2]), job: 1)
        for _ in 0..<20 { device.call([Float](repeating: 0, count: 160), port) }
        let frames = port.take().flatMap { piece -> [DuplexSample] in
            if case .frames(let frames) = piece { frames } else { [] }
        }
        // 50 ms to the loudspeaker, less 20.
        #expect(start == 16_000)
        #expect(frames.firstIndex { $0.played == 0.1 } == 480)
        #expect(frames.filter { $0.played != 0 }.map(\.played) == [0.1, 0.2])
    }

    @Test("mixes what plays together and cuts it at full scale")
    func mixes() {
        var port = port()
        var device = SimulatedDevice()
        _ = port.play(PreparedSound(samples: [0.5, 0.75]), job: 1)
        _ = port.play(PreparedSound(samples: [0.25, 0.75]), job: 2)
        device.call([0, 0], port)
        #expect(device.played == [0.75, 1])
    }

    @Test("stops a sound that plays for ever at the next block")
    func stops() {
        var port = port()
        var device = SimulatedDevice()
        var sound = PreparedSound(samples: [0.5])
        sound.plays = nil
        _ = port.play(sound, job: 3)
        device.call([0, 0], port)
        port.stop(job: 3)
        device.call([0, 0], port)
        #expect(device.played == [0.5, 0.5, 0, 0])
    }

    @Test("holds a sound where it is from the next block on, and lets it go on from there")
    func holds() {
        var port = port()
        var device = SimulatedDevice()
        _ = port.play(PreparedSound(samples: [0.1, 0.2, 0.3]), job: 3)
        device.call([0], port)
        port.hold(true, job: 3)
        device.call([0, 0], port)
        let isPlaying = port.isPlaying()
        port.hold(false, job: 3)
        device.call([0, 0], port)
        #expect(isPlaying)
        #expect(device.played == [0.1, 0, 0, 0.2, 0.3])
    }

    @Test("stops a sound that is held")
    func stopsHeld() {
        var port = port()
        var device = SimulatedDevice()
        _ = port.play(PreparedSound(samples: [0.1, 0.2]), job: 3)
        device.call([0], port)
        port.hold(true, job: 3)
        port.stop(job: 3)
        device.call([0], port)
        let isPlaying = port.isPlaying()
        #expect(!isPlaying)
    }

    @Test("takes no more sounds than it has places for, and has them again when they are over")
    func places() {
        var port = port()
        var device = SimulatedDevice()
        for job in 0..<DuplexState.voiceCount {
            let isTaken4 = port.play(PreparedSound(samples: [0.01]), job: job)
            #expect(isTaken4)
        }
        let isTaken5 = port.play(PreparedSound(samples: [0.01]), job: 99)
        #expect(!isTaken5)
        device.call([0, 0], port)
        let isTaken6 = port.play(PreparedSound(samples: [0.01]), job: 99)
        #expect(isTaken6)
    }

    @Test("hears the mean of the channels and plays on all of them")
    func channels() {
        var port = DuplexPort(rate: 16_000, inputChannels: 2, outputChannels: 2, ringFrames: 64)
        _ = port.play(PreparedSound(samples: [0.5, 0.25]), job: 1)
        var output = [Float](repeating: -9, count: 4)
        let conditions = DuplexCallback.Conditions()
        DuplexCallback.play(&output, frames: 2, conditions, port.state)
        DuplexCallback.capture([0.2, 0.4, 1, 0], frames: 2, conditions, port.state)
        #expect(output == [0.5, 0.5, 0.25, 0.25])
        let pieces = port.take()
        #expect(heard(pieces).map { ($0 * 100).rounded() } == [30, 50])
    }

    @Test("measures how far the clocks drift apart and how long the way round is")
    func drift() throws {
        var port = port(ringFrames: 65_536)
        var device = SimulatedDevice()
        device.captureMillionths = 80
        device.latencySeconds = 0.05
        for _ in 0..<600 {
            device.call([Float](repeating: 0, count: 480), port)
            _ = port.take()
        }
        #expect(abs(try #require(port.drift.driftMillionths) - 80) < 1)
        #expect(abs(try #require(port.drift.latencySeconds) - 0.05) < 0.005)
    }
}
