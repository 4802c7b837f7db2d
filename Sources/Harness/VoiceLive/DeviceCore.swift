public import VoiceAudio
public import VoiceDevices
public import VoiceEngine
package import VoiceSession
package import VoiceTime
package import VoiceTrace

/// Work that a run takes from the device that moves its clock, in order.
package enum DeviceWork: Sendable, Equatable {
    /// Frames of the microphone.
    case sound([Int16])
    /// So many frames were lost: the clock goes on, the microphone is silent.
    case gap(frames: Frame)
    /// News of the device or of the audio session.
    case input(SessionInput)

    /// The same with sound in pieces of at most `count` frames.
    func hops(of count: Int) -> [DeviceWork] {
        guard case .sound(let samples) = self, samples.count > count else { return [self] }
        return stride(from: 0, to: samples.count, by: count).map { start in
            .sound(Array(samples[start..<min(samples.count, start + count)]))
        }
    }
}

/// Stands between a sound device and the run that it moves: of a recording or of an app's own.
///
/// Shape: what a port brought in, ``DeviceWork`` out; orders of the run in, sound to the port and
/// questions to a recognizer out. A pure machine: it opens no device and reads no clock. A device
/// that is lost interrupts the audio session until it is back.
package struct DeviceCore: ~Copyable {
    private let rate: SampleRate
    /// Nil until a device is open.
    private var pipe: LivePipe?
    /// Whether echo can be taken out on the device that was opened last; nil before the first.
    package private(set) var offersEchoCancellation: Bool?
    /// Frames that were lost, in how many gaps.
    package private(set) var lost: (frames: Frame, gaps: Int) = (0, 0)
    /// Frames of silence that were played for something else.
    package private(set) var lostOutputFrames: Frame = 0
    /// Sentences on what could not be played.
    package private(set) var warnings: [String] = []

    /// A core of a run whose clock is `rate`.
    package init(rate: SampleRate) { self.rate = rate }

    /// Takes over a device that is open for the first time.
    package mutating func open(_ pipe: consuming LivePipe) {
        offersEchoCancellation = pipe.offersEchoCancellation
        self.pipe = .some(pipe)
    }

    /// Takes echo out of the microphone, or no longer; nothing while no device is open.
    package mutating func cancelEcho(_ isWanted: Bool) { pipe?.cancelEcho(isWanted) }

    /// A device is open again, after one was away for so many frames; where that was an
    /// interruption, it is over.
    package mutating func reopen(
        _ pipe: consuming LivePipe, _ news: DeviceNews, after frames: Frame,
        isInterruption: Bool = true
    ) -> [DeviceWork] {
        open(pipe)
        let end: [DeviceWork] =
            isInterruption ? [.input(.audioSession(.ended))] : []
        return gap(frames) + [.input(.device(news))] + end
    }

    /// Drops the device that the run has let go of; returns the gap from which the run learns of it
    /// at once.
    package mutating func release() -> [DeviceWork] {
        pipe = nil
        return gap(Frame(rate.hopFrames))
    }

    /// Lets time go on by so many frames without a device.
    package mutating func pass(_ frames: Frame) -> [DeviceWork] { gap(frames) }

    /// Drops the device, which stopped calling. Time stands still without one, and the run learns
    /// of it at once.
    package mutating func miss(_ name: String) -> [DeviceWork] {
        pipe = nil
        return [
            .input(.device(.lost(name: name))), .input(.audioSession(.began)),
        ] + gap(Frame(rate.hopFrames))
    }

    /// Returns the work that the device brought since the last call.
    package mutating func read(from port: inout DuplexPort) -> [DeviceWork] {
        (pipe?.take(port.take()) ?? []).flatMap { piece -> [DeviceWork] in
            switch piece {
            case .sound(let samples): return [.sound(samples)]
            case .gap(let frames): return gap(frames)
            case .lostOutput(let frames):
                lostOutputFrames += frames
                return [.input(.device(.underrun(frames: frames)))]
            }
        }
    }

    /// Plays and silences what the run ordered; gives what is to be recognised beside it.
    package mutating func perform(
        _ orders: [LiveOrder], on port: inout DuplexPort
    ) -> [LiveQuestion] {
        var questions: [LiveQuestion] = []
        for order in orders {
            switch order {
            case .play(let job, let request, let sound):
                if let warning = port.play(sound, request, job: job) { warnings.append(warning) }
            case .stop(let job): port.stop(job: job)
            case .hold(let job, let isHeld): port.hold(isHeld, job: job)
            case .gain(let job, let permille): port.setGain(permille: permille, job: job)
            case .recognize(let job, let utterance):
                questions.append(LiveQuestion(job: job, utterance: utterance, isOver: true))
            case .recognizeSoFar(let job, let utterance):
                questions.append(LiveQuestion(job: job, utterance: utterance, isOver: false))
            }
        }
        return questions
    }

    private mutating func gap(_ frames: Frame) -> [DeviceWork] {
        guard frames > 0 else { return [] }
        lost = (lost.frames + frames, lost.gaps + 1)
        return [.gap(frames: frames)]
    }
}

extension DuplexPort {
    /// Lets a prompt be heard as its request says; returns the reason why it was not heard, nil for
    /// none.
    public mutating func play(_ sound: MonoSound, _ request: PromptRequest, job: Int) -> String? {
        do {
            let prepared = try PreparedSound(
                sound, deviceRate: rate, volume: request.volume,
                startMilliseconds: request.startMilliseconds,
                leadMilliseconds: request.silenceMilliseconds.before, plays: request.plays)
            return play(prepared, job: job)
                ? nil : "a prompt was not heard: too many play at once."
        } catch { return "a prompt was not heard: \(error)" }
    }
}
