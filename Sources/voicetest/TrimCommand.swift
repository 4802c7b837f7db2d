import ArgumentParser
import VoiceActivity
import VoiceAudio
import VoiceTrace

struct TrimCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Cuts away what comes before and after the speech.",
        discussion: """
            Keeps everything from the first speech through the last, with pads; channels, rate, \
            encoding and metadata stay as they are. Where a recognizer's times are given (--start \
            and --end, or --words) and cover the file, they decide; they do not cover it when \
            they leave out more than two seconds and more than half their own length. An edge \
            that would move by less than 100 ms stays, and a trimmed file is trimmed to itself. \
            A file without speech is copied as it is. With several inputs, or a folder, OUT is a \
            folder. --rule voicekit cuts by chunks of 8,192 frames, as VoiceKit does.

            Example:
              voicetest trim answer.wav trimmed.wav --explain
              voicetest trim recordings trimmed --jobs 2
            """)

    @Argument(
        help: .init(
            "Sound files or folders of them, then the output.", valueName: "in> ... <out"),
        completion: .file())
    var paths: [String]

    @Option(help: "Silence kept before the speech, in seconds.")
    var prePad = 0.05

    @Option(help: "Silence kept after the speech, in seconds.")
    var postPad = 0.20

    @Option(help: "Where a recognizer's first word begins, in seconds.")
    var start: Double?

    @Option(help: "Where a recognizer's last word ends, in seconds.")
    var end: Double?

    @Option(
        help: "A recognizer's words, as `voicetest listen --format json` prints them.",
        completion: .file(extensions: ["json"]))
    var words: String?

    @Flag(help: "Says why it cut where it did.")
    var explain = false

    @Option(help: "How the explanation is printed.")
    var format = OutputFormat.text

    @Option(help: "What decides where there is speech.")
    var rule = RuleOption.detector

    @Option(help: "How many cores are used; all of them unless given.")
    var jobs: Int?

    @Flag(help: "Replaces files that are already there.")
    var force = false

    func validate() throws {
        if paths.count < 2 { throw ValidationError("Name an input and an output.") }
        for (name, pad) in [("--pre-pad", prePad), ("--post-pad", postPad)]
        where !(0...3_600).contains(pad) {
            throw ValidationError("\(name) takes 0 to 3600 seconds.")
        }
        for time in [start, end].compactMap({ $0 }) where !(0...1e9).contains(time) {
            throw ValidationError("--start and --end take seconds from 0.")
        }
        if (start == nil) != (end == nil) {
            throw ValidationError("--start and --end come together.")
        }
        if words != nil, start != nil {
            throw ValidationError("--words gives the times: leave --start and --end out.")
        }
        if let jobs, !ActivityScan.jobsRange.contains(jobs) {
            throw ValidationError("--jobs takes 1 to 256.")
        }
    }

    func run() async throws {
        try await reporting {
            let inputs = Array(paths.dropLast())
            let output = paths[paths.count - 1]
            let places = try SoundPaths.pairs(of: inputs, to: output)
            if places.count > 1, words != nil || start != nil {
                throw CommandError(
                    .usage, "A recognizer's times belong to one file. Trim it by itself.")
            }
            let heard = try recognizedTimes()
            var status = ExitStatus.agrees
            let batch = FileBatch(files: places.map(\.input), jobs: jobs ?? Cores.count)
            let work = TrimWork(
                scan: ActivityScan(rule: rule.rule), prePad: prePad, postPad: postPad,
                heard: heard, force: force, gathersEvidence: explain && rule == .detector)
            try await batch.run { index, jobs in
                try await work.trim(places[index].input, to: places[index].output, jobs: jobs)
            } each: { index, result in
                do {
                    let trimmed = try result.get()
                    for note in trimmed.notes { Console.note(note) }
                    if explain { try Console.print(trimmed.text(as: format), terminator: "") }
                } catch let code as ExitCode {
                    throw code
                } catch {
                    Console.note("\(error)")
                    status = status.graver(ExitStatus(error))
                }
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    /// From the first word through the last, in seconds.
    private func recognizedTimes() throws -> (start: Double, end: Double)? {
        if let start, let end { return (start, end) }
        guard let words else { return nil }
        return try WordTimes.read(words)
    }
}
