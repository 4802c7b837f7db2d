import VoiceEngine
import VoiceFiles
import VoiceJSON
import VoiceMedia
import VoiceSession
import VoiceSynthesis
import VoiceTrace

/// Sessions whose app is a program.
extension ReplayCommand {
    /// Sessions that are named at most.
    private static let namedPrograms = 5

    /// Leaves out the sessions of programs that were found in folders, and not named themselves:
    /// nothing starts a program for a session alone.
    func leaveOutPrograms(of search: inout SessionSearch) {
        guard program.app == nil else { return }
        let named = Set(paths.map { DiskFile.realPath($0) })
        var left: [String] = []
        search.folders.removeAll { folder in
            guard !named.contains(DiskFile.realPath(folder.path)),
                let kind = (try? folder.manifest())?.engine.kind, kind == Engines.programKind
            else { return false }
            left.append(folder.path)
            return true
        }
        if !left.isEmpty {
            Console.inform(
                "Left out, because their app is a program that sessions do not name:"
                    + " \(left.listed(upTo: Self.namedPrograms)). Name it with"
                    + " --program-command, or run `voicetest test`.")
        }
    }

    /// Takes the program that the option names, and a voice for what it says now.
    func takeProgram(_ options: inout ReplayOptions) throws {
        options.programCommand = try program.command()
        if options.programCommand != nil {
            // A program takes in sound ahead, as far as it is fed.
            options.blockFrames = nil
            let folders = try MediaFolders()
            let voice = SpeechSynthesizer(cacheFolder: SpeechSynthesizer.usualCacheFolder)
            options.programStudio = {
                PromptStudio(folders: folders, synthesizer: voice, rate: $0)
            }
        }
    }
}
