import VoiceAudio
import VoiceJSON
import VoiceRecognition
import VoiceTime

/// Utterances, partials and keys that were heard in a sound file.
struct HeardSound: Sendable, Equatable {
    /// A stretch of speech and its outcome.
    struct Utterance: Sendable, Equatable {
        /// Frames of the speech, as the detector of a session finds it.
        let spoken: Range<Int64>
        /// Outcome of the recognizer.
        let outcome: RecognitionOutcome
        /// Partial hypotheses while it was spoken, each with its frame.
        var partials: [Partial] = []
        /// Channel of the file in which it was heard, from 1; nil for a channel that is made of
        /// all.
        var channel: Int?
    }

    /// Partial hypothesis of speech that was under way.
    struct Partial: Sendable, Equatable {
        let frame: Int64
        let text: String
    }

    /// A key of a telephone that was pressed.
    struct Key: Sendable, Equatable {
        let key: Character
        /// Frames from its first to behind its last.
        var frames: Range<Int64>
        /// Channel of the file in which it was heard, from 1; nil for a channel that is made of
        /// all.
        var channel: Int?

        /// The key with its place as an object.
        var value: JSONValue {
            var object: JSONObject = [
                "key": .string(String(key)), "start": .integer(frames.lowerBound),
                "end": .integer(frames.upperBound),
            ]
            object["channel"] = channel.map { .integer(Int64($0)) }
            return .object(object)
        }

        /// The keys in the sound file at `path`, whose channels become one as `choice` says, in
        /// frames at `sampleRate`, in hertz.
        ///
        /// - Throws: what `KeyDecoder.keys(in:sampleRate:choice:)` throws.
        static func all(
            in path: String, sampleRate: Int, choice: ChannelChoice
        ) throws(AudioError) -> [Key] {
            try KeyDecoder.keys(in: path, sampleRate: sampleRate, choice: choice).map { heard in
                Key(key: heard.key, frames: heard.frames)
            }
        }
    }

    /// Length of the sound.
    let frames: Int64
    /// The utterances in their order.
    let utterances: [Utterance]
    /// Keys that were pressed, in their order; empty where nobody asked for keys.
    var keys: [Key] = []

    /// Hypotheses of all utterances together.
    var recognized: [Hypothesis] {
        utterances.compactMap { if case .final(let heard) = $0.outcome { heard } else { nil } }
    }

    /// The words that were recognised.
    var text: String { recognized.map(\.text).joined(separator: " ") }

    /// The words that were recognised, and those of rejected utterances.
    var nearestText: String {
        utterances.compactMap { utterance in
            switch utterance.outcome {
            case .final(let heard), .rejected(let heard?): heard.text
            case .rejected(nil), .failed: nil
            }
        }.joined(separator: " ")
    }

    /// Reasons why utterances were not recognised at all.
    var failures: [RecognitionError] {
        utterances.compactMap { if case .failed(let error) = $0.outcome { error } else { nil } }
    }
}

extension HeardSound {
    /// Finds the keys in the channel of the file that this was heard in.
    mutating func findKeys(in path: String, choice: ChannelChoice) throws(AudioError) {
        keys = try Key.all(in: path, sampleRate: SoundListener.rate.hertz, choice: choice)
    }

    /// Merges what was heard in several channels of one file, in the order in which it was said.
    init(channels: [(number: Int?, heard: HeardSound)]) {
        frames = channels.map(\.heard.frames).max() ?? 0
        let all = channels.flatMap { number, heard in
            heard.utterances.map { utterance in
                var utterance = utterance
                utterance.channel = number
                return utterance
            }
        }
        // Equal starts stay in the order of their channels: a stable order by two keys.
        utterances = all.enumerated().sorted {
            ($0.element.spoken.lowerBound, $0.offset) < ($1.element.spoken.lowerBound, $1.offset)
        }.map(\.element)
        let pressed = channels.flatMap { number, heard in
            heard.keys.map { Key(key: $0.key, frames: $0.frames, channel: number) }
        }
        keys = pressed.enumerated().sorted {
            ($0.element.frames.lowerBound, $0.offset)
                < ($1.element.frames.lowerBound, $1.offset)
        }.map(\.element)
    }

    /// Copy with all positions inside of the sound: the quiet room that was put around an utterance
    /// is none of the file's.
    var clipped: HeardSound { mapped(frames: frames) { $0 } }

    /// Returns a copy in frames of another rate, of which the sound has `frames`.
    func converted(from rate: Int, to other: Int, frames: Int64) -> HeardSound {
        mapped(frames: frames) { ($0 * Int64(other) + Int64(rate / 2)) / Int64(rate) }
    }

    private func mapped(frames: Int64, _ convert: (Int64) -> Int64) -> HeardSound {
        func place(_ frame: Int64) -> Int64 { max(0, min(frames, convert(frame))) }
        func range(_ range: Range<Int64>) -> Range<Int64> {
            place(range.lowerBound)..<place(range.upperBound)
        }
        func moved(_ hypothesis: Hypothesis) -> Hypothesis {
            var moved = hypothesis
            moved.words = hypothesis.words.map { word in
                var word = word
                word.range = range(word.range)
                for index in word.phones.indices {
                    word.phones[index].range = range(word.phones[index].range)
                }
                return word
            }
            return moved
        }
        let moved = utterances.map { utterance in
            let outcome: RecognitionOutcome =
                switch utterance.outcome {
                case .final(let heard): .final(moved(heard))
                case .rejected(let nearest): .rejected(nearest.map(moved))
                case .failed: utterance.outcome
                }
            return Utterance(
                spoken: range(utterance.spoken), outcome: outcome,
                partials: utterance.partials.map {
                    Partial(frame: place($0.frame), text: $0.text)
                }, channel: utterance.channel)
        }
        var sound = HeardSound(frames: frames, utterances: moved)
        sound.keys = keys.map { key in
            Key(key: key.key, frames: range(key.frames), channel: key.channel)
        }
        return sound
    }
}
