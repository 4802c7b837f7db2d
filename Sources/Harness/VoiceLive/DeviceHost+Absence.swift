public import VoiceRun
internal import VoiceSession
internal import VoiceTime
internal import VoiceTrace

/// A run without its device: lost, or let go of by the app.
extension DeviceHost {
    /// Tells the run that the device that is open now differs from the one before in what it can
    /// do.
    func tellEchoCancellation(_ run: EngineRun) {
        guard !run.isOver else { return }
        run.take(
            .audioSession(
                .configured(AudioSessionSetup(echoCancellation: offersEchoCancellation))))
    }

    /// Notes that the device went away: the audio session is interrupted until it is back.
    func miss(_ name: String, _ run: EngineRun) { handle(device.miss(name), run) }

    /// Stops the flow, in silence, since the device does not come back.
    func giveUp() {
        guard let run else { return }
        deviceWarnings.append("the sound device did not come back: the flow was stopped")
        run.stop()
        for _ in 0..<100 where !run.isOver { run.lose(Frame(conditions.sampleRate.hopFrames)) }
    }

    /// Reason why the run has no device, and the time up to which its clock has come.
    enum Absence {
        case lost(ContinuousClock.Instant)
        case released(ContinuousClock.Instant)
        case wanted(since: ContinuousClock.Instant, ContinuousClock.Instant)

        var clock: ContinuousClock.Instant {
            switch self {
            case .lost(let time), .released(let time), .wanted(_, let time): time
            }
        }

        /// Time from which a device is tried again and again; nil while none is wanted.
        var lostAt: ContinuousClock.Instant? {
            switch self {
            case .lost(let time), .wanted(let time, _): time
            case .released: nil
            }
        }

        var isInterruption: Bool { if case .lost = self { true } else { false } }
    }

    /// Waits until the app wants the device again; nil where the run is over first.
    func wait() async throws -> Absence? {
        guard let run else { return nil }
        release(run)
        var clock = ContinuousClock.now
        while !run.isOver, !Task.isCancelled {
            guard isReleased else { return .wanted(since: .now, clock) }
            if isCalled || .now - clock > Self.absentStep {
                let now = ContinuousClock.now
                pass(SoundCard.frames(since: clock, at: conditions.sampleRate), run)
                clock = now
            }
            try await Task.sleep(for: SoundCard.pause)
        }
        return nil
    }

    /// Interval at which time goes on without a device, unless the app calls.
    private static let absentStep = Duration.seconds(1)

    /// Tells the run at once what the app called when it let go of the device.
    func release(_ run: EngineRun) { handle(device.release(), run) }

    /// Lets so many frames go by without a device.
    func pass(_ frames: Frame, _ run: EngineRun) {
        isCalled = false
        handle(device.pass(frames), run)
    }

    /// Silences a prompt.
    public func stopPlaying(job: Int) { orders.append(.stop(job: job)) }

    /// Holds a prompt where it is.
    public func suspendPlaying(job: Int) { orders.append(.hold(job: job, true)) }

    /// Lets a prompt go on from where it was held.
    public func resumePlaying(job: Int) { orders.append(.hold(job: job, false)) }

    /// Lets a prompt be heard louder or quieter.
    public func setGain(job: Int, permille: Int) { orders.append(.gain(job: job, permille)) }

    /// Interrupts the audio session, or ends that.
    public func interrupt(_ began: Bool) {
        run?.take(.audioSession(.interruption(began)))
    }
}

extension DeviceHost: InterruptibleHost {}
