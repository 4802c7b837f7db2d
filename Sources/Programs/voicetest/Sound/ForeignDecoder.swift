import VoiceAudio
import VoiceFiles
import VoicePrograms
import VoiceReports

/// Decodes a sound file with an installed ffmpeg. No shell stands between, and ffmpeg reads
/// nothing but that file.
struct ForeignDecoder {
    /// The package that has it.
    static let remedy = "Run `apt-get install ffmpeg`."
    /// Most bytes of ffmpeg's messages about its work.
    private static let outputLimit = 1 << 22
    /// Options before the input: no questions, errors only, no other files, no networks.
    private static let quiet = ["-v", "error", "-protocol_whitelist", "file"]

    /// The coder, as ffmpeg calls it.
    let coder: String
    /// Whether the coder decodes to floats because it is lossy.
    let isLossy: Bool
    private let path: String
    private let name: String
    private let program: String
    private let encoding: String
    private let container: ForeignContainer

    /// The path of ffmpeg; nil where it is not installed.
    static var installed: String? { ProgramStart.path(of: "ffmpeg", in: nil) }

    /// ffmpeg's version; nil where it is not installed.
    static var version: String? {
        guard let installed else { return nil }
        let start = ProgramStart(program: installed, arguments: ["-version"])
        let words = (try? ProgramRun(start, input: [], outputLimit: outputLimit).run())
            .map { String(decoding: $0.output.prefix(200), as: UTF8.self).split(separator: " ") }
        guard let words, words.count > 2 else { return nil }
        return PrintableText.line(String(words[2]))
    }

    /// Finds out the contents of the file at `path`, which messages call `name`.
    ///
    /// - Throws: `CommandError`: 69 where ffmpeg is missing, 65 where the file holds no sound.
    init(_ path: String, called name: String, _ container: ForeignContainer) throws {
        guard let program = Self.installed else {
            throw CommandError(
                .notInstalled,
                "\(name): \(container.name) is read through ffmpeg, which is not installed. "
                    + Self.remedy)
        }
        self.path = path
        self.name = name
        self.program = program
        self.container = container
        let facts = try Self.facts(path, name, container)
        coder = facts["codec_name"].map(PrintableText.line) ?? "unknown"
        (encoding, isLossy) =
            switch facts["sample_fmt"] {
            case "u8", "u8p", "s16", "s16p": ("pcm_s16le", false)
            case "s32", "s32p":
                (
                    Int(facts["bits_per_raw_sample"] ?? "").map { $0 <= 24 } == true
                        ? "pcm_s24le" : "pcm_s32le", false
                )
            case "dbl", "dblp": ("pcm_f64le", false)
            default: ("pcm_f32le", facts["codec_name"]?.hasPrefix("pcm_") != true)
            }
    }

    /// Decodes the first stream of sound to a CAF file.
    ///
    /// - Throws: `CommandError` (65) with ffmpeg's own words; what keeps it from being started.
    func decode(to target: String) throws {
        // Progress is written so that a long file is not taken for a program that stands still.
        let arguments =
            ["-nostdin", "-progress", "pipe:1", "-stats_period", "5"] + Self.quiet
            + container.input(path) + [
                "-map", "0:a:0", "-map_metadata", "0", "-fflags", "+bitexact",
            ]
            + ["-c:a", encoding, "-f", "caf", "file:\(target)"]
        let result = try Self.run(program, arguments)
        let said = Self.words(result.message, path, name)
        guard result.exitCode == 0, DiskFile.exists(target) else { throw Self.refusal(name, said) }
        // What it could not decode is missing.
        if let said { Console.report("\(name): ffmpeg: \(said)") }
    }

    /// Returns the facts that ffprobe tells of the first stream of sound, by its keys; none where
    /// it is missing.
    private static func facts(
        _ path: String, _ name: String, _ container: ForeignContainer
    ) throws -> [String: String] {
        guard let probe = ProgramStart.path(of: "ffprobe", in: nil) else { return [:] }
        let entries = "stream=codec_name,sample_fmt,bits_per_raw_sample"
        let result = try run(
            probe,
            quiet + [
                "-select_streams", "a:0", "-show_entries", entries, "-of", "default=nw=1",
            ] + container.input(path))
        let lines = String(decoding: result.output, as: UTF8.self).split(
            whereSeparator: \.isNewline)
        guard result.exitCode == 0, !lines.isEmpty else {
            throw refusal(name, words(result.message, path, name))
        }
        return Dictionary(
            lines.map { line in
                let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
                return (parts[0], parts.count > 1 ? parts[1] : "")
            }, uniquingKeysWith: { first, _ in first })
    }

    private static func run(_ program: String, _ arguments: [String]) throws -> ProgramRun.Result {
        let start = ProgramStart(program: program, arguments: arguments)
        do throws(ProgramError) {
            return try ProgramRun(start, input: [], outputLimit: outputLimit).run()
        } catch {
            if case .cannotStart = error { throw CommandError(.notInstalled, "\(error)") }
            throw CommandError(.badData, "\(error)")
        }
    }

    private static func refusal(_ name: String, _ said: String?) -> CommandError {
        CommandError(
            .badData,
            "cannot read \(name) as sound: \(said ?? "ffmpeg finds none in it")."
                + " Copy or export it again.")
    }

    /// The last line that ffmpeg wrote, without the file's own name; nil where it wrote none.
    private static func words(_ message: [UInt8], _ path: String, _ name: String) -> String? {
        let lines = String(decoding: message, as: UTF8.self).split(whereSeparator: \.isNewline)
        guard let last = lines.last else { return nil }
        let line = String(last).replacing("file:\(path)", with: name).replacing(path, with: name)
        let begin = "\(name): "
        return String(
            PrintableText.line(line.hasPrefix(begin) ? String(line.dropFirst(begin.count)) : line)
                .prefix(300))
    }
}

extension ForeignContainer {
    /// The arguments that name the file at `path` to ffmpeg and ffprobe.
    fileprivate func input(_ path: String) -> [String] {
        (demuxer.map { ["-f", $0] } ?? []) + ["-i", "file:\(path)"]
    }
}
