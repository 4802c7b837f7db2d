import VoiceFiles

/// Fault of a sound or a sound file.
public enum AudioError: Error, Equatable, Sendable {
    /// There is no file of this name.
    case missing(path: String)
    /// The file is there but the system does not let it be read.
    case unreadable(path: String, reason: String)
    /// The file is no sound that libsndfile knows.
    case notSound(path: String, reason: String)
    /// A sound of no frames.
    case empty(path: String)
    /// A NaN or an infinity among floating-point samples, at this frame.
    case nonFinite(path: String, frame: Int64)
    /// A value that no sample of the output, or of a step on the way, can hold, at this frame.
    case beyondRange(path: String, frame: Int64)
    /// There are more channels than are mixed down.
    case tooManyChannels(path: String, channels: Int, limit: Int)
    /// A channel that the file does not have, counted from 1.
    case noChannel(path: String, channel: Int, channels: Int)
    /// A sample rate outside the range that is converted, in hertz.
    case unsupportedRate(rate: Int)
    /// A sound longer than the limit, in hours.
    case tooLong(path: String, hours: Int)
    /// The file breaks off or cannot be decoded after this frame.
    case damaged(path: String, frame: Int64, reason: String)
    /// The file goes on after this frame with something else, such as sound of another rate.
    case unlike(path: String, frame: Int64, reason: String)
    /// The output cannot be created.
    case cannotCreate(path: String, reason: String)
    /// The output's extension names no container that is written.
    case unknownContainer(path: String)
    /// The output is already there.
    case exists(path: String)
    /// Writing broke off.
    case writeFailed(path: String, reason: String)
    /// The output's container does not take this sound; the reason ends with the next step.
    case cannotEncode(path: String, reason: String)
    /// Several channels were to become several others.
    case cannotMix(path: String, channels: Int, asked: Int)
    /// The sound outgrows the length field of the output's container.
    case tooLarge(path: String)
    /// The output is the input, and was not to be replaced.
    case sameFile(path: String)
    /// A range that the sound does not have, in frames.
    case outside(path: String, range: Range<Int64>)
    /// A level was asked of a sound that has none.
    case noLevel(path: String, reason: String)

    /// The coarse sorts of failure, as a command line's exit codes know them.
    public enum Kind: Sendable, Equatable {
        /// The input is missing or may not be read.
        case missing
        /// The input was read and is wrong.
        case badData
        /// The output cannot be created.
        case cannotCreate
        /// Reading or writing broke off.
        case inputOutput
    }

    /// The sort of this failure.
    public var kind: Kind {
        switch self {
        case .missing, .unreadable: .missing
        case .notSound, .empty, .nonFinite, .beyondRange, .tooManyChannels, .unsupportedRate,
            .tooLong, .damaged, .unlike, .outside, .noLevel, .cannotMix, .noChannel:
            .badData
        case .cannotCreate, .unknownContainer, .exists, .cannotEncode, .tooLarge, .sameFile:
            .cannotCreate
        case .writeFailed: .inputOutput
        }
    }
}

extension AudioError: CustomStringConvertible {
    /// One sentence or two: what, where, why, and the next step.
    public var description: String {
        switch self {
        case .missing(let path) where path.contains("\u{FFFD}"):
            "cannot open \(path): its name is not UTF-8. Rename it."
        case .missing(let path):
            "cannot find \(path). Check the name and the folder."
        case .unreadable(let path, let reason):
            "cannot read \(path): \(reason). Name a file that you may read."
        case .notSound(let path, let reason):
            "cannot read \(path) as sound: \(reason). Give a WAV, FLAC, Ogg, MP3, CAF or AIFF file."
        case .empty(let path):
            "\(path) holds no sound: zero frames. Record it again or leave it out."
        case .nonFinite(let path, let frame):
            "\(path) holds a sample at frame \(frame) that is not a number. "
                + "Export it again as 16-bit PCM."
        case .beyondRange(let path, let frame):
            "\(path): at frame \(frame) the result is greater than a sample can hold. Make the "
                + "sound quieter first: voicetest gain IN OUT --db -60."
        case .tooManyChannels(let path, let channels, let limit):
            "\(path) has \(channels) channels. Mix it down to \(limit) or fewer."
        case .noChannel(let path, let channel, let channels):
            "\(path) has \(channels) channel\(channels == 1 ? "" : "s"), and no channel"
                + " \(channel). " + (channels == 1 ? "Leave --pick out." : "Pick 1 to \(channels).")
        case .unsupportedRate(let rate):
            "cannot convert sound of \(rate) Hz. Pick "
                + "\(RateConverter.rates.lowerBound) to \(RateConverter.rates.upperBound) Hz."
        case .tooLong(let path, let hours):
            "\(path) is longer than \(hours) hours. Split it into shorter files."
        case .damaged, .unlike, .cannotCreate, .unknownContainer, .exists, .writeFailed,
            .cannotEncode,
            .tooLarge, .sameFile, .outside, .noLevel, .cannotMix:
            fileDescription
        }
    }

    /// The sentences about files that break off or cannot be written.
    private var fileDescription: String {
        switch self {
        case .damaged(let path, let frame, let reason):
            "\(path) is damaged after frame \(frame): \(reason). Copy or export it again."
        case .unlike(let path, let frame, let reason):
            "\(path) is not one sound: after frame \(frame) \(reason). Cut it into one file each."
        case .cannotCreate(let path, let reason):
            "cannot create \(path): \(reason). Check the folder and its permissions."
        case .unknownContainer(let path)
        where ForeignContainer.extensions.contains(SoundContainer.ending(of: path)):
            "cannot write \(path): such files are only read. "
                + "End its name in .wav, .flac or another sound file's ending."
        case .unknownContainer(let path):
            "cannot tell what to write to \(path). "
                + "End its name in .wav, .flac or another sound file's ending."
        case .exists(let path):
            "\(path) is already there. Remove it, pick another name or pass --force."
        case .writeFailed(let path, let reason):
            "cannot write \(path): \(reason). Make room on the disk and try again."
        case .cannotEncode(let path, let reason):
            "cannot write \(path): \(reason)."
        case .tooLarge(let path):
            "cannot write \(path): the file is too large for this format. End its name in .rf64, "
                + ".w64, .caf or .flac."
        case .cannotMix(let path, let channels, let asked):
            "cannot turn the \(channels) channels of \(path) into \(asked). "
                + "Pick 1, which is their mean, or keep them."
        case .sameFile(let path):
            "\(path) is the input itself. Pick another name, or pass --force to replace it."
        case .outside(let path, let range):
            "\(path) has no frames \(range.lowerBound) to \(range.upperBound). "
                + "Ask `voicetest info` for its length."
        case .noLevel(let path, let reason):
            "cannot set the level of \(path): \(reason). Use --db, or leave it out."
        default: preconditionFailure("a sentence is missing")
        }
    }
}

extension AudioError {
    /// Translates what the file layer says of a sound file.
    init(_ error: DiskError) {
        self =
            switch error {
            case .missing(let path): .missing(path: path)
            case .unreadable(let path, let reason): .unreadable(path: path, reason: reason)
            case .notAFile(let path, .folder): .unreadable(path: path, reason: "it is a folder")
            case .notAFile(let path, _):
                .unreadable(
                    path: path, reason: "it is a pipe or a device, which has no second reading")
            case .exists(let path): .exists(path: path)
            case .cannotCreate(let path, let reason): .cannotCreate(path: path, reason: reason)
            case .writeFailed(let path, let reason): .writeFailed(path: path, reason: reason)
            case .link(let path), .tooLarge(let path, _, _), .escapes(let path, _),
                .folderTooLarge(let path, _, _, _):
                .unreadable(path: path, reason: error.description)
            }
    }
}
