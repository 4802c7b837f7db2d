import ArgumentParser
import VoiceDevices
import VoiceEngine
import VoiceFiles
import VoiceFlow
import VoiceJSON
import VoiceLive
import VoiceSession
import VoiceSynthesis
import VoiceSystem
import VoiceTime
import VoiceTrace

/// Records a flow without end from a room without speech, for `scripts/measures/measure-recording`
/// and `scripts/proofs/prove-recovery`.
struct RecordingCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recording",
        abstract: "Records a long session, for measure-recording and prove-recovery.")

    @Option(help: "Seconds of the session.")
    var seconds: Int64 = 60

    @Option(help: "The session folder to write.")
    var output: String

    @Option(help: "How many times as fast as a clock the recording goes; 0 waits for nothing.")
    var pace: Int64 = 0

    @Flag(help: "Writes a byte to standard output when a hop has been given to the journal.")
    var witness = false

    @Flag(help: "Ends without sealing, as a recorder that is killed.")
    var unsealed = false

    @Flag(help: "Converts 48 kHz stereo on the way, with the echo canceller.")
    var stereo = false

    @Flag(help: "A power cut costs 200 ms at most.")
    var durable = false

    func validate() throws {
        if !(1...SessionManifest.secondsLimit).contains(seconds) {
            throw ValidationError("--seconds takes 1 to \(SessionManifest.secondsLimit).")
        }
        if !(0...1_000_000).contains(pace) {
            throw ValidationError("--pace takes 0 to 1000000.")
        }
    }

    func run() throws {
        let place = try SessionWriter(path: output, isReplacing: false)
        var recorder = SessionRecorder(
            factory: VoiceflowFactory(),
            synthesizer: SpeechSynthesizer(program: "/nowhere", cacheFolder: nil))
        let watch = try RecordingProbe(self)
        var options = JournalOptions()
        if durable { options.durability = .durable }
        let outcome: RecordingOutcome
        do {
            outcome = try recorder.record(try plan(), to: place, keeping: options, watch: watch)
        } catch let error as SessionError {
            // As `voicetest record` ends where its disk is full.
            guard case .disk = error else { throw error }
            let message = Array("voicetest-measure: \(error)\n".utf8)
            _ = message.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            throw ExitCode(74)
        }
        guard !witness, let manifest = outcome.manifest else { return }
        var object =
            try JSONReader.value(
                of: DiskFile.read("\(output)/timing.json", limit: 16 << 20)
            ).object ?? JSONObject()
        object["blockNanoseconds"] = nil
        object["cpuMicrosecondsSealed"] = .integer(RecordingProbe.cpuMicroseconds)
        object["residentKilobytesSealed"] = .integer(RecordingProbe.residentKilobytes)
        object["events"] = .integer(Int64(outcome.events))
        object["seconds"] = .integer(manifest.frames / Int64(manifest.sampleRate.hertz))
        print(JSONWriter.text(.object(object)))
    }

    /// A flow that records a second, and then another, for ever.
    private static let flow = """
        [ { "id": "VF_START", "type": "node", "goTo": { "DEFAULT": "A" } },
          { "id": "A", "type": "recordAudio",
            "recordAudioParams": { "stopRecordParams": { "maxAudioLengthMs": 1000 } },
            "goTo": { "DEFAULT": "B" } },
          { "id": "B", "type": "recordAudio",
            "recordAudioParams": { "stopRecordParams": { "maxAudioLengthMs": 990 } },
            "goTo": { "DEFAULT": "A" } },
          { "id": "VF_END", "type": "node", "goTo": { "DEFAULT": "" } } ]
        """

    private func plan() throws -> RecordingPlan {
        let settings = SessionSettings(engine: VoiceflowFactory().declaration)
        let setup = EngineSetup(
            files: [
                VoiceflowFactory.FileName.flow: Array(Self.flow.utf8),
                VoiceflowFactory.FileName.prompts: Array("[]".utf8),
            ], settings: settings.engine, language: "en-US", seed: 1, sampleRate: .standard)
        var plan = RecordingPlan(
            name: "measure", setup: setup, settings: settings,
            folders: try MediaFolders(language: "en-US"),
            recognizer: RecognizerSetup(kind: .none),
            createdBy: "voicetest-measure")
        plan.scenario.limitSeconds = seconds
        return plan
    }
}

/// Watches a long recording: witnesses, paces and measures it.
private struct RecordingProbe: BlockWatch {
    private let pace: Int64
    private let isWitness: Bool
    private let lastBlock: Int64?
    private let start = Stopwatch()
    private var times = BlockTimes()
    private var pipe: SoundPipe?
    private var blocks: Int64 = 0
    private var earlyKilobytes: Int64 = 0

    init(_ command: RecordingCommand) throws {
        pace = command.pace
        isWitness = command.witness
        lastBlock = command.unsealed ? command.seconds * 100 : nil
        pipe = command.stereo ? try SoundPipe() : nil
    }

    mutating func blockBegins() {
        times.blockBegins()
        pipe?.convertHop()
    }

    mutating func blockEnds() {
        times.blockEnds()
        blocks += 1
        if isWitness {
            withUnsafeBytes(of: UInt8(1)) { _ = write(STDOUT_FILENO, $0.baseAddress, 1) }
        }
        // The first minute fills what is filled once.
        if blocks == 6_000 { earlyKilobytes = Self.residentKilobytes }
        if blocks == lastBlock { _exit(0) }
        guard pace > 0 else { return }
        let ahead = blocks * 10_000 / pace - start.microseconds
        if ahead > 1_000 { usleep(useconds_t(ahead)) }
    }

    func timing(frames: Int64) -> JSONObject {
        var object = times.timing(frames: frames)
        object["cpuMicroseconds"] = .integer(Self.cpuMicroseconds)
        object["residentKilobytesEarly"] = .integer(earlyKilobytes)
        object["residentKilobytesLate"] = .integer(Self.residentKilobytes)
        return object
    }

    static var cpuMicroseconds: Int64 {
        // Zero is the process itself, on every system; its name has a type of its own on some.
        var usage = rusage()
        getrusage(0, &usage)
        let times = [usage.ru_utime, usage.ru_stime]
        return times.reduce(0) { $0 + Int64($1.tv_sec) * 1_000_000 + Int64($1.tv_usec) }
    }

    static var residentKilobytes: Int64 {
        // Linux counts in pages; elsewhere the figure is not taken.
        guard let bytes = try? DiskFile.read("/proc/self/statm", limit: 4_096) else { return 0 }
        let fields = String(decoding: bytes, as: UTF8.self).split(separator: " ")
        return fields.count > 1 ? (Int64(fields[1]) ?? 0) * Int64(getpagesize()) / 1_024 : 0
    }
}

/// The way of a 48 kHz stereo device's sound to the session: mean of both channels, converted,
/// without echo. What comes out is dropped: the session hears its room.
private final class SoundPipe {
    private var pipe: LivePipe
    private let hop: [(left: Float, right: Float)]

    init() throws {
        pipe = try LivePipe(deviceRate: 48_000, sessionRate: 16_000, cancelsEcho: true)
        var chance = SeededChance(seed: 1).stream("noise")
        hop = (0..<480).map { _ in
            (Float(chance.below(2_001)) / 100_000 - 0.01, Float(chance.below(2_001)) / 100_000)
        }
    }

    func convertHop() {
        let samples = hop.map { DuplexSample(heard: ($0.left + $0.right) / 2, played: $0.right) }
        _ = pipe.take([.frames(samples)])
    }
}
