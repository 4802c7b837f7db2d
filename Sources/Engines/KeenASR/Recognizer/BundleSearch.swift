internal import Foundation
internal import VoiceFiles

/// Finds bundles that come with an app.
enum BundleSearch {
    /// The folders that are looked into, in order: resources, the program's own, the current one.
    static var folders: [String] {
        let main = Bundle.main
        let program = main.executablePath.map { ($0 as NSString).deletingLastPathComponent }
        var folders: [String] = []
        for folder in [main.resourcePath, main.bundlePath, program, DiskFile.currentFolder] {
            if let folder, !folders.contains(folder) { folders.append(folder) }
        }
        return folders
    }

    /// The path of the bundle called `name`.
    ///
    /// - Throws: ``KIOSRecognizerError/bundleNotFound(name:folders:)``, for a path too.
    static func path(ofBundle name: String) throws(KIOSRecognizerError) -> String {
        let isName = !name.isEmpty && name != "." && name != ".." && !name.utf8.contains(0x2F)
        let found = isName ? folders.first { DiskFile.isFolder("\($0)/\(name)") } : nil
        guard let found else { throw .bundleNotFound(name: name, folders: folders) }
        return "\(found)/\(name)"
    }
}
