internal import CPortAudio

/// A device that runs: captures and plays, in two streams of PortAudio's. Their only owner.
///
/// It holds PortAudio initialised while it lives.
/// Source: PortAudio 19.6 API reference, `Pa_OpenStream`.
public struct DuplexStream: ~Copyable {
    private let capture: UnsafeMutableRawPointer
    private let playback: UnsafeMutableRawPointer
    /// Core's end of the stream.
    package var port: DuplexPort
    /// Device that captures.
    public let input: SoundDevice
    /// Device that plays.
    public let output: SoundDevice

    /// Milliseconds of sound that a host is usually asked to hold: a machine with some load keeps
    /// up with that. At 40 playback ran dry.
    public static let usualBufferMilliseconds = 100

    /// Opens devices and starts them.
    ///
    /// The rate is `rate` where it is given; otherwise `wanted` where the devices can do it, or
    /// one of their usual ones. `blockFrames` 0 leaves the block size to the host, which is asked
    /// to hold `bufferMilliseconds` of sound: more outlasts a busier machine and is heard later.
    /// - Throws: ``DeviceError`` when they cannot be had that way.
    public static func open(
        named name: String, wanted: Int, rate: Int? = nil, blockFrames: Int = 0,
        bufferMilliseconds: Int = usualBufferMilliseconds
    ) throws(DeviceError) -> DuplexStream {
        let system = try DeviceSystem()
        let (input, output) = try system.pair(named: name)
        var fault = PaErrorCode.invalidSampleRate
        let rates = rate.map { [$0] } ?? [wanted, input.defaultRate, output.defaultRate]
        for rate in rates where rate > 0 {
            for channels in [1, 2] {
                let port = DuplexPort(
                    rate: rate, inputChannels: min(channels, input.inputChannels),
                    outputChannels: min(channels, output.outputChannels))
                var streams: (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) = (nil, nil)
                fault = StandardError.silently {
                    start(&streams, (input, output), port, blockFrames, bufferMilliseconds)
                }
                if fault == 0, let capture = streams.0, let playback = streams.1 {
                    // As long as a stream is open, the library must be: one count is the stream's.
                    _ = Pa_Initialize()
                    return DuplexStream(
                        capture: capture, playback: playback, port: port, input: input,
                        output: output)
                }
            }
        }
        if fault == PaErrorCode.invalidSampleRate, let rate = rates.first {
            throw .unsupportedRate(name: name, rate: rate, usual: input.defaultRate)
        }
        let reason = DeviceSystem.text(fault)
        if reason.lowercased().contains("permission") { throw .noPermission(name: name) }
        throw .host(doing: "opening the sound device \"\(name)\"", reason: reason)
    }

    private init(
        capture: UnsafeMutableRawPointer, playback: UnsafeMutableRawPointer,
        port: consuming DuplexPort, input: SoundDevice, output: SoundDevice
    ) {
        self.capture = capture
        self.playback = playback
        self.port = port
        self.input = input
        self.output = output
    }

    deinit {
        for stream in [capture, playback] {
            _ = Pa_AbortStream(stream)
            _ = Pa_CloseStream(stream)
        }
        _ = Pa_Terminate()
    }

    /// Whether the device still calls: false when it was lost.
    package var isActive: Bool {
        Pa_IsStreamActive(capture) == 1 && Pa_IsStreamActive(playback) == 1
    }

    private static func start(
        _ streams: inout (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?),
        _ devices: (input: SoundDevice, output: SoundDevice), _ port: borrowing DuplexPort,
        _ blockFrames: Int, _ bufferMilliseconds: Int
    ) -> PaError {
        let seconds = Double(bufferMilliseconds) / 1_000
        let rate = Double(port.rate)
        let block = UInt(max(0, blockFrames))
        var from = parameters(devices.input, port.state.pointee.inputChannels, seconds)
        var to = parameters(devices.output, port.state.pointee.outputChannels, seconds)
        var status = Pa_OpenStream(
            &streams.0, &from, nil, rate, block, voicetest_no_flags, captureCallback, port.state)
        guard status == 0 else { return status }
        status = Pa_OpenStream(
            &streams.1, nil, &to, rate, block, voicetest_no_flags, playbackCallback, port.state)
        if status == 0 { status = Pa_StartStream(streams.0) }
        if status == 0 { status = Pa_StartStream(streams.1) }
        guard status != 0 else { return status }
        // Closing stops what runs; the port's memory is let go after this.
        _ = Pa_CloseStream(streams.0)
        if streams.1 != nil { _ = Pa_CloseStream(streams.1) }
        return status
    }

    private static func parameters(
        _ device: SoundDevice, _ channels: Int, _ seconds: PaTime
    ) -> PaStreamParameters {
        PaStreamParameters(
            device: device.index, channelCount: Int32(channels),
            sampleFormat: voicetest_float32, suggestedLatency: seconds,
            hostApiSpecificStreamInfo: nil)
    }
}

/// Takes captured frames from PortAudio: a C function without context, which only takes its
/// arguments apart.
func captureCallback(
    input: UnsafeRawPointer?, output: UnsafeMutableRawPointer?, frames: UInt,
    times: UnsafePointer<PaStreamCallbackTimeInfo>?, flags: PaStreamCallbackFlags,
    state: UnsafeMutableRawPointer?
) -> Int32 {
    guard let state else { return 0 }
    let conditions = DuplexCallback.Conditions(
        isMissing: flags & voicetest_input_underflow != 0,
        isBroken: flags & voicetest_input_overflow != 0,
        moment: times?.pointee.inputBufferAdcTime ?? 0, called: times?.pointee.currentTime ?? 0)
    DuplexCallback.capture(
        input?.assumingMemoryBound(to: Float.self), frames: Int(frames), conditions,
        state.assumingMemoryBound(to: DuplexState.self))
    return 0
}

/// Gives PortAudio frames to be played.
func playbackCallback(
    input: UnsafeRawPointer?, output: UnsafeMutableRawPointer?, frames: UInt,
    times: UnsafePointer<PaStreamCallbackTimeInfo>?, flags: PaStreamCallbackFlags,
    state: UnsafeMutableRawPointer?
) -> Int32 {
    guard let state else { return 0 }
    let conditions = DuplexCallback.Conditions(
        isBroken: flags & voicetest_output_underflow != 0,
        moment: times?.pointee.outputBufferDacTime ?? 0, called: times?.pointee.currentTime ?? 0)
    DuplexCallback.play(
        output?.assumingMemoryBound(to: Float.self), frames: Int(frames), conditions,
        state.assumingMemoryBound(to: DuplexState.self))
    return 0
}
