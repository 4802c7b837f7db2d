import ArgumentParser
import VoiceDevices

/// Options of a recording on a device.
struct LiveOptions: ParsableArguments {
    @Option(help: "The device that is the microphone; \"default\" is the system's.")
    var device: String?

    @Option(
        help:
            "The rate of the device in hertz. Default: the session's rate, or the device's own."
    )
    var deviceRate: Int?

    @Option(help: "The device's block size in frames; 0 leaves it to the device.")
    var blockFrames = 0

    @Option(
        help: .init(
            """
            The sound buffer of the device. A longer buffer prevents gaps on a busy machine, but \
            prompts start and stop later by its length.
            """, valueName: "ms"))
    var bufferMs = DuplexStream.usualBufferMilliseconds

    @Flag(help: "Leaves the app's own prompts in the microphone: for headphones.")
    var keepEcho = false

    @Option(
        help: "With --input: takes the delays of recognizer and device from this session.",
        completion: .directory)
    var delaysOf: String?

    func validate() throws {
        if let deviceRate, !(4_000...768_000).contains(deviceRate) {
            throw ValidationError("--device-rate takes 4000 to 768000 hertz.")
        }
        if !(0...65_536).contains(blockFrames) {
            throw ValidationError("--block-frames takes 0 to 65536.")
        }
        if !(10...2_000).contains(bufferMs) {
            throw ValidationError("--buffer-ms takes 10 to 2000 milliseconds.")
        }
        let isBufferChosen = bufferMs != DuplexStream.usualBufferMilliseconds
        if device == nil, deviceRate != nil || blockFrames != 0 || keepEcho || isBufferChosen {
            throw ValidationError(
                "--device-rate, --block-frames, --buffer-ms and --keep-echo need a --device.")
        }
    }
}
