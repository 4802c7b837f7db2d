internal import Synchronization

/// State that a callback of one direction, capture or playback, leaves for the core.
struct DeviceSide: ~Copyable {
    /// Captured frames, or those that were handed over to be played.
    let ring: SampleRing
    let notes = NoteRing()
    private let rate: Double
    /// Frames lost since the last note of it; the callback's own.
    private var lost = 0
    /// Number of the lost frames that the host lost.
    private var hostLost = 0
    /// Time at which the next frame should pass, in seconds; 0 is not known yet.
    private var nextMoment = 0.0
    private var framesToTimes = 0
    /// Number of calls of the callback.
    let callbacks = Atomic<Int>(0)
    /// Longest block of the callback, in frames.
    let longestBlock = Atomic<Int>(0)

    init(rate: Int, ringFrames: Int) {
        ring = SampleRing(frames: ringFrames)
        self.rate = Double(rate)
    }

    /// Begins a block. `isBroken` is the host's word that frames before it were lost, as many as
    /// its times say; `moment` and `called` are 0 where it gives no times.
    mutating func begin(
        frames: Int, isBroken: Bool, moment: Double, called: Double, isCapture: Bool
    ) {
        _ = callbacks.add(1, ordering: .relaxed)
        if frames > longestBlock.load(ordering: .relaxed) {
            longestBlock.store(frames, ordering: .relaxed)
        }
        guard moment > 0 else { return }
        let length = Double(frames) / rate
        if isBroken, nextMoment > 0 { loseInHost(whole((moment - nextMoment) * rate)) }
        nextMoment = moment + length
        framesToTimes &-= frames
        // Half of the room is kept for what was lost; a place behind a loss is not known yet.
        guard framesToTimes <= 0, lost == 0, notes.room > NoteRing.capacity / 2 else { return }
        framesToTimes = Int(rate) / 10
        _ = notes.put(
            DeviceNote(
                kind: .times, position: ring.writtenCount, moment: moment,
                distance: isCapture ? called - moment - length : moment - called))
    }

    /// A positive number of frames, at most a minute's worth; the host's times are not trusted.
    private func whole(_ frames: Double) -> Int {
        guard frames > 0.5, frames < 60 * rate else { return 0 }
        return Int(frames + 0.5)
    }

    /// Counts frames that the host never brought.
    mutating func loseInHost(_ frames: Int) {
        lost &+= frames
        hostLost &+= frames
    }

    /// Whether a block fits now, after what was lost has been told; otherwise it is lost.
    mutating func admits(_ frames: Int) -> Bool {
        guard ring.room >= frames, tellLoss() else {
            lost &+= frames
            return false
        }
        return true
    }

    private mutating func tellLoss() -> Bool {
        guard lost > 0 else { return true }
        let note = DeviceNote(
            kind: .lost, position: ring.writtenCount, frames: lost, hostFrames: hostLost)
        guard notes.put(note) else { return false }
        lost = 0
        hostLost = 0
        return true
    }
}
