package import VoiceDiff
package import VoiceEngine

extension AppFiles {
    /// Files of the app that `command` runs, of which `files` of its session tell what it loaded.
    package init(of command: ProgramCommand?, in files: [String: [UInt8]]?) {
        let loaded = files?[LoadedFiles.fileName].flatMap(LoadedFiles.init(bytes:))
        self.init(folder: command?.folder, loaded: loaded?.blobs.keys.sorted() ?? [])
    }
}
