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

    @OptionGroup var pace: PaceOptions

    func validate() throws {
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
            Interruption.install()
            var status = ExitStatus.agrees
            let files = SoundSearch.files(files, &status)
            let format = format ?? (output == nil ? .text : .json)
            if output == nil, files.count > 1, !format.takesSeveral {
                throw CommandError(
                    .usage, "--format \(format.rawValue) holds one file. Add --output DIR.")
            }
            let targets = try targets(of: files, format: format)
            let work = VadWork(
                scan: ActivityScan(rule: rule.rule, jobs: frames ? pace.jobs : share(files)),
                printsFrames: frames, explains: explain, format: format, force: force)
            let line = ProgressLine(count: files.count)
            // What frames are printed of must be alone.
            let jobs = frames ? 1 : pace.jobs
            try await OrderedWork.run(count: files.count, jobs: jobs) { index in
                let result = await work.find(in: files[index], for: targets?[index]) { share in
                    line.note(share, of: index)
                }
                line.note(1, of: index)
                return result
            } take: { index, result in
                line.clear()
                try give(result, files[index], format, to: targets?[index], &status)
            }
            if status != .agrees { throw ExitCode(status.rawValue) }
        }
    }

    private func share(_ files: [String]) -> Int { pace.share(of: files.count) }

    private func give(
        _ result: Result<VadWork.Found, any Error>, _ file: String, _ format: VadFormat,
        to target: String?, _ status: inout ExitStatus
    ) throws {
        do {
            let found = try result.get()
            let text = format.text(found.activity, file: file, evidence: found.evidence)
            guard let target else { return try Console.print(text, terminator: "") }
            try DiskFile.write(Array(text.utf8), to: target, replacing: force)
        } catch let code as ExitCode {
            throw code
        } catch {
            Console.note("\(error)")
            status = status.graver(ExitStatus(error))
        }
    }

    /// Where the result of every file goes; nil when it is printed.
    private func targets(of files: [String], format: VadFormat) throws -> [String]? {
        guard let output else { return nil }
        if DiskFile.exists(output), !DiskFile.isFolder(output) {
            throw CommandError(.cannotCreate, "\(output) is a file. Name a folder for --output.")
        }
        var owners: [String: String] = [:]
        return try files.map { file in
            let name = SoundSearch.withoutEnding(DiskFile.name(of: file)) + ".\(format.ending)"
            if let other = owners.updateValue(file, forKey: name) {
                throw CommandError(
                    .usage,
                    "\(other) and \(file) would both become \(name)."
                        + " Give them folders of their own with two runs.")
            }
            return output.hasSuffix("/") ? output + name : "\(output)/\(name)"
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
    let force: Bool

    func find(
        in file: String, for target: String?, progress: @escaping @Sendable (Double) -> Void
    ) async -> Result<Found, any Error> {
        do {
            // An output that cannot be is better known before an hour is listened to.
            if let target, !force, DiskFile.exists(target) { throw DiskError.exists(path: target) }
            return .success(try await found(in: file, progress: progress))
        } catch {
            return .failure(error)
        }
    }

    private func found(
        in file: String, progress: @escaping @Sendable (Double) -> Void
    ) async throws -> Found {
        var scan = scan
        let passes = PassProgress(first: explains ? 0.5 : 1, note: progress)
        scan.onProgress = { passes.take($0) }
        var printed: @Sendable () throws -> Void = {}
        if printsFrames {
            // Nothing but what is printed would be seen on a terminal.
            scan.onProgress = nil
            printed = try FrameEvidence.attach(to: &scan, file: file, format: format)
        }
        var found = Found(activity: try await scan.run(path: file))
        try printed()
        if explains {
            scan.onProgress = { passes.take($0) }
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
