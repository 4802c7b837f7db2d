import ArgumentParser
import VoiceActivity
import VoiceAudio
import VoiceFiles
import VoiceReports

struct VadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vad",
        abstract: "Finds the speech in sound files.",
        discussion: """
            Prints where speech begins and ends, without pads. Memory stays constant for files of \
            any length. A file without speech is not an error. Folders are searched for sound \
            files; - is standard input. With --format json each file gives one line, {"file", \
            "sha256", "sampleRate", "frames", "segments": [{"start", "end"}]}, with positions in \
            frames of the file's own rate. As NAME.labels.json beside the file it is refused once \
            another sound stands there. With --output the command writes DIR/NAME.json for each \
            file, or another ending with another --format. It keeps subfolders below DIR.

            The sides of a call are often two channels of one file: --pick each finds the speech \
            of each. JSON then has a line for each channel, with "channel" counted from 1. RTTM \
            has the channel in its third field, a TextGrid has a tier for each channel, and \
            Audacity's labels are called "speech 1", "speech 2". RTTM names a file by its path \
            below the folder, with %20 for a blank.

            --frames prints the evidence of every 10 ms before the file's result; --explain prints \
            the evidence of every stretch. Levels are decibels relative to full scale. --rule \
            voicekit decides as VoiceKit does: it takes 1,024 frames of the first channel (or of \
            the one picked) as loud when they are 12 dB above a baseline that follows the level.

            --keys lists the keys of a telephone that are pressed (DTMF, with the limits of ITU-T \
            Q.24), in text or json: "keys": [{"key", "start", "end"}].

            --live finds what the detector of a session finds while sound arrives: it cannot look \
            ahead, and takes a session's settings with --set. A silence of 250 ms ends a stretch, \
            with or without --live. --set speech.endSilenceMs=500 ends utterances as a session \
            does. A file of 8000 to 48000 Hz, a multiple of 100, keeps its rate; any other is \
            converted to 16000 Hz.

            Examples:
              voicetest vad caller.wav
              voicetest vad recordings --output labels --jobs 2
              voicetest vad call.wav --pick each --format rttm
              voicetest vad caller.wav --live --set speech.thresholdPermille=600 --frames
            """)

    @Argument(help: "Sound files, or folders of sound files.", completion: .file())
    var files: [String]

    @Option(help: "How the result is written; text, or json with --output.")
    var format: VadFormat?

    @Option(help: "Writes one file for each input into this folder.", completion: .directory)
    var output: String?

    @Flag(help: "Replaces files that are already there.")
    var force = false

    @Flag(help: "Prints the evidence of every 10 ms as well, in text or json.")
    var frames = false

    @Flag(help: "Says what every stretch was judged by, in text or json.")
    var explain = false

    @Flag(help: "Lists the keys of a telephone that are pressed as well, in text or json.")
    var keys = false

    @OptionGroup var channels: ChannelOptions

    @OptionGroup var finding: SpeechFindingOptions

    @Option(help: "What decides.")
    var rule = ActivityScan.Rule.detector

    @Flag(help: "Finds what the detector of a session would, which cannot look ahead.")
    var live = false

    @Option(
        name: .customLong("set"), parsing: .unconditionalSingleValue,
        help: .init(
            "Changes a setting of --live, as in speech.endSilenceMs=500.", valueName: "name=value"),
        transform: SettingOption.read)
    var settings: [SettingOption] = []

    @OptionGroup var pace: PaceOptions

    func validate() throws {
        if live, rule != .detector { throw ValidationError("--live is --rule detector only.") }
        if live { try finding.refuse(for: "--live") }
        if rule != .detector { try finding.refuse(for: "--rule") }
        if live, explain {
            throw ValidationError("--explain shows the detector of files: leave --live out.")
        }
        if !live, !settings.isEmpty { throw ValidationError("--set changes --live: add it.") }
        if keys, let format, format != .text, format != .json {
            throw ValidationError("--keys takes --format text or json.")
        }
        guard frames || explain else { return }
        let name = frames ? "--frames" : "--explain"
        if rule != .detector { throw ValidationError("\(name) shows --rule detector only.") }
        if let format, format != .text, format != .json {
            throw ValidationError("\(name) takes --format text or json.")
        }
        if frames, output != nil {
            throw ValidationError("--frames prints: leave --output out.")
        }
        if frames { try channels.refuseEach("--frames shows one channel. Pick it by its number.") }
    }

    func run() async throws {
        try await reporting {
            let format = self.format ?? (output == nil ? .text : .json)
            if let output {
                guard !files.contains(StandardStreams.sign) else {
                    throw CommandError(
                        .usage,
                        "standard input has no file name for --output. Leave --output out.")
                }
                let plan = try SoundPlan(inputs: files, folder: output, ending: format.ending)
                return try await find(plan.steps.map(Job.init), as: format, plan.status)
            }
            var status = ExitStatus.agrees
            let jobs = SoundSearch.files(files, &status).map(Job.init)
            try check(jobs, for: format)
            try await find(jobs, as: format, status)
        }
    }

    /// A file, its name in RTTM, and where the result is written; nil for standard output.
    private struct Job {
        let file: String
        let identity: String
        var target: String?

        init(_ step: SoundPlan.Step) {
            file = step.input
            identity = VadFormat.identity(of: step.relative)
            target = step.output
        }

        init(_ found: SoundSearch.Found) {
            file = found.path
            identity = VadFormat.identity(of: found.relative)
        }
    }

    /// Refuses files whose results cannot stand one after the other.
    private func check(_ jobs: [Job], for format: VadFormat) throws {
        if jobs.count > 1, !format.takesSeveral {
            throw CommandError(
                .usage, "--format \(format.rawValue) holds one file. Add --output DIR.")
        }
        guard format == .rttm else { return }
        var names: [String: String] = [:]
        for job in jobs {
            guard let other = names.updateValue(job.file, forKey: job.identity) else { continue }
            throw CommandError(
                .usage,
                "\(other) and \(job.file) would both be '\(job.identity)' in RTTM. Name the folder"
                    + " that holds both, or find the speech of one at a time.")
        }
    }

    /// The settings of the live detector.
    private var speech: SpeechSettings {
        get throws {
            var speech = SpeechActivity.fileSettings
            for setting in settings { try speech.set(setting.name, to: setting.value) }
            return speech
        }
    }

    private func find(
        _ jobs: [Job], as format: VadFormat, _ status: ExitStatus
    ) async throws {
        let files = jobs.map(\.file)
        // What frames are printed of must be alone.
        let inner = frames ? pace.jobs.count : pace.share(of: files.count)
        let streams = try StandardStreams(inputs: files)
        defer { streams.remove() }
        let work = VadWork(
            scan: ActivityScan(rule: rule, jobs: inner, settings: finding.settings),
            live: live ? LiveScan(settings: try speech) : nil, printsFrames: frames,
            explains: explain, findsKeys: keys, format: format, force: force, channels: channels)
        try await FileBatch.run(
            count: files.count, jobs: frames ? 1 : pace.jobs.count, status: status
        ) { index, progress in
            try await streams.reading(files[index]) { input in
                if let shortfall = input.shortfall { Console.report(shortfall) }
                return try await work.find(
                    in: input.path, called: files[index], for: jobs[index].target,
                    progress: progress)
            }
        } show: { index, found in
            let job = jobs[index]
            for note in found.compactMap({ $0.activity.fold.notice(on: job.file) }) {
                Console.report(note)
            }
            let text = format.text(found, file: job.file, identity: job.identity)
            guard let target = job.target else { return try Console.print(unescaped: text) }
            try DiskFile.write(Array(text.utf8), to: target, replacing: force)
        }
    }
}
