internal import VoiceActivity
internal import VoiceAudio
package import VoiceSession

/// The files that hold the sound of a call, and how they tell its two sides apart.
package enum CallRecording: Sendable, Equatable {
    /// One file, a channel a side.
    case channels(path: String)
    /// Two files of one channel, which begin at the same moment.
    case files(first: String, second: String)
    /// One file of one channel, and a file of labels that say who speaks when.
    case labelled(path: String, labels: String)

    /// The recording in the file at `path`: with `labels`, or with those beside it where it has one
    /// channel; `name` is the file that it was decoded from.
    ///
    /// - Throws: ``SessionError/callChannels(path:channels:)`` where nothing tells the sides apart,
    ///   ``SessionError/audio(_:)`` where it cannot be read.
    package init(
        path: String, labels: String? = nil, from name: String? = nil
    ) throws(SessionError) {
        let count = try Self.channels(of: path)
        if let labels {
            guard count == 1 else {
                throw .unfitCall(
                    path: path,
                    what: "has \(count) channels, and labels are for a recording of one. Leave the"
                        + " labels out, or take one channel with `voicetest convert`.")
            }
            self = .labelled(path: path, labels: labels)
        } else if count == 2 {
            self = .channels(path: path)
        } else if count == 1, let labels = SpeakerLabels.beside(name ?? path) {
            self = .labelled(path: path, labels: labels)
        } else {
            throw .callChannels(path: path, channels: count)
        }
    }

    /// The recording whose sides are two files.
    ///
    /// - Throws: ``SessionError/callChannels(path:channels:)`` where one has several channels,
    ///   ``SessionError/callRates(path:other:rates:)``, ``SessionError/audio(_:)``.
    package init(first: String, second: String) throws(SessionError) {
        var rates: [Int] = []
        for path in [first, second] {
            let count = try Self.channels(of: path)
            guard count == 1 else {
                throw .unfitCall(
                    path: path,
                    what: "has \(count) channels, and each of two files is one side. Name one file"
                        + " with two channels, or two with one.")
            }
            do throws(AudioError) {
                rates.append(try SoundFileReader(path: path).format.sampleRate)
            } catch { throw .audio(error) }
        }
        guard rates[0] == rates[1] else {
            throw .callRates(path: first, other: second, rates: rates)
        }
        self = .files(first: first, second: second)
    }

    private static func channels(of path: String) throws(SessionError) -> Int {
        do throws(AudioError) {
            return try SoundFileReader(path: path).format.channels
        } catch { throw .audio(error) }
    }

    /// Whether the sound file at `path` tells two sides apart, by channels or labels beside it; a
    /// file that cannot be read may.
    package static func tellsSides(_ path: String) -> Bool {
        guard let count = try? channels(of: path) else { return true }
        return count == 2 || count == 1 && SpeakerLabels.beside(path) != nil
    }

    /// The sound files.
    var paths: [String] {
        switch self {
        case .channels(let path), .labelled(let path, _): [path]
        case .files(let first, let second): [first, second]
        }
    }

    /// The file that stands for the call in messages.
    package var path: String {
        switch self {
        case .channels(let path), .files(let path, _), .labelled(let path, _): path
        }
    }

    /// The file and the channel of it, from 0, that hold a side: 0 or 1.
    func side(_ channel: Int) -> (path: String, choice: ChannelChoice) {
        switch self {
        case .channels(let path): (path, .only(channel: channel))
        case .files(let first, let second): (channel == 0 ? first : second, .only(channel: 0))
        case .labelled(let path, _): (path, .only(channel: 0))
        }
    }
}
