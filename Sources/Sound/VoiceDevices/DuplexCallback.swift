internal import Synchronization

/// Functions that the device calls when a block is due: they copy frames and return.
///
/// Capture and playback are two streams with a thread each: PortAudio's own pairing of the two
/// stops a sound server's capture whenever its playback ran dry.
/// Both allocate nothing, take no lock, make no system call and touch no reference count: raw
/// pointers to memory that was there before, integers, floating-point numbers and atomics only.
/// Loops are `while` loops, because a range's iterator is a call in a build without optimisation.
/// `scripts/tests/test-realtime` proves it.
package enum DuplexCallback {
    /// Conditions of a block, as the host says.
    package struct Conditions {
        /// The host had no frames: the block is silence.
        var isMissing = false
        /// Frames before the block were lost.
        var isBroken = false
        /// Time at which the block's first frame was captured or will sound, in seconds; 0 is not
        /// known.
        var moment = 0.0
        /// Time at which the callback was called.
        var called = 0.0

        /// The host's word on a block.
        package init(
            isMissing: Bool = false, isBroken: Bool = false, moment: Double = 0,
            called: Double = 0
        ) {
            (self.isMissing, self.isBroken) = (isMissing, isBroken)
            (self.moment, self.called) = (moment, called)
        }
    }

    /// Takes a captured block: the channels' mean goes into the ring; what does not fit is lost.
    package static func capture(
        _ input: UnsafePointer<Float>?, frames: Int, _ conditions: Conditions,
        _ state: UnsafeMutablePointer<DuplexState>
    ) {
        state.pointee.capture.begin(
            frames: frames, isBroken: conditions.isBroken, moment: conditions.moment,
            called: conditions.called, isCapture: true)
        guard let input, !conditions.isMissing else {
            state.pointee.capture.loseInHost(frames)
            return
        }
        guard state.pointee.capture.admits(frames) else { return }
        let channels = state.pointee.inputChannels
        let share = 1 / Float(channels)
        var frame = 0
        while frame < frames {
            var sum: Float = 0
            var channel = 0
            while channel < channels {
                sum += input[frame &* channels &+ channel]
                channel &+= 1
            }
            state.pointee.capture.ring.put(sum * share, at: frame)
            frame &+= 1
        }
        state.pointee.capture.ring.commit(frames)
    }

    /// Fills a block that is to be played; its frames go into the other ring, too.
    package static func play(
        _ output: UnsafeMutablePointer<Float>?, frames: Int, _ conditions: Conditions,
        _ state: UnsafeMutablePointer<DuplexState>
    ) {
        state.pointee.playback.begin(
            frames: frames, isBroken: conditions.isBroken, moment: conditions.moment,
            called: conditions.called, isCapture: false)
        let isKept = state.pointee.playback.admits(frames)
        var start = 0
        while start < frames {
            let count = min(frames &- start, DuplexState.scratchFrames)
            mix(count, state)
            if let output {
                give(count, to: output + start &* state.pointee.outputChannels, state)
            }
            var frame = 0
            while isKept, frame < count {
                state.pointee.playback.ring.put(
                    state.pointee.scratch[frame], at: start &+ frame)
                frame &+= 1
            }
            start &+= count
        }
        if isKept { state.pointee.playback.ring.commit(frames) }
    }

    /// Sums what plays into the scratch buffer.
    private static func mix(_ count: Int, _ state: UnsafeMutablePointer<DuplexState>) {
        let scratch = state.pointee.scratch
        scratch.update(repeating: 0, count: count)
        var index = 0
        while index < DuplexState.voiceCount {
            let voice = state.pointee.voices + index
            index &+= 1
            guard voice.pointee.phase.load(ordering: .acquiring) == PlayerVoice.armed else {
                continue
            }
            let isOver = voice.pointee.isStopping.load(ordering: .relaxed)
            if !isOver, voice.pointee.isHeld.load(ordering: .relaxed) { continue }
            if isOver || !add(voice, to: scratch, count) {
                voice.pointee.phase.store(PlayerVoice.done, ordering: .releasing)
            }
        }
    }

    /// Adds a voice; false when it came to its end. Its gain goes along a straight line to the gain
    /// that the core wants, which it has at the end of the block: a step would be heard as a click.
    private static func add(
        _ voice: UnsafeMutablePointer<PlayerVoice>, to scratch: UnsafeMutablePointer<Float>,
        _ count: Int
    ) -> Bool {
        guard let samples = voice.pointee.samples, voice.pointee.count > 0 else { return false }
        let target = Float(voice.pointee.gainPermille.load(ordering: .relaxed)) / 1_000
        let step = (target - voice.pointee.gain) / Float(count)
        var gain = voice.pointee.gain
        voice.pointee.gain = target
        var place = min(voice.pointee.lead, count)
        voice.pointee.lead &-= place
        var position = voice.pointee.position
        while place < count {
            if position >= voice.pointee.count {
                guard voice.pointee.rounds > 0 else {
                    voice.pointee.position = position
                    return false
                }
                voice.pointee.rounds &-= 1
                position = 0
            }
            gain += step
            scratch[place] += gain * samples[position]
            position &+= 1
            place &+= 1
        }
        voice.pointee.position = position
        return true
    }

    /// Gives every channel of the device the mono sum, cut at full scale.
    private static func give(
        _ count: Int, to output: UnsafeMutablePointer<Float>,
        _ state: UnsafeMutablePointer<DuplexState>
    ) {
        let channels = state.pointee.outputChannels
        let scratch = state.pointee.scratch
        var frame = 0
        while frame < count {
            let sample = max(-1, min(1, scratch[frame]))
            scratch[frame] = sample
            var channel = 0
            while channel < channels {
                output[frame &* channels &+ channel] = sample
                channel &+= 1
            }
            frame &+= 1
        }
    }
}
