import VoiceAudio
import VoiceTrace

/// The sound files that paths on the command line stand for.
enum SoundPaths {
    private static let endings = Set(SoundContainer.searchedExtensions)
    private static let depthLimit = 32

    /// Every file named, and every sound file below every folder named, in order: as given, then
    /// by the bytes of their names.
    ///
    /// - Throws: ``CommandError`` for a folder without a sound file.
    static func files(at paths: [String]) throws -> [String] {
        try paths.flatMap { path in
            guard DiskFile.isFolder(path) else { return [path] }
            let found = try below(path, depth: 0)
            if found.isEmpty {
                throw CommandError(.missing, "\(path) holds no sound file. Name another folder.")
            }
            return found
        }
    }

    /// Every input with its output: a file of that name for one file, otherwise the same names in
    /// a folder of that name.
    ///
    /// - Throws: ``CommandError`` for a folder without a sound file and for two inputs that would
    ///   become one output.
    static func pairs(
        of inputs: [String], to output: String
    ) throws -> [(input: String, output: String)] {
        let isSingle = inputs.count == 1 && !DiskFile.isFolder(inputs[0])
        if isSingle, !DiskFile.isFolder(output), !output.hasSuffix("/") {
            return [(inputs[0], output)]
        }
        let folder = output.hasSuffix("/") ? String(output.dropLast()) : output
        var owners: [String: String] = [:]
        return try inputs.flatMap { input in
            try files(at: [input]).map { file in
                let root = input.hasSuffix("/") ? input : input + "/"
                let name =
                    file.hasPrefix(root)
                    ? String(file.dropFirst(root.count)) : DiskFile.name(of: file)
                let target = "\(folder)/\(name)"
                if let other = owners.updateValue(file, forKey: target) {
                    throw CommandError(
                        .usage,
                        "\(other) and \(file) would both become \(target)."
                            + " Write them to two folders.")
                }
                return (file, target)
            }
        }
    }

    /// The name of a file without its folder and its ending.
    static func stem(of path: String) -> String {
        let name = DiskFile.name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    private static func below(_ folder: String, depth: Int) throws -> [String] {
        guard depth < depthLimit else { return [] }
        var found: [String] = []
        for name in try DiskFile.names(in: folder) where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            if DiskFile.isFolder(path) {
                found += try below(path, depth: depth + 1)
            } else if endings.contains(ending(of: name)) {
                found.append(path)
            }
        }
        return found
    }

    private static func ending(of name: String) -> String {
        guard let dot = name.lastIndex(of: ".") else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }
}
