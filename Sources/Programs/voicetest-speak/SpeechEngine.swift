internal import CEspeakNG
internal import VoiceJSON
internal import VoiceSystem

/// The engine of this process: made once, used for one utterance.
///
/// espeak-ng is not deterministic across utterances of one process, so there is no second one.
struct SpeechEngine: ~Copyable {
    /// One hour of speech at the engine's rate bounds the memory of a run.
    static let longestSeconds = 3_600

    /// Samples per second, in hertz.
    let sampleRate: Int

    init() throws(SpeakError) {
        // Without a folder the engine goes by ESPEAK_DATA_PATH, then by where it was installed.
        let isNamed = getenv("ESPEAK_DATA_PATH").map { $0.pointee != 0 } ?? false
        let rate = espeak_Initialize(
            AUDIO_OUTPUT_SYNCHRONOUS, 0, isNamed ? nil : ProgramData.path("espeak-ng-data"),
            espeakINITIALIZE_DONT_EXIT)
        guard rate > 0 else { throw .dataMissing }
        sampleRate = Int(rate)
    }

    /// The engine's own version, as in "1.51".
    static var version: String {
        var folder: UnsafePointer<CChar>?
        guard let text = espeak_Info(&folder) else { return "unknown" }
        return String(cString: text)
    }

    /// One line a voice: name, language, gender and further languages, separated by tabs.
    func voiceLines() -> [String] {
        EngineVoice.all().map { voice in
            let further = voice.languages.dropFirst().map(\.code).joined(separator: ",")
            return "\(voice.name)\t\(voice.language)\t\(voice.gender)\t\(further)"
        }
    }

    /// Takes the voice of that name, else the one that is listed for that language code.
    private func selectVoice(_ asked: String) throws(SpeakError) {
        if espeak_SetVoiceByName(asked) == EE_OK { return }
        let parts = asked.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
        let variant = parts.count > 1 ? "+\(parts[1])" : ""
        let voices = EngineVoice.all()
        guard let code = parts.first?.lowercased(),
            let voice = EngineVoice.best(for: code, among: voices),
            espeak_SetVoiceByName(voice.identifier + variant) == EE_OK
        else {
            let names = voices.map(\.language) + voices.map(\.name)
            throw .unknownVoice(asked, hint: NearMiss.hint(for: asked, in: names))
        }
    }

    /// Renders `text`; the pauses at both ends are the engine's own.
    func render(
        _ text: String, options: SpeakOptions
    ) throws(SpeakError) -> SampleSink {
        try selectVoice(options.voice)
        set(espeakRATE, Int32(options.wordsPerMinute))
        if let pitch = options.pitch { set(espeakPITCH, Int32(pitch)) }
        espeak_SetSynthCallback { samples, count, events in
            guard let events, let data = events.pointee.user_data else { return 0 }
            let sink = data.assumingMemoryBound(to: SampleSink.self)
            sink.pointee.append(events)
            return sink.pointee.append(samples, count: Int(count)) ? 0 : 1
        }
        var flags = UInt32(espeakCHARS_UTF8)
        if options.isSSML { flags |= UInt32(espeakSSML) }
        if options.hasPhonemes { flags |= UInt32(espeakPHONEMES) }
        var sink = SampleSink(limit: Self.longestSeconds * sampleRate)
        let result = withUnsafeMutablePointer(to: &sink) { sink in
            espeak_Synth(text, text.utf8.count + 1, 0, POS_CHARACTER, 0, flags, nil, sink)
        }
        guard !sink.isFull else { throw .speechTooLong(seconds: Self.longestSeconds) }
        guard result == EE_OK else { throw .engineFailed(Int(result.rawValue)) }
        return sink
    }

    /// Returns the engine's pronunciation of `text`, in the International Phonetic Alphabet, a
    /// clause a line.
    func pronunciation(
        of text: String, options: SpeakOptions
    ) throws(SpeakError) -> String {
        var start: UnsafeMutablePointer<CChar>?
        var count = 0
        guard let stream = open_memstream(&start, &count) else {
            throw .streamFailed(stream: "output", number: errno)
        }
        espeak_SetPhonemeTrace(espeakPHONEMES_IPA, stream)
        let result = Result { () throws(SpeakError) in try render(text, options: options) }
        espeak_SetPhonemeTrace(0, nil)
        fclose(stream)
        defer { free(start) }
        _ = try result.get()
        return start.map { String(cString: $0) } ?? ""
    }

    private func set(_ parameter: espeak_PARAMETER, _ value: Int32) {
        espeak_SetParameter(parameter, value, 0)
    }
}

/// Sink for the samples of the callback; reached through the utterance's own user data.
struct SampleSink {
    let limit: Int
    private(set) var samples: [Int16] = []
    private(set) var isFull = false
    /// A line a word: milliseconds, first character, length.
    private(set) var marks: [String] = []

    /// Appends the words among the events of a block, whose list ends with its own kind of event.
    mutating func append(_ events: UnsafeMutablePointer<espeak_EVENT>) {
        var next = events
        while next.pointee.type != espeakEVENT_LIST_TERMINATED {
            let event = next.pointee
            if event.type == espeakEVENT_WORD, event.text_position > 0 {
                marks.append(
                    "\(event.audio_position) \(event.text_position - 1) \(event.length)\n")
            }
            next += 1
        }
    }

    /// Appends one block; false when the limit is passed and the engine shall stop.
    mutating func append(_ block: UnsafeMutablePointer<Int16>?, count: Int) -> Bool {
        guard let block, count > 0 else { return true }
        guard samples.count + count <= limit else {
            isFull = true
            return false
        }
        samples.append(contentsOf: UnsafeBufferPointer(start: block, count: count))
        return true
    }
}
