import ArgumentParser
import VoiceAudio
import VoiceTrace

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Arguments of the verbs that turn sound files into others.
struct BatchOptions: ParsableArguments {
    @Argument(
        help: .init(
            "A sound file and the file to write; or files and folders, and a folder for all.",
            valueName: "in... out"),
        completion: .file())
    var paths: [String]

    @Flag(help: "Replaces outputs that are already there.")
    var force = false

    @OptionGroup var pace: PaceOptions

    @Option(help: "How what was done is printed.")
    var format = OutputFormat.text

    func validate() throws {
        if paths.count < 2 { throw ValidationError("Name the input and then the output.") }
    }
}

/// How many files are worked on at once.
struct PaceOptions: ParsableArguments {
    @Option(help: "How many files, or parts of one, are worked on at once; all cores if not said.")
    var jobs: Int = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    func validate() throws {
        if !(1...256).contains(jobs) { throw ValidationError("--jobs takes 1 to 256.") }
    }
}

/// Inputs with their outputs, worked on side by side, reported in the order of the inputs.
struct SoundBatch {
    /// One file's way.
    struct Step: Sendable {
        let input: String
        let output: String
    }

    let options: BatchOptions
    /// What every rewrite does; the goal is added file by file.
    let rewrite: RewriteOptions
    var goal = LevelGoal.gain(0)

    /// Does all of it; exits with the gravest of what happened.
    func run() async throws {
        Interruption.install()
        var (steps, status) = try plan()
        var rewrite = rewrite
        rewrite.overwrite = options.force
        let work = BatchWork(options: rewrite, goal: goal)
        let inner = steps.count >= options.pace.jobs ? 1 : options.pace.jobs
        let line = ProgressLine(count: steps.count)
        let batch = steps
        try await OrderedWork.run(count: batch.count, jobs: options.pace.jobs) { index in
            let outcome = await work.done(batch[index], jobs: inner) { line.note($0, of: index) }
            line.note(1, of: index)
            return outcome
        } take: { index, outcome in
            line.clear()
            try show(outcome, steps[index], &status)
        }
        if status != .agrees { throw ExitCode(status.rawValue) }
    }

    private func show(
        _ outcome: BatchWork.Outcome, _ step: Step, _ status: inout ExitStatus
    ) throws {
        for note in outcome.notes { Console.note(note) }
        status = status.graver(outcome.status)
        guard let report = outcome.report else { return }
        switch options.format {
        case .text: try Console.print(RewriteText.line(step, report, gain: outcome.gain))
        case .json:
            try Console.print(
                JSONWriter.text(RewriteText.value(step, report, outcome.gain, outcome.notes)))
        }
    }

    /// The ways of all files, and the gravest of what kept some from being found.
    private func plan() throws -> (steps: [Step], status: ExitStatus) {
        let inputs = options.paths.dropLast()
        guard let output = options.paths.last else { return ([], .usage) }
        let isSingle =
            inputs.count == 1 && !output.hasSuffix("/") && !DiskFile.isFolder(output)
            && !inputs.contains(where: DiskFile.isFolder)
        if isSingle, let input = inputs.first {
            return ([Step(input: input, output: output)], .agrees)
        }
        if DiskFile.exists(output), !DiskFile.isFolder(output) {
            throw CommandError(
                .cannotCreate,
                "\(output) is a file, and several outputs need a folder. Name a folder.")
        }
        var folder = output
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        var steps: [Step] = []
        var status = ExitStatus.agrees
        for input in inputs {
            do {
                for found in try SoundSearch.files(input, sparing: folder) {
                    let name = renamed(found.relative)
                    steps.append(Step(input: found.path, output: "\(folder)/\(name)"))
                }
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        try refuseCollisions(steps)
        return (steps, status)
    }

    /// A name with the ending of the container that was asked for.
    private func renamed(_ name: String) -> String {
        guard let container = rewrite.container else { return name }
        let ending = SoundContainer.ending(of: name)
        let stem = ending.isEmpty ? name : String(name.dropLast(ending.count + 1))
        return "\(stem).\(container.extensions[0])"
    }

    private func refuseCollisions(_ steps: [Step]) throws {
        var inputs: [String: String] = [:]
        for step in steps {
            if let other = inputs.updateValue(step.input, forKey: step.output) {
                throw CommandError(
                    .cannotCreate,
                    "\(other) and \(step.input) would both become \(step.output)."
                        + " Convert them into different folders.")
            }
        }
    }
}
