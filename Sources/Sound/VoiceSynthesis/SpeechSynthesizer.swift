internal import Synchronization
package import VoiceAudio
internal import VoiceLanguage
internal import VoicePrograms

/// Turns text into sound, the same every time.
///
/// Every utterance is rendered by a fresh `voicetest-speak`, because espeak-ng gives different
/// samples for one text when it has spoken before; what was rendered is kept in a cache.
public struct SpeechSynthesizer: Sendable {
    /// Bytes of text in one request: 1 MiB.
    package static let textLimit = 1 << 20
    /// Bytes that one run of the program may give: an hour at 48,000 hertz.
    static let outputLimit = 44 + 3_600 * 48_000 * 2

    let program: String?
    let cache: SpeechCache?
    /// Requests of late; nil where nothing is kept.
    let recent: RecentSpeech?

    /// Prepares a synthesizer; nothing is started or opened yet.
    ///
    /// - Parameters:
    ///   - program: the path of `voicetest-speak`; when nil it is looked for at
    ///     `$VOICETEST_SPEAK`, beside the running program, then in `$PATH`.
    ///   - cacheFolder: where rendered speech is kept; nil keeps none.
    public init(program: String? = nil, cacheFolder: String?) {
        self.program = program
        cache = cacheFolder.map { SpeechCache(folder: $0) }
        recent = cacheFolder == nil ? nil : RecentSpeech()
    }

    /// `$XDG_CACHE_HOME/voicetest/speech`, or `~/.cache/voicetest/speech`; nil without a home.
    public static var usualCacheFolder: String? { SpeechCache.usualFolder }

    /// Speaks `request`.
    ///
    /// Shape: mono at the engine's rate (22,050 hertz for espeak-ng's own voices). The engine's
    /// silence at both ends stays: where speech begins is for the reader to find.
    /// - Throws: ``SynthesisError``; for an unknown voice the program's failure with exit code 65.
    package func render(_ request: SpeechRequest) throws(SynthesisError) -> MonoSound {
        let (text, arguments) = try Self.arguments(for: request)
        let digest = try digest(of: request)
        if let sound = cache?.load(digest) { return sound }
        let program = try SpeechProgram.find(given: program)
        let rate = ["--rate", String(request.wordsPerMinute)]
        let output = try Self.run(program, arguments + rate, input: Array(text.utf8))
        guard var sound = PCM.sound(wave: output) else { throw .outputUnreadable(program: program) }
        let pause = Int(request.leadingPause) * sound.sampleRate / 1_000
        if pause > 0 {
            sound = MonoSound(
                sampleRate: sound.sampleRate,
                samples: [Int16](repeating: 0, count: pause) + sound.samples)
        }
        cache?.store(sound, digest)
        return sound
    }

    /// Returns the engine's pronunciation of `request`, in the International Phonetic Alphabet.
    ///
    /// - Throws: ``SynthesisError``, as ``render(_:)`` does.
    public func pronunciation(of request: SpeechRequest) throws(SynthesisError) -> String {
        let (text, arguments) = try Self.arguments(for: request)
        let output = try Self.run(
            try SpeechProgram.find(given: program), arguments + ["--ipa"], input: Array(text.utf8))
        return String(String(decoding: output, as: UTF8.self).trimmed)
    }

    /// The name of the audio that ``render(_:)`` gives: lower-case hex SHA-256.
    ///
    /// - Throws: ``SynthesisError`` when the engine cannot be asked for its version.
    public func digest(of request: SpeechRequest) throws(SynthesisError) -> String {
        request.digest(engineVersion: try engineVersion())
    }

    /// The program's and the engine's version in one line; asked once per program and process.
    ///
    /// - Throws: ``SynthesisError`` when the program is missing or fails.
    package func engineVersion() throws(SynthesisError) -> String {
        let program = try SpeechProgram.find(given: program)
        if let known = Self.versions.withLock({ $0[program] }) { return known }
        let version = try Self.lines(program, ["--version"]).first ?? ""
        guard version.hasPrefix(SpeechProgram.name) else {
            throw .outputUnreadable(program: program)
        }
        Self.versions.withLock { $0[program] = version }
        return version
    }

    /// The engine's voices, in the engine's order; asked for once per program and process.
    ///
    /// - Throws: ``SynthesisError`` when the program is missing or fails.
    public func voices() throws(SynthesisError) -> [SpeechVoice] {
        let program = try SpeechProgram.find(given: program)
        if let known = Self.voices.withLock({ $0[program] }) { return known }
        var voices: [SpeechVoice] = []
        for line in try Self.lines(program, ["--voices"]) {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count == 4 else { throw .outputUnreadable(program: program) }
            voices.append(
                SpeechVoice(
                    name: String(parts[0]), language: String(parts[1]), gender: String(parts[2]),
                    otherLanguages: parts[3].split(separator: ",").map(String.init)))
        }
        Self.voices.withLock { $0[program] = voices }
        return voices
    }

    /// Returns what the program is to speak, and how.
    static func arguments(
        for request: SpeechRequest
    ) throws(SynthesisError) -> (text: String, arguments: [String]) {
        let (text, hasPhonemes) = request.spoken
        guard !text.allSatisfy(\.isWhitespace) else { throw .emptyText }
        guard text.utf8.count <= textLimit else { throw .textTooLong(limit: textLimit) }
        var arguments = ["--voice", request.voice]
        if let pitch = request.pitch { arguments += ["--pitch", String(pitch)] }
        if request.isSSML { arguments.append("--ssml") }
        if hasPhonemes { arguments.append("--phonemes") }
        return (text, arguments)
    }

    private static let versions = Mutex<[String: String]>([:])
    private static let voices = Mutex<[String: [SpeechVoice]]>([:])

    private static func lines(
        _ program: String, _ arguments: [String]
    ) throws(SynthesisError) -> [String] {
        String(decoding: try run(program, arguments, input: []), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    static func run(
        _ program: String, _ arguments: [String], input: [UInt8]
    ) throws(SynthesisError) -> [UInt8] {
        let start = ProgramStart(
            program: program, arguments: arguments, environment: SpeechProgram.environment)
        let result: ProgramRun.Result
        do {
            result = try ProgramRun(start, input: input, outputLimit: outputLimit).run()
        } catch { throw SynthesisError(error) }
        guard result.exitCode == 0 else {
            let message = String(decoding: result.message, as: UTF8.self).trimmed
            throw .programFailed(
                program: program, exitCode: result.exitCode, message: String(message))
        }
        return result.output
    }

    /// Speaks `request` at `hertz` frames a second.
    ///
    /// What was converted is kept as well as what was rendered: the conversion of one prompt takes
    /// longer than a replay of ten seconds.
    ///
    /// `hertz` is one of `RateConverter/rates`.
    ///
    /// - Throws: ``SynthesisError``, as ``render(_:)`` does.
    package func render(
        _ request: SpeechRequest, at hertz: Int
    ) throws(SynthesisError) -> MonoSound {
        precondition(RateConverter.rates.contains(hertz), "a rate that can be converted to")
        // A text that cannot be spoken is refused as such, whether a program is there or not.
        _ = try Self.arguments(for: request)
        let digest = "\(try digest(of: request))-\(hertz)-\(Self.converter)"
        if let sound = recent?.sound(of: digest) { return sound }
        if let sound = cache?.load(digest), sound.sampleRate == hertz {
            recent?.keep(sound, of: digest)
            return sound
        }
        let sound = try convert(request, to: hertz, as: digest)
        recent?.keep(sound, of: digest)
        return sound
    }

    /// The version of the converter: another one may differ in the last bit.
    private static let converter =
        AudioLibraries.versions.first { $0.name == "libsamplerate" }
        .map { String($0.version.prefix { $0.isLetter || $0.isNumber || ".-".contains($0) }) }
        ?? "unknown"

    private func convert(
        _ request: SpeechRequest, to hertz: Int, as digest: String
    ) throws(SynthesisError) -> MonoSound {
        let spoken = try render(request)
        guard spoken.sampleRate != hertz else { return spoken }
        guard let sound = try? RateConverter.convert(spoken, to: hertz) else {
            throw .outputUnreadable(program: try SpeechProgram.find(given: program))
        }
        cache?.store(sound, digest)
        return sound
    }
}

/// Place of a spoken word, as the engine tells it.
public struct SpeechMark: Sendable, Hashable {
    /// Time at which the word begins, in milliseconds of the rendered audio.
    public var milliseconds: Int64
    /// Characters of the word in ``SpeechRequest/text``.
    package var characters: Range<Int>
}

extension SpeechSynthesizer {
    /// Returns where the words of `request` are spoken, in order.
    ///
    /// An alias or a number of several words is one word: that of the text it stands for.
    /// - Throws: ``SynthesisError``, as ``render(_:)`` does.
    public func marks(of request: SpeechRequest) throws(SynthesisError) -> [SpeechMark] {
        let (text, arguments) = try Self.arguments(for: request)
        let program = try SpeechProgram.find(given: program)
        let rate = ["--rate", String(request.wordsPerMinute)]
        let output = try Self.run(
            program, arguments + rate + ["--marks"], input: Array(text.utf8))
        let origins = request.origins(of: text)
        let pause = request.leadingPause
        var marks: [SpeechMark] = []
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let numbers = line.split(separator: " ").compactMap { Int($0) }
            guard numbers.count == 3,
                numbers[0] >= marks.last.map({ Int($0.milliseconds - pause) }) ?? 0
            else { throw .outputUnreadable(program: program) }
            let spoken = (numbers[1]..<max(numbers[1], numbers[1] + numbers[2]))
                .clamped(to: 0..<origins.count)
            guard let first = spoken.first, let last = spoken.last else { continue }
            let characters = origins[first].lowerBound..<origins[last].upperBound
            // A number is spoken in several words.
            guard characters.lowerBound >= marks.last?.characters.upperBound ?? 0 else { continue }
            marks.append(
                SpeechMark(milliseconds: pause + Int64(numbers[0]), characters: characters))
        }
        return marks
    }
}

/// A voice of the engine.
public struct SpeechVoice: Sendable, Hashable {
    /// The engine's name, as in "English_(America)".
    public var name: String
    /// Language code, as in "en-us"; also accepted as a request's voice.
    public var language: String
    /// "male", "female" or "unknown".
    package var gender: String
    /// Codes of other languages that it speaks, as in "zh"; accepted as well.
    package var otherLanguages: [String] = []
}
