import ArgumentParser
import VoiceActivity
import VoiceFiles
import VoiceJSON
import VoiceReports

struct TrimCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trim",
        abstract: "Cuts away what comes before and after the speech.",
        discussion: """
            Keeps everything from the first speech through the last, with pads. Channels, rate, \
            encoding and metadata stay as they are. When the times of a recognizer (--start and \
            --end, or --words) cover the file, the command cuts by them instead of by the speech \
            that it finds. They do not cover it when they leave out more than two seconds and \
            more than half their own length. An edge that would move by less than 100 ms stays, \
            so that trimming a trimmed file changes nothing. A file without speech is copied \
            unchanged. With several inputs, or a folder, OUT is a folder. The command says in one \
            line what it kept; --explain says why, and --format json prints one line a file. \
            --rule voicekit cuts by chunks of 8,192 frames, as VoiceKit does.

            --pick says which channel is listened to; all channels are written. --pick each \
            listens to every channel, and keeps the speech of all.

            Examples:
              voicetest trim answer.wav trimmed.wav --explain
              voicetest trim recordings trimmed --jobs 2
              voicetest trim - - < answer.wav > trimmed.wav
            """)

    @OptionGroup var batch: BatchOptions

    @Option(parsing: .unconditional, help: "Silence kept before the speech, in seconds.")
    var prePad = 0.05

    @Option(parsing: .unconditional, help: "Silence kept after the speech, in seconds.")
    var postPad = 0.20

    @Option(
        parsing: .unconditional, help: "Where a recognizer's first word begins, in seconds.")
    var start: Double?

    @Option(parsing: .unconditional, help: "Where a recognizer's last word ends, in seconds.")
    var end: Double?

    @Option(
        help: "A recognizer's words, as `voicetest listen --format json` prints them.",
        completion: .file(extensions: ["json"]))
    var words: String?

    @OptionGroup var channels: ChannelOptions

    @Flag(help: "Says why it cut where it did.")
    var explain = false

    @OptionGroup var finding: SpeechFindingOptions

    @Option(help: "What decides where there is speech.")
    var rule = ActivityScan.Rule.detector

    func validate() throws {
        for (name, pad) in [("--pre-pad", prePad), ("--post-pad", postPad)]
        where !(0...3_600).contains(pad) {
            throw ValidationError("\(name) takes 0 to 3600 seconds.")
        }
        if rule != .detector { try finding.refuse(for: "--rule") }
        for time in [start, end].compactMap({ $0 }) where !(0...1e9).contains(time) {
            throw ValidationError("--start and --end take 0 to 1000000000 seconds.")
        }
        if (start == nil) != (end == nil) {
            throw ValidationError("--start and --end come together.")
        }
        if let start, let end, end <= start {
            throw ValidationError("--end comes after --start. Swap them, or leave both out.")
        }
        if words != nil, start != nil {
            throw ValidationError("--words gives the times: leave --start and --end out.")
        }
    }

    func run() async throws {
        try await reporting {
            let plan = try SoundPlan(batch.paths)
            let steps = plan.steps
            if steps.count > 1, words != nil || start != nil {
                throw CommandError(
                    .usage, "A recognizer's times belong to one file. Trim it by itself.")
            }
            let streams = try StandardStreams(for: steps, format: batch.format)
            defer { streams.remove() }
            let shared = Shared(
                scan: ActivityScan(
                    rule: rule, jobs: batch.pace.share(of: steps.count),
                    settings: finding.settings), heard: try recognizedTimes(), streams: streams)
            try await FileBatch.run(
                count: steps.count, jobs: batch.pace.jobs.count, status: plan.status
            ) { index, progress in
                try await trim(steps[index], shared, progress: progress)
            } show: { _, trimmed in
                try show(trimmed)
                if trimmed.output == StandardStreams.sign { try streams.send() }
            }
        }
    }

    private func show(_ trimmed: TrimResult) throws {
        for note in trimmed.notes { Console.report(note) }
        guard explain || batch.format == .json else { return Console.inform(trimmed.summary) }
        let text = trimmed.text(as: batch.format)
        guard trimmed.output == StandardStreams.sign else {
            return try Console.print(unescaped: text)
        }
        // The sound goes to standard output.
        Console.write(unnamed: text)
    }

    /// From the first word through the last, in seconds.
    private func recognizedTimes() throws -> (start: Double, end: Double)? {
        if let start, let end { return (start, end) }
        guard let words else { return nil }
        return try WordTimes.read(words)
    }
}

/// Reads the times of a recognizer's words.
enum WordTimes {
    /// From the first word through the last, in seconds; nil where nothing was heard.
    ///
    /// Shape: what `voicetest listen --format json` prints. Utterances that were rejected have no
    /// words and do not count.
    static func read(_ path: String) throws -> (start: Double, end: Double)? {
        let bytes = try DiskFile.read(path, limit: FileLimit.text)
        let root: JSONObject?
        do { root = try JSONReader.value(of: bytes).object } catch {
            throw CommandError(.badData, "\(path): \(error)")
        }
        guard let rate = root?["sampleRate"]?.integer, rate > 0,
            let utterances = root?["utterances"]?.array
        else {
            throw CommandError(
                .badData,
                "\(path) holds no words: sampleRate and utterances are missing."
                    + " Make it with `voicetest listen --format json`.")
        }
        var range: Range<Int64>?
        for word in utterances.flatMap({ $0.object?["words"]?.array ?? [] }) {
            guard let start = word.object?["start"]?.integer,
                let end = word.object?["end"]?.integer, 0 <= start, start <= end
            else {
                throw CommandError(
                    .badData, "\(path) holds a word without start and end. Make it anew.")
            }
            range =
                min(start, range?.lowerBound ?? start)..<max(end, range?.upperBound ?? end)
        }
        return range.map {
            (Double($0.lowerBound) / Double(rate), Double($0.upperBound) / Double(rate))
        }
    }
}
