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
    private(set) var steps: [Step] = []
    /// The gravest of what kept inputs from being found.
    private(set) var status = ExitStatus.agrees

    /// The last path is the output: a file for one file, otherwise a folder in which names and
    /// folders follow the inputs'. With a container their endings become its own.
    ///
    /// - Throws: `CommandError` where several outputs would be one, or have no folder.
    init(_ paths: [String], container: SoundContainer? = nil) throws {
        guard let output = paths.last, paths.count > 1 else { return }
        let inputs = paths.dropLast()
        let isSingle =
            inputs.count == 1 && !output.hasSuffix("/") && !DiskFile.isFolder(output)
            && !inputs.contains(where: DiskFile.isFolder)
        if isSingle, let input = inputs.first {
            steps = [Step(input: input, output: output)]
            return
        }
        if DiskFile.exists(output), !DiskFile.isFolder(output) {
            throw CommandError(
                .cannotCreate,
                "\(output) is a file, and several outputs need a folder. Name a folder.")
        }
        var folder = output
        while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
        for input in inputs {
            do {
                for found in try SoundSearch.files(input, sparing: folder) {
                    let name = Self.renamed(found.relative, container)
                    steps.append(Step(input: found.path, output: "\(folder)/\(name)"))
                }
            } catch {
                Console.note("\(error)")
                status = status.graver(ExitStatus(error))
            }
        }
        try refuseCollisions()
    }

    private static func renamed(_ name: String, _ container: SoundContainer?) -> String {
        guard let container else { return name }
        return "\(SoundSearch.withoutEnding(name)).\(container.extensions[0])"
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
