internal import VoiceEngine
internal import VoiceJSON

extension SAYSpeechUtterance {
    /// Reads a text, or an object with the keys `text`, `voice`, `wordsPerMinute`, `pitch` and
    /// `volumePermille`.
    init(_ value: JSONValue, at place: String) throws(SayFormError) {
        if value.string != nil {
            self.init(try FormReader.text(value, at: place))
            return
        }
        guard value.object != nil else {
            throw .wrongKind(
                place: place, found: value.kindName,
                expected: "a string, or an object with \"text\"")
        }
        let reader = try FormReader(value, at: place)
        guard let text = try reader.text("text") else {
            throw .missing(place: place, key: "text")
        }
        self.init(text)
        voice = try reader.text("voice")
        wordsPerMinute = try reader.number("wordsPerMinute", 80...450).map { Int($0) }
        pitch = try reader.number("pitch", 0...100).map { Int($0) }
        volume = try reader.number("volumePermille", 0...1_000).map { Double($0) / 1_000 }
    }

    /// Loudness in thousandths of full scale.
    var volumePermille: Int { Int(((volume ?? 1) * 1_000).rounded()) }

    /// Whether there is a letter or a digit to speak.
    var hasWords: Bool { text.contains { $0.isLetter || $0.isNumber } }
}

/// A sound or a silence that a track plays.
indirect enum AudioEvent: Sendable, Hashable {
    /// A text that is spoken.
    case speech(SAYSpeechUtterance)
    /// A sound file.
    case tone(file: String)
    /// Silence of this length.
    case silence(milliseconds: Int64)
    /// Several events that count as one.
    case composite([AudioEvent])

    /// Composite events within each other at most.
    static let depthLimit = 8
    /// Parts of one composite event at most.
    static let partLimit = 1_000
    /// The longest silence, in milliseconds: an hour.
    static let silenceLimit: Int64 = 3_600_000

    /// Reads an object with one of the keys `speech`, `tone`, `silence` and `composite`.
    init(_ value: JSONValue, at place: String, depth: Int = 0) throws(SayFormError) {
        guard depth < Self.depthLimit else { throw .tooDeep(place: place, limit: Self.depthLimit) }
        let reader = try FormReader(value, at: place)
        if let speech = reader.value("speech") {
            self = .speech(try SAYSpeechUtterance(speech, at: "\(place).speech"))
        } else if let file = try reader.text("tone") {
            self = .tone(file: file)
        } else if let length = try reader.number("silence", 0...Self.silenceLimit) {
            self = .silence(milliseconds: length)
        } else if reader.value("composite") != nil {
            var parts: [AudioEvent] = []
            for part in try reader.list("composite", limit: Self.partLimit) {
                parts.append(try AudioEvent(part.value, at: part.place, depth: depth + 1))
            }
            self = .composite(parts)
        } else {
            throw .missing(place: place, key: "speech")
        }
    }

    /// Operations of the event, in order; none where there is nothing to hear, as for a text
    /// without words, a tone without a file name or a silence of no length.
    var operations: [AudioOperation] {
        switch self {
        case .speech(let utterance): utterance.hasWords ? [.speak(utterance)] : []
        case .tone(let file): file.isEmpty ? [] : [.playTone(file: file)]
        case .silence(let length): length > 0 ? [.wait(milliseconds: length)] : []
        case .composite(let parts): parts.flatMap(\.operations)
        }
    }
}

/// One thing that is done for an audio event, from its beginning to its end.
enum AudioOperation: Sendable, Hashable {
    case speak(SAYSpeechUtterance)
    case playTone(file: String)
    case wait(milliseconds: Int64)

    /// Name of what is heard, as an event of the trace names it.
    var label: String {
        switch self {
        case .speak(let utterance): utterance.text
        case .playTone(let file): file
        case .wait(let length): "\(length) ms of silence"
        }
    }

    /// Manner in which the author of an utterance wants it spoken; empty for the usual way.
    var manner: JSONObject {
        guard case .speak(let utterance) = self else { return [:] }
        var manner = JSONObject()
        manner["voice"] = utterance.voice.map { .string($0) }
        manner["wordsPerMinute"] = utterance.wordsPerMinute.map { .integer(Int64($0)) }
        manner["pitch"] = utterance.pitch.map { .integer(Int64($0)) }
        if utterance.volumePermille != 1_000 {
            manner["volume"] = .integer(Int64(utterance.volumePermille))
        }
        return manner
    }

    /// Returns the prompt that the engine asks the loop to play; nil for silence, which a timer
    /// counts.
    func prompt(language: String, wordsPerMinute: Int) -> PromptRequest? {
        var prompt = PromptRequest(language: language, wordsPerMinute: wordsPerMinute)
        switch self {
        case .wait: return nil
        case .playTone(let file): prompt.audioFile = file
        case .speak(let utterance):
            prompt.text = utterance.text
            prompt.voice = utterance.voice ?? ""
            prompt.wordsPerMinute = utterance.wordsPerMinute ?? wordsPerMinute
            prompt.pitch = utterance.pitch
            prompt.speechVolume = utterance.volumePermille
        }
        return prompt
    }
}
