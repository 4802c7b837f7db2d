internal import VoiceActivity
internal import VoiceAudio
package import VoiceDiff
internal import VoiceSession
internal import VoiceTime

/// Keys that a caller presses one after the other: one turn of a call.
struct PressedKeys: Sendable, Equatable {
    /// The keys, in order.
    private(set) var keys: String
    /// Frames from the beginning of the first key to behind the last one.
    private(set) var range: Range<Frame>

    /// A stretch that the detector finds so near to a key, and that is no longer than this, is the
    /// key's own edge.
    private static let edgeMilliseconds: Int64 = 150

    /// Returns the turns that `keys` make: a pause that is too long parts two turns, and so does an
    /// app that begins to speak in it, in one of the `stretches`.
    static func turns(
        of keys: [HeardKey], parted stretches: [Range<Frame>], hertz: Int
    ) -> [PressedKeys] {
        let pause = KeyPad.rowPauseMilliseconds * Int64(hertz) / 1_000
        var turns: [PressedKeys] = []
        for key in keys {
            let text = String(key.key)
            guard let last = turns.last, key.frames.lowerBound - last.range.upperBound <= pause,
                !stretches.contains(where: {
                    last.range.upperBound <= $0.lowerBound
                        && $0.lowerBound < key.frames.lowerBound
                })
            else {
                turns.append(PressedKeys(keys: text, range: key.frames))
                continue
            }
            turns[turns.count - 1].keys += text
            turns[turns.count - 1].range = last.range.lowerBound..<key.frames.upperBound
        }
        return turns
    }

    /// The `turns` of keys, and `speech` without what the detector found of their tones; ascending
    /// and apart.
    static func added(
        _ turns: [PressedKeys], to speech: [Range<Frame>], hertz: Int
    ) -> [Range<Frame>] {
        let edge = edgeMilliseconds * Int64(hertz) / 1_000
        let rest = HeardCall.parts(of: speech, without: turns.map(\.range)).filter { part in
            part.upperBound - part.lowerBound > edge
                || !turns.contains { turn in
                    part.lowerBound <= turn.range.upperBound + edge
                        && turn.range.lowerBound <= part.upperBound + edge
                }
        }
        return (rest + turns.map(\.range)).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// The same at other frames.
    func moved(_ convert: (Frame) -> Frame) -> PressedKeys {
        var moved = self
        moved.range = convert(range.lowerBound)..<convert(range.upperBound)
        return moved
    }

    /// Makes the keys in each of the `channels` of `recording` count as what the channel says.
    ///
    /// - Returns: the turns of keys of each, in frames of the channels.
    /// - Throws: `SessionError/audio(_:)`.
    static func read(
        _ recording: CallRecording, into channels: inout CallChannels
    ) throws(SessionError) -> [[PressedKeys]] {
        let (hertz, spoken) = (channels.sampleRate, channels.speech)
        var all: [[PressedKeys]] = []
        for channel in [0, 1] {
            let keys = try keys(in: recording.side(channel), hertz: hertz)
            let turns = turns(of: keys, parted: spoken[1 - channel], hertz: hertz)
            channels.speech[channel] = added(turns, to: spoken[channel], hertz: hertz)
            all.append(turns)
        }
        return all
    }

    /// The keys in a channel of a file, in frames at `hertz`.
    static func keys(
        in side: (path: String, choice: ChannelChoice), hertz: Int
    ) throws(SessionError) -> [HeardKey] {
        do throws(AudioError) {
            return try KeyDecoder.keys(in: side.path, sampleRate: hertz, choice: side.choice)
        } catch { throw .audio(error) }
    }
}

extension HeardCall {
    /// Finds the keys that the caller presses where both sides share a channel.
    mutating func hearKeys() throws(SessionError) {
        let hertz = speech.sampleRate.hertz
        let keys = try PressedKeys.keys(in: callerSide, hertz: hertz)
        pressed = PressedKeys.turns(of: keys, parted: speech.app, hertz: hertz)
        speech.caller = PressedKeys.added(pressed, to: speech.caller, hertz: hertz)
    }

    /// Words that labels tell, and the keys that were heard.
    package var details: CallDetails {
        var details = CallDetails()
        let turns = trace().turns
        for (place, turn) in turns.enumerated() {
            var words = ""
            if let labels, let app = appSpeaker {
                words = labels.text(in: turn.active, of: app, others: true)
            }
            let keys = pressed.filter { $0.range.overlaps(turn.active) }
            let text = ([words] + keys.map(\.keys)).filter { !$0.isEmpty }.joined(separator: " ")
            guard !text.isEmpty else { continue }
            let isKeys = keys.count == 1 && keys[0].range == turn.active
            details.answers[place] = .init(words: text, keys: isKeys ? keys[0].keys : nil)
        }
        guard let labels, let app = appSpeaker else { return details }
        for (place, prompt) in speech.prompts.enumerated() {
            let words = labels.text(in: prompt, of: app)
            if !words.isEmpty { details.texts[place] = words }
        }
        return details
    }
}
