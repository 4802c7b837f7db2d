import ArgumentParser
import VoiceAudio
import VoiceJSON

/// Option that says which channel of several counts, for verbs that read sound.
struct ChannelOptions: ParsableArguments {
    @Option(
        help: .init(
            """
            Which channel counts where a file has several: 1 or left, 2 or right, 3 and so on, \
            mix for their mean, or each by itself. Unless given it is their mean, or the loudest \
            where they cancel each other out or the others are silent.
            """, valueName: "channel"))
    var pick: ChannelPick?

    /// Way in which the channels of a file become one, where a verb takes no more than one.
    var choice: ChannelChoice {
        if case .one(let choice) = pick { choice } else { .best }
    }

    /// Refuses each channel by itself where a verb cannot take it, with the reason and the way
    /// round it.
    ///
    /// - Throws: `ValidationError`.
    func refuseEach(_ sentence: String) throws {
        if pick == .each { throw ValidationError("--pick each: \(sentence)") }
    }

    /// The channels of a file that are looked at, one after the other.
    ///
    /// - Throws: every ``AudioError`` about input.
    func channels(of path: String) throws(AudioError) -> [PickedChannel] {
        try (pick ?? .one(.best)).channels(of: path)
    }
}

/// Argument of `--pick`.
enum ChannelPick: ExpressibleByArgument, Equatable {
    case one(ChannelChoice)
    case each

    static let allValueStrings = ["1", "2", "left", "right", "mix", "each"]

    /// A channel by its number, from 1, or by its name.
    init?(argument: String) {
        switch argument {
        case "left": self = .one(.only(channel: 0))
        case "right": self = .one(.only(channel: 1))
        case "mix": self = .one(.mix)
        case "each": self = .each
        default:
            guard let number = Int(argument), (1...SoundFileReader.channelLimit).contains(number)
            else { return nil }
            self = .one(.only(channel: number - 1))
        }
    }

    /// The channels of a file that are looked at, one after the other.
    ///
    /// - Throws: every ``AudioError`` about input.
    func channels(of path: String) throws(AudioError) -> [PickedChannel] {
        switch self {
        case .one(let choice): return [PickedChannel(choice: choice)]
        case .each:
            let count = try SoundFileReader(path: path).format.channels
            return (0..<count).map { PickedChannel(choice: .only(channel: $0)) }
        }
    }
}

/// One channel, made of the channels of a file.
struct PickedChannel: Sendable, Equatable {
    let choice: ChannelChoice

    /// Number in the results, from 1; nil for a channel that is made of all.
    var number: Int? {
        if case .only(let channel) = choice { channel + 1 } else { nil }
    }

    /// Channel that results carry as JSON: the number, or `mix` for the mean that was asked for.
    var value: JSONValue? {
        number.map { .integer(Int64($0)) } ?? (choice == .mix ? "mix" : nil)
    }

    /// Returns the name of a file's channel in text: the file's alone for a channel that is made of
    /// all.
    func title(of file: String) -> String {
        if let number { return "\(file), channel \(number)" }
        return choice == .mix ? "\(file), mean of its channels" : file
    }
}
