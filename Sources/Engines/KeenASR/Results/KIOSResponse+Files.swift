public import Foundation
public import VoiceAudio
public import VoiceFiles
internal import VoiceJSON
internal import VoiceSystem

/// Reason why a response is not saved.
public enum KIOSResponseError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The folder that was named is none.
    case noFolder(path: String)
    /// The folder is the recognizer's own.
    case reserved(path: String)
    /// An id that cannot be a file name.
    case responseId(String)
    /// The JSON file cannot be written.
    case disk(DiskError)
    /// The sound file cannot be written.
    case audio(AudioError)
    /// A queue that takes no more.
    case full(path: String, limit: Int)

    /// Message on what is wrong, where, why, and the next step.
    public var description: String {
        switch self {
        case .noFolder(let path):
            "\(path): is not a folder, so nothing is saved there. Create the folder first."
        case .reserved(let path):
            "\(path): is the recognizer's own folder. Save to a folder of the app."
        case .responseId(let id):
            "the response id '\(id.prefix(40))' cannot be a file name. Use 1 to 100 letters, digits"
                + " and hyphens."
        case .disk(let error): error.description
        case .audio(let error): error.description
        case .full(let path, let limit):
            "\(path): holds \(limit) responses already. Remove them, then queue more."
        }
    }
}

extension KIOSResponse {
    /// Writes the JSON to `RESPONSEID.json` in a folder; false where it does not exist, cannot be
    /// written to, or is the recognizer's own. A file of this name is replaced.
    @discardableResult
    public func saveJsonFile(_ directory: URL) -> Bool {
        directory.isFileURL && (try? writeJSON(into: directory.path)) != nil
    }

    /// Writes the sound to `RESPONSEID.wav` in a folder: 16 bits, one channel, exactly the frames
    /// that were decoded. False as ``saveJsonFile(_:)``.
    @discardableResult
    public func saveAudioFile(_ directory: URL) -> Bool {
        directory.isFileURL && (try? writeAudio(into: directory.path)) != nil
    }

    /// Writes the JSON as ``saveJsonFile(_:)`` does; gives the file's path.
    ///
    /// - Throws: ``KIOSResponseError``.
    @discardableResult
    public func writeJSON(into folder: String) throws(KIOSResponseError) -> String {
        try checkFolder(folder)
        let path = try putJSON(into: folder)
        record(jsonPath: path)
        return path
    }

    /// Writes the sound as ``saveAudioFile(_:)`` does; gives the file's path.
    ///
    /// - Throws: ``KIOSResponseError``.
    @discardableResult
    public func writeAudio(into folder: String) throws(KIOSResponseError) -> String {
        try checkFolder(folder)
        let path = try putSound(into: folder)
        record(audioPath: path)
        return path
    }

    private func checkFolder(_ folder: String) throws(KIOSResponseError) {
        guard DiskFile.isFolder(folder) else { throw .noFolder(path: folder) }
        if let reservedFolder, DiskFile.lies(folder, inside: reservedFolder) {
            throw .reserved(path: folder)
        }
    }

    /// Writes the JSON file and gives its path.
    fileprivate func putJSON(into folder: String) throws(KIOSResponseError) -> String {
        let path = try self.path(of: jsonName, in: folder)
        do throws(DiskError) {
            try DiskFile.write(JSONWriter.prettyBytes(value), to: path)
        } catch { throw .disk(error) }
        return path
    }

    /// Writes the sound file and gives its path.
    fileprivate func putSound(into folder: String) throws(KIOSResponseError) -> String {
        let path = try self.path(of: audioName, in: folder)
        do throws(AudioError) {
            try SoundFile.writeMono(facts.sound, path: path, overwrite: true)
        } catch { throw .audio(error) }
        return path
    }

    /// The path of a file of the response; a link in its place is removed, so that nothing is
    /// written where it leads.
    private func path(
        of name: String, in folder: String
    ) throws(KIOSResponseError) -> String {
        let isName = responseId.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D
        }
        guard (1...100).contains(responseId.utf8.count), isName else {
            throw .responseId(responseId)
        }
        let path = "\(DiskFile.realPath(folder))/\(name)"
        if DiskFile.isLink(path) {
            do throws(DiskError) { try DiskFile.remove(path) } catch { throw .disk(error) }
        }
        return path
    }
}

/// Takes responses that an app queues: to keep, to send, to count.
///
/// It stands where the original has its uploader, which sends to a service of its maker.
public protocol KIOSResponseSink: Sendable {
    /// Takes a response; called on the thread of the app.
    ///
    /// - Throws: Why it is not taken; the app is told that it was not queued.
    func take(_ response: KIOSResponse) throws
}

/// Keeps queued responses as files, JSON and sound, until they are taken away.
public struct KIOSFolderSink: KIOSResponseSink {
    /// The folder, which is made with the first response.
    public let folder: String
    /// The most responses that wait.
    public let limit: Int

    /// A sink that writes to the folder at `folder`.
    public init(folder: String, limit: Int = 1_000) {
        self.folder = folder
        self.limit = limit
    }

    /// Writes the response's files; those of one with the same id are replaced.
    ///
    /// - Throws: ``KIOSResponseError``.
    public func take(_ response: KIOSResponse) throws {
        do {
            try DiskFile.makeFolder(folder)
            let waiting = try DiskFile.names(in: folder).filter { $0.hasSuffix(".json") }
            guard waiting.count < limit || waiting.contains(response.jsonName) else {
                throw KIOSResponseError.full(path: folder, limit: limit)
            }
            // The sound first: where the JSON stands, the response is complete.
            if response.facts.sound.frames > 0 { _ = try response.putSound(into: folder) }
            _ = try response.putJSON(into: folder)
        } catch let error as DiskError {
            throw KIOSResponseError.disk(error)
        }
    }
}

/// The program and machine that listened, as a response's JSON names them.
public struct KIOSResponseOrigin: Sendable, Equatable {
    /// The app's bundle identifier; the program's name where it has none.
    public var appBundleId: String
    /// The release of KeenASR whose interface this is, as in `2.1`.
    public var sdkVersion: String
    /// The operating system, as in `Linux`.
    public var system: String
    /// Release of the system, as in `6.1.0-13-amd64`.
    public var release: String
    /// The kind of machine, as in `x86_64`.
    public var machine: String

    /// Puts an origin together.
    public init(
        appBundleId: String, sdkVersion: String, system: String, release: String, machine: String
    ) {
        self.appBundleId = appBundleId
        self.sdkVersion = sdkVersion
        self.system = system
        self.release = release
        self.machine = machine
    }

    /// The bundle identifier of this program; its name where it has none.
    static var appName: String {
        Bundle.main.bundleIdentifier ?? DiskFile.name(of: CommandLine.arguments.first ?? "")
    }

    /// Returns the origin of this program on this machine.
    public static func current(sdkVersion: String) -> KIOSResponseOrigin {
        var names = utsname()
        _ = uname(&names)
        func text(_ field: some Any) -> String {
            withUnsafeBytes(of: field) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
        }
        return KIOSResponseOrigin(
            appBundleId: appName,
            sdkVersion: sdkVersion, system: text(names.sysname), release: text(names.release),
            machine: text(names.machine))
    }
}
