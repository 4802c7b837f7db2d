import VoiceAudio
import VoiceFiles
import VoiceReports

/// Inputs with their outputs, as the paths of a command line name them.
struct SoundPlan {
    /// One file's way.
    struct Step: Sendable {
        let input: String
        let output: String
        /// The input's path below the folder that was searched; empty where none was.
        var relative = ""
        /// Channel that is taken; nil where the verb's options say.
        var pick: ChannelChoice?
    }

    /// The ways of all files, in the order of the inputs.
    private(set) var steps: [Step]
    /// Gravest of the errors that kept inputs from being found.
    private(set) var status: ExitStatus

    /// The last path is the output: a file for one file, otherwise a folder in which names and
    /// folders follow the inputs'. With a container their endings become its own.
    ///
    /// - Throws: `CommandError` where several outputs would be one, or have no folder.
    init(_ paths: [String], container: SoundContainer? = nil) throws {
        let output = paths.last ?? ""
        let inputs = Array(paths.dropLast())
        if inputs.contains(StandardStreams.sign) || output == StandardStreams.sign {
            self.init(steps: [try Self.streamed(inputs, output)])
            return
        }
        try Self.checkFolder(output, for: inputs)
        if inputs.count == 1, let input = inputs.first, !output.hasSuffix("/"),
            !DiskFile.isFolder(output), !DiskFile.isFolder(input)
        {
            self.init(steps: [Step(input: input, output: output)])
            return
        }
        try self.init(inputs: inputs, folder: output, ending: container?.extensions[0])
    }

    /// Outputs below a folder: a file's own name, or its path below the folder that was named,
    /// with another ending where one is given.
    ///
    /// - Throws: `CommandError` where several outputs would be one, or the folder is a file.
    init(inputs: [String], folder: String, ending: String?) throws {
        if DiskFile.exists(folder), !DiskFile.isFolder(folder) {
            throw CommandError(
                .cannotCreate, "\(folder) is a file, and the outputs need a folder. Name a folder.")
        }
        self.init(steps: [])
        let folder = DiskFile.withoutSlashes(folder)
        // Outputs that are sound files are no inputs of the next run.
        let isSound = ending.map(SoundContainer.searchedExtensions.contains) ?? true
        for input in inputs {
            do {
                let found = try SoundSearch.files(input, sparing: isSound ? folder : nil)
                let names = Self.renamed(found.map(\.relative), ending)
                for (found, name) in zip(found, names) {
                    steps.append(
                        Step(
                            input: found.path, output: "\(folder)/\(name)",
                            relative: found.relative))
                }
            } catch {
                Console.report("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        try settle()
    }

    /// Makes a step for every channel of the inputs: NAME-1, NAME-2 and so on beside the output.
    ///
    /// - Throws: `CommandError` where standard input or output is named, or outputs would be one.
    mutating func splitChannels() throws {
        steps = try steps.flatMap { step in
            guard step.input != StandardStreams.sign, step.output != StandardStreams.sign else {
                throw CommandError(
                    .usage,
                    "'\(StandardStreams.sign)' stands for one sound, and --pick each writes several"
                        + " files. Pick one channel by its number, or name files.")
            }
            // What cannot be read is said when its turn comes.
            let count = try? SoundInput.reading(step.input) { input in
                try SoundFileReader(path: input.path).format.channels
            }
            let stem = SoundSearch.withoutEnding(step.output)
            return (0..<(count ?? 1)).map { channel in
                Step(
                    input: step.input,
                    output: "\(stem)-\(channel + 1)\(step.output.dropFirst(stem.count))",
                    relative: step.relative, pick: .only(channel: channel))
            }
        }
        try settle()
    }

    /// One sound that comes in at standard input, or goes out at standard output.
    private static func streamed(_ inputs: [String], _ output: String) throws -> Step {
        let sign = StandardStreams.sign
        guard inputs.count == 1, let input = inputs.first else {
            throw CommandError(
                .usage,
                "'\(sign)' stands for one sound, and several are named. Name one input and one"
                    + " output.")
        }
        if input == sign, output.hasSuffix("/") || DiskFile.isFolder(output), output != sign {
            throw CommandError(
                .usage,
                "\(output): standard input has no file name for the folder. Name the file"
                    + " to write, or '\(sign)'.")
        }
        if input != sign, DiskFile.isFolder(input) {
            throw CommandError(
                .usage, "\(input) is a folder, and '\(sign)' takes one sound. Name a file.")
        }
        return Step(input: input, output: output)
    }

    /// A folder that is to be made is recognised by its name: no file's name becomes a folder's.
    private static func checkFolder(_ output: String, for inputs: [String]) throws {
        guard !output.hasSuffix("/"), !DiskFile.exists(output) else { return }
        let isSound = SoundContainer.searchedExtensions.contains(SoundContainer.ending(of: output))
        let isFolder = inputs.count == 1 && DiskFile.isFolder(inputs[0])
        guard inputs.count > 1 || (isFolder && isSound) else { return }
        throw CommandError(
            .usage,
            "\(output): several inputs need a folder, and this one does not exist. Write"
                + " \(output)/ to have it made.")
    }

    /// Returns the plan with so many outputs for each input, numbered before the ending; as it is
    /// for fewer than two.
    ///
    /// - Throws: `CommandError` where two outputs would be one.
    func numbered(_ count: Int) throws -> SoundPlan {
        guard count > 1 else { return self }
        var plan = self
        plan.steps = try steps.flatMap { step in
            guard step.output != StandardStreams.sign else {
                throw CommandError(
                    .usage, "'-' takes one sound, and \(count) pieces are asked for. Name a file.")
            }
            return (1...count).map { number in
                Step(
                    input: step.input, output: Self.numbered(step.output, "\(number)"),
                    relative: step.relative)
            }
        }
        try plan.settle()
        return plan
    }

    /// A file's name with a number before its ending.
    static func numbered(_ name: String, _ number: String) -> String {
        let ending = SoundContainer.ending(of: name)
        guard !ending.isEmpty else { return "\(name)-\(number)" }
        return "\(name.dropLast(ending.count + 1))-\(number).\(name.suffix(ending.count))"
    }

    private init(steps: [Step]) {
        self.steps = steps
        status = .agrees
    }

    /// The names of outputs of one folder. Where names differ in their ending alone, as `talk.mp3`
    /// and `talk.opus`, each keeps it before the new one.
    private static func renamed(_ names: [String], _ ending: String?) -> [String] {
        let plain = names.map { renamed($0, ending) }
        let counts = Dictionary(plain.map { ($0, 1) }, uniquingKeysWith: +)
        return zip(names, plain).map { name, output in
            guard counts[output, default: 0] > 1, name != output else { return output }
            return "\(name).\(SoundContainer.ending(of: output))"
        }
    }

    private static func renamed(_ name: String, _ ending: String?) -> String {
        // What is only read is written as the usual file.
        let isForeign = ForeignContainer.extensions.contains(SoundContainer.ending(of: name))
        guard let ending = ending ?? (isForeign ? SoundContainer.wav.extensions[0] : nil) else {
            return name
        }
        return "\(SoundSearch.withoutEnding(name)).\(ending)"
    }

    /// Leaves out steps that would be done twice, and refuses steps whose result would depend on
    /// the order of files: one output of two inputs, and an output that is another step's input.
    private mutating func settle() throws {
        var writers: [String: Step] = [:]
        var readers: [String: Step] = [:]
        var kept: [Step] = []
        for step in steps {
            let (place, source) = (Self.place(of: step.output), DiskFile.realPath(step.input))
            if let other = writers[place] {
                guard DiskFile.realPath(other.input) == source else {
                    throw CommandError(
                        .cannotCreate,
                        "\(other.input) and \(step.input) would both become \(step.output)."
                            + " Write them to different folders.")
                }
                Console.report(
                    "\(step.input): left out, because it is \(other.input), which is done once")
                continue
            }
            writers[place] = step
            readers[source] = readers[source] ?? step
            kept.append(step)
        }
        for step in kept {
            guard let reader = readers[Self.place(of: step.output)], reader.output != step.output
            else { continue }
            throw CommandError(
                .cannotCreate,
                "\(step.output) is \(reader.input), which is to be read as well. Write to another"
                    + " folder.")
        }
        steps = kept
    }

    /// Returns the path that an output is written to, without links.
    private static func place(of output: String) -> String {
        if DiskFile.exists(output) { return DiskFile.realPath(output) }
        let parent = DiskFile.parent(of: output)
        return DiskFile.realPath(parent.isEmpty ? "." : parent) + "/" + DiskFile.name(of: output)
    }
}
