public import VoiceFiles
internal import VoiceJSON

/// Source of the sound of a recognizer.
public enum KIOSAudioRoute: String, Sendable, CaseIterable {
    /// The device's microphone, that of a headset or of Bluetooth; a file; a stream of the app.
    case builtin, headset, bluetooth, file, stream

    /// The route of a sound device, as far as its name says.
    init(deviceName: String) {
        let name = deviceName.lowercased()
        self =
            ["bluez", "bluetooth"].contains { name.contains($0) }
            ? .bluetooth
            : ["headset", "headphone"].contains { name.contains($0) } ? .headset : .builtin
    }
}

/// Result of adaptation to a speaker: the running mean of the cepstra.
///
/// Source: cepstral mean normalisation of Atal 1974, kept from one utterance to the next.
public struct KIOSSpeakerProfile: Sendable, Equatable {
    /// The most coefficients of a mean.
    static let coefficientLimit = 1_000
    /// Limit of frames: more than a lifetime has.
    static let frameLimit: Int64 = 1 << 40

    /// Frames that the mean is taken over.
    public private(set) var frames: Int64
    /// The mean of every coefficient.
    public private(set) var mean: [Float]

    /// A profile that has heard nothing.
    public init() {
        frames = 0
        mean = []
    }

    /// A profile of `frames` frames with this mean.
    public init(frames: Int64, mean: [Float]) {
        self.frames = min(max(0, frames), Self.frameLimit)
        self.mean = mean
    }

    /// Takes in `frames` more frames with a mean of their own; what has another number of
    /// coefficients, or no number, is passed over.
    ///
    /// `memory` is the most frames that what was heard before counts as.
    public mutating func add(_ more: [Float], frames count: Int64, memory: Int64 = 100_000) {
        guard count > 0, !more.isEmpty, more.allSatisfy(\.isFinite) else { return }
        guard frames > 0 else {
            self = KIOSSpeakerProfile(frames: count, mean: more)
            return
        }
        guard more.count == mean.count else { return }
        let added = min(count, Self.frameLimit)
        let weight = Float(added) / Float(min(frames, max(0, memory)) + added)
        for index in mean.indices { mean[index] += (more[index] - mean[index]) * weight }
        frames = min(frames + added, Self.frameLimit)
    }
}

/// Reason why a speaker adaptation profile cannot be used.
public enum KIOSProfileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be read or written.
    case disk(DiskError)
    /// A name that makes no file's name.
    case name(speaker: String)
    /// The file is not the profile of this speaker, bundle and route.
    case damaged(path: String, what: String)
    /// A file of a later version.
    case newer(path: String, version: Int64)

    /// Message on what is wrong, where, why, and the next step.
    public var description: String {
        switch self {
        case .disk(let error): error.description
        case .name(let speaker):
            "the speaker's name '\(speaker.prefix(40))' is empty or too long for a file's name."
                + " Use 1 to 60 letters."
        case .damaged(let path, let what):
            "\(path): is not a usable speaker profile: \(what). Remove it; adaptation then starts"
                + " again."
        case .newer(let path, let version):
            "\(path): format version \(version); this KeenASR reads up to"
                + " \(KIOSSpeakerProfiles.formatVersion). Update voicetest, or remove the file."
        }
    }
}

/// The speaker adaptation profiles in a folder: `SPEAKER-BUNDLE-ROUTE.profile`, names
/// percent-encoded.
public struct KIOSSpeakerProfiles: Sendable {
    /// Version 1 held the mean of another spectrum.
    static let formatVersion: Int64 = 2
    private static let byteLimit: Int64 = 1 << 16
    private static let suffix = ".profile"

    /// The folder, which need not exist.
    public let folder: String

    /// The profiles in the folder at `folder`.
    public init(folder: String) { self.folder = folder }

    /// The file's name of a profile.
    ///
    /// - Throws: ``KIOSProfileError/name(speaker:)`` where the name is empty or too long.
    public static func fileName(
        speaker: String, bundle: String, route: KIOSAudioRoute
    ) throws(KIOSProfileError) -> String {
        let name = "\(encoded(speaker))-\(encoded(bundle))-\(route.rawValue)\(suffix)"
        // A file that is being written has a longer name for a moment.
        guard !speaker.isEmpty, name.utf8.count <= 220 else { throw .name(speaker: speaker) }
        return name
    }

    /// Everything but ASCII letters and digits as `%XX`, so that a hyphen only parts names.
    private static func encoded(_ text: String) -> String {
        var encoded = ""
        for byte in text.utf8 {
            let scalar = Unicode.Scalar(byte)
            if scalar.isASCII, scalar.properties.isAlphabetic || (0x30...0x39).contains(byte) {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return encoded
    }

    /// The profile of a speaker, a bundle and a route; nil if it was never saved.
    ///
    /// - Throws: ``KIOSProfileError``.
    public func load(
        speaker: String, bundle: String, route: KIOSAudioRoute
    ) throws(KIOSProfileError) -> KIOSSpeakerProfile? {
        let name = try Self.fileName(speaker: speaker, bundle: bundle, route: route)
        let path = "\(folder)/\(name)"
        let bytes: [UInt8]
        do throws(DiskError) {
            bytes = try DiskFile.read(name, inside: folder, limit: Self.byteLimit)
        } catch {
            if case .missing = error { return nil }
            throw .disk(error)
        }
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONReader.value(of: bytes)
        } catch { throw .damaged(path: path, what: error.description) }
        guard let object = value.object, let version = object["formatVersion"]?.integer else {
            throw .damaged(path: path, what: "formatVersion is missing")
        }
        guard version <= Self.formatVersion else { throw .newer(path: path, version: version) }
        guard version == Self.formatVersion else {
            throw .damaged(path: path, what: "its format version \(version) has another mean")
        }
        guard object["speaker"]?.string == speaker, object["bundle"]?.string == bundle,
            object["route"]?.string == route.rawValue
        else { throw .damaged(path: path, what: "it belongs to another speaker, bundle or route") }
        guard let frames = object["frames"]?.integer, frames > 0,
            let numbers = object["mean"]?.array?.map(Self.number),
            (1...KIOSSpeakerProfile.coefficientLimit).contains(numbers.count),
            numbers.allSatisfy({ $0?.isFinite == true })
        else { throw .damaged(path: path, what: "frames or mean is no number") }
        return KIOSSpeakerProfile(frames: frames, mean: numbers.compactMap(\.self))
    }

    private static func number(_ value: JSONValue) -> Float? {
        switch value {
        case .integer(let number): Float(number)
        case .decimal(let text): Float(text)
        default: nil
        }
    }

    /// Writes a profile, for its user's eyes only; an empty one is not written.
    ///
    /// - Throws: ``KIOSProfileError``.
    public func save(
        _ profile: KIOSSpeakerProfile, speaker: String, bundle: String, route: KIOSAudioRoute
    ) throws(KIOSProfileError) {
        let name = try Self.fileName(speaker: speaker, bundle: bundle, route: route)
        guard profile.frames > 0 else { return }
        let value: JSONValue = [
            "formatVersion": .integer(Self.formatVersion), "speaker": .string(speaker),
            "bundle": .string(bundle), "route": .string(route.rawValue),
            "frames": .integer(profile.frames),
            "mean": .array(profile.mean.map { .decimal("\($0)") }),
        ]
        do throws(DiskError) {
            try DiskFile.write(
                JSONWriter.prettyBytes(value), to: "\(folder)/\(name)", mode: 0o600)
        } catch { throw .disk(error) }
    }

    /// Removes the profiles of `speaker`, or of all speakers if it is nil; other files stay. Does
    /// nothing without such a profile.
    ///
    /// - Throws: ``KIOSProfileError/disk(_:)`` where one cannot be removed.
    public func remove(speaker: String? = nil) throws(KIOSProfileError) {
        guard DiskFile.isFolder(folder) else { return }
        let prefix = speaker.map { Self.encoded($0) + "-" } ?? ""
        do throws(DiskError) {
            for name in try DiskFile.names(in: folder)
            where name.hasSuffix(Self.suffix) && name.hasPrefix(prefix) {
                try DiskFile.remove("\(folder)/\(name)")
            }
        } catch { throw .disk(error) }
    }
}
