import CSndFile

/// A file format that holds sound, by the name the command line uses for it.
///
/// Source: the major formats of libsndfile 1.2. Sound Designer II is left out: its header lives
/// in a resource fork, which a file written in one piece does not have.
package enum SoundContainer: String, CaseIterable, Sendable {
    /// Formats of general use, and those of telephony, games and older studios.
    case wav, wavex, rf64, w64, aiff, caf, flac, ogg, mp3, au, raw, nist, voc, ircam, avr, iff
    /// Formats of research programs, samplers and pocket computers.
    case paf, pvf, htk, sds, xi, wve, mpc2k, mat4, mat5

    /// libsndfile's word for the container.
    var code: Int32 {
        let code =
            switch self {
            case .wav: SF_FORMAT_WAV
            case .wavex: SF_FORMAT_WAVEX
            case .rf64: SF_FORMAT_RF64
            case .w64: SF_FORMAT_W64
            case .aiff: SF_FORMAT_AIFF
            case .caf: SF_FORMAT_CAF
            case .flac: SF_FORMAT_FLAC
            case .ogg: SF_FORMAT_OGG
            case .mp3: SF_FORMAT_MPEG
            case .au: SF_FORMAT_AU
            case .raw: SF_FORMAT_RAW
            case .nist: SF_FORMAT_NIST
            case .voc: SF_FORMAT_VOC
            case .ircam: SF_FORMAT_IRCAM
            case .avr: SF_FORMAT_AVR
            case .iff: SF_FORMAT_SVX
            case .paf: SF_FORMAT_PAF
            case .pvf: SF_FORMAT_PVF
            case .htk: SF_FORMAT_HTK
            case .sds: SF_FORMAT_SDS
            case .xi: SF_FORMAT_XI
            case .wve: SF_FORMAT_WVE
            case .mpc2k: SF_FORMAT_MPC2K
            case .mat4: SF_FORMAT_MAT4
            case .mat5: SF_FORMAT_MAT5
            }
        return Int32(code)
    }

    init?(code: Int32) {
        let kind = code & Int32(SF_FORMAT_TYPEMASK)
        guard let found = Self.allCases.first(where: { $0.code == kind }) else { return nil }
        self = found
    }

    /// The endings of file names that stand for the container, without the dot, first the usual.
    package var extensions: [String] {
        switch self {
        case .wav: ["wav", "wave", "bwf"]
        case .wavex: ["wav"]
        case .rf64: ["rf64", "wav"]
        case .aiff: ["aiff", "aif", "aifc"]
        case .ogg: ["ogg", "oga", "opus"]
        case .mp3: ["mp3", "mp2", "mp1", "m1a"]
        case .au: ["au", "snd"]
        case .raw: ["raw", "pcm"]
        case .nist: ["nist", "sph"]
        case .ircam: ["ircam", "sf"]
        case .iff: ["iff", "8svx", "svx"]
        case .mpc2k: ["mpc"]
        case .mat4, .mat5: ["mat"]
        default: [rawValue]
        }
    }

    /// Every ending of a sound file's name, as a folder is searched for them.
    ///
    /// Headerless sound is left out, but for GSM: nothing in such a file says what it is.
    package static let searchedExtensions: [String] = {
        var endings: [String] = []
        for container in allCases where container != .raw && container != .mat4 {
            for ending in container.extensions where !endings.contains(ending) {
                endings.append(ending)
            }
        }
        return endings.filter { $0 != "mat" } + ["gsm"]
    }()

    /// The container that a name's ending asks for, or `current` when its files end so too.
    ///
    /// - Throws: ``AudioError/unknownContainer(path:)``.
    package static func of(
        _ path: String, keeping current: SoundContainer? = nil
    ) throws(AudioError) -> SoundContainer {
        let ending = Self.ending(of: path)
        if let current, current.extensions.contains(ending) { return current }
        guard let found = allCases.first(where: { $0.extensions.contains(ending) }) else {
            throw .unknownContainer(path: path)
        }
        return found
    }

    /// The lower-case ending of a path's last name, empty when it has none.
    package static func ending(of path: String) -> String {
        let name = path.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return name[name.index(after: dot)...].lowercased()
    }

    /// The most bytes of samples that the header's length field can count; nil without a limit.
    var byteLimit: Int64? {
        switch self {
        // Room for the header and its metadata is left.
        case .wav, .wavex, .aiff, .au: Int64(UInt32.max) - 1_048_576
        case .iff, .voc, .avr, .paf, .pvf, .htk, .mpc2k, .mat4, .mat5: Int64(Int32.max) - 1_048_576
        default: nil
        }
    }
}
