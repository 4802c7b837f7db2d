import VoiceFiles
import VoiceReports
import VoiceSystem

/// Standard input and output as files of a private folder, for verbs on sound: a sound is read more
/// than once, and a container is finished at its beginning.
struct StandardStreams: Sendable {
    /// Sign that stands for standard input, or output, in the place of a file's name.
    static let sign = "-"
    /// Verbs that take it.
    private static let verbs: Set<String> = [
        "info", "vad", "trim", "convert", "gain", "resample", "cut", "speak",
    ]
    /// Options whose value is any text.
    private static let texts: Set<String> = ["--reason", "--label", "--filter", "--help"]
    /// Most bytes of standard input that are kept.
    private static let byteLimit: Int64 = 1 << 36

    /// Whether something is written for standard output.
    let writesOutput: Bool
    /// The folder; nil where neither is used.
    private let folder: PrivateFolder?

    private static let inputName = "input"
    private static let outputName = "output.wav"
    private var inputPath: String { "\(folder?.path ?? "")/\(Self.inputName)" }
    private var outputPath: String { "\(folder?.path ?? "")/\(Self.outputName)" }

    /// Reads all of standard input where it is among `inputs`.
    ///
    /// - Throws: `CommandError` where it is named twice.
    init(inputs: [String]) throws {
        let count = inputs.count { $0 == Self.sign }
        guard count <= 1 else {
            throw CommandError(.usage, "'-' is named \(count) times, and can be read once.")
        }
        try self.init(readsInput: count == 1, writesOutput: false)
    }

    /// Opens the streams that steps name; JSON is refused beside a sound on standard output.
    ///
    /// - Throws: `CommandError` or ``DiskError`` where they cannot be kept.
    init(for steps: [SoundPlan.Step], format: OutputFormat) throws {
        let writesOutput = steps.contains { $0.output == Self.sign }
        if writesOutput, format == .json {
            throw CommandError(
                .usage,
                "--format json prints on standard output, where the sound goes. Leave it out.")
        }
        try self.init(
            readsInput: steps.contains { $0.input == Self.sign }, writesOutput: writesOutput)
    }

    /// Reads all of standard input where `readsInput` says so.
    ///
    /// - Throws: `CommandError` or ``DiskError`` where it cannot be kept.
    init(readsInput: Bool, writesOutput: Bool) throws {
        self.writesOutput = writesOutput
        guard readsInput || writesOutput else {
            folder = nil
            return
        }
        folder = try PrivateFolder(files: [Self.inputName, Self.outputName])
        guard readsInput else { return }
        do {
            try readInput()
        } catch {
            remove()
            throw error
        }
    }

    /// The file that `name` means as an output.
    func output(_ name: String) -> String { name == Self.sign ? outputPath : name }

    /// Returns a text that names the streams and not the files they stand in.
    func named(_ text: String) -> String {
        guard let folder, text.contains(folder.path) else { return text }
        return text.replacing(inputPath, with: "standard input")
            .replacing(outputPath, with: "standard output")
    }

    /// Does `work`; errors name the streams and not the files they stand in.
    func naming<Value>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            let text = "\(error)"
            guard named(text) != text else { throw error }
            throw CommandError(ExitStatus(error), named(text))
        }
    }

    /// Does `work` with the sound that `name` means as an input; errors name the streams and files
    /// that the user named.
    func reading<Value>(
        _ name: String, _ work: (SoundInput) async throws -> Value
    ) async throws -> Value {
        try await naming {
            name == Self.sign
                ? try await SoundInput.reading("standard input", at: inputPath, work)
                : try await SoundInput.reading(name, work)
        }
    }

    /// Writes the file that stands for standard output to it.
    func send() throws {
        let file = open(outputPath, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            throw DiskError.unreadable(path: outputPath, reason: String(cString: strerror(errno)))
        }
        defer { close(file) }
        while true {
            let bytes = try Self.piece(of: file)
            if bytes.isEmpty { return }
            try Console.print(bytes: bytes)
        }
    }

    /// Removes the files.
    func remove() {
        folder?.remove()
    }

    private func readInput() throws {
        let file = open(inputPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else {
            throw DiskError.cannotCreate(path: inputPath, reason: String(cString: strerror(errno)))
        }
        defer { close(file) }
        var count: Int64 = 0
        while true {
            let bytes = try Self.piece(of: STDIN_FILENO)
            if bytes.isEmpty { return }
            count += Int64(bytes.count)
            guard count <= Self.byteLimit else {
                throw DiskError.tooLarge(
                    path: "standard input", bytes: count, limit: Self.byteLimit)
            }
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else {
                    throw DiskError.writeFailed(
                        path: inputPath, reason: String(cString: strerror(errno)))
                }
                rest = rest.dropFirst(written)
            }
        }
    }

    /// The next bytes; none at the end.
    private static func piece(of file: Int32) throws -> [UInt8] {
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 16) { target, filled in
            var count = -1
            repeat {
                count = read(file, target.baseAddress, target.count)
            } while count < 0 && errno == EINTR
            failed = count < 0
            filled = max(0, count)
        }
        guard !failed else {
            throw DiskError.unreadable(
                path: "standard input", reason: String(cString: strerror(errno)))
        }
        return bytes
    }

    /// Returns the reason why these arguments are refused: they name standard input or output for a
    /// verb that takes files only; nil where they do not.
    static func refusal(of arguments: [String]) -> String? {
        guard let verb = arguments.first, !verbs.contains(verb) else { return nil }
        for (previous, argument) in zip(arguments, arguments.dropFirst())
        where argument == sign && !texts.contains(previous) {
            return "\(verb) takes files only: '-' does not stand for standard input or output here."
                + " Name a file; ./- is one of that name."
        }
        return nil
    }
}
