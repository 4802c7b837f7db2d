import ArgumentParser
import VoiceActivity
import VoiceAudio
import VoiceTrace

struct VadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "vad",
        abstract: "Finds the speech in sound files.",
        discussion: """
            Prints where speech begins and ends, unpadded. A file of any length goes through in \
            constant memory; a file without speech is no error. Folders are searched for sound \
            files. With --format json each file gives one line, {"file", "sampleRate", "frames", \
            "segments": [{"start", "end"}]}, positions in frames of the file's own rate. With \
            --output each file gives DIR/NAME.json, or the ending of the format asked for.

            --frames prints what every 10 ms was judged by, before the file's result; --explain \
            says it of every stretch. Levels are decibels relative to full scale. \
            --rule voicekit decides as VoiceKit does: by 1,024 frames of the first channel, loud \
            where they stand 12 dB above a baseline that follows them.

            Example:
              voicetest vad caller.wav
              voicetest vad recordings --output labels --jobs 2
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

    @Option(help: "What decides.")
    var rule = RuleOption.detector

    @Option(help: "How many cores are used; all of them unless given.")
    var jobs: Int?

    func validate() throws {
        if let jobs, !ActivityScan.jobsRange.contains(jobs) {
            throw ValidationError("--jobs takes \(ActivityScan.jobsRange.lowerBound) to 256.")
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
    }

    func run() async throws {
        try await reporting {
            let files = try SoundPaths.files(at: files)
            let format = format ?? (output == nil ? .text : .json)
            if output == nil, files.count > 1, !format.takesSeveral {
                throw CommandError(
                    .usage, "--format \(format.rawValue) holds one file. Add --output DIR.")
            }
            let targets = try targets(of: files, format: format)
            var status = ExitStatus.agrees
            let work = VadWork(
                scan: ActivityScan(rule: rule.rule), printsFrames: frames, explains: explain,
                format: format)
            let batch = FileBatch(files: files, jobs: jobs ?? Cores.count, isAlone: frames)
            try await batch.run { index, jobs in
                try await work.find(in: files[index], jobs: jobs)
            } each: { index, result in
                do {
                    let found = try result.get()
                    let text = format.text(
                        found.activity, file: files[index], evidence: found.evidence)
                    guard let target = targets?[index] else {
                        return try Console.print(text, terminator: "")
                    }
                    try DiskFile.write(Array(text.utf8), to: target, replacing: force)
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

    /// Where the result of every file goes; nil when it is printed.
    private func targets(of files: [String], format: VadFormat) throws -> [String]? {
        guard let output else { return nil }
        var owners: [String: String] = [:]
        return try files.map { file in
            let stem = SoundPaths.stem(of: file)
            if let other = owners.updateValue(file, forKey: stem) {
                throw CommandError(
                    .usage,
                    "\(other) and \(file) would both become \(stem).\(format.ending)."
                        + " Give them folders of their own with two runs.")
            }
            let target = "\(output)/\(stem).\(format.ending)"
            if !force, DiskFile.exists(target) { throw DiskError.exists(path: target) }
            return target
        }
    }
}

/// Finds the speech in one file.
struct VadWork: Sendable {
    /// What came of it.
    struct Found: Sendable {
        let activity: FileActivity
        var evidence: [SegmentEvidence]?
    }

    let scan: ActivityScan
    let printsFrames: Bool
    let explains: Bool
    let format: VadFormat

    func find(in file: String, jobs: Int) async throws -> Found {
        var scan = scan
        scan.jobs = jobs
        if printsFrames { try FrameEvidence.attach(to: &scan, file: file, format: format) }
        var found = Found(activity: try await scan.run(path: file))
        if explains {
            found.evidence = try await scan.evidence(
                path: file, of: found.activity.segments, sampleRate: found.activity.sampleRate)
        }
        return found
    }
}

/// What decides where speech is.
enum RuleOption: String, ExpressibleByArgument, CaseIterable {
    case detector, voicekit

    var rule: ActivityScan.Rule {
        switch self {
        case .detector: .detector
        case .voicekit: .voicekit
        }
    }
}
