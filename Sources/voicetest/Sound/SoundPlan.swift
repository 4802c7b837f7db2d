import VoiceAudio
import VoiceTrace

/// Inputs with their outputs, as the paths of a command line name them.
struct SoundPlan {
    /// One file's way.
    struct Step: Sendable {
        let input: String
        let output: String
    }

    /// The ways of all files, in the order of the inputs.
    private(set) var steps: [Step]
    /// The gravest of what kept inputs from being found.
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
        var folder = folder
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        // Outputs that are sound files are no inputs of the next run.
        let isSound = ending.map(SoundContainer.searchedExtensions.contains) ?? true
        for input in inputs {
            do {
                for found in try SoundSearch.files(input, sparing: isSound ? folder : nil) {
                    let name = Self.renamed(found.relative, ending)
                    steps.append(Step(input: found.path, output: "\(folder)/\(name)"))
                }
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        try refuseCollisions()
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

    private init(steps: [Step]) {
        self.steps = steps
        status = .agrees
    }

    private static func renamed(_ name: String, _ ending: String?) -> String {
        // What is only read is written as the usual file.
        let isForeign = ForeignContainer.extensions.contains(SoundContainer.ending(of: name))
        guard let ending = ending ?? (isForeign ? SoundContainer.wav.extensions[0] : nil) else {
            return name
        }
        return "\(SoundSearch.withoutEnding(name)).\(ending)"
    }

    private func refuseCollisions() throws {
        var inputs: [String: String] = [:]
        for step in steps {
            if let other = inputs.updateValue(step.input, forKey: step.output) {
                throw CommandError(
                    .cannotCreate,
                    "\(other) and \(step.input) would both become \(step.output)."
                        + " Write them to different folders.")
            }
        }
    }
}
