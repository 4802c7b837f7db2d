internal import Synchronization

/// Core's end of a device: reads the captured sound, and orders the sound to play.
///
/// Owns the memory that the callbacks work on; the device must have stopped them before the
/// port goes. One thread has it.
public struct DuplexPort: ~Copyable {
    /// Piece of what came since the last look.
    public enum Piece: Equatable {
        /// Frames that were heard, and what sounded while they were.
        case frames([DuplexSample])
        /// Frames of the microphone that were lost here.
        case lost(frames: Int)
        /// Silence of so many frames was played here though something else was due.
        case lostOutput(frames: Int)
        /// The knowledge about the echo changed before what follows.
        case echo(EchoNews)
    }

    /// Frames per second of the device.
    public let rate: Int
    package let state: UnsafeMutablePointer<DuplexState>
    /// Times at which frames were captured and sounded.
    package private(set) var drift: DriftMeter
    private var reference: ReferenceLine
    private var finder: EchoFinder
    /// Nil until the reference was aligned by times.
    private var echo: EchoNews?
    private var captureWaiting: DeviceNote?
    private var playbackWaiting: DeviceNote?
    /// Frames read from the rings.
    private var captureRead = 0
    private var playbackRead = 0
    /// Frames that were captured or lost.
    private var captured = 0
    private var jobs = [Int?](repeating: nil, count: DuplexState.voiceCount)

    /// Seconds that the ring holds at least.
    private static let ringSeconds = 30
    /// Milliseconds that the reference may come early: the times of hosts are not exact.
    private static let earlyMilliseconds = 20
    /// Milliseconds that it may be found to be early before it is moved.
    private static let goodMilliseconds = 5...60

    /// A port for a device of that shape, whose ring holds `ringFrames`, by default 30 s.
    package init(rate: Int, inputChannels: Int, outputChannels: Int, ringFrames: Int? = nil) {
        self.rate = rate
        drift = DriftMeter(rate: rate)
        reference = ReferenceLine(rate: rate)
        finder = EchoFinder(rate: rate)
        state = .allocate(capacity: 1)
        state.initialize(
            to: DuplexState(
                rate: rate, inputChannels: inputChannels, outputChannels: outputChannels,
                ringFrames: ringFrames ?? rate * Self.ringSeconds))
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    /// Number of times that the device brought sound.
    package var callbacks: Int { state.pointee.capture.callbacks.load(ordering: .relaxed) }

    /// The longest block of either direction, in frames.
    package var longestBlockFrames: Int {
        max(
            state.pointee.capture.longestBlock.load(ordering: .relaxed),
            state.pointee.playback.longestBlock.load(ordering: .relaxed))
    }

    /// Forgets the times so far: those of a device that just started say little.
    package mutating func forgetTimes() { drift = DriftMeter(rate: rate) }

    /// Fixes the place of the reference by the times that were measured so far: until a prompt is
    /// found in the microphone's sound, which tells it better.
    public mutating func align() {
        reference.offset = drift.offsetFrames.map { $0 + frames(Self.earlyMilliseconds) }
        echo = .sought(loudest: 0)
    }

    private func frames(_ milliseconds: Int) -> Int { rate * milliseconds / 1_000 }

    /// Adds what is new about the echo before frames are taken.
    private mutating func takeEcho(into pieces: inout [Piece]) {
        guard case .sought(let before)? = echo, finder.loudest != before else { return }
        notify(.sought(loudest: finder.loudest), into: &pieces)
    }

    /// Looks for the echo in the frames that were taken.
    private mutating func findEcho(into pieces: inout [Piece]) {
        guard let echo, let finding = finder.look() else { return }
        switch finding {
        case .nothing:
            if case .sought = echo { notify(.settled, into: &pieces) }
        case .offset(let offset):
            let early = reference.offset.map { $0 - offset }
            let good =
                frames(Self.goodMilliseconds.lowerBound)...frames(Self.goodMilliseconds.upperBound)
            let isGood = early.map(good.contains) ?? false
            if !isGood {
                reference.offset = offset + frames(Self.earlyMilliseconds)
                notify(.moved(loudest: finder.loudest), into: &pieces)
            } else if case .sought = echo {
                notify(.settled, into: &pieces)
            }
        }
    }

    private mutating func notify(_ news: EchoNews, into pieces: inout [Piece]) {
        echo = news
        pieces.append(.echo(news))
    }

    /// Takes everything that is there, in order.
    public mutating func take() -> [Piece] {
        var pieces: [Piece] = []
        // What is captured now was played before: the reference is read first, to its end.
        takePlayed(into: &pieces)
        takeEcho(into: &pieces)
        // Notes about what is read now were written before it.
        let end = state.pointee.capture.ring.writtenCount
        while let note = captureWaiting ?? state.pointee.capture.notes.next() {
            captureWaiting = note.position <= end ? nil : note
            guard captureWaiting == nil else { break }
            takeCaptured(upTo: note.position, into: &pieces)
            switch note.kind {
            case .lost:
                captured += note.frames
                finder.skipHeard(note.frames)
                pieces.append(.lost(frames: note.frames))
            case .times: drift.captured(frame: captured, note.moment, ago: note.distance)
            }
        }
        takeCaptured(upTo: end, into: &pieces)
        findEcho(into: &pieces)
        return pieces
    }

    private mutating func takePlayed(into pieces: inout [Piece]) {
        let end = state.pointee.playback.ring.writtenCount
        var lost = 0
        while let note = playbackWaiting ?? state.pointee.playback.notes.next() {
            playbackWaiting = note.position <= end ? nil : note
            guard playbackWaiting == nil else { break }
            takePlayed(upTo: note.position)
            switch note.kind {
            case .lost:
                // Where only the reference had no room, everything was heard.
                lost += note.hostFrames
                reference.skip(note.frames)
                finder.skipPlayed(note.frames)
            case .times:
                drift.sounded(frame: reference.end, note.moment, ahead: note.distance)
            }
        }
        takePlayed(upTo: end)
        if lost > 0 { pieces.append(.lostOutput(frames: lost)) }
    }

    private mutating func takePlayed(upTo end: Int) {
        guard end > playbackRead else { return }
        var frames: [Float] = []
        playbackRead += state.pointee.playback.ring.read(end - playbackRead, into: &frames)
        reference.append(frames)
        finder.appendPlayed(frames)
    }

    private mutating func takeCaptured(upTo end: Int, into pieces: inout [Piece]) {
        guard end > captureRead else { return }
        var heard: [Float] = []
        heard.reserveCapacity(end - captureRead)
        captureRead += state.pointee.capture.ring.read(end - captureRead, into: &heard)
        let sounded = reference.read(heard.count, from: captured)
        captured += heard.count
        finder.appendHeard(heard)
        let frames = zip(heard, sounded).map { DuplexSample(heard: $0, played: $1) }
        if case .frames(let before)? = pieces.last {
            pieces[pieces.count - 1] = .frames(before + frames)
        } else {
            pieces.append(.frames(frames))
        }
    }

    /// Plays a sound from the device's next block on; false when too many play already.
    public mutating func play(_ sound: PreparedSound, job: Int) -> Bool {
        reclaim()
        guard let index = jobs.firstIndex(of: nil) else { return false }
        let voice = state.pointee.voices + index
        let samples = UnsafeMutablePointer<Float>.allocate(capacity: max(1, sound.samples.count))
        for (place, sample) in sound.samples.enumerated() {
            (samples + place).initialize(to: sample)
        }
        voice.pointee.samples = samples
        voice.pointee.count = sound.samples.count
        voice.pointee.lead = max(0, sound.leadFrames)
        voice.pointee.position = min(max(0, sound.startFrame), sound.samples.count)
        voice.pointee.rounds = sound.plays.map { max(0, $0 - 1) } ?? .max
        voice.pointee.isStopping.store(false, ordering: .relaxed)
        voice.pointee.isHeld.store(false, ordering: .relaxed)
        voice.pointee.gainPermille.store(1_000, ordering: .relaxed)
        voice.pointee.gain = 1
        jobs[index] = job
        voice.pointee.phase.store(PlayerVoice.armed, ordering: .releasing)
        return true
    }

    /// Stops a sound at the device's next block.
    public mutating func stop(job: Int) {
        reclaim()
        for index in jobs.indices where jobs[index] == job {
            (state.pointee.voices + index).pointee.isStopping.store(true, ordering: .relaxed)
        }
    }

    /// Holds a sound at its place from the device's next block on, or lets it go on from there.
    package mutating func hold(_ isHeld: Bool, job: Int) {
        reclaim()
        for index in jobs.indices where jobs[index] == job {
            (state.pointee.voices + index).pointee.isHeld.store(isHeld, ordering: .relaxed)
        }
    }

    /// Brings a sound to a gain in thousandths, 0 through 16,000, within the device's next block.
    public mutating func setGain(permille: Int, job: Int) {
        reclaim()
        let gain = min(max(0, permille), 16_000)
        for index in jobs.indices where jobs[index] == job {
            (state.pointee.voices + index).pointee.gainPermille.store(gain, ordering: .relaxed)
        }
    }

    /// Whether anything plays; what is held counts.
    package mutating func isPlaying() -> Bool {
        reclaim()
        return jobs.contains { $0 != nil }
    }

    /// Takes back the voices that the callback has finished.
    private mutating func reclaim() {
        for index in jobs.indices where jobs[index] != nil {
            let voice = state.pointee.voices + index
            guard voice.pointee.phase.load(ordering: .acquiring) == PlayerVoice.done else {
                continue
            }
            voice.pointee.samples?.deallocate()
            voice.pointee.samples = nil
            voice.pointee.phase.store(PlayerVoice.idle, ordering: .relaxed)
            jobs[index] = nil
        }
    }
}

/// One frame of a device: the captured sample, and the sample that was played in the same callback.
///
/// Units: full scale is 1. Both are mono.
public struct DuplexSample: Sendable, Equatable {
    /// The microphone, its channels' mean.
    public var heard: Float
    /// Sample that the loudspeaker was given.
    public var played: Float

    /// A frame.
    package init(heard: Float, played: Float) {
        self.heard = heard
        self.played = played
    }
}

/// A sound that is ready to be played: at the device's rate, with its volume.
public struct PreparedSound: Sendable {
    /// The samples, mono; full scale is 1.
    public var samples: [Float]
    /// Silence before them, in frames.
    package var leadFrames = 0
    /// Frame at which the first round starts.
    package var startFrame = 0
    /// Number of times that it plays; nil plays until stopped.
    package var plays: Int? = 1

    /// A sound that plays once.
    package init(samples: [Float]) { self.samples = samples }
}
