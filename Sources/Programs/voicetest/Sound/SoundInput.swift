import VoiceAudio
import VoiceReports

/// A sound that a verb reads: a file as it is, or what ffmpeg decoded from it.
///
/// Only verbs on sound files read sound so. Sessions start no program.
struct SoundInput: Sendable {
    /// Name that the user gives the sound.
    let name: String
    /// The file that is read.
    let path: String
    /// Container that ffmpeg decoded it from; nil where the file is read as it is.
    let container: ForeignContainer?
    /// Whether its samples are 32-bit floats only because a lossy coder decodes to such.
    let isLossy: Bool
    private let coder: String
    private let folder: PrivateFolder?

    /// Opens the sound that `name` means, which is at `path` where that is another file.
    ///
    /// - Throws: `CommandError` (69) where ffmpeg is needed and missing; what keeps it from
    ///   decoding.
    init(_ name: String, at path: String? = nil) throws {
        self.name = name
        let file = path ?? name
        container = ForeignContainer(path: file)
        guard let container else {
            (self.path, folder, coder, isLossy) = (file, nil, "", false)
            return
        }
        let decoder = try ForeignDecoder(file, called: name, container)
        let folder = try PrivateFolder(files: ["sound.caf"])
        self.folder = folder
        self.path = "\(folder.path)/sound.caf"
        (coder, isLossy) = (decoder.coder, decoder.isLossy)
        do {
            try decoder.decode(to: self.path)
        } catch {
            folder.remove()
            throw error
        }
    }

    /// Removes the file that stands for the sound.
    func remove() { folder?.remove() }

    /// A text that names the sound and not the file that stands for it.
    func named(_ text: String) -> String {
        path == name ? text : text.replacing(path, with: name)
    }

    /// Reason why it may not be all of the sound, in a sentence; nil where it is.
    var shortfall: String? {
        guard let found = (try? SoundFileReader(path: path))?.statedShortfall else { return nil }
        return "\(name): \(found.description); what there is was read"
    }

    /// Facts of the file that the user named, where they are those of what ffmpeg decoded.
    func named(_ facts: SoundFacts) -> SoundFacts {
        guard let container else { return facts }
        var facts = facts
        facts.coding = nil
        facts.format.container = "\(container.name), decoded by ffmpeg"
        facts.format.encoding = coder
        return facts
    }

    /// The encoding that a file of `container` gets, where none was asked for: 16 bits for what a
    /// lossy coder decoded, as for MP3.
    func encoding(for container: SoundContainer?) -> SoundEncoding? {
        let wide: [SoundContainer] = [.wav, .wavex, .rf64, .w64, .aiff, .caf, .flac, .au]
        return isLossy && container.map(wide.contains) == true ? .pcm16 : nil
    }

    /// Does `work` with the sound that `name` means; errors name the sound.
    static func reading<Value>(
        _ name: String, at path: String? = nil, _ work: (SoundInput) async throws -> Value
    ) async throws -> Value {
        let input = try SoundInput(name, at: path)
        defer { input.remove() }
        do {
            return try await work(input)
        } catch { throw input.named(error) }
    }

    /// Reads the sound for work that does not wait.
    static func reading<Value>(
        _ name: String, at path: String? = nil, _ work: (SoundInput) throws -> Value
    ) throws -> Value {
        let input = try SoundInput(name, at: path)
        defer { input.remove() }
        do {
            return try work(input)
        } catch { throw input.named(error) }
    }

    private func named(_ error: any Error) -> any Error {
        let text = "\(error)"
        guard path != name, text.contains(path) else { return error }
        return CommandError(ExitStatus(error), named(text))
    }
}
