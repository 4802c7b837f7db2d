internal import VoiceFiles
public import VoiceJSON

/// One prompt segment as an engine asks for it: the sounds that may be played, best first.
///
/// Order of what is tried: the audio file, the text, the text file, the text that stands in for
/// a missing audio file.
public struct PromptRequest: Sendable, Equatable {
    /// Lengths of the silences around synthesised speech, in milliseconds.
    package struct Silences: Sendable, Equatable {
        /// The silence before it.
        package var before: Int64
        /// The silence after it.
        package var after: Int64

        /// Silences of these lengths.
        package init(before: Int64 = 0, after: Int64 = 0) {
            self.before = before
            self.after = after
        }
    }

    /// Recorded audio, as the flow spells it.
    public var audioFile: String?
    /// The format of a file without a header: `pcm_16khz` is 16-bit little-endian mono.
    package var audioFormat: String?
    /// Text to synthesise.
    public var text: String?
    /// A file of text to synthesise, as the flow spells it.
    public var textFile: String?
    /// Samples to play as they are, on the session's clock: an engine that makes its own sound.
    package var sound: [Int16]?
    /// Text that replaces a missing audio file, from the audio-to-text map.
    package var substituteText: String?
    /// Whether text is SSML.
    package var isSSML = false
    /// The language folder in force.
    public var language: String
    /// The synthesiser's voice; empty for the default of the language.
    public var voice: String
    /// Voices that speak where ``voice`` is not installed, best first.
    package var otherVoices: [String] = []
    /// Speaking rate in words per minute.
    package var wordsPerMinute: Int
    /// The synthesiser's pitch, 0 to 100; nil for the voice's own.
    package var pitch: Int?
    /// Start of playback, in milliseconds of the realised audio.
    package var startMilliseconds: Int64 = 0
    /// Number of times it plays; nil plays until stopped.
    package var plays: Int? = 1
    /// Gain, in thousandths: 1,000 is unity, up to 16,000 (24 dB) is louder with a soft limit.
    public var volume = 1_000
    /// Loudness of synthesised speech before ``volume`` counts, in thousandths of full scale.
    package var speechVolume = 1_000
    /// Silence before and after synthesised speech, in milliseconds.
    package var silenceMilliseconds = Silences()

    /// Whether the job tells when playback reaches a word: ``MediaSignal/word(job:_:)``. Only of
    /// synthesised text is it known where its words are.
    package var wantsMarks = false

    /// Whether the job ends when its last frame is handed over rather than when it is heard, so
    /// that what follows it leaves no gap; a device has a latency between both, a simulation none.
    package var endsWhenHandedOver = false

    /// Whether anybody hears it; otherwise it is only recorded.
    package var isHeard = true

    /// A request that names nothing yet.
    public init(language: String, voice: String = "", wordsPerMinute: Int = 175) {
        self.language = language
        self.voice = voice
        self.wordsPerMinute = wordsPerMinute
    }

    /// Members that decide which audio is realised: the request's key in a session's prompt index.
    ///
    /// Volumes, start position, loops and silences act on the realised audio and are left out.
    public var object: JSONObject {
        func text(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
        var object: JSONObject = [
            "audioFile": text(audioFile), "text": text(self.text), "textFile": text(textFile),
            "substituteText": text(substituteText), "isSSML": .bool(isSSML),
            "language": .string(language), "voice": .string(voice),
            "wordsPerMinute": .integer(Int64(wordsPerMinute)),
        ]
        // Members that are not named are left out, as they were before they could be named.
        if let audioFormat { object["audioFormat"] = .string(audioFormat) }
        if let pitch { object["pitch"] = .integer(Int64(pitch)) }
        if wantsMarks { object["marks"] = true }
        if let sound { object["sound"] = .string(Digest.hex(of: Self.bytes(of: sound))) }
        if !otherVoices.isEmpty { object["otherVoices"] = .array(otherVoices.map { .string($0) }) }
        return object
    }

    private static func bytes(of samples: [Int16]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * samples.count)
        for sample in samples {
            bytes.append(UInt8(truncatingIfNeeded: sample))
            bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
        }
        return bytes
    }

    /// The request as versions made it that knew of one voice only: sessions hold such.
    package var withOneVoice: PromptRequest {
        var request = self
        request.otherVoices = []
        return request
    }

    /// SHA-256 over ``object``.
    public var digest: String { Digest.hex(of: Array(JSONWriter.text(.object(object)).utf8)) }
}

/// Place of a word in the sound of a prompt.
public struct WordMark: Sendable, Hashable {
    /// Number of the word, from 0.
    public var index: Int
    /// Its characters in the text that was asked for.
    package var characters: Range<Int>
    /// Frame at which it begins, in session frames of the realised audio.
    public var frame: Int64

    /// The mark of a word.
    package init(index: Int, characters: Range<Int>, frame: Int64) {
        self.index = index
        self.characters = characters
        self.frame = frame
    }
}

/// Result of realising a request.
public struct RealizedPrompt: Sendable, Equatable {
    /// Possibility of a request that was used.
    public enum Source: String, Sendable, Hashable {
        /// A recorded sound file.
        case audioFile
        /// A text of the request, spoken.
        case textString
        /// The text of a file, spoken.
        case textFile
    }

    /// Possibility that was used.
    public var source: Source
    /// SHA-256 over rate and samples of the realised audio.
    public var digest: String
    /// Length of the realised audio in session frames, before start position, loops and silences.
    public var frames: Int64
    /// Sentence on where the audio breaks off; nil where it is whole.
    package var fault: String?
    /// Its words, in the order in which they are spoken, where ``PromptRequest/wantsMarks`` asks
    /// for them and they are known.
    public var marks: [WordMark]

    /// A prompt of `frames` frames.
    package init(
        source: Source, digest: String, frames: Int64, fault: String? = nil,
        marks: [WordMark] = []
    ) {
        self.fault = fault
        self.marks = marks
        self.source = source
        self.digest = digest
        self.frames = frames
    }
}

/// Outcome of a request.
public enum PromptOutcome: Sendable, Equatable {
    /// The prompt has sound.
    case realized(RealizedPrompt)
    /// The prompt has no sound; `reason` says why, in a sentence.
    case failed(reason: String)
}

/// Names of formats of bare samples, as flow files spell them: 16-bit, little-endian, one channel.
package enum PCMFormat {
    /// The rate that a format such as `pcm_48khz` names, in hertz; nil for every other format.
    package static func sampleRate(_ format: String) -> Int? {
        let name = format.lowercased()
        guard name.hasPrefix("pcm_"), name.hasSuffix("khz"),
            let kilohertz = Int(name.dropFirst(4).dropLast(3)), (8...192).contains(kilohertz)
        else { return nil }
        return kilohertz * 1_000
    }
}
