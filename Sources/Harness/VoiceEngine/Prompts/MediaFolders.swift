package import VoiceFiles

/// Folders in which a flow's files are looked for.
///
/// An absolute path must exist as it stands. A relative one is looked for in the category's folder,
/// in its language folder first. It never leads out of that folder; `..` may lead up within it.
package struct MediaFolders: Sendable, Equatable {
    /// Purpose of a file.
    package enum Category: String, Sendable, CaseIterable {
        /// Sounds and texts to play, recordings, and files of recognizer and synthesiser.
        case playAudio, playText, recordAudio, speechRecognition, speechSynthesis
        /// The engine's own files.
        case engine
    }

    private var folders: [Category: String] = [:]
    /// Paths of files that stand outside the folders, by the names that requests call them.
    package private(set) var files: [String: String] = [:]
    /// Paths of files that come with the engine, by the names that requests call them.
    private var engineFiles: [String: String] = [:]
    /// The folder name of the language; empty for none.
    package private(set) var language: String

    /// No folders yet; files are looked for in the working directory.
    ///
    /// - Throws: ``FolderError/language(_:)`` when `language` is no plain folder name.
    package init(language: String = "en-US") throws(FolderError) {
        guard Self.isFolderName(language) else { throw .language(language) }
        self.language = language
    }

    /// Sets the folder of one category.
    package mutating func set(_ category: Category, to folder: String) {
        folders[category] = folder
    }

    /// Sets the folder of every category.
    package mutating func setAll(to folder: String) {
        for category in Category.allCases { folders[category] = folder }
    }

    /// Gives the file at the absolute `path` a name, which comes before every file of the folders.
    ///
    /// An app that chooses files by URL uses this: its sessions then hold the name and no path of
    /// one machine.
    package mutating func set(file name: String, at path: String) { files[name] = path }

    /// Names files that come with the engine. A file of that name in a folder comes before them.
    package mutating func offer(_ files: [String: String]) {
        engineFiles.merge(files) { $1 }
    }

    /// Whether these are the folders of `other` with files added to them, and nothing else changed.
    package func extends(_ other: MediaFolders) -> Bool {
        var bare = self
        bare.files = other.files
        return bare == other && other.files.allSatisfy { files[$0.key] == $0.value }
    }

    /// The folder of a category, nil when none was set.
    package func folder(of category: Category) -> String? { folders[category] }

    /// Takes another language folder from now on.
    ///
    /// - Throws: ``FolderError/language(_:)`` when `language` is no plain folder name.
    package mutating func use(language: String) throws(FolderError) {
        guard Self.isFolderName(language) else { throw .language(language) }
        self.language = language
    }

    /// The path that `name` spells: after `file://` `%` and two hex digits stand for a byte.
    ///
    /// - Throws: ``FolderError/fileName(_:)`` for an escape that is none, or a byte of 0.
    package static func path(of name: String) throws(FolderError) -> String {
        var bytes = Array(name.utf8)
        if name.hasPrefix("file://") {
            var rest = bytes.dropFirst(7)
            bytes = []
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    bytes.append(byte)
                    continue
                }
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                    let byte = UInt8(digits, radix: 16)
                else { throw .fileName(name) }
                bytes.append(byte)
                rest = rest.dropFirst(2)
            }
        }
        guard !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self) else {
            throw .fileName(name)
        }
        return path
    }

    /// The file that `name` means, which may be a `file://` URL. `language` is the folder name to
    /// go by instead of the folders' own.
    ///
    /// - Throws: ``FolderError/disk(_:)``: missing, or leading out of its folder;
    ///   ``FolderError/fileName(_:)``; ``FolderError/language(_:)`` when `language` is no plain
    ///   folder name.
    package func path(
        of name: String, category: Category, language: String? = nil
    ) throws(FolderError) -> String {
        let language = language ?? self.language
        guard Self.isFolderName(language) else { throw .language(language) }
        let name = if let path = files[name] { path } else { try Self.path(of: name) }
        if name.hasPrefix("/") {
            guard DiskFile.exists(name) else { throw .disk(.missing(path: name)) }
            return name
        }
        let folder = folders[category] ?? "."
        guard let name = Self.normalized(name) else {
            throw .disk(.escapes(path: name, folder: folder))
        }
        let spellings = language.isEmpty ? [name] : ["\(language)/\(name)", name]
        var last = DiskError.missing(path: "\(folder)/\(name)")
        for spelling in spellings {
            do {
                return try DiskFile.path(of: spelling, inside: folder)
            } catch {
                if case .escapes = error { last = error }
            }
        }
        guard case .missing = last, let path = engineFiles[name] else { throw .disk(last) }
        return path
    }

    /// `sentence` with the file's name in the place of its path, so that it holds no path of one
    /// machine and does not depend on the working directory. `name` is what a request calls the
    /// file.
    package func withoutPath(
        _ sentence: String, of name: String, category: Category, language: String? = nil
    ) -> String {
        if let path = files[name] { return sentence.replacing(path, with: name) }
        let folder = folders[category] ?? "."
        let plain = (try? Self.path(of: name)) ?? name
        let language = language ?? self.language
        return ["\(folder)/\(language)/\(plain)", "\(folder)/\(plain)"].reduce(sentence) {
            $0.replacing($1, with: plain)
        }
    }

    /// `name` with every `..` worked off by its letters, so that no link has a say; nil where it
    /// would lead out of where it starts, or to nothing. A name without `..` stays as it is.
    package static func normalized(_ name: String) -> String? {
        let slash = UInt8(ascii: "/")
        let steps = name.utf8.split(separator: slash).map { String(Substring($0)) }
        // By bytes, as the system reads a path.
        func isParent(_ step: String) -> Bool { step.utf8.elementsEqual("..".utf8) }
        guard steps.contains(where: isParent) else { return name }
        var kept: [String] = []
        for step in steps where step != "." {
            if !isParent(step) {
                kept.append(step)
            } else if kept.popLast() == nil {
                return nil
            }
        }
        let start = name.utf8.first == slash ? "/" : ""
        return kept.isEmpty ? nil : start + kept.joined(separator: "/")
    }

    package static func isFolderName(_ name: String) -> Bool {
        !name.contains("/") && name != "." && !name.contains("..") && !name.utf8.contains(0)
    }
}

/// Reason why a name leads to no file.
package enum FolderError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A language's name that cannot be the name of a folder.
    case language(String)
    /// A name with control characters, such as a zero that the system would take for its end.
    case unprintable(String)
    /// A name that is absolute where it may not be, or leads out of its folder.
    case fileName(String)
    /// The file cannot be read.
    case disk(DiskError)

    /// The fault, its place, its reason and the next step.
    package var description: String {
        switch self {
        case .language(let name):
            "language folder \"\(name)\" is not a plain folder name. Use one such as en-US."
        case .unprintable(let name):
            "\(name.debugDescription) has control characters. Use a name of letters and digits."
        case .fileName(let name):
            "\"\(name)\" is not a file name: it holds a NUL, or a % without two hex "
                + "digits behind it. "
                + "Use a plain path, or %25 for a percent sign of a file:// URL."
        case .disk(let error): error.description
        }
    }
}
